// Charts of curves, drawn in memory: no window, no display.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "slipflow/drawing/image_format.hpp"

namespace slipflow::drawing {

/// Points joined by lines, in the order given. The same name has the same colour in every panel.
struct Curve {
  std::string name;
  std::vector<std::pair<double, double>> points;  ///< x, y
};

/// One plot of a chart.
struct ChartPanel {
  std::string title;
  std::vector<Curve> curves;
  std::string y_label{};  ///< instead of that of the chart
};

/// How numbers lie along an axis. Points that a logarithm does not have are left out.
enum class Scale { linear, from_zero, powers_of_two, powers_of_ten };

struct ChartStyle {
  std::string title;
  std::string x_label, y_label;
  int width = 1600;  ///< pixels of the whole picture
  Scale x = Scale::powers_of_two, y = Scale::from_zero;
  bool shares_axes = true;  ///< all panels have the same ends of axes
  bool marks = true;        ///< a disc at each point
  ImageFormat format = ImageFormat::png;
  double letters = 1;  ///< factor on the usual size of letters and lines
};

/// Draws the panels two abreast, with one legend below them if curves have names. Points whose
/// numbers are not finite are left out. Returns the bytes of a file.
std::string draw_line_chart(const std::vector<ChartPanel>& panels, const ChartStyle& style);

}  // namespace slipflow::drawing
