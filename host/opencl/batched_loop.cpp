#include "slipflow/opencl/batched_loop.hpp"

#include <algorithm>
#include <bit>
#include <deque>

#include "slipflow/opencl/wait.hpp"

namespace slipflow::opencl {

int BatchPlan::next(int queued, int in_flight, int left) const {
  if (fixed_ > 0) return std::min(fixed_, left);
  if (are_expensive_ && in_flight > 0) return 0;
  const int wanted = std::max(queued == 0 ? first_ : queued / 8, 1);
  // Until a time is measured, an iteration is assumed to take as long as a whole queue may.
  const double fit = seconds_per_iteration_ > 0 ? kLongestQueue / seconds_per_iteration_ : 1;
  const int room = static_cast<int>(std::min(fit, double{2 * kLargestBatch})) - in_flight;
  const int least = in_flight == 0 ? 1 : 0;  // one iteration cannot be divided, however long
  return std::min({wanted, std::max(room, least), kLargestBatch, left});
}

namespace {
constexpr std::size_t kInFlight = 2;
}

BatchedLoop::BatchedLoop(const Workspace& workspace, const cl::Buffer& progress,
                         std::size_t progress_bytes, int batch, Superfluous superfluous)
    : workspace_(workspace),
      progress_(progress),
      bytes_(progress_bytes),
      plan_(batch, superfluous),
      results_(workspace.queue().context, workspace.queue().queue, kInFlight * progress_bytes) {}

bool BatchedLoop::run(int max, const std::function<void()>& queue_iteration,
                      const ReadProgress& read, const std::function<void()>& end_batch) {
  alone_since_ = Clock::now();
  std::deque<Batch> in_flight;
  LoopProgress progress;
  int queued = 0;
  do {
    while (in_flight.size() < kInFlight) {
      const int size = plan_.next(queued, queued - progress.done, max - queued);
      if (size == 0) break;
      in_flight.push_back(queue_batch(size, queue_iteration, end_batch));
      queued += size;
    }
    if (in_flight.empty()) break;
    progress = wait_for(in_flight.front(), progress.done, read);
    in_flight.pop_front();
  } while (!progress.ended);
  plan_.end_step(progress.done);
  return progress.ended;
}

BatchedLoop::Batch BatchedLoop::queue_batch(int iterations,
                                            const std::function<void()>& queue_iteration,
                                            const std::function<void()>& end_batch) {
  const cl::CommandQueue& queue = workspace_.queue().queue;
  for (int k = 1; k <= iterations; ++k) {
    queue_iteration();
    // So that the device begins with the first one, not when all are queued.
    if (std::has_single_bit(static_cast<unsigned>(k))) queue.flush();
  }
  end_batch();
  std::byte* const result = results_.data() + next_result_ * bytes_;
  Batch batch{iterations, result, {}};
  queue.enqueueReadBuffer(progress_, CL_FALSE, 0, bytes_, result, nullptr, &batch.read);
  queue.flush();
  next_result_ = (next_result_ + 1) % kInFlight;
  return batch;
}

LoopProgress BatchedLoop::wait_for(const Batch& batch, int done_before, const ReadProgress& read) {
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

}  // namespace slipflow::opencl
