#include "slipflow/opencl/device_loop.hpp"

#include <bit>
#include <deque>

#include "slipflow/opencl/wait.hpp"

namespace slipflow::opencl {

namespace {
constexpr std::size_t kInFlight = 2;
}

DeviceLoop::DeviceLoop(const Workspace& workspace, const Reduction& reduction,
                       const LoopMemory& memory, int period, int batch)
    : workspace_(workspace),
      reduction_(reduction),
      memory_(memory),
      plan_(batch),
      start_(reduction.kernel("start_inner_iterations")),
      judge_(reduction.kernel("judge_inner_iteration")),
      results_(workspace.queue().context, workspace.queue().queue,
               kInFlight * memory.progress_bytes) {
  const Numbers& reals = memory.partial.numbers;
  start_.set({{"factor", reals.number(0)}, {"progress", memory.progress}});
  judge_.set({{"partial", memory.partial},
              {"count", memory.partial_count},
              {"tolerance", reals.number(0)},
              {"period", period},
              {"progress", memory.progress}});
}

void DeviceLoop::run(const LoopControl& control, const std::function<void()>& queue_iteration,
                     const ReadProgress& read) {
  judge_.set({"tolerance", memory_.partial.numbers.number(control.tolerance)});
  start(control.factor);
  alone_since_ = Clock::now();
  std::deque<Batch> in_flight;
  LoopProgress progress;
  int queued = 0;
  do {
    while (in_flight.size() < kInFlight) {
      const int size = plan_.next(queued, queued - progress.done, control.max - queued);
      if (size == 0) break;
      in_flight.push_back(queue_batch(size, queue_iteration));
      queued += size;
    }
    if (in_flight.empty()) break;
    progress = wait_for(in_flight.front(), progress.done, read);
    in_flight.pop_front();
    ended_ = progress.ended;
  } while (!ended_);
  plan_.end_step(progress.done);
}

void DeviceLoop::start(double factor) {
  start_.set({"factor", memory_.partial.numbers.number(factor)});
  reduction_.launch(start_);
  ended_ = false;
}

DeviceLoop::Batch DeviceLoop::queue_batch(int iterations,
                                          const std::function<void()>& queue_iteration) {
  const cl::CommandQueue& queue = workspace_.queue().queue;
  for (int k = 1; k <= iterations; ++k) {
    queue_iteration();
    reduction_.launch(judge_);
    // So that the device begins with the first one, not when all are queued.
    if (std::has_single_bit(static_cast<unsigned>(k))) queue.flush();
  }
  const std::size_t size = memory_.progress_bytes;
  std::byte* const result = results_.data() + next_result_ * size;
  Batch batch{iterations, result, {}};
  queue.enqueueReadBuffer(memory_.progress, CL_FALSE, 0, size, result, nullptr, &batch.read);
  queue.flush();
  next_result_ = (next_result_ + 1) % kInFlight;
  return batch;
}

LoopProgress DeviceLoop::wait_for(const Batch& batch, int done_before, const ReadProgress& read) {
  const auto seconds = std::chrono::duration<double>(plan_.seconds(batch.iterations));
  const auto expected_end = alone_since_ + std::chrono::duration_cast<Clock::duration>(seconds);
  wait_asleep(batch.read, expected_end - Clock::now());
  const auto end = Clock::now();
  // A batch that ended early says little about the time of an iteration.
  const LoopProgress progress = read(batch.result);
  if (progress.done - done_before == batch.iterations)
    plan_.measured(std::chrono::duration<double>(end - alone_since_).count(), batch.iterations);
  alone_since_ = end;
  return progress;
}

void DeviceLoop::let_iterations_run() {
  if (ended_) start(0);  // nothing depends on their factor
}

}  // namespace slipflow::opencl
