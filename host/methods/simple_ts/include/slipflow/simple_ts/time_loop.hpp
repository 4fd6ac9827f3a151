// The time loop: steps, outputs, stop rules, faults.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
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
  /// Largest |phi - phi_old|/dt of all fields at the last check of time.steady; nan before the
  /// first.
  double change_rate = std::numeric_limits<double>::quiet_NaN();
};

/// Where a time loop stands between two steps: with the two levels in the backend, all that the
/// rest of the run depends on.
struct LoopPosition {
  std::int64_t step = 0;
  double time = 0;
  double last_dt = 0;              ///< of the last step; 0 before the first
  std::int64_t inner = 0;          ///< inner iterations so far
  std::int64_t unconverged = 0;    ///< steps so far that reached the largest number of them
  std::int64_t last_inner = 0;     ///< inner iterations of the last step
  Residuals last;                  ///< their last changes
  std::int64_t last_output = -1;   ///< step of the last output; -1: none yet
  double factor = kUnknownFactor;  ///< InnerResult::factor of the last step; not in old checkpoints
};

/// What the time loop tells whoever runs it; each may be empty.
struct TimeLoopEvents {
  std::function<void(const StepReport&)> step;  ///< after every step
  /// At the start, at every output time and at the end: the state is in the backend.
  std::function<void(long step, double time)> output;
  std::function<void(const std::string&)> warning;
  /// After every step and its output, before the next: a run may go on from here later. `last`: the
  /// run ends here, the output of its end is yet to come. Returns whether it shall stop here.
  std::function<bool(const LoopPosition&, bool last)> between_steps;
};

/// How a run went, from its very beginning.
struct RunTotals {
  long steps = 0;
  long inner = 0;
  long unconverged = 0;  ///< steps that reached the largest number of inner iterations
  double time = 0;
  double last_dt = 0;
  double seconds = 0;      ///< wall clock of the loop, outputs included, since `from`
  std::string stopped_by;  ///< "end", "steady", "max_steps", "request" (of between_steps)
  Residuals last;
  LoopPosition from;     ///< where this part of the run began
  StepReport last_step;  ///< also when it was done in an earlier part
};

/// Runs the case from the backend's state at time 0, or goes on from the one at `from`. Steps
/// before an output or the end are shortened to land on it. At the end, unless it was requested,
/// there is an output. Throws Error(diverged) naming field, cell and step.
RunTotals run_time_loop(const Case& c, Backend& backend, const TimeLoopEvents& events,
                        const LoopPosition& from = {});

/// The inner iteration converges while dt max(|u|/hx + |v|/hy) is below this;
/// docs/methods/simple-ts.md section 8.
double convergence_limit(const Case& c);

/// Warns that time.steady may never be reached with steps of `dt`: the changes that it asks for are
/// not several times the errors that inner.tolerance leaves. Empty when there is no reason to.
std::string warning_of_steady(const Case& c, double dt);

/// The time step that convection allows the inner iteration, with something to spare.
double safe_time_step(const Case& c, const StepLimits& limits);

/// The time step of time.courant, at most the safe one.
double courant_time_step(const Case& c, const StepLimits& limits);

}  // namespace slipflow::simple_ts
