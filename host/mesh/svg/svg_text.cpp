#include "svg_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "slipflow/support/foreign_text.hpp"

namespace slipflow::mesh {

namespace {
constexpr std::string_view kBetween = " \t\r\n\f,";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Whether a number begins here: std::from_chars would also take "inf" and "nan".
bool begins_number(std::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  return !text.empty() &&
         (is_digit(text[0]) || (text[0] == '.' && text.size() > 1 && is_digit(text[1])));
}

/// The number at the beginning of a text, and the characters it takes.
std::optional<std::pair<double, std::size_t>> leading_number(std::string_view text) {
  if (!begins_number(text)) return std::nullopt;
  const std::size_t plus = text[0] == '+' ? 1 : 0;
  double value = 0;
  const auto [stop, problem] =
      std::from_chars(text.data() + plus, text.data() + text.size(), value);
  if (problem != std::errc() || !std::isfinite(value)) return std::nullopt;
  return std::pair{value, static_cast<std::size_t>(stop - text.data())};
}
}  // namespace

void SvgText::skip_blanks() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of(kBetween), rest_.size()));
}

bool SvgText::at_end() {
  skip_blanks();
  return rest_.empty();
}

bool SvgText::at_number() {
  skip_blanks();
  return begins_number(rest_);
}

double SvgText::number() {
  skip_blanks();
  const auto number = leading_number(rest_);
  if (!number) refuse("a number");
  rest_.remove_prefix(number->second);
  return number->first;
}

bool SvgText::flag() {
  skip_blanks();
  if (rest_.empty() || (rest_[0] != '0' && rest_[0] != '1')) refuse("0 or 1");
  return take() == '1';
}

char SvgText::take() {
  skip_blanks();
  if (rest_.empty()) return '\0';
  const char c = rest_[0];
  rest_.remove_prefix(1);
  return c;
}

std::string_view SvgText::word() {
  skip_blanks();
  const auto end = std::ranges::find_if_not(rest_, is_letter);
  const auto word = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
  rest_.remove_prefix(word.size());
  return word;
}

bool SvgText::accept(char wanted) {
  skip_blanks();
  if (rest_.empty() || rest_[0] != wanted) return false;
  rest_.remove_prefix(1);
  return true;
}

void SvgText::refuse(const std::string& wanted) {
  skip_blanks();
  constexpr std::size_t kShown = 12;
  throw SvgFault(
      fmt::format("{}: expected {}, but {}", what_, wanted,
                  rest_.empty() ? "it ends" : "found '" + shown(rest_.substr(0, kShown)) + "'"));
}

std::optional<double> svg_length(std::string_view text) {
  text = without_blanks(text);
  const auto number = leading_number(text);
  if (!number) return std::nullopt;
  constexpr double kInch = 96;
  constexpr std::array<std::pair<std::string_view, double>, 7> kUnits = {{{"", 1},
                                                                          {"px", 1},
                                                                          {"mm", kInch / 25.4},
                                                                          {"cm", kInch / 2.54},
                                                                          {"in", kInch},
                                                                          {"pt", kInch / 72},
                                                                          {"pc", kInch / 6}}};
  const auto unit = std::ranges::find(kUnits, text.substr(number->second),
                                      &std::pair<std::string_view, double>::first);
  if (unit == kUnits.end()) return std::nullopt;
  return number->first * unit->second;
}

std::string_view without_blanks(std::string_view text) {
  const auto begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

}  // namespace slipflow::mesh
