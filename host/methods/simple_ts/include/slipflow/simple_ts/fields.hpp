// The fields users see, at cell centres.
#pragma once

#include <string>
#include <vector>

#include "slipflow/simple_ts/measures.hpp"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

using methods::CellField;

/// The field `name`: p, T, rho, u, v (means of two faces) or mach. Solid cells hold the wall's
/// temperature, p = rho = 1 and no velocity.
CellField cell_field(const Case& c, const State& s, const std::string& name);

}  // namespace slipflow::simple_ts
