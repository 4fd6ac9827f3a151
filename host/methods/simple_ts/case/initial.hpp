// The initial state of a case.
#pragma once

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// Reads initial.state and initial.perturbation; `c` must have its gas and mesh. Throws
/// Error(bad_input).
InitialState read_initial(const config::Settings& settings, const Case& c);

}  // namespace slipflow::simple_ts
