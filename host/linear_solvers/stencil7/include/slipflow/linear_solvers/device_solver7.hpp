// Seven-point systems on a device.
#pragma once

#include <memory>

#include "slipflow/linear_solvers/stencil7.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace slipflow::linear_solvers {

/// Solves systems with one matrix after another, whose box and kind stay. The iterations end on the
/// device. Throws Error(kernel_build_failed), Error(no_device) as the device gives reason.
class DeviceSolver7 {
 public:
  /// Builds the kernels. The workspace has to outlive the solver. Coefficients may be left empty
  /// and written to coefficient() and side() later, with Matrix7::strengths given. Throws what
  /// check() throws, and Error(bad_input) where parity and Choice7::single_multigrid are asked of a
  /// device that does not round single precision correctly.
  DeviceSolver7(opencl::Workspace& workspace, const Matrix7& matrix, const Choice7& choice);
  ~DeviceSolver7();
  DeviceSolver7(DeviceSolver7&&) noexcept;
  DeviceSolver7& operator=(DeviceSolver7&&) noexcept;

  /// Memory of Matrix7::a and Matrix7::sides.
  const opencl::Array& coefficient(int number) const;
  const opencl::Array& side(int axis) const;
  /// Queues the coefficients of the coarser levels and of lines, after the matrix has changed.
  void set_coefficients();
  /// Right-hand side and solution, by Box7::at(); ghosts and holes are 0. In a singular system
  /// solve() subtracts the mean of f from f.
  const opencl::Array& f() const;
  const opencl::Array& x() const;
  /// Choice7::relative_tolerance of the next solutions.
  void set_relative_tolerance(double tolerance);
  /// Parameter of the preconditioner atm, which the first solution with these coefficients finds
  /// and the next ones keep; 0: not found yet. One that was found before may be set.
  double omega() const;
  void set_omega(double omega);
  /// Solves A x = f and waits for the device; x is the initial guess. Throws as
  /// HostSolver7::solve().
  Result7 solve();
  /// Queues the same by cg, not preconditioned by atm, without waiting for the device: all
  /// Choice7::max iterations, of which those after the last one do nothing. x becomes NaN if they
  /// break down.
  void solve_unchecked();
  /// Solutions and coefficients that are queued are skipped once the iterations that they are a
  /// part of have ended: where the int number `outcome_at` of `progress` is not 0.
  void stop_with(const opencl::Buffer& progress, int outcome_at);
  /// Why triangular systems are not solved by the schedule asked for; else empty.
  std::string warning() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slipflow::linear_solvers
