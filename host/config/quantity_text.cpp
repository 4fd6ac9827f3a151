#include "slipflow/config/quantity_text.hpp"

#include <fmt/format.h>

namespace slipflow::config {

std::string quantity_text(double value, const std::string& unit, const UnitSystem* units,
                          int digits) {
  const auto one = units ? units->one(unit) : std::nullopt;
  if (!one) return fmt::format("{:.{}g}", value, digits);
  return fmt::format("{:.{}g} {}", (value * *one).si(), digits, si_unit(one->dimension));
}

std::string place_text(double x, double y, const UnitSystem* units) {
  const auto text = [&](double length) { return quantity_text(length, "L", units, 6); };
  return fmt::format("x = {}, y = {}", text(x), text(y));
}

}  // namespace slipflow::config
