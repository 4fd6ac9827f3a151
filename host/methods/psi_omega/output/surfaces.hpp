// Numbers about boundaries and bodies: volume flows, friction on walls, forces on bodies.
#pragma once

#include <vector>

#include "output/forces.hpp"
#include "slipflow/methods/surfaces.hpp"

namespace slipflow::psi_omega {

/// Inflow and outflow, in the west and east, with the volume flow out of the domain, unit U L, the
/// momentum along x that is convected out, unit rho U^2 L, and with a density the mass flow, unit
/// rho U L; walls at boundaries with the friction on them along +x or +y, unit rho U^2
/// L; free islands with the force. All of them are per depth.
std::vector<methods::Surface> surface_list(const Case& c, const Nodes& nodes);

/// Their numbers for the fields by mesh::Layout and forces_on_islands(). Flows are differences of
/// psi, friction is the integral of omega over Re by the trapezoidal rule.
std::vector<double> surface_numbers(const Case& c, const std::vector<double>& psi,
                                    const std::vector<double>& omega,
                                    const std::vector<Force>& forces);

}  // namespace slipflow::psi_omega
