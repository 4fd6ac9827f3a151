// Kernels next to those of the inner iteration: the convective sums of explicit schemes, and inner
// iterations that solve their pressures together.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "device_case.hpp"
#include "slipflow/linear_solvers/device_solver7.hpp"
#include "slipflow/opencl/device_loop.hpp"

namespace slipflow::simple_ts {

/// Fills DeviceCase::C_u, C_v and C_T, docs/methods/simple-ts.md (24): with the fused kernel set by
/// a kernel that marches over sub-domains, with the plain one by a node per work-item.
class ExplicitConvection {
 public:
  /// Builds the kernel; throws as DeviceCase::build() does.
  explicit ExplicitConvection(DeviceCase& device);
  /// Queues the kernel for the fields of the previous time level.
  void compute(const FieldRotation& rotation);

 private:
  DeviceCase& device_;
  opencl::Kernel kernel_;
  std::optional<DeviceSubdomains> subdomains_;  // of the march
};

/// The kernels of cl_kernels/simple_ts/solve_pressures.cl and the solver of the linear system;
/// docs/methods/simple-ts.md section 13.
class SolvedPressure {
 public:
  /// Builds the kernels; throws as DeviceCase::build() does.
  explicit SolvedPressure(DeviceCase& device);
  /// Sets the values of T that never change.
  void upload(const State& s);
  /// Queues one inner iteration.
  void advance(const StepPlace& at);
  /// The memory of its iterations.
  opencl::LoopMemory memory() const {
    return {partial_, pieces(device_.c), device_.progress, device_.progress_bytes};
  }

 private:
  // The kernels of an iteration, in this order, with all arguments but time step and relaxation.
  struct Prepared {
    opencl::Kernel fluxes, convected, pseudo;
    opencl::Kernel sweep_velocities, pseudo_again;  // for each sweep after the first
    std::vector<opencl::Kernel> sweep_temperatures;
    opencl::Kernel assemble, advance;
  };

  Prepared prepare(const FieldRotation& rotation) const;
  opencl::Kernel prepare(const char* name, const opencl::Arguments& arguments) const;
  // Shared quantities: of velocities and gas, and those that follow from them.
  opencl::Arguments fluxes() const;
  opencl::Arguments convected() const;
  opencl::Array real_array();

  DeviceCase& device_;
  linear_solvers::DeviceSolver7 system_;
  const opencl::SizedProgram program_;
  opencl::Array gamma_, shear2_, Rx_, Ry_, Fx_, Fy_, Dx_, Dy_;
  opencl::Array Hx_, Hy_, Uc_, Us_, Vc_, Vw_;  // where implicit convection has corrections
  opencl::Array u_star_, u_d_, v_star_, v_d_, response_;
  opencl::Array T_;  // of every other sweep
  opencl::Array partial_;
  std::array<std::optional<Prepared>, FieldRotation::kKinds> prepared_;  // made at first use
};

}  // namespace slipflow::simple_ts
