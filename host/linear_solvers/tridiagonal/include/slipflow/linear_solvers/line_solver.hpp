// Tridiagonal systems on a device.
#pragma once

#include <memory>
#include <span>

#include "slipflow/linear_solvers/line_program.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace slipflow::linear_solvers {

/// A matrix that all lines share: of row i a[i], b[i] and c[i].
struct LineMatrix {
  std::span<const double> a, b, c;
};

/// Solves lines of one layout on a device. Built once; solve() does not wait for the device. The
/// workspace has to outlive it.
class LineSolver {
 public:
  /// Builds the kernels. Throws std::logic_error for a wrong layout, Error where the device or the
  /// algorithm cannot do it.
  LineSolver(opencl::Workspace& workspace, const Lines& lines, const LineChoice& choice);
  /// For one matrix, which is eliminated here, as far as the algorithm allows. Throws
  /// Error(diverged) where a pivot is not normal.
  LineSolver(opencl::Workspace& workspace, const Lines& lines, const LineChoice& choice,
             const LineMatrix& matrix);
  /// For rows that a kernel file gives: their layout only says which are next to each other. With
  /// SF_FIXED the file has to give SF_RIGHT; it is defined where the algorithm can eliminate
  /// `matrix`.
  LineSolver(opencl::Workspace& workspace, const Lines& lines, const LineChoice& choice,
             const LineRows& rows);
  LineSolver(opencl::Workspace& workspace, const Lines& lines, const LineChoice& choice,
             const LineRows& rows, const LineMatrix& matrix);
  ~LineSolver();
  LineSolver(LineSolver&&) noexcept;
  LineSolver& operator=(LineSolver&&) noexcept;

  /// Queues the solution of a x_{i-1} + b x_i + c x_{i+1} = d; x may be d. Throws std::logic_error
  /// where the lines reach beyond an array, or the solver was built for one matrix.
  void solve(const opencl::Array& a, const opencl::Array& b, const opencl::Array& c,
             const opencl::Array& d, const opencl::Array& x);
  /// Solves with the matrix that the solver was built for.
  void solve(const opencl::Array& d, const opencl::Array& x);
  /// Solves with rows of a kernel file, whose SF_LINE_PARAMETERS these are.
  void solve(const opencl::Arguments& hooks);

  /// Waits for the device and returns what was found since the last call.
  LineStatus status();
  /// The choice the solver was built with.
  const LineChoice& choice() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slipflow::linear_solvers
