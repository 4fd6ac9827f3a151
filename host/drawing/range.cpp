#include "slipflow/drawing/range.hpp"

#include <algorithm>
#include <cmath>

namespace slipflow::drawing {

namespace {
// Below it values are rounding noise of other quantities, which are of order 1.
constexpr double kNoise = 1e-14;
constexpr double kFewestColours = 0.01;
constexpr std::size_t kTails = 200;  // one value in 200 lies beyond each percentile
constexpr double kSingular = 4, kLocal = 100;
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

Extremes ends_of_colours(std::vector<double> values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  Extremes ends;
  for (const double value : values) ends.take(value);
  const std::size_t count = values.size(), tail = count / kTails;
  if (tail == 0) return ends;
  const auto ranked = [&](std::size_t rank) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank);
    std::ranges::nth_element(values, at);
    return *at;
  };
  const double median = ranked(count / 2);
  const auto end = [&](double extreme, double percentile) {
    const double ratio = (extreme - median) / (percentile - median);
    return ratio > kSingular && ratio < kLocal ? percentile : extreme;
  };
  return {end(ends.lo, ranked(tail)), end(ends.hi, ranked(count - 1 - tail))};
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
