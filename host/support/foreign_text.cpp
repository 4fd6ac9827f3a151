#include "slipflow/support/foreign_text.hpp"

#include <fmt/format.h>

#include <limits>

#include "slipflow/support/utf8.hpp"

namespace slipflow {

namespace {
constexpr std::size_t kLongestShown = 200;
constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

/// Whether the text begins with a character of C0, DEL or C1.
bool begins_with_control(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  return first < 0x20 || first == 0x7F ||
         (first == 0xC2 && text.size() > 1 && static_cast<unsigned char>(text[1]) < 0xA0);
}

std::string escaped(std::string_view text, bool keeps_lines, std::size_t most) {
  std::string out;
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == most) return out + "...";
    const bool is_kept = (keeps_lines && text[0] == '\n') || !begins_with_control(text);
    std::size_t length = is_kept ? length_of_character(text) : 0;
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
