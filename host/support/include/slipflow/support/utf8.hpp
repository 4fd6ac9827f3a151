// Characters of UTF-8.
#pragma once

#include <cstddef>
#include <string_view>

namespace slipflow {

/// The bytes of the character that the text, which is not empty, begins with; 0 when they are not
/// UTF-8.
std::size_t length_of_character(std::string_view text);

/// What some editors and Excel ("CSV UTF-8") begin a text with.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The text after its byte order mark, if it has one.
std::string_view without_byte_order_mark(std::string_view text);

}  // namespace slipflow
