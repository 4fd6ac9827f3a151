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
  /// Takes in coefficients that have changed; what multigrid pairs stays as it was.
  void set_coefficients();
  /// Right-hand side and solution, by Box7::at(); ghosts and holes are 0. Those of a singular
  /// system: the mean of f is taken out.
  std::vector<double>& f();
  std::vector<double>& x();
  /// A x = f, beginning with x. Throws Error(diverged) where an iteration cannot go on: a matrix
  /// that is not positive definite, a number that is not finite, or a second breakdown of BiCGStab.
  Result7 solve();
  /// Bytes of its arrays.
  double bytes() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slipflow::linear_solvers
