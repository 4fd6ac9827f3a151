// The values at the two ends of a colour bar.
#pragma once

#include <limits>
#include <optional>

namespace slipflow::drawing {

/// lo < hi.
struct Range {
  double lo = 0, hi = 1;
  /// Where the value lies between the ends, 0 to 1; values beyond an end count as that end.
  double fraction(double value) const;
  /// Whether it reaches to both sides of 0, the shorter way by more than a hundredth of the longer
  /// one, of which a map centred at 0 shows less than two colours.
  bool has_both_signs() const;
  bool operator==(const Range&) const = default;
};

/// The smallest and the largest finite value met so far; lo > hi if there was none.
struct Extremes {
  double lo = std::numeric_limits<double>::infinity(), hi = -lo;
  void take(double value);
  void take(const Extremes& more);
};

/// From the smallest to the largest value, widened if they are the same; as far below 0 as above
/// for a diverging colour map, which values of both signs have unless `diverging` says otherwise.
Range range_of(const Extremes& extremes, std::optional<bool> diverging = std::nullopt);

}  // namespace slipflow::drawing
