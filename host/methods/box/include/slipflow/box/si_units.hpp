// The section [units] of methods on boxes, and which keys take units.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/setup/fields.hpp"

namespace slipflow::boxes {

/// The row output.units of a method with a section [units].
config::KeySpec output_units_key();

/// Lets numbers have a unit in cases with [units]: those of rows with one of the units
/// `of_numbers`, those of options of directives by `of_options`, and ranges of fields.
void take_units(std::vector<config::KeySpec>& rows, const std::vector<std::string>& of_numbers,
                const std::map<std::string, std::string>& of_options,
                const std::vector<setup::FieldInfo>& fields);

/// Throws Error(bad_input) if both keys are given; `why` follows the message.
void refuse_both(const config::Settings& s, const char* key, const char* other, const char* why);

/// The rows of [units] of incompressible flow: length, velocity, viscosity, density. The viscosity
/// determines that key, in words: "fluid.reynolds".
std::vector<config::KeySpec> incompressible_units_keys(const std::string& determined);

/// Their unit system, with L, U, T = L/U and rho, the number 1 where no density is given: pressures
/// and forces are over the density then. Throws Error(bad_input) without length or velocity.
config::UnitSystem incompressible_units(const config::Settings& settings);

/// U L/nu of the section [units], where nu is given: else 0.
double reynolds_of_units(const config::Settings& settings);

/// Whether a density is given, so that mass flows exist. `units` may be null.
bool has_density(const config::UnitSystem* units);

/// Of volume flows, which on two axes are by depth.
std::string flow_unit(int axes);

}  // namespace slipflow::boxes
