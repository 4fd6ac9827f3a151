// The start of a case.
#pragma once

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// Reads initial.state and initial.perturbation; the gas and the mesh of `c` are there. Throws
/// Error(bad_input).
InitialState read_initial(const config::Settings& settings, const Case& c);

}  // namespace slipflow::simple_ts
