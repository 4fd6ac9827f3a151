// How many inner iterations are queued before the host looks at the device.
#pragma once

#include <algorithm>

namespace slipflow::opencl {

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

}  // namespace slipflow::opencl
