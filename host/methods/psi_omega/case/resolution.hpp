// How well the mesh and the time step resolve a case.
#pragma once

#include <array>

#include "slipflow/psi_omega/case.hpp"

namespace slipflow::psi_omega {

/// Re times the widest cell along x and y times the largest prescribed velocity.
std::array<double, 2> cell_reynolds_numbers(const Case& c);

/// Adds notes on cell Reynolds numbers above 2 and, in unsteady flow, a Courant number above 1.
void note_resolution(Case& c);

}  // namespace slipflow::psi_omega
