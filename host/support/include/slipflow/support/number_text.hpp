// Numbers in texts.
#pragma once

#include <charconv>
#include <string_view>
#include <system_error>

namespace slipflow {

/// Reads a text that is a number from end to end, with a sign or without: a plus sign is none of
/// std::from_chars. Returns std::errc::result_out_of_range as that does, invalid_argument for any
/// other text, else std::errc{}.
template <class Number>
std::errc read_number(std::string_view text, Number& value) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  return stop == end ? problem : std::errc::invalid_argument;
}

}  // namespace slipflow
