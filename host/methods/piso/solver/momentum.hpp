// The equations of momentum: a_P U_P + sum a_PN U_N = b - V grad p, the same matrix for all
// components.
#pragma once

#include <vector>

#include "slipflow/linear_solvers/stencil7.hpp"
#include "solver/boundaries.hpp"

namespace slipflow::piso {

/// Fluxes through faces and sides.
struct Fluxes {
  std::vector<double> faces, sides;
};

/// What of the time derivative goes into the equations: V c0/dt, and V times a vector.
struct TimeTerms {
  double c0_over_dt = 0;
  std::vector<SfVector> history;  ///< empty: none
};

class Momentum {
 public:
  Momentum(const FlowMesh& mesh, const FlowCase& flow, const Boundaries& boundaries);

  /// Coefficients and boundary parts for convection by these fluxes, at time t.
  void assemble(const Fluxes& fluxes, const TimeTerms& terms, double t);
  /// What is not in the matrix, from velocities U: diffusion along k, the gradient of upwind cells.
  void set_explicit(const std::vector<SfVector>& U, double t);
  /// Makes the matrix dominant and relaxes it: D = max(|a_P|, sum |a_PN|), a_P' = D/alpha,
  /// b += (a_P' - a_P) U. Returns 1 - a_P/a_P'.
  std::vector<double> relax(const std::vector<SfVector>& U, double alpha);

  /// b - sum a_PN U_N.
  std::vector<SfVector> h_of(const std::vector<SfVector>& U) const;
  const std::vector<double>& diagonal() const { return a_P_; }
  const std::vector<double>& sum_across() const { return sum_across_; }

  struct Solution {
    double residual = 0;  ///< the first one, normalised
    int iterations = 0;
  };
  /// Solves for U with that gradient of the pressure until the residual is below `tolerance`, or
  /// `relative` times the first one.
  Solution solve(std::vector<SfVector>& U, const std::vector<SfVector>& gradient, double tolerance,
                 double relative);

 private:
  double across(const FlowMesh& mesh, std::size_t face, double sign, double weight) const;
  void add_side(std::size_t side, std::size_t cell, double t);
  void subtract_self(const std::vector<SfVector>& U, std::vector<SfVector>& b) const;
  double first_residual(const std::vector<SfVector>& U, const std::vector<SfVector>& right) const;

  friend class MomentumOperations;
  const FlowMesh& mesh_;
  const FlowCase& flow_;
  const Boundaries& boundaries_;
  Fluxes fluxes_;
  std::vector<double> a_P_, sum_across_;
  std::vector<SfVector> b_, explicit_;
  std::vector<double> self_;  // of sides: c n (n.U) on the left-hand side
};

}  // namespace slipflow::piso
