// Symmetric systems on polyhedra on the host: the serial reference.
#pragma once

#include <memory>
#include <vector>

#include "slipflow/linear_solvers/face_system.hpp"
#include "slipflow/linear_solvers/stencil7.hpp"

namespace slipflow::linear_solvers {

/// Solves systems with one matrix after another on one graph, by conjugate gradients preconditioned
/// by multigrid or by the diagonal, or by multigrid alone.
class HostFaceSolver {
 public:
  /// `choice`: solver cg or multigrid; preconditioner none, jacobi or multigrid. Throws
  /// Error(bad_input) for another choice, a coefficient that is negative or not finite, and a cell
  /// without any coefficient; std::logic_error where sizes do not fit.
  HostFaceSolver(const FaceGraph& graph, FaceMatrix matrix, const Choice7& choice);
  ~HostFaceSolver();
  HostFaceSolver(HostFaceSolver&&) noexcept;
  HostFaceSolver& operator=(HostFaceSolver&&) noexcept;

  /// The coefficients, to be changed in place; then set_coefficients(). Multigrid keeps its
  /// agglomerates.
  FaceMatrix& matrix();
  void set_coefficients();
  /// Right-hand side and solution of each cell. In a singular system solve() subtracts the mean of
  /// f from f.
  std::vector<double>& f();
  std::vector<double>& x();
  /// Choice7::relative_tolerance of the next solutions.
  void set_relative_tolerance(double tolerance);
  /// Choice7::max of the next solutions.
  void set_max(int iterations);
  /// Solves A x = f; x is the initial guess. Throws Error(diverged) if the matrix is not positive
  /// definite or a number is not finite.
  Result7 solve();
  /// y = A x.
  void multiply(const std::vector<double>& x, std::vector<double>& y) const;
  /// Levels of multigrid, the finest one included, and the cells of each.
  std::vector<int> cells_of_levels() const;
  /// Bytes of its arrays.
  double bytes() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slipflow::linear_solvers
