// Iterations that are queued in batches, of which the device itself carries out no more than are
// needed.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>

#include "slipflow/opencl/staging.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace slipflow::opencl {

// How many inner iterations are queued before the host looks at the device.

/// What iterations queued beyond the last one cost: less than it takes the host to look, or, if an
/// iteration is many launches, more.
enum class Superfluous { cheap, expensive };

/// A step is likely to take as many iterations as the one before it: these are its first batch. The
/// batches that follow are small, an eighth of those queued so far, because superfluous
/// iterations still cost their launches. No more is queued than takes kLongestQueue to run, as
/// drivers stop commands that take too long and a run must be able to end. Where superfluous
/// iterations are expensive, nothing is queued while others are in flight, and the first batch is
/// the smaller count of the last two steps.
class BatchPlan {
 public:
  static constexpr double kLongestQueue = 0.4;  ///< seconds
  static constexpr int kLargestBatch = 100;     ///< drivers block when their own queue is full

  /// With `fixed` above 0 every batch has that many iterations.
  explicit BatchPlan(int fixed = 0, Superfluous superfluous = Superfluous::cheap)
      : fixed_(fixed), are_expensive_(superfluous == Superfluous::expensive) {}

  /// Size of the next batch, at most `left`, when `queued` iterations of the step have been queued
  /// so far and `in_flight` of them may not be done. 0: only when some of those are.
  int next(int queued, int in_flight, int left) const;
  /// Records that `iterations` took `seconds`, with nothing else in the queue.
  void measured(double seconds, int iterations) { seconds_per_iteration_ = seconds / iterations; }
  /// Records that the step took `count` iterations.
  void end_step(int count) {
    first_ = are_expensive_ ? std::min(count, last_step_) : count;
    last_step_ = count;
  }
  /// How long a batch is likely to take; 0 when that is not known.
  double seconds(int iterations) const { return seconds_per_iteration_ * iterations; }

 private:
  int fixed_;
  bool are_expensive_;
  int last_step_ = 0;
  int first_ = 0;                     // the size of the first batch, if that many fit
  double seconds_per_iteration_ = 0;  // 0: nothing measured so far
};

/// State of the iterations.
struct LoopProgress {
  int done = 0;
  bool ended = false;  ///< converged or diverged
};

/// The kernels of each iteration decide on the device whether there is another one, and note it in
/// a progress; the kernels of iterations queued beyond the last one return at once. So bits and
/// counts are those of one iteration at a time, and the host reads once per batch. Two batches are
/// in flight, unless superfluous iterations are expensive: while the host waits for the first and
/// learns how it ended, the device works on the second.
class BatchedLoop {
 public:
  /// Reads the progress from its bytes.
  using ReadProgress = std::function<LoopProgress(const std::byte*)>;

  /// `batch`: iterations queued at a time; 0: adapted to the run.
  BatchedLoop(const Workspace& workspace, const cl::Buffer& progress, std::size_t progress_bytes,
              int batch, Superfluous superfluous = Superfluous::cheap);

  /// Up to `max` iterations, each queued by `queue_iteration`, and after each batch what
  /// `end_batch` queues. `read` is called after each batch, the last time with the bytes of the
  /// progress that the loop ended with. Returns whether the device ended it.
  bool run(
      int max, const std::function<void()>& queue_iteration, const ReadProgress& read,
      const std::function<void()>& end_batch = [] {});

 private:
  using Clock = std::chrono::steady_clock;
  struct Batch {
    int iterations;
    const std::byte* result;  // where the progress is stored
    cl::Event read;
  };

  Batch queue_batch(int iterations, const std::function<void()>& queue_iteration,
                    const std::function<void()>& end_batch);
  LoopProgress wait_for(const Batch& batch, int done_before, const ReadProgress& read);

  const Workspace& workspace_;
  cl::Buffer progress_;
  std::size_t bytes_;
  BatchPlan plan_;
  PinnedMemory results_;  // a progress for each batch in flight
  std::size_t next_result_ = 0;
  Clock::time_point alone_since_;  // from then on the oldest batch in flight had the device
};

}  // namespace slipflow::opencl
