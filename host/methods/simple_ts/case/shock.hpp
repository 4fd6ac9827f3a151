// How thick a normal shock is.
#pragma once

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// Thickness in L, by the largest gradient, of a normal shock in the undisturbed stream of a
/// supersonic case: Becker's solution of the Navier-Stokes equations; docs/methods/simple-ts.md
/// (80).
double shock_thickness(const Gas& gas);

}  // namespace slipflow::simple_ts
