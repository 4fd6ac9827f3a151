// Kernels next to those of the inner iteration: the convective sums of explicit schemes, and inner
// iterations that solve their pressures together.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "node_kernels.hpp"
#include "slipflow/linear_solvers/device_solver7.hpp"
#include "slipflow/opencl/device_loop.hpp"

namespace slipflow::simple_ts {

/// Fills DeviceCase::C_u, C_v and C_T, docs/methods/simple-ts.md (24): with the fused kernel set by
/// a kernel that marches over sub-domains, with the plain one by a node per work-item. In a plane.
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
    std::vector<opencl::Argument> swept_velocities;
    struct SweepOfTemperatures {
      opencl::Kernel kernel;
      std::vector<opencl::Argument> from;  // T, if not that of the last iteration
    };
    std::vector<SweepOfTemperatures> sweep_temperatures;
    opencl::Kernel assemble, advance;
  };

  Prepared prepare(const FieldRotation& rotation) const;
  opencl::Arguments system() const;

  DeviceCase& device_;
  linear_solvers::DeviceSolver7 system_;
  NodeKernels nodes_;
  opencl::Array response_;
  opencl::Array T_;     // of every other sweep
  opencl::Array none_;  // coefficients along z of a system of one layer, which has none
  opencl::Array partial_;
  std::array<std::optional<Prepared>, FieldRotation::kKinds> prepared_;  // made at first use
};

}  // namespace slipflow::simple_ts
