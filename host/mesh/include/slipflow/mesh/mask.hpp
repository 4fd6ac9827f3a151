// A picture whose dark pixels are solid.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace slipflow::mesh {

struct Mask {
  int width = 0, height = 0;  ///< pixels
  std::vector<bool> dark;     ///< row by row from the bottom, each from left to right

  bool at(int column, int row) const {
    return dark[static_cast<std::size_t>(row) * width + column];
  }
};

/// Reads a PNG of any kind: a pixel is dark below half of full brightness, as it looks on white
/// where it is transparent. Throws Error(bad_input) with a sentence that names the file when it
/// cannot be read, is no PNG, is damaged or has more than 2^28 pixels.
Mask read_mask(const std::filesystem::path& file);

/// The same from the bytes of a file; messages name `file`.
Mask read_mask(std::string_view bytes, const std::filesystem::path& file);

}  // namespace slipflow::mesh
