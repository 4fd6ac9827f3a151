// Units of numbers in case files: SI units with their prefixes, and the reference quantities of a
// case.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace slipflow::config {

/// Exponents of m, kg, s, K and mol.
struct Dimension {
  std::array<int, 5> exponents{};
  bool operator==(const Dimension&) const = default;
};

/// mantissa 10^exponent in SI base units. The power of ten is separate, because 1e-6 is not a
/// double: 20 um over 5 um is exactly 4.
struct Quantity {
  double mantissa = 1;
  int exponent = 0;
  Dimension dimension{};
  double zero = 0;  ///< of a unit: the value of its 0, 273.15 K of degrees Celsius

  double si() const;  ///< its value in SI base units
};

/// The quantity that is that number of a unit.
Quantity operator*(double number, const Quantity& quantity);
/// a b^power
Quantity product(const Quantity& a, const Quantity& b, int power = 1);
/// a / b of two quantities of one dimension.
double ratio(const Quantity& a, const Quantity& b);

/// One of a unit: "um", "m/s", "kg/m^3", "Pa*s", "1/s", "C" (degrees Celsius); nothing if there is
/// none of this name.
std::optional<Quantity> unit_named(const std::string& name);
/// The number and unit of "20 um" or "20um".
std::optional<Quantity> quantity_in(const std::string& text);
/// Its usual units, for messages: "m, cm, mm, um, nm".
std::string usual_units(const Dimension& dimension);
/// The SI unit: "m/s".
std::string si_unit(const Dimension& dimension);

/// A reference quantity, or one that follows from them.
struct NamedQuantity {
  std::string symbol;   ///< "V0"
  std::string meaning;  ///< "most probable thermal speed"
  Quantity quantity;
  std::string unit{};  ///< the unit of its non-dimensional value: "V0"; empty if it has none
};

/// What the section [units] of a case determines.
struct UnitSystem {
  std::vector<NamedQuantity> references;  ///< their symbols are the units of key tables
  std::vector<NamedQuantity> derived;     ///< for people
  /// Values of keys of the case that is left out, such as a Knudsen number.
  std::map<std::string, std::string> determined{};
  std::string length = "L", time = "L/V0";  ///< units of key tables
  /// Names of SI units of key tables, where they are not those of their dimension.
  std::map<std::string, std::string> names{};

  /// One of a unit of key tables, such as "L/V0" or "rho0 c_v T0 V0"; nothing for other units.
  std::optional<Quantity> one(const std::string& unit) const;
  /// The name of its SI unit: "Pa"; empty for other units.
  std::string name_of(const std::string& unit) const;
};

class Settings;
/// Makes the unit system of a case from the values of its keys without units.
using MakeUnits = std::function<UnitSystem(const Settings&)>;

// Values in messages, in SI units where a case has them.

/// For people, a value in a unit of the method with `digits` significant digits: "300 K", or
/// without SI units "1".
std::string quantity_text(double value, const std::string& unit, const UnitSystem* units,
                          int digits = 4);

/// For people, a point of the mesh: "x = 1.025e-05 m, y = 2.5e-07 m", or without SI units
/// "x = 2.05, y = 0.05".
std::string place_text(double x, double y, const UnitSystem* units);

}  // namespace slipflow::config
