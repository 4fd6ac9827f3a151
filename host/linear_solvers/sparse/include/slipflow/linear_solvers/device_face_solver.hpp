// Symmetric systems on polyhedra on a device.
#pragma once

#include <memory>

#include "slipflow/linear_solvers/face_system.hpp"
#include "slipflow/linear_solvers/stencil7.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace slipflow::linear_solvers {

/// Solves systems with one matrix after another on one graph; in parity mode with the bits and
/// counts of HostFaceSolver. The iterations end on the device.
class DeviceFaceSolver {
 public:
  /// Builds the kernels, and on the host the agglomerates. The workspace has to outlive the solver.
  /// Throws what HostFaceSolver throws, Error(kernel_build_failed) and Error(no_device).
  DeviceFaceSolver(opencl::Workspace& workspace, const FaceGraph& graph, const FaceMatrix& matrix,
                   const Choice7& choice);
  ~DeviceFaceSolver();
  DeviceFaceSolver(DeviceFaceSolver&&) noexcept;
  DeviceFaceSolver& operator=(DeviceFaceSolver&&) noexcept;

  /// The cells across the faces of each cell, and these faces, as arguments of kernels:
  /// cl_kernels/linear_solvers/face_level.h.
  opencl::Arguments rows() const;
  /// Memory of the coefficients, those of the finest level first; after it has been written,
  /// set_coefficients().
  const opencl::Array& a() const;
  const opencl::Array& b() const;
  /// Queues the rows and coefficients of all levels.
  void set_coefficients();
  /// Right-hand side and solution of each cell. In a singular system solve() subtracts the mean of
  /// f from f.
  const opencl::Array& f() const;
  const opencl::Array& x() const;
  /// Choice7::relative_tolerance of the next solutions.
  void set_relative_tolerance(double tolerance);
  /// Choice7::max of the next solutions.
  void set_max(int iterations);
  /// Solves A x = f and waits for the device; x is the initial guess. Throws as
  /// HostFaceSolver::solve().
  Result7 solve();
  /// Queues the same by cg without waiting for the device: all Choice7::max iterations, of which
  /// those after the last one do nothing. x becomes NaN if they break down.
  void solve_unchecked();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slipflow::linear_solvers
