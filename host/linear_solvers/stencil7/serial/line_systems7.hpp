// The systems of the lines of cells along an axis.
#pragma once

#include <array>

#include "serial/serial_level.hpp"

namespace slipflow::linear_solvers {

/// z = the sum over these axes of the solutions, with r on the right, of the systems of the cells
/// along lines: the diagonal of A0 and its coefficients along the line.
void solve_lines_of(const SerialLevel<double>& rows, const Box7& box,
                    const std::array<bool, 3>& axes, const double* r, double* z);

}  // namespace slipflow::linear_solvers
