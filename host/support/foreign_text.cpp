#include "slipflow/support/foreign_text.hpp"

#include <fmt/format.h>

#include <limits>

namespace slipflow {

namespace {
constexpr std::size_t kLongestShown = 200;
constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

bool continues(char letter) { return (static_cast<unsigned char>(letter) & 0xC0) == 0x80; }

/// The bytes of the character that the text begins with; 0 when they are not UTF-8 or a control
/// character.
std::size_t length_of_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return first < 0x20 || first == 0x7F ? 0 : 1;
  const std::size_t length = first < 0xC2   ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if (!continues(text[k])) return 0;
  const auto second = static_cast<unsigned char>(text[1]);
  const bool c1 = first == 0xC2 && second < 0xA0;
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool surrogate = first == 0xED && second >= 0xA0;
  const bool too_large = first == 0xF4 && second >= 0x90;
  return c1 || overlong || surrogate || too_large ? 0 : length;
}

std::string escaped(std::string_view text, bool keeps_lines, std::size_t most) {
  std::string out;
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == most) return out + "...";
    std::size_t length = keeps_lines && text[0] == '\n' ? 1 : length_of_character(text);
    if (length > 0) {
      out += text.substr(0, length);
    } else {
      out += fmt::format("\\x{:02X}", static_cast<unsigned char>(text[0]));
      length = 1;
    }
    text.remove_prefix(length);
  }
  return out;
}
}  // namespace

std::string escaped(std::string_view text) { return escaped(text, false, kAll); }

std::string escaped_lines(std::string_view text) { return escaped(text, true, kAll); }

std::string shown(std::string_view text) { return escaped(text, false, kLongestShown); }

}  // namespace slipflow
