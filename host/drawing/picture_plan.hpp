// Where everything in a picture goes.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "canvas.hpp"
#include "slipflow/mesh/mesh.hpp"
#include "text.hpp"
#include "ticks.hpp"

namespace slipflow::drawing {

/// The values at the two ends of the colour bar, lo < hi.
struct Range {
  double lo = 0, hi = 1;
  /// Where the value lies between the ends, 0 to 1; values beyond an end count as that end.
  double fraction(double value) const;
};

/// From the smallest to the largest finite value, widened if they are the same.
Range value_range(const std::vector<double>& values);

/// The parts of a picture in pixels. All lengths grow with the width of the picture.
struct PicturePlan {
  int width = 0, height = 0;
  Box plot;  ///< the flow domain
  Box bar;   ///< the colour bar, right of it
  std::vector<Tick> x_ticks, y_ticks, bar_ticks;
  int line = 2, tick = 8, gap = 12, margin = 24;  ///< strokes, tick marks, text to marks, edges
  int border = 2;                                 ///< around the plot; tick marks begin beyond it
  int above = 0;                                  ///< room between border and heading
  int below = 0;                                  ///< room below the axes
  TextStyle text, title;

  /// Scales pixels of a picture 1600 wide to this width.
  int scaled(int pixels) const { return std::max(pixels * width / 1600, 1); }
  /// Height of a line of the legend.
  int legend_line() const { return text.size + gap; }
};

/// Plans the picture of a field with this range, with or without room for a title line.
PicturePlan plan_picture(const mesh::Mesh& mesh, const Range& range, int width, bool titled);

/// Plans the picture of a mesh with a broad border, names of the four boundaries and `legend_lines`
/// lines of legend; it has no colour bar.
PicturePlan plan_mesh_picture(const mesh::Mesh& mesh, int width, bool titled, int legend_lines);

}  // namespace slipflow::drawing
