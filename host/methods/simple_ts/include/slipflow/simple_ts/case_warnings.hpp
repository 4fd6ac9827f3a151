// Warnings before a valid case runs.
#pragma once

#include <string>
#include <vector>

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// Knudsen number up to which slip and jump conditions describe the gas at a wall.
constexpr double kEndOfSlipRegime = 0.1;

/// Thickness in L, by the largest gradient, of a normal shock in the undisturbed stream of a
/// supersonic case: Becker's solution of the Navier-Stokes equations; docs/methods/simple-ts.md
/// (80).
double shock_thickness(const Gas& gas);

/// A warning of cells wider than a shock of the undisturbed stream; empty if there are none.
std::string warning_of_thin_shock(const Case& c);

/// One sentence for each doubt about the physics of the case; usually none.
std::vector<std::string> warnings_of(const Case& c);

}  // namespace slipflow::simple_ts
