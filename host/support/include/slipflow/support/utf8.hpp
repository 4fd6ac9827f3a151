// Characters of UTF-8.
#pragma once

#include <cstddef>
#include <string_view>

namespace slipflow {

/// The bytes of the character that the text, which is not empty, begins with; 0 when they are not
/// UTF-8.
std::size_t length_of_character(std::string_view text);

}  // namespace slipflow
