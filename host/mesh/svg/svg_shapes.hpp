// Shapes of SVG that have elements of their own.
#pragma once

#include <map>
#include <string>

#include "svg_outline.hpp"

namespace slipflow::mesh {

using SvgAttributes = std::map<std::string, std::string, std::less<>>;

/// Whether `element` is a shape that can be filled: path, rect, circle, ellipse, polygon, polyline.
bool is_svg_shape(std::string_view element);

/// Draws the shape of an element. Throws SvgFault.
void draw_svg_shape(std::string_view element, const SvgAttributes& attributes,
                    SvgOutlineBuilder& to);

}  // namespace slipflow::mesh
