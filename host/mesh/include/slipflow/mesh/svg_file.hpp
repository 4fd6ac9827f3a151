// Filled shapes from SVG files.
#pragma once

#include <filesystem>
#include <string_view>

#include "slipflow/mesh/shapes.hpp"

namespace slipflow::mesh {

/// The filled shapes of a picture, in its pixels: x to the right, y downwards.
struct SvgPicture {
  Rectangle page;  ///< of the viewBox, else of width and height
  Drawing drawing;
};

/// Reads paths, rectangles, circles, ellipses and polygons with their transforms and fill rules;
/// those that are not filled, invisible or in definitions are left out. Curves become lines that
/// deviate by at most a millionth of the page. Throws Error(bad_input) with a sentence that names
/// the file and the line when it cannot be read, is no SVG, is damaged, is larger than 2^26 bytes,
/// has elements that slipflow cannot draw, or no filled shape.
SvgPicture read_svg(const std::filesystem::path& file);

/// The same from the bytes of a file; messages name `file`.
SvgPicture read_svg(std::string_view bytes, const std::filesystem::path& file);

}  // namespace slipflow::mesh
