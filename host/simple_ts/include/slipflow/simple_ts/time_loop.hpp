// The time loop: steps, outputs, stop rules, faults.
#pragma once

#include <functional>
#include <string>

#include "slipflow/simple_ts/time_step.hpp"

namespace slipflow::simple_ts {

/// After each step.
struct StepReport {
  long step = 0;
  double time = 0;
  double dt = 0;
  StepResult inner;
  long inner_total = 0;
};

/// What the time loop tells whoever runs it; each may be empty.
struct TimeLoopEvents {
  std::function<void(const StepReport&)> step;  ///< after every step
  /// At the start, at every output time and at the end: the state is in the backend.
  std::function<void(long step, double time)> output;
  std::function<void(const std::string&)> warning;
};

/// How a run went.
struct RunTotals {
  long steps = 0;
  long inner = 0;
  long unconverged = 0;  ///< steps that reached the largest number of inner iterations
  double time = 0;
  double last_dt = 0;
  double seconds = 0;      ///< wall clock of the loop, outputs included
  std::string stopped_by;  ///< "end", "steady", "max_steps"
  Residuals last;
};

/// Runs the case from the backend's state at time 0. Steps before an output or the end are shortened
/// to land on it. Throws Error(diverged) naming field, cell and step.
RunTotals run_time_loop(const Case& c, Backend& backend, const TimeLoopEvents& events);

/// The inner iteration converges while dt max(|u|/hx + |v|/hy) is below this; docs/numerics.md
/// section 8.
double convergence_limit(const Case& c);

/// The time step that convection allows the inner iteration, with something to spare.
double safe_time_step(const Case& c, const StepLimits& limits);

}  // namespace slipflow::simple_ts
