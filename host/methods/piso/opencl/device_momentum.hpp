// The rows of the momentum equations for BiCGStab on a device, for all components at once.
#pragma once

#include <stdexcept>

#include "opencl/device_vectors.hpp"
#include "opencl/flow_kernels.hpp"

namespace slipflow::piso {

class DeviceMomentum : public linear_solvers::DeviceVectors {
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

  // What only other solvers do.
  void sum_weighted(linear_solvers::Vector7, bool, linear_solvers::Sum7) override { refuse(); }
  void take_mean_out(linear_solvers::Vector7) override { refuse(); }
  void cycle(linear_solvers::Vector7, linear_solvers::Vector7) override { refuse(); }
  void set_coarse_levels() override { refuse(); }
  void multiply_upper(linear_solvers::Vector7, linear_solvers::Vector7) override { refuse(); }
  void sweep_lower(linear_solvers::Vector7, linear_solvers::Vector7) override { refuse(); }
  void sweep_upper(linear_solvers::Vector7, linear_solvers::Vector7) override { refuse(); }
  void solve_lines(linear_solvers::Vector7, linear_solvers::Vector7) override { refuse(); }
  void set_lines() override { refuse(); }

 private:
  [[noreturn]] static void refuse() {
    throw std::logic_error("momentum equations are solved by BiCGStab with their diagonal");
  }
  void apply(linear_solvers::Vector7 x, linear_solvers::Vector7 y, std::size_t slot);

  FlowKernels& kernels_;
  const int cells_;
  const opencl::Arguments mesh_and_fluid_;
  const opencl::Array own_;
  opencl::Array convecting_;
};

}  // namespace slipflow::piso
