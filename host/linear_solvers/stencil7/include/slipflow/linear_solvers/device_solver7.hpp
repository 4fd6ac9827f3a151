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
  /// check() throws.
  DeviceSolver7(opencl::Workspace& workspace, const Matrix7& matrix, const Choice7& choice);
  ~DeviceSolver7();
  DeviceSolver7(DeviceSolver7&&) noexcept;
  DeviceSolver7& operator=(DeviceSolver7&&) noexcept;

  /// Memory of Matrix7::a and Matrix7::sides.
  const opencl::Array& coefficient(int number) const;
  const opencl::Array& side(int axis) const;
  /// Queues what depends on the coefficients alone, after they have changed.
  void set_coefficients();
  /// Right-hand side and solution, by Box7::at(); ghosts and holes are 0. Of a singular system the
  /// mean of f is taken out.
  const opencl::Array& f() const;
  const opencl::Array& x() const;
  /// A x = f, beginning with x; waits for the device. Throws as HostSolver7::solve().
  Result7 solve();
  /// Why triangular systems are not solved by the schedule asked for; else empty.
  std::string warning() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slipflow::linear_solvers
