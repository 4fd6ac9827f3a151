// The section [units] of a case: reference quantities in SI units, and what follows from them.
#pragma once

#include "slipflow/config/settings.hpp"
#include "slipflow/config/units.hpp"

namespace slipflow::simple_ts {

/// Throws Error(bad_input) for keys that are missing or contradict each other.
config::UnitSystem unit_system(const config::Settings& settings);

/// For people, a value in a unit of the method with `digits` significant digits: "300 K", or
/// without SI units "1".
std::string quantity_text(double value, const std::string& unit, const config::UnitSystem* units,
                          int digits = 4);

}  // namespace slipflow::simple_ts
