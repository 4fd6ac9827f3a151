// The serial reference of tridiagonal systems.
#pragma once

#include <span>

#include "slipflow/linear_solvers/lines.hpp"

namespace slipflow::linear_solvers {

/// Solves the lines by the algorithm of the choice, in the order of operations and with the bits of
/// a device in parity mode that has the same resolved choice; `automatic` is thomas. The numbers
/// are rounded to the precision of the choice. x may be d. Throws std::logic_error where the lines
/// reach beyond an array.
LineStatus solve_lines(const Lines& lines, const LineChoice& choice, std::span<const double> a,
                       std::span<const double> b, std::span<const double> c,
                       std::span<const double> d, std::span<double> x);

}  // namespace slipflow::linear_solvers
