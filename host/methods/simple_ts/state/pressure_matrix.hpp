// The linear system for the pressures of an inner iteration; docs/methods/simple-ts.md (66).
#pragma once

#include "slipflow/linear_solvers/stencil7.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// The matrix of a case with the coefficients of gas at rest: its solver pairs cells by them, so it
/// does so by the mesh alone. Those of an iteration replace them.
linear_solvers::Matrix7 pressure_matrix(const Case& c);

/// How it is solved.
linear_solvers::Choice7 pressure_solver(const Case& c);

}  // namespace slipflow::simple_ts
