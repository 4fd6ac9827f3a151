// The equation of psi: conjugate gradients, preconditioned by multigrid.
#pragma once

#include "backends/operations.hpp"

namespace slipflow::psi_omega {

/// How a solution ended.
struct PoissonResult {
  int iterations = 0;
  bool converged = false;
  std::vector<double> numbers{};  ///< Operations::numbers() at the end; empty if nothing was solved
};

/// Improves psi with psi_xx + psi_yy = -omega, equation (2), until the residual is at most
/// `tolerance` times the norm of the right-hand side, by a multigrid of `levels` levels. psi does
/// not change where it is known.
PoissonResult solve_poisson(Operations& on, std::size_t levels, double tolerance, int most);

}  // namespace slipflow::psi_omega
