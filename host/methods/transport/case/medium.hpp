// Diffusion and velocity of the medium.
#pragma once

#include "slipflow/transport/case.hpp"

namespace slipflow::transport {

/// Reads equation.diffusion and equation.velocity; the mesh has its bodies. Throws
/// Error(bad_input).
void read_medium(const config::Settings& settings, Case& c);

}  // namespace slipflow::transport
