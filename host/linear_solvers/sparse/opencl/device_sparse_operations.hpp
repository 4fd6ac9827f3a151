// The operations of solve7.cpp on the rows of a system on polyhedra, on a device.
#pragma once

#include <memory>

#include "opencl/device_sparse_cycle.hpp"
#include "opencl/device_vectors.hpp"

namespace slipflow::linear_solvers {

class DeviceSparseOperations : public DeviceVectors, public RowOperations7 {
 public:
  DeviceSparseOperations(opencl::Workspace& workspace, const FaceGraph& graph,
                         const FaceMatrix& matrix, const Choice7& choice);

  const DeviceSparseCycle& rows() const { return cycle_; }
  /// Queues the rows and coefficients of all levels.
  void set_coefficients();

  void take_mean_out(Vector7 a) override;
  void find_residual(Sum7 sum) override;
  void multiply(Part7 part, Vector7 x, Vector7 y, Vector7 with, Sum7 sum) override;
  void divide_by_diagonal(Vector7 r, Vector7 z) override;
  void cycle(Vector7 r, Vector7 z) override { cycle_.run(vector(r), vector(z)); }

 private:
  DeviceSparseOperations(std::unique_ptr<SparseKernels> kernels, const FaceGraph& graph,
                         const FaceMatrix& matrix, const Choice7& choice);
  Groups7 groups_of_rows() const;

  const std::unique_ptr<SparseKernels> kernels_;
  DeviceSparseCycle cycle_;
};

}  // namespace slipflow::linear_solvers
