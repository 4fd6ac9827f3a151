// Whether the results of a case are in SI units.
#pragma once

#include <memory>

#include "slipflow/config/settings.hpp"

namespace slipflow::setup {

/// The unit system of results and messages; null where they are non-dimensional. Throws
/// Error(bad_input) for SI units without the section [units].
std::shared_ptr<const config::UnitSystem> units_of_results(const config::Settings& settings);

}  // namespace slipflow::setup
