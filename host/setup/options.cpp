#include "slipflow/setup/options.hpp"

#include <charconv>
#include <cmath>

namespace slipflow::setup {

const std::string* option(const config::Directive& d, const std::string& name) {
  const auto found = d.options.find(name);
  return found == d.options.end() ? nullptr : &found->second;
}

bool is_name(const std::string& text) {
  static const std::string letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  return !text.empty() && text.size() <= 40 && text.find_first_not_of(letters) == std::string::npos;
}

std::vector<double> parse_numbers(std::string_view text) {
  std::vector<double> numbers;
  const char* at = text.data();
  const char* const last = at + text.size();
  while (true) {
    double value = 0;
    const auto [end, error] = std::from_chars(at, last, value);
    if (error != std::errc() || !std::isfinite(value)) return {};
    numbers.push_back(value);
    if (end == last) return numbers;
    if (*end != ',') return {};
    at = end + 1;
  }
}

}  // namespace slipflow::setup
