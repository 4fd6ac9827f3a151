// Cubic cavities whose iterations are timed, straight and sheared.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/opencl/workspace.hpp"
#include "slipflow/piso/flow_solver.hpp"
#include "state/case_flow.hpp"
#include "timed_operations.hpp"

namespace slipflow::bench::studies {

/// A flow to be timed.
struct TimedCase {
  std::string flow;     ///< "cubic cavity"
  std::string variant;  ///< its name in --variant: "simplec"
  std::array<int, 3> cells{};
  bool has_time_steps = false;  ///< these are timed, else iterations
  double tolerance = 0;  ///< of the residuals, below which iterations end; 0: they do not end
  double device_bytes = 0, host_bytes = 0;  ///< of memory, nearly

  double cell_count() const { return 1.0 * cells[0] * cells[1] * cells[2]; }
};

/// How an iteration or a time step went.
struct FlowIteration {
  double residual = 0;                                   ///< the largest one at its beginning
  int velocity_iterations = 0, pressure_iterations = 0;  ///< of the linear systems
};

/// A part of an iteration.
struct PartTime {
  const char* name;
  double seconds;
};

/// An operation of the equations: launches over all cells or faces, one of each kernel.
struct OperationKernels {
  const char* name;
  std::vector<const char*> kernels;
  /// Read and written per cell, each value once; NaN if they have not been counted.
  double bytes = std::numeric_limits<double>::quiet_NaN();
};

/// All flows on meshes of that many cells.
std::vector<TimedCase> timed_cases(const std::array<int, 3>& cells);

class TimedFlow {
 public:
  /// On the device of the workspace, which has to outlive the flow, or without one on the host.
  TimedFlow(const TimedCase& of, opencl::Workspace* workspace, bool parity);

  /// Sets the initial state.
  void start();
  /// One iteration or time step. Throws Error(diverged).
  FlowIteration advance();
  /// From now on each part is waited for and timed, or none is; forgets their times.
  void time_parts(bool on);
  /// The parts of all iterations since, in the same order on every backend.
  std::vector<PartTime> parts() const;
  /// The first one is the product of the pressure's matrix and a vector.
  std::vector<OperationKernels> operations() const;

 private:
  const piso::FlowMesh& mesh() const { return sheared_ ? *sheared_ : box_->mesh(); }

  const piso::Case case_;
  std::unique_ptr<piso::CaseFlow> box_;
  std::optional<piso::FlowMesh> sheared_;
  PartClock clock_;
  std::optional<piso::FlowSolver> solver_;
};

}  // namespace slipflow::bench::studies
