// What pictures of a mesh have in common: axes around the plot and lines of text above it.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "picture_plan.hpp"

namespace slipflow::drawing {

/// For each of the pixels from `lo` to `hi` on an axis, the cell that its middle lies in. Pixels
/// are looked up by position, so cells appear at their own width.
std::vector<int> cells_under_pixels(const mesh::Axis& axis, double lo, double hi, int pixels);

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

/// Both axes: ticks with their numbers, and labels beyond them.
void draw_axes(Figure& figure, const PicturePlan& plan, const std::string& x_label,
               const std::string& y_label);

/// The title and the line below it, on which it says so if the axes have different scales.
void draw_heading(Figure& figure, const PicturePlan& plan, const std::string& title,
                  const TextLine& subtitle);

}  // namespace slipflow::drawing
