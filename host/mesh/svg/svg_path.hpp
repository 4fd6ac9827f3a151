// Path data of SVG.
#pragma once

#include <string_view>

#include "svg_outline.hpp"

namespace slipflow::mesh {

/// Draws the path: M L H V C S Q T A Z, absolute and relative. Throws SvgFault.
void draw_svg_path(std::string_view data, SvgOutlineBuilder& to);

}  // namespace slipflow::mesh
