#include "slipflow/bench/table_text.hpp"

#include <cmath>

#include "slipflow/support/split.hpp"

namespace slipflow::bench {

std::string shown(double number, const char* format) {
  return std::isfinite(number) ? fmt::format(fmt::runtime(format), number) : "-";
}

std::string percent(double part) { return shown(100 * part, "{:.1f} %"); }

std::string csv_text(const Value& value) {
  if (const auto* number = std::get_if<double>(&value))
    return std::isnan(*number) ? "" : fmt::format("{:.17g}", *number);
  if (const auto* number = std::get_if<long>(&value)) return std::to_string(*number);
  return csv_cell(std::get<std::string>(value));
}

}  // namespace slipflow::bench
