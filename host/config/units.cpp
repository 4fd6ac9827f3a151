#include "slipflow/config/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "tokens.hpp"

namespace slipflow::config {

namespace {
constexpr double kZeroCelsius = 273.15;  // K

struct Symbol {
  const char* name;
  double mantissa;
  int exponent;
  Dimension dimension;  // m, kg, s, K, mol
  bool takes_prefix = true;
};

const std::vector<Symbol>& symbols() {
  static const std::vector<Symbol> table = {
      {"m", 1, 0, {{1, 0, 0, 0, 0}}},
      {"g", 1, -3, {{0, 1, 0, 0, 0}}},
      {"s", 1, 0, {{0, 0, 1, 0, 0}}},
      {"K", 1, 0, {{0, 0, 0, 1, 0}}},
      {"mol", 1, 0, {{0, 0, 0, 0, 1}}},
      {"Pa", 1, 0, {{-1, 1, -2, 0, 0}}},
      {"N", 1, 0, {{1, 1, -2, 0, 0}}},
      {"J", 1, 0, {{2, 1, -2, 0, 0}}},
      {"W", 1, 0, {{2, 1, -3, 0, 0}}},
      {"Hz", 1, 0, {{0, 0, -1, 0, 0}}},
      {"bar", 1, 5, {{-1, 1, -2, 0, 0}}},
      {"min", 60, 0, {{0, 0, 1, 0, 0}}, false},
      {"h", 3600, 0, {{0, 0, 1, 0, 0}}, false},
      {"atm", 101325, 0, {{-1, 1, -2, 0, 0}}, false},
      {"Torr", 101325.0 / 760, 0, {{-1, 1, -2, 0, 0}}, false},
  };
  return table;
}

struct Prefix {
  std::string_view name;
  int exponent;
};
// The micro sign has two code points.
constexpr Prefix kPrefixes[] = {{"G", 9},  {"M", 6},         {"k", 3},         {"h", 2},
                                {"d", -1}, {"c", -2},        {"m", -3},        {"u", -6},
                                {"n", -9}, {"\xC2\xB5", -6}, {"\xCE\xBC", -6}, {"p", -12}};

std::optional<Quantity> symbol_named(std::string_view name) {
  for (const auto& symbol : symbols())
    if (name == symbol.name) return Quantity{symbol.mantissa, symbol.exponent, symbol.dimension};
  for (const auto& prefix : kPrefixes)
    for (const auto& symbol : symbols())
      if (symbol.takes_prefix && name.starts_with(prefix.name) &&
          name.substr(prefix.name.size()) == symbol.name)
        return Quantity{symbol.mantissa, symbol.exponent + prefix.exponent, symbol.dimension};
  return std::nullopt;
}

using SymbolOf = std::function<std::optional<Quantity>(std::string_view)>;

/// Degrees Celsius, which are no factor of a product.
bool is_celsius(std::string_view name) {
  return name == "C" || name ==
                            "\xC2\xB0"
                            "C";
}

/// "m^2", "s2": a symbol and its power.
std::optional<Quantity> power_in(std::string_view factor, const SymbolOf& symbol_of) {
  if (const auto quantity = symbol_of(factor)) return quantity;
  const auto digit = factor.find_last_not_of("0123456789");
  if (digit == std::string_view::npos || factor.size() - digit != 2) return std::nullopt;
  const int power = factor.back() - '0';
  auto name = factor.substr(0, digit + 1);
  if (name.ends_with('^')) name.remove_suffix(1);
  const auto quantity = symbol_of(name);
  if (!quantity || power < 1) return std::nullopt;
  return product(Quantity{}, *quantity, power);
}

/// A product of symbols: "V0^2/L", "Pa*s", "1/s". Factors after a '/' are divided by, each by its
/// own.
std::optional<Quantity> product_in(std::string_view text, const SymbolOf& symbol_of) {
  Quantity all;
  for (int power = 1; !text.empty();) {
    const auto end = std::min(text.find_first_of("*/. "), text.size());
    const auto factor = text.substr(0, end);
    const auto quantity = factor == "1" ? std::optional(Quantity{}) : power_in(factor, symbol_of);
    if (!quantity) return std::nullopt;
    all = product(all, *quantity, power);
    if (end == text.size()) return all;
    power = text[end] == '/' ? -1 : 1;
    text.remove_prefix(end + 1);
  }
  return std::nullopt;
}

double power_of_ten(int exponent) {
  double power = 1;  // exact up to 10^22
  for (int k = 0; k < std::abs(exponent); ++k) power *= 10;
  return power;
}

double scaled(double number, int exponent) {
  return exponent < 0 ? number / power_of_ten(exponent) : number * power_of_ten(exponent);
}

struct UnitNames {
  Dimension dimension;
  const char* si;
  const char* usual;
};

constexpr UnitNames kUnitNames[] = {
    {{{1, 0, 0, 0, 0}}, "m", "m, cm, mm, um, nm"},
    {{{0, 0, 1, 0, 0}}, "s", "s, ms, us, ns, min, h"},
    {{{0, 0, -1, 0, 0}}, "1/s", "1/s, 1/ms, 1/us, Hz, kHz, MHz"},
    {{{0, 0, 0, 1, 0}}, "K", "K, mK, C"},
    {{{0, 0, -1, 1, 0}}, "K/s", "K/s, K/min, K/h"},
    {{{1, 0, -1, 1, 0}}, "K*m/s", "K*m/s, K*mm/s"},
    {{{1, 0, -1, 0, 0}}, "m/s", "m/s, mm/s, um/s, km/s, km/h"},
    {{{2, 0, -1, 0, 0}}, "m^2/s", "m^2/s, cm^2/s, mm^2/s"},
    {{{3, 0, -1, 0, 0}}, "m^3/s", "m^3/s, cm^3/s, mm^3/s"},
    {{{2, 0, -2, 0, 0}}, "m^2/s^2", "m^2/s^2"},
    {{{3, 0, -2, 0, 0}}, "m^3/s^2", "m^3/s^2"},
    {{{4, 0, -2, 0, 0}}, "m^4/s^2", "m^4/s^2"},
    {{{0, 1, -1, 0, 0}}, "kg/s", "kg/s, g/s"},
    {{{1, 0, -2, 0, 0}}, "m/s^2", "m/s^2, mm/s^2, km/s^2"},
    {{{-1, 1, -2, 0, 0}}, "Pa", "Pa, hPa, kPa, MPa, mbar, bar, atm, Torr"},
    {{{-3, 1, 0, 0, 0}}, "kg/m^3", "kg/m^3, g/m^3, g/cm^3"},
    {{{0, 1, -3, 0, 0}}, "W/m^2", "W/m^2, kW/m^2, W/cm^2"},
    {{{-1, 1, -1, 0, 0}}, "kg/m/s", "Pa*s, uPa*s, kg/m/s"},
    {{{0, 1, 0, 0, -1}}, "kg/mol", "g/mol, kg/mol"},
    {{{2, 0, -2, -1, 0}}, "J/kg/K", "J/kg/K"},
    {{{1, 1, -3, -1, 0}}, "W/m/K", "W/m/K"},
    {{{-1, 1, 0, 0, 0}}, "kg/m", "kg/m"},
    {{{0, 1, -2, 0, 0}}, "N/m", "N/m"},
    {{{1, 1, -3, 0, 0}}, "W/m", "W/m"},
    {{{1, 1, -2, 0, 0}}, "J/m", "J/m"},
    {{{2, 1, -2, 0, 0}}, "J", "J"},
    {{{2, 1, -3, 0, 0}}, "W", "W"},
    {{{1, 1, -1, 0, 0}}, "N*s", "N*s"},
    {{{0, 1, -1, 0, 0}}, "N*s/m", "N*s/m"},
};

const UnitNames* names_of(const Dimension& dimension) {
  const auto* found = std::ranges::find(kUnitNames, dimension, &UnitNames::dimension);
  return found == std::end(kUnitNames) ? nullptr : found;
}
}  // namespace

double Quantity::si() const { return scaled(mantissa, exponent); }

Quantity operator*(double number, const Quantity& quantity) {
  const double mantissa = number * quantity.mantissa;
  return {quantity.zero == 0 ? mantissa : mantissa + quantity.zero, quantity.exponent,
          quantity.dimension};
}

Quantity product(const Quantity& a, const Quantity& b, int power) {
  Quantity result = a;
  for (int k = 0; k < std::abs(power); ++k)
    power < 0 ? result.mantissa /= b.mantissa : result.mantissa *= b.mantissa;
  result.exponent += power * b.exponent;
  for (std::size_t k = 0; k < result.dimension.exponents.size(); ++k)
    result.dimension.exponents[k] += power * b.dimension.exponents[k];
  return result;
}

double ratio(const Quantity& a, const Quantity& b) {
  return scaled(a.mantissa / b.mantissa, a.exponent - b.exponent);
}

std::optional<Quantity> unit_named(const std::string& name) {
  constexpr std::size_t kLongest = 32;
  if (name.empty() || name.size() > kLongest || name == "1") return std::nullopt;
  if (is_celsius(name)) return Quantity{1, 0, {{0, 0, 0, 1, 0}}, kZeroCelsius};
  return product_in(name, symbol_named);
}

std::optional<Quantity> quantity_in(const std::string& text) {
  const auto number = leading_number(text);
  const auto words = split_blanks(number ? number->rest : "");
  const auto unit = words.size() == 1 ? unit_named(words[0]) : std::nullopt;
  return unit ? std::optional(number->value * *unit) : std::nullopt;
}

std::string usual_units(const Dimension& dimension) {
  const auto* names = names_of(dimension);
  return names ? names->usual : si_unit(dimension);
}

std::string si_unit(const Dimension& dimension) {
  if (const auto* names = names_of(dimension)) return names->si;
  constexpr const char* kBase[] = {"m", "kg", "s", "K", "mol"};
  std::string text;
  for (std::size_t k = 0; k < dimension.exponents.size(); ++k)
    if (const int power = dimension.exponents[k]; power != 0)
      text += fmt::format("{}{}{}", text.empty() ? "" : "*", kBase[k],
                          power == 1 ? std::string() : fmt::format("^{}", power));
  return text;
}

std::string UnitSystem::name_of(const std::string& unit) const {
  if (const auto named = names.find(unit); named != names.end()) return named->second;
  const auto quantity = one(unit);
  return quantity ? si_unit(quantity->dimension) : "";
}

std::optional<Quantity> UnitSystem::one(const std::string& unit) const {
  return product_in(unit, [&](std::string_view symbol) -> std::optional<Quantity> {
    const auto found = std::ranges::find(references, symbol, &NamedQuantity::symbol);
    return found == references.end() ? std::nullopt : std::optional(found->quantity);
  });
}

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
