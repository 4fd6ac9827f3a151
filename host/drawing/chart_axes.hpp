// The axes of a chart.
#pragma once

#include <utility>
#include <vector>

#include "slipflow/drawing/line_chart.hpp"
#include "slipflow/drawing/range.hpp"
#include "ticks.hpp"

namespace slipflow::drawing {

/// An axis with its ends and ticks as they lie along it: of a logarithmic one, logarithms.
struct ChartAxis {
  Scale scale = Scale::linear;
  Range ends;
  Ticks ticks;

  /// Where a number lies between the ends.
  double position(double number) const;
};

struct ChartAxes {
  ChartAxis x, y;
  /// Whether the point can be drawn.
  bool has(const std::pair<double, double>& point) const;
};

/// Axes for all curves of these panels, of about this many pixels.
ChartAxes axes_for(const std::vector<const ChartPanel*>& panels, const ChartStyle& style,
                   int most_x_ticks, int most_y_ticks);

}  // namespace slipflow::drawing
