// The values at the two ends of a colour bar.
#pragma once

#include <limits>
#include <optional>
#include <vector>

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

/// Where the colours of these values end: at their extremes, but at their percentile of 0.5 or 99.5
/// % where the extreme is 4 to 100 times as far from their median. So the few cells at a corner, in
/// which a singular field such as the vorticity grows with the mesh, do not take the colours of all
/// others; a field that is constant but for a few cells keeps its extremes.
Extremes ends_of_colours(std::vector<double> values);

/// From the smallest to the largest value, widened if they are the same; as far below 0 as above
/// for a diverging colour map, which values of both signs have unless `diverging` says otherwise.
Range range_of(const Extremes& extremes, std::optional<bool> diverging = std::nullopt);

}  // namespace slipflow::drawing
