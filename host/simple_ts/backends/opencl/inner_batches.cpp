#include "inner_batches.hpp"

#include <bit>
#include <deque>

#include "inner_outcome.h"
#include "slipflow/opencl/wait.hpp"

namespace slipflow::simple_ts {

namespace {
constexpr std::size_t kInFlight = 2;

InnerResult result_of(const SfInnerProgress& p) {
  const auto residuals = [](const real(&r)[SF_RESIDUALS]) {
    return Residuals{r[0], r[1], r[2], r[3]};
  };
  return {p.count, residuals(p.first), residuals(p.last), p.outcome == SF_CONVERGED,
          p.outcome == SF_DIVERGED};
}
}  // namespace

InnerBatches::InnerBatches(DeviceCase& device, const Reduction& reduction,
                           const std::pair<cl::Buffer, int>& partial)
    : device_(device),
      reduction_(reduction),
      plan_(device.options.batch),
      start_(reduction.kernel("start_inner_iterations")),
      judge_(reduction.kernel("judge_inner_iteration")),
      // Into any other memory of the host a driver may wait for the end of a read that need not block.
      pinned_(device.queue.context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
              kInFlight * sizeof(SfInnerProgress)),
      results_(static_cast<SfInnerProgress*>(device.queue.queue.enqueueMapBuffer(
          pinned_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, kInFlight * sizeof(SfInnerProgress)))) {
  set_arguments(start_, 0, device.progress);
  set_arguments(judge_, 0, partial.first, cl_int{partial.second}, 0.0, device.progress);
}

InnerBatches::~InnerBatches() {
  try {
    device_.queue.queue.enqueueUnmapMemObject(pinned_, results_);
    device_.queue.queue.finish();  // a batch that nobody waited for may still write there
  } catch (const cl::Error&) {
    // The device is lost; whoever used it has said so.
  }
}

InnerResult InnerBatches::run(const InnerControl& control,
                              const std::function<void()>& queue_iteration) {
  judge_.setArg(2, control.tolerance);
  reduction_.launch(start_);
  alone_since_ = Clock::now();
  std::deque<Batch> in_flight;
  SfInnerProgress progress{};
  int queued = 0;
  do {
    while (in_flight.size() < kInFlight) {
      const int size = plan_.next(queued, queued - progress.count, control.max - queued);
      if (size == 0) break;
      in_flight.push_back(queue_batch(size, queue_iteration));
      queued += size;
    }
    if (in_flight.empty()) break;
    progress = wait_for(in_flight.front(), progress.count);
    in_flight.pop_front();
  } while (progress.outcome == SF_GOES_ON);
  ended_ = progress.outcome != SF_GOES_ON;
  plan_.end_step(progress.count);
  return result_of(progress);
}

InnerBatches::Batch InnerBatches::queue_batch(int iterations,
                                              const std::function<void()>& queue_iteration) {
  for (int k = 1; k <= iterations; ++k) {
    queue_iteration();
    reduction_.launch(judge_);
    // The device begins with the first, not when all are queued.
    if (std::has_single_bit(static_cast<unsigned>(k))) device_.queue.queue.flush();
  }
  Batch batch{iterations, results_ + next_result_, {}};
  device_.queue.queue.enqueueReadBuffer(device_.progress, CL_FALSE, 0, sizeof(SfInnerProgress),
                                        results_ + next_result_, nullptr, &batch.read);
  device_.queue.queue.flush();
  next_result_ = (next_result_ + 1) % static_cast<int>(kInFlight);
  return batch;
}

SfInnerProgress InnerBatches::wait_for(const Batch& batch, int done_before) {
  const auto seconds = std::chrono::duration<double>(plan_.seconds(batch.iterations));
  const auto expected_end = alone_since_ + std::chrono::duration_cast<Clock::duration>(seconds);
  opencl::wait_asleep(batch.read, expected_end - Clock::now());
  const auto end = Clock::now();
  // A batch that ended early says little about the time of an iteration.
  if (batch.result->count - done_before == batch.iterations)
    plan_.measured(std::chrono::duration<double>(end - alone_since_).count(), batch.iterations);
  alone_since_ = end;
  return *batch.result;
}

void InnerBatches::let_iterations_run() {
  if (ended_) reduction_.launch(start_);
  ended_ = false;
}

}  // namespace slipflow::simple_ts
