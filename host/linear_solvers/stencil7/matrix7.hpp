// What both solvers of a system derive from its matrix.
#pragma once

#include <array>
#include <vector>

#include "slipflow/linear_solvers/stencil7.hpp"

namespace slipflow::linear_solvers {

/// Cells of the domain.
long cells_of(const Matrix7& matrix);
/// Whether a matrix of that kind stores the coefficient, 0 to 6.
bool has_coefficient(const Matrix7& matrix, int number);
/// Whether the coefficients are still to be given, on a device.
bool is_left_open(const Matrix7& matrix);
/// The diagonal of each code of S7_FREE.
std::vector<double> diagonals_of_codes(const std::array<double, 3>& constants);

}  // namespace slipflow::linear_solvers
