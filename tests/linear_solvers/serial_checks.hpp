// The serial reference against Thomas' algorithm and the equations, in one precision.
#pragma once

#include "slipflow/setup/precision.hpp"

namespace slipflow::linear_solvers {

/// Every algorithm solves strictly dominant systems of every size and layout as Thomas' does, which
/// solves the equations; it writes nothing outside of the rows.
void check_serial_solutions(setup::Precision precision);
/// Rows -1, 2, -1 leave small residuals.
void check_serial_residuals(setup::Precision precision);
/// A line of NaN leaves the others alone.
void check_serial_nan(setup::Precision precision);

}  // namespace slipflow::linear_solvers
