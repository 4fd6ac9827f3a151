// Flows whose iterations are timed by part, for `slipflow bench --of METHOD`.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "slipflow/opencl/workspace.hpp"

namespace slipflow::methods {

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

class TimedFlow {
 public:
  TimedFlow() = default;
  virtual ~TimedFlow() = default;
  TimedFlow(const TimedFlow&) = delete;
  TimedFlow& operator=(const TimedFlow&) = delete;

  /// Sets the initial state.
  virtual void start() = 0;
  /// One iteration or time step. Throws Error(diverged).
  virtual FlowIteration advance() = 0;
  /// From now on each part is waited for and timed, or none is; forgets their times.
  virtual void time_parts(bool on) = 0;
  /// The parts of all iterations since, in the same order on every backend.
  virtual std::vector<PartTime> parts() const = 0;
  /// The first one is the product of the pressure's matrix and a vector.
  virtual std::vector<OperationKernels> operations() const = 0;
};

}  // namespace slipflow::methods
