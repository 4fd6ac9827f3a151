#include "slipflow/drawing/range.hpp"

#include <algorithm>
#include <cmath>

namespace slipflow::drawing {

namespace {
// Below it values are rounding noise of other quantities, which are of order 1.
constexpr double kNoise = 1e-14;
constexpr double kFewestColours = 0.01;
}  // namespace

double Range::fraction(double value) const {
  return std::clamp((value - lo) / (hi - lo), 0.0, 1.0);
}

void Extremes::take(double value) {
  if (!std::isfinite(value)) return;
  lo = std::min(lo, value);
  hi = std::max(hi, value);
}

void Extremes::take(const Extremes& more) {
  lo = std::min(lo, more.lo);
  hi = std::max(hi, more.hi);
}

bool Range::has_both_signs() const {
  return std::min(-lo, hi) > kFewestColours * std::max(-lo, hi);
}

Range range_of(const Extremes& extremes, std::optional<bool> diverging) {
  if (extremes.lo > extremes.hi)  // nothing finite to show
    return diverging.value_or(false) ? Range{-1.0, 1.0} : Range{0.0, 1.0};
  // A diverging run must not overflow the difference of the two.
  const double lo = std::clamp(extremes.lo, -1e300, 1e300);
  const double hi = std::clamp(extremes.hi, -1e300, 1e300);
  const double size = std::max(std::abs(lo), std::abs(hi));
  if (diverging.value_or(Range{lo, hi}.has_both_signs()))
    return size > kNoise ? Range{-size, size} : Range{-1.0, 1.0};
  // Noise of rounding is no structure: a constant field gets one colour, that of the middle.
  if (hi - lo > std::max(1e-12 * size, 1e-290)) return {lo, hi};
  const double middle = 0.5 * (lo + hi), half = size > 1e-280 ? 0.05 * size : 1.0;
  return {middle - half, middle + half};
}

}  // namespace slipflow::drawing
