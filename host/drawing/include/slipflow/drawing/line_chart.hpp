// Charts of curves over a logarithmic axis, as PNG, drawn in memory: no window, no display.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace slipflow::drawing {

/// Points joined by lines, in the order given. The same name has the same colour in every panel.
struct Curve {
  std::string name;
  std::vector<std::pair<double, double>> points;  ///< x > 0, y
};

/// One plot of a chart. All panels share their axes.
struct ChartPanel {
  std::string title;
  std::vector<Curve> curves;
};

struct ChartStyle {
  std::string title;
  std::string x_label;  ///< x has powers of two as ticks
  std::string y_label;  ///< y is linear and begins at 0
  int width = 1600;     ///< pixels of the whole picture
};

/// Draws the panels two abreast, with one legend below them. Points whose numbers are not finite
/// are left out. Returns the bytes of a PNG file.
std::string draw_line_chart(const std::vector<ChartPanel>& panels, const ChartStyle& style);

}  // namespace slipflow::drawing
