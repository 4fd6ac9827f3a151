// Inner iterations that solve their pressures together, on a device.
#pragma once

#include <utility>

#include "device_case.hpp"
#include "slipflow/linear_solvers/device_solver7.hpp"

namespace slipflow::simple_ts {

/// The kernels of cl_kernels/simple_ts/solve_pressures.cl and the solver of the linear system,
/// whose iterations the host waits for; docs/methods/simple-ts.md section 13.
class SolvedPressure {
 public:
  /// Builds the kernels; throws as DeviceCase::build() does.
  explicit SolvedPressure(DeviceCase& device);
  /// Sets the values of T that never change.
  void upload(const State& s);
  /// Queues one inner iteration; waits for the linear system in it.
  void advance(const StepPlace& at);
  /// The partial changes of the last iteration, and how many groups of them.
  std::pair<opencl::Array, int> partial_residuals() const { return {partial_, pieces(device_.c)}; }

 private:
  // Shared quantities from these temperatures; a sweep from some to others.
  void share(const StepPlace& at, const opencl::Array& T);
  void sweep(const StepPlace& at, const opencl::Array& from, const opencl::Array& to, int sweep);
  void assemble(const StepPlace& at);
  void solve();
  opencl::Arguments context(const StepPlace& at, int sweep) const;
  opencl::Arguments pseudo_velocities() const;
  opencl::Array real_array();

  DeviceCase& device_;
  linear_solvers::DeviceSolver7 system_;
  opencl::Kernel share_, pseudo_, sweep_, assemble_, advance_;
  opencl::Array gamma_, shear2_, u_star_, u_d_, v_star_, v_d_, response_;
  opencl::Array T_;  // of the first of two sweeps
  opencl::Array partial_;
};

}  // namespace slipflow::simple_ts
