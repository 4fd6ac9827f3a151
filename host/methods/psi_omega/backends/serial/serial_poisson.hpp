// The Poisson equation of psi on the host: conjugate gradients, preconditioned by multigrid.
#pragma once

#include <vector>

#include "psi_omega/poisson.h"
#include "state/levels.hpp"

namespace slipflow::psi_omega {

/// How a solution ended.
struct PoissonResult {
  int iterations = 0;
  bool converged = false;
};

/// Solves psi_xx + psi_yy = -omega at the nodes of the flow, equation (2).
class SerialPoisson {
 public:
  /// Case and nodes must outlive it.
  SerialPoisson(const Case& c, const Nodes& nodes);

  /// Improves psi until the residual is below `tolerance` times the norm of the right side. Where
  /// psi is given it stays as it is.
  PoissonResult solve(const std::vector<double>& omega, std::vector<double>& psi, double tolerance,
                      int most);
  double bytes() const;

 private:
  struct Work {
    std::vector<double> x, r, d, d_next;
  };
  struct Norms {
    double right_side, residual;
  };

  // residual_ becomes that of psi.
  Norms set_residual(const std::vector<double>& omega, const std::vector<double>& psi);
  // work_[0].x approximates the solution of the system with the right side residual_.
  void precondition();
  void smooth(std::size_t level, bool from_zero);
  void restrict_from(std::size_t level);
  void prolong_to(std::size_t level);
  void solve_last();
  PoLevel view(std::size_t level) const;

  const Case& case_;
  const Nodes& nodes_;
  Levels levels_;
  std::vector<Work> work_;
  std::vector<double> residual_, direction_, product_;
};

}  // namespace slipflow::psi_omega
