#include "chart_axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace slipflow::drawing {

namespace {
bool is_logarithmic(Scale scale) {
  return scale == Scale::powers_of_two || scale == Scale::powers_of_ten;
}

bool is_drawable(Scale scale, double number) {
  return std::isfinite(number) && (number > 0 || !is_logarithmic(scale));
}

double along(Scale scale, double number) {
  if (scale == Scale::powers_of_two) return std::log2(number);
  return scale == Scale::powers_of_ten ? std::log10(number) : number;
}

Ticks of_two(const Range& ends) {
  Ticks made;
  const int first = static_cast<int>(std::ceil(ends.lo));
  const int last = static_cast<int>(std::floor(ends.hi));
  for (int k = first; k <= last; k += std::max((last - first) / 8, 1))
    made.ticks.push_back({static_cast<double>(k), fmt::format("{:.6g}", std::exp2(k))});
  return made;
}

Ticks of_ten(const Range& ends, int most) {
  Ticks made = decade_ticks(ends.lo, ends.hi, most);
  for (Tick& tick : made.ticks) tick.value = std::round(std::log10(tick.value));
  return made;
}

Range whole_powers(const Extremes& extremes) {
  const double lo = std::floor(extremes.lo + 1e-9), hi = std::ceil(extremes.hi - 1e-9);
  return {lo, std::max(hi, lo + 1)};
}

Range ends_of(Scale scale, const Extremes& extremes) {
  const bool is_empty = extremes.lo > extremes.hi;
  if (scale == Scale::from_zero) return {0, !is_empty && extremes.hi > 0 ? 1.1 * extremes.hi : 1};
  if (scale == Scale::powers_of_two)
    return is_empty ? Range{0.25, 0.75}  // no points: no tick
                    : Range{extremes.lo - 0.5, extremes.hi + 0.5};
  if (scale == Scale::powers_of_ten) return is_empty ? Range{0, 1} : whole_powers(extremes);
  return range_of(extremes, false);
}

ChartAxis make_axis(Scale scale, const Extremes& extremes, int most_ticks) {
  ChartAxis axis{scale, ends_of(scale, extremes), {}};
  if (scale == Scale::powers_of_two)
    axis.ticks = of_two(axis.ends);
  else if (scale == Scale::powers_of_ten)
    axis.ticks = of_ten(axis.ends, most_ticks);
  else
    axis.ticks = round_ticks(axis.ends.lo, axis.ends.hi, most_ticks);
  return axis;
}
}  // namespace

double ChartAxis::position(double number) const {
  return (along(scale, number) - ends.lo) / (ends.hi - ends.lo);
}

bool ChartAxes::has(const std::pair<double, double>& point) const {
  return is_drawable(x.scale, point.first) && is_drawable(y.scale, point.second);
}

ChartAxes axes_for(const std::vector<const ChartPanel*>& panels, const ChartStyle& style,
                   int most_x_ticks, int most_y_ticks) {
  Extremes x, y;
  for (const ChartPanel* panel : panels)
    for (const Curve& curve : panel->curves)
      for (const auto& [at, value] : curve.points) {
        if (!is_drawable(style.x, at) || !is_drawable(style.y, value)) continue;
        x.take(along(style.x, at));
        y.take(along(style.y, value));
      }
  if (style.y == Scale::linear && y.lo < y.hi) {
    const double margin = 0.05 * (y.hi - y.lo);
    y.lo -= margin, y.hi += margin;
  }
  return {make_axis(style.x, x, most_x_ticks), make_axis(style.y, y, most_y_ticks)};
}

}  // namespace slipflow::drawing
