#include "inner_batches.hpp"

#include <bit>
#include <deque>

#include "slipflow/opencl/wait.hpp"

namespace slipflow::simple_ts {

namespace {
constexpr std::size_t kInFlight = 2;
constexpr cl_uint kToleranceIndex = 2;  // among the arguments of judge_inner_iteration
constexpr cl_uint kFactorIndex = 0;     // and of start_inner_iterations
}  // namespace

InnerBatches::InnerBatches(DeviceCase& device, const Reduction& reduction,
                           const std::pair<cl::Buffer, int>& partial)
    : device_(device),
      reduction_(reduction),
      iterations_(inner_iterations(device.c.run.precision)),
      plan_(device.options.batch),
      start_(reduction.kernel("start_inner_iterations")),
      judge_(reduction.kernel("judge_inner_iteration")),
      // Into any other memory of the host a driver may wait for the end of a read that need not
      // block.
      pinned_(device.queue.context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
              kInFlight * iterations_.progress_bytes),
      results_(static_cast<std::byte*>(
          device.queue.queue.enqueueMapBuffer(pinned_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                              kInFlight * iterations_.progress_bytes))) {
  set_arguments(start_, kFactorIndex + 1, device.progress);
  set_arguments(judge_, 0, partial.first, cl_int{partial.second});
  set_arguments(judge_, kToleranceIndex + 1, cl_int{relaxation_period(device.c)}, device.progress);
}

InnerBatches::~InnerBatches() {
  try {
    // A batch that nobody waited for may still write there.
    opencl::transfer_asleep(device_.queue.queue, [&](cl::Event* done) {
      device_.queue.queue.enqueueUnmapMemObject(pinned_, results_, nullptr, done);
    });
  } catch (const cl::Error&) {
    // The device is lost; whoever used it has said so.
  }
}

InnerResult InnerBatches::run(const InnerControl& control, double factor,
                              const std::function<void()>& queue_iteration) {
  device_.reals.set_argument(judge_, kToleranceIndex, control.tolerance);
  start(factor);
  alone_since_ = Clock::now();
  std::deque<Batch> in_flight;
  InnerResult progress;
  progress.factor = factor;
  int queued = 0;
  do {
    while (in_flight.size() < kInFlight) {
      const int size = plan_.next(queued, queued - progress.inner, control.max - queued);
      if (size == 0) break;
      in_flight.push_back(queue_batch(size, queue_iteration));
      queued += size;
    }
    if (in_flight.empty()) break;
    progress = wait_for(in_flight.front(), progress.inner);
    in_flight.pop_front();
    ended_ = progress.converged || progress.diverged;
  } while (!ended_);
  plan_.end_step(progress.inner);
  return progress;
}

void InnerBatches::start(double factor) {
  device_.reals.set_argument(start_, kFactorIndex, factor);
  reduction_.launch(start_);
  ended_ = false;
}

InnerBatches::Batch InnerBatches::queue_batch(int iterations,
                                              const std::function<void()>& queue_iteration) {
  for (int k = 1; k <= iterations; ++k) {
    queue_iteration();
    reduction_.launch(judge_);
    // The device begins with the first, not when all are queued.
    if (std::has_single_bit(static_cast<unsigned>(k))) device_.queue.queue.flush();
  }
  const std::size_t size = iterations_.progress_bytes;
  Batch batch{iterations, results_ + next_result_ * size, {}};
  device_.queue.queue.enqueueReadBuffer(device_.progress, CL_FALSE, 0, size,
                                        results_ + next_result_ * size, nullptr, &batch.read);
  device_.queue.queue.flush();
  next_result_ = (next_result_ + 1) % kInFlight;
  return batch;
}

InnerResult InnerBatches::wait_for(const Batch& batch, int done_before) {
  const auto seconds = std::chrono::duration<double>(plan_.seconds(batch.iterations));
  const auto expected_end = alone_since_ + std::chrono::duration_cast<Clock::duration>(seconds);
  opencl::wait_asleep(batch.read, expected_end - Clock::now());
  const auto end = Clock::now();
  // A batch that ended early says little about the time of an iteration.
  const InnerResult result = iterations_.result(batch.result);
  if (result.inner - done_before == batch.iterations)
    plan_.measured(std::chrono::duration<double>(end - alone_since_).count(), batch.iterations);
  alone_since_ = end;
  return result;
}

void InnerBatches::let_iterations_run() {
  if (ended_) start(kUnknownFactor);
}

}  // namespace slipflow::simple_ts
