// Rows of a seven-point system on a device, on their own: to be timed.
#pragma once

#include <memory>

#include "slipflow/linear_solvers/host_rows7.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace slipflow::linear_solvers {

/// The operations of HostRows7. The workspace has to outlive the rows.
class DeviceRows7 {
 public:
  /// Builds the kernels.
  DeviceRows7(opencl::Workspace& workspace, const Matrix7& matrix, bool parity);
  ~DeviceRows7();

  /// Queues y = A x by the kernel of conjugate gradients, which sums (y,x) in each block.
  void multiply(const opencl::Array& x, const opencl::Array& y);
  /// Queues a step of the smoother.
  void smooth(const SmootherVectors<const opencl::Array>& vectors);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slipflow::linear_solvers
