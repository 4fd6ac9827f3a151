// Pictures on terminals with 24-bit colours.
#pragma once

#include <filesystem>
#include <string>

namespace slipflow::drawing {

/// A PNG file as lines of blocks, two pixels in each character, as large as `columns` and `rows`
/// allow. Empty if it is none, or wider or higher than 16384 pixels.
std::string picture_in_characters(const std::filesystem::path& png, int columns, int rows);

}  // namespace slipflow::drawing
