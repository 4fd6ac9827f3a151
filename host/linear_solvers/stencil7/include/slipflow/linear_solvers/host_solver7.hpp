// Seven-point systems on the host: the serial reference.
#pragma once

#include <memory>
#include <vector>

#include "slipflow/linear_solvers/stencil7.hpp"

namespace slipflow::linear_solvers {

/// Solves systems with one matrix after another, whose box and kind stay. The bits and counts are
/// those of a device in parity mode.
class HostSolver7 {
 public:
  /// Throws what check() throws.
  HostSolver7(Matrix7 matrix, const Choice7& choice);
  ~HostSolver7();
  HostSolver7(HostSolver7&&) noexcept;
  HostSolver7& operator=(HostSolver7&&) noexcept;

  /// The coefficients, to be changed in place; then set_coefficients().
  Matrix7& matrix();
  /// Takes in coefficients that have changed. Multigrid keeps its pairs of cells.
  void set_coefficients();
  /// Right-hand side and solution, by Box7::at(); ghosts and holes are 0. In a singular system
  /// solve() subtracts the mean of f from f.
  std::vector<double>& f();
  std::vector<double>& x();
  /// Choice7::relative_tolerance of the next solutions.
  void set_relative_tolerance(double tolerance);
  /// Parameter of the preconditioner atm, which the first solution with these coefficients finds
  /// and the next ones keep; 0: not found yet. One that was found before may be set.
  double omega() const;
  void set_omega(double omega);
  /// Solves A x = f; x is the initial guess. Throws Error(diverged) if the matrix is not positive
  /// definite or a number is not finite.
  Result7 solve();
  /// The same by cg, not preconditioned by atm; x becomes NaN if the iterations break down.
  void solve_unchecked();
  /// Bytes of its arrays.
  double bytes() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slipflow::linear_solvers
