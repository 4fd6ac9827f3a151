// Whether the changes of a run to a steady state still shrink.
#pragma once

#include <cstdint>
#include <limits>

#include "slipflow/methods/number_archive.hpp"

namespace slipflow::run {

/// Takes the changes per time of a run and tells when they have stopped shrinking: when no new
/// least change has come for 2000 steps and for half of all steps, and the least one of the last
/// interval of steps is not a tenth lower than that of the interval before. An interval is 1000
/// steps or, where that is more, a quarter of all steps. All depends on steps and changes alone.
class StallWatch {
 public:
  /// A change per time after `step`. Changes of earlier steps than the last one are left out. An
  /// infinite one, of a flow that begins anew, forgets all before.
  void take(std::int64_t step, double change);
  bool stalls() const { return floor_ > 0; }
  /// The least change of the last interval of a flow that stalls.
  double floor() const { return floor_; }

  void archive_numbers(methods::NumberArchive& archive);

 private:
  void end_interval(double step);

  static constexpr double kNone = std::numeric_limits<double>::max();
  double first_ = -1, last_ = -1;          // steps; -1: none yet
  double least_ = kNone, least_step_ = 0;  // of all changes
  double begin_ = 0;                       // of the present interval
  double now_ = kNone, before_ = kNone;    // least changes of this interval and the one before
  double floor_ = 0;                       // 0: the changes shrink
};

}  // namespace slipflow::run
