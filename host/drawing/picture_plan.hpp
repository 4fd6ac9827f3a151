// Where everything in a picture goes.
#pragma once

#include <algorithm>
#include <string>

#include "colour.hpp"
#include "slipflow/drawing/range.hpp"
#include "slipflow/drawing/window.hpp"
#include "slipflow/mesh/mesh.hpp"
#include "text.hpp"
#include "ticks.hpp"

namespace slipflow::drawing {

/// The parts of a picture in pixels. All lengths grow with the width of the picture. They depend on
/// the window, not on the values, so that all pictures of a run have one size.
struct PicturePlan {
  int width = 0, height = 0;
  double letters = 1;  ///< PictureStyle::letters
  Box plot;            ///< the flow domain
  Box bar;             ///< the colour bar, right of it
  Box second_bar;      ///< right of the first one, if there are two
  Window window;
  Ticks x_ticks, y_ticks;
  int line = 2, tick = 8, gap = 12, margin = 24;  ///< strokes, tick marks, text to marks, edges
  int border = 2;                                 ///< around the plot; tick marks begin beyond it
  int above = 0;                                  ///< room between border and heading
  int below = 0;                                  ///< room below the axes
  int number_room = 0;                            ///< for the numbers of the bar and of the y axis
  TextStyle text, title;

  /// Scales pixels of a picture 1600 wide to this width.
  int scaled(int pixels) const {
    return std::max(static_cast<int>(pixels * width * letters / 1600), 1);
  }
  /// Width of a colour bar with its numbers and its label.
  int bar_room() const {
    return bar.width + line + tick + gap + number_room + static_cast<int>(text.size) + gap;
  }
  /// Height of a line of the legend.
  int legend_line() const { return static_cast<int>(text.size) + gap; }
  /// Pixels of a point of the window.
  Dot at(double x, double y) const {
    return {plot.x + (x - window.x0) / window.width() * plot.width,
            plot.y + (y - window.y0) / window.height() * plot.height};
  }
  /// Whether lengths along x and y are drawn at different scales.
  bool is_stretched() const;
};

/// The whole of a mesh.
Window window_of(const mesh::Mesh& mesh);

/// Plans the picture of a field, with or without room for a title line, with one or two bars.
PicturePlan plan_picture(const Window& window, int width, bool titled, double letters = 1,
                         int bars = 1);

/// The window with empty room on two sides where it would else be drawn stretched.
Window unstretched(Window window);

/// Plans the picture of a mesh with a broad border, names of the four boundaries and `legend_lines`
/// lines of legend; it has no colour bar.
PicturePlan plan_mesh_picture(const Window& window, int width, bool titled, int legend_lines,
                              double letters = 1);

}  // namespace slipflow::drawing
