// The values at the two ends of a colour bar.
#pragma once

#include <limits>

namespace slipflow::drawing {

/// lo < hi.
struct Range {
  double lo = 0, hi = 1;
  /// Where the value lies between the ends, 0 to 1; values beyond an end count as that end.
  double fraction(double value) const;
  bool operator==(const Range&) const = default;
};

/// The smallest and the largest finite value met so far; lo > hi if there was none.
struct Extremes {
  double lo = std::numeric_limits<double>::infinity(), hi = -lo;
  void take(double value);
  void take(const Extremes& more);
};

/// From the smallest to the largest value, widened if they are the same; as far below 0 as above
/// for a field with two signs.
Range range_of(const Extremes& extremes, bool is_signed);

}  // namespace slipflow::drawing
