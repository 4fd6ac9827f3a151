// Colour bars of a picture.
#pragma once

#include <string>
#include <vector>

#include "colour_map.hpp"
#include "picture_plan.hpp"

namespace slipflow::drawing {

/// Draws the bar with its numbers, above it the power of ten by which they are multiplied, and
/// right of them the label. Triangles mark the ends beyond which the picture has `values`. False if
/// the label is too long and left out.
bool draw_colour_bar(Figure& figure, const PicturePlan& plan, const Box& place,
                     const ColourScale& scale, const std::vector<double>& values,
                     const std::string& label);

}  // namespace slipflow::drawing
