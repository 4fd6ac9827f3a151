#include "tokens.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <utility>

namespace slipflow::config {
namespace {

/// Where a number begins: from_chars accepts no leading plus; "+1" is still a number, "+-1" is not.
const char* after_plus(const std::string& token) {
  return token.data() + (token.size() > 1 && token[0] == '+' && token[1] != '-' ? 1 : 0);
}

template <typename Number>
std::optional<Number> whole_token(const std::string& token) {
  const char* last = token.data() + token.size();
  Number value{};
  const auto [end, problem] = std::from_chars(after_plus(token), last, value);
  if (problem != std::errc{} || end != last) return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> to_number(const std::string& token) {
  const auto value = whole_token<double>(token);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<LeadingNumber> leading_number(const std::string& text) {
  const char* const last = text.data() + text.size();
  double value = 0;
  const auto [end, problem] = std::from_chars(after_plus(text), last, value);
  if (problem != std::errc() || !std::isfinite(value)) return std::nullopt;
  return LeadingNumber{value, std::string(end, last)};
}

std::optional<long> to_integer(const std::string& token) {
  constexpr long most = 1L << 53;
  const auto value = whole_token<long>(token);
  return value && *value >= -most && *value <= most ? value : std::nullopt;
}

std::optional<double> to_seconds(const std::string& text) {
  const auto words = split_blanks(text);
  const auto number = words.empty() ? std::nullopt : to_number(words[0]);
  if (!number || *number < 0 || words.size() > 2) return std::nullopt;
  if (words.size() == 1) return *number == 0 ? number : std::nullopt;
  for (const auto& [unit, seconds] : {std::pair("s", 1.0), {"min", 60.0}, {"h", 3600.0}})
    if (words[1] == unit) return *number * seconds;
  return std::nullopt;
}

std::vector<std::string> split_blanks(const std::string& text) {
  constexpr auto blanks = " \t";
  std::vector<std::string> parts;
  for (auto begin = text.find_first_not_of(blanks); begin != std::string::npos;) {
    const auto end = text.find_first_of(blanks, begin);
    parts.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(blanks, end);
  }
  return parts;
}

std::string fold_blanks(const std::string& text) {
  return fmt::format("{}", fmt::join(split_blanks(text), " "));
}

}  // namespace slipflow::config
