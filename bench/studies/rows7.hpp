// Rows of a seven-point system on their own, to be timed: on the host, which is the serial
// reference, and on a device.
#pragma once

#include "opencl/device_operations.hpp"
#include "serial/serial_operations.hpp"

namespace slipflow::bench::studies {

/// The vectors of a step of the smoother: it reads `from`, d and x, and stores r, d_next and x.
template <class Vector>
struct SmootherVectors {
  const Vector& from;
  Vector &d, &r, &d_next, &x;
};

/// The matrix has to outlive the rows.
class HostRows7 {
 public:
  explicit HostRows7(const linear_solvers::Matrix7& matrix);

  void multiply(const std::vector<double>& x, std::vector<double>& y) const;  ///< y = A x
  /// A step of the smoother of multigrid: r = from - A0 d, then x += d_next.
  void smooth(const SmootherVectors<std::vector<double>>& vectors) const;

 private:
  const linear_solvers::SerialOperations operations_;
};

/// The operations of HostRows7. The workspace has to outlive the rows.
class DeviceRows7 {
 public:
  /// Builds the kernels.
  DeviceRows7(opencl::Workspace& workspace, const linear_solvers::Matrix7& matrix, bool parity);

  /// Queues y = A x by the kernel of conjugate gradients, which sums (y,x) in each block.
  void multiply(const opencl::Array& x, const opencl::Array& y);
  /// Queues a step of the smoother.
  void smooth(const SmootherVectors<const opencl::Array>& vectors);

 private:
  linear_solvers::DeviceOperations7 operations_;
  const int count_;
  const opencl::Array sums_;
};

}  // namespace slipflow::bench::studies
