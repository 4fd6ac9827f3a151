// The rows of the momentum equations for BiCGStab on a device, for all components at once.
#pragma once

#include "flow_kernels.hpp"
#include "opencl/device_vectors.hpp"

namespace slipflow::piso {

class DeviceMomentum : public linear_solvers::DeviceVectors, public linear_solvers::RowOperations7 {
 public:
  /// `mesh_and_fluid`: the first arguments of kernels. `own` is a_P.
  DeviceMomentum(FlowKernels& kernels, int cells, int components,
                 const linear_solvers::Choice7& choice, opencl::Arguments mesh_and_fluid,
                 const opencl::Array& own);

  /// The fluxes that convect, always in the same memory: iterations are recorded with it.
  void set_convecting(const opencl::Array& fluxes) { convecting_ = fluxes; }

  void find_residual(linear_solvers::Sum7 sum) override;
  void multiply(linear_solvers::Part7 part, linear_solvers::Vector7 x, linear_solvers::Vector7 y,
                linear_solvers::Vector7 with, linear_solvers::Sum7 sum) override;
  void divide_by_diagonal(linear_solvers::Vector7 r, linear_solvers::Vector7 z) override;

 private:
  void apply(linear_solvers::Vector7 x, linear_solvers::Vector7 y, std::size_t slot);

  FlowKernels& kernels_;
  const int cells_;
  const opencl::Arguments mesh_and_fluid_;
  const opencl::Array own_;
  opencl::Array convecting_;
};

}  // namespace slipflow::piso
