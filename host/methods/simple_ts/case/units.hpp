// The section [units] of a case: reference quantities in SI units, and what follows from them.
#pragma once

#include "slipflow/config/settings.hpp"
#include "slipflow/config/units.hpp"

namespace slipflow::simple_ts {

/// Throws Error(bad_input) for keys that are missing or contradict each other.
config::UnitSystem unit_system(const config::Settings& settings);

}  // namespace slipflow::simple_ts
