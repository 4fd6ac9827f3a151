// Seven-point systems to be solved.
#pragma once

#include "slipflow/linear_solvers/stencil7.hpp"

namespace slipflow::linear_solvers {

/// The right-hand side frac(43758.5453 sin(number of the cell)) - 1/2, cells counted from 1 in
/// ascending order; without its mean where the matrix is singular.
std::vector<double> right_hand_side(const Matrix7& matrix);

/// Convection by a rotation about the z axis with Peclet number `peclet`, central, with diffusion,
/// in the box of n^3 cells of the unit cube; values are given on all sides.
Matrix7 rotation_matrix(int n, double peclet);

/// A ball of cells about the middle of the box, to be left out.
std::vector<bool> ball(const Box7& box, double radius);

/// Stored coefficients on stretched axes: widths grow by `ratio` from cell to cell.
Matrix7 stretched_matrix(const Box7& box, double ratio, bool given);

/// Stored coefficients of a box with periodic axes; the others have Dirichlet conditions.
Matrix7 periodic_matrix(const Box7& box, const std::array<double, 3>& constants);

/// f - A x, its largest entry over that of f.
double relative_residual(const Matrix7& matrix, const std::vector<double>& f,
                         const std::vector<double>& x);

Choice7 choice7(Solver7 solver, Preconditioner7 preconditioner, double relative_tolerance = 1e-6);

/// Multigrid, which computes in single precision, as preconditioner of cg or as `solver` says.
Choice7 single_multigrid7(Solver7 solver = Solver7::cg, double relative_tolerance = 1e-6);

/// Solved on the host.
struct Solution7 {
  Result7 result;
  std::vector<double> x;
};
Solution7 solve_on_host(const Matrix7& matrix, const Choice7& choice);

}  // namespace slipflow::linear_solvers
