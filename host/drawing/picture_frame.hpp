// What pictures of a mesh have in common: axes around the plot and lines of text above it.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "picture_plan.hpp"

namespace slipflow::drawing {

/// For each pixel along an axis, the cell that its middle lies in. Pixels are looked up by
/// position, so cells appear at their own width.
std::vector<int> cells_under_pixels(const mesh::Axis& axis, int pixels);

/// Whether is_such(x, y) for a pixel of the plot within a line's width of (x, y), across corners
/// too.
template <class Predicate>
bool any_near(const PicturePlan& plan, int x, int y, Predicate is_such) {
  for (const int dy : {-plan.line, 0, plan.line})
    for (const int dx : {-plan.line, 0, plan.line})
      if (is_such(std::clamp(x + dx, 0, plan.plot.width - 1),
                  std::clamp(y + dy, 0, plan.plot.height - 1)))
        return true;
  return false;
}

/// Pixels from the low end of a plot side to the tick.
int tick_position(double value, const Range& ends, int length);

/// Ticks with their numbers, and a label beyond them.
void draw_x_axis(Canvas& canvas, const PicturePlan& plan, const mesh::Axis& axis,
                 const std::string& label);
void draw_y_axis(Canvas& canvas, const PicturePlan& plan, const mesh::Axis& axis,
                 const std::string& label);

/// The style, with letters down to half the size if the text would not fit otherwise.
TextStyle fitted(TextStyle style, const std::string& text, int width);

/// The title and the line below it.
void draw_heading(Canvas& canvas, const PicturePlan& plan, const std::string& title,
                  const std::string& subtitle);

}  // namespace slipflow::drawing
