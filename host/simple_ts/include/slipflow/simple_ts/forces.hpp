// Forces on bodies from a state on the host; docs/numerics.md (31), (32).
#pragma once

#include <vector>

#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// Force coefficients of one body, in units of 1/2 rho_in u_in^2 S with S its height (for the drag)
/// or its width (for the lift).
struct BodyForces {
  double drag_pressure = 0;  ///< front minus behind, pressure of the adjacent cells
  double drag_friction = 0;  ///< on top and bottom
  double lift_pressure = 0;  ///< bottom minus top
  double lift_friction = 0;  ///< on front and back
  double drag() const { return drag_pressure + drag_friction; }
};

/// One entry per body of the case. The stream must move (u_stream > 0).
std::vector<BodyForces> body_forces(const Case& c, const State& s);

}  // namespace slipflow::simple_ts
