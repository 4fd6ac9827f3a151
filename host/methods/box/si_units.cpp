#include "slipflow/box/si_units.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "slipflow/config/rows.hpp"
#include "slipflow/setup/bodies.hpp"

namespace slipflow::boxes {

using config::KeySpec;
using config::KeyType;
using config::Quantity;
using config::Settings;
using config::UnitSystem;

config::KeySpec output_units_key() {
  return config::rows::choice("output.units", {"none", "si"}, "none",
                              "Results in SI units, the default with [units], or non-dimensional.");
}

void take_units(std::vector<KeySpec>& rows, const std::vector<std::string>& of_numbers,
                const std::map<std::string, std::string>& of_options,
                const std::vector<setup::FieldInfo>& fields) {
  std::map<std::string, std::string> units = {{"spacing", "L"}, {setup::kReferenceLength, "L"},
                                              {"around", "L"},  {"section", "L"},
                                              {"scale", "L"},   {"shift", "L"},
                                              {"zoom", "L"},    {"range", config::kUnitOfField}};
  units.insert(of_options.begin(), of_options.end());
  std::map<std::string, std::string> of_fields;
  for (const auto& field : fields) of_fields[field.name] = field.unit;
  for (auto& row : rows) {
    row.takes_unit = row.type != KeyType::quantity && std::ranges::count(of_numbers, row.unit) > 0;
    if (row.type != KeyType::directive) continue;
    row.option_units = units;
    row.field_units = of_fields;
  }
}

void refuse_both(const Settings& s, const char* key, const char* other, const char* why) {
  if (s.given(key) && s.given(other))
    throw s.error(key, fmt::format("give either {} or {}, not both: {}", key, other, why));
}

std::vector<KeySpec> incompressible_units_keys(const std::string& determined) {
  using config::rows::quantity;
  return {quantity("units.length", "m", "Reference length L."),
          quantity("units.velocity", "m/s", "Reference velocity U; the unit of time is L/U."),
          quantity("units.viscosity", "m^2/s",
                   "Kinematic viscosity; it determines " + determined + '.'),
          quantity("units.density", "kg/m^3",
                   "Density; without it pressures and forces are over the density.")};
}

UnitSystem incompressible_units(const Settings& s) {
  for (const char* key : {"units.length", "units.velocity"})
    if (!s.given(key)) throw s.error(key, "is missing: [units] needs length and velocity");
  const Quantity L = s.quantity("units.length"), U = s.quantity("units.velocity");
  const Quantity density = s.given("units.density") ? s.quantity("units.density") : Quantity{};
  UnitSystem system;
  system.references = {{"L", "reference length", L},
                       {"U", "reference velocity", U},
                       {"T", "unit of time", product(L, U, -1)},
                       {"rho", "density, 1 if left out", density}};
  system.time = "L/U";
  system.determined["output.units"] = "si";
  if (s.given("units.viscosity"))
    system.derived = {{"nu", "kinematic viscosity", s.quantity("units.viscosity")}};
  // The SI unit of this dimension is J/m in two dimensions; here it is that of a force.
  if (s.given("units.density")) system.names.emplace("rho L^4/T^2", "N");
  return system;
}

double reynolds_of_units(const Settings& s) {
  if (!s.given("units.viscosity")) return 0;
  return ratio(product(s.quantity("units.velocity"), s.quantity("units.length")),
               s.quantity("units.viscosity"));
}

bool has_density(const UnitSystem* units) {
  return units && units->one("rho")->dimension != config::Dimension{};
}

std::string flow_unit(int axes) { return axes > 2 ? "L^3/T" : "L^2/T"; }

}  // namespace slipflow::boxes
