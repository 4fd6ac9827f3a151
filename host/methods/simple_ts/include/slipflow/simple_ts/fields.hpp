// The fields users see, at cell centres.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "slipflow/simple_ts/diagnostics.hpp"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

using methods::CellField;

/// In a gas cell; its third place is 0 in a plane.
double mach_number(const Case& c, const State& s, const std::array<int, 3>& cell);

/// The field `name` of field_list(); velocities are means of two faces. Solid cells hold the wall's
/// temperature, p = rho = 1 and 0 for the others.
CellField cell_field(const Case& c, const State& s, const std::string& name);

}  // namespace slipflow::simple_ts
