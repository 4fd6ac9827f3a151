// Diffusion and velocity of the medium.
#pragma once

#include "slipflow/transport/case.hpp"

namespace slipflow::transport {

/// The largest magnitude of a number that a case gives.
inline constexpr double largest_prescribed = 1e12;

/// Reads equation.diffusion and equation.velocity; the mesh has its bodies. Throws
/// Error(bad_input).
void read_medium(const config::Settings& settings, Case& c);

}  // namespace slipflow::transport
