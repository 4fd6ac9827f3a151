// Gases that a case may name, with published properties.
#pragma once

#include <string>
#include <vector>

namespace slipflow::simple_ts {

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

}  // namespace slipflow::simple_ts
