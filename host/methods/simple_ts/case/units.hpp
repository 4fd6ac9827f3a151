// The section [units] of a case: reference quantities in SI units, and what follows from them.
#pragma once

#include <string>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/config/units.hpp"

namespace slipflow::simple_ts {

// Gases that a case may name, with published properties.

/// Viscosity mu = viscosity (T/273 K)^exponent. Sources: docs/methods/simple-ts.md section 1.
struct KnownGas {
  const char* name;
  double molar_mass;  ///< g/mol
  double viscosity;   ///< 10^-5 Pa s, at 273 K
  double exponent;
  double gamma, prandtl;
};

constexpr double kViscosityTemperature = 273;  // K

/// The gas of that name, one of names_of_gases().
const KnownGas& gas_named(const std::string& name);
std::vector<std::string> names_of_gases();

/// Throws Error(bad_input) for keys that are missing or contradict each other.
config::UnitSystem unit_system(const config::Settings& settings);

}  // namespace slipflow::simple_ts
