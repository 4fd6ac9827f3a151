// The time step that time.courant chooses.
#pragma once

#include "slipflow/piso/case.hpp"

namespace slipflow::piso {

/// `courant_rate`: the Courant number of a step of length 1 with the present velocities. A flow
/// from rest has none of its own: what is prescribed counts too, and the velocity that gravity and
/// differences of pressure give it within the step. Throws Error(bad_input) if there is none of
/// these.
double chosen_step(const Case& c, double courant_rate);

}  // namespace slipflow::piso
