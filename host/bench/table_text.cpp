#include "table_text.hpp"

#include <cmath>

namespace slipflow::bench {

std::string shown(double number, const char* format) {
  return std::isfinite(number) ? fmt::format(fmt::runtime(format), number) : "-";
}

std::string percent(double part) { return shown(100 * part, "{:.1f} %"); }

std::string csv_text(const Value& value) {
  if (const auto* number = std::get_if<double>(&value))
    return std::isnan(*number) ? "" : fmt::format("{:.17g}", *number);
  if (const auto* number = std::get_if<long>(&value)) return std::to_string(*number);
  const auto& text = std::get<std::string>(value);
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

}  // namespace slipflow::bench
