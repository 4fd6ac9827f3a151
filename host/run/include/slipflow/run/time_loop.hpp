// The time loop: steps, outputs, stop rules, faults. It sees a Stepper, never a particular
// method.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "slipflow/methods/number_archive.hpp"
#include "slipflow/methods/simulation.hpp"
#include "slipflow/setup/controls.hpp"

namespace slipflow::run {

// Whether the changes of a run to a steady state still shrink.

/// Takes the changes per time of a run and tells when they have stopped shrinking: when no new
/// least change has come for 2000 steps and for half of all steps, and the least one of the last
/// interval of steps is not a tenth lower than that of the interval before. An interval is 1000
/// steps or, where that is more, a quarter of all steps. All depends on steps and changes alone.
class StallWatch {
 public:
  /// A change per time after `step`. Changes of earlier steps than the last one are left out. An
  /// infinite one, of a flow that begins anew, forgets all before.
  void take(std::int64_t step, double change);
  bool stalls() const { return floor_ > 0; }
  /// The least change of the last interval of a flow that stalls.
  double floor() const { return floor_; }

  void archive_numbers(methods::NumberArchive& archive);

 private:
  void end_interval(double step);

  static constexpr double kNone = std::numeric_limits<double>::max();
  double first_ = -1, last_ = -1;          // steps; -1: none yet
  double least_ = kNone, least_step_ = 0;  // of all changes
  double begin_ = 0;                       // of the present interval
  double now_ = kNone, before_ = kNone;    // least changes of this interval and the one before
  double floor_ = 0;                       // 0: the changes shrink
};

using methods::Changes;
using methods::Stepper;
using methods::StepResult;

/// After each step.
struct StepReport {
  long step = 0;
  double time = 0;
  double dt = 0;
  StepResult inner;
  long inner_total = 0;
  /// Largest |phi - phi_old|/dt of all fields in this step; nan unless time.steady was checked
  /// after it.
  double change_rate = std::numeric_limits<double>::quiet_NaN();
  double last_change_rate = change_rate;  ///< at the last check; nan before the first
};

/// The position of a time loop between two steps: with the two time levels in the simulation, all
/// that the rest of the run depends on.
struct LoopPosition {
  std::int64_t step = 0;
  double time = 0;
  double last_dt = 0;             ///< of the last step; 0 before the first
  std::int64_t inner = 0;         ///< inner iterations so far
  std::int64_t unconverged = 0;   ///< steps so far that reached the largest number of them
  std::int64_t last_inner = 0;    ///< inner iterations of the last step
  Changes last;                   ///< their last changes; empty before the first step
  std::int64_t last_output = -1;  ///< step of the last output; -1: none yet
  double factor = methods::kUnknownFactor;  ///< StepResult::factor of the last step
  StallWatch stall{};  ///< of the changes per time, where time.steady is checked
  /// The last steps, from the time `since` on, have the same length, last_dt: time = since +
  /// equal_steps last_dt. After a step that landed there are none yet.
  double since = 0;
  std::int64_t equal_steps = 0;
};

/// A step of the time loop.
struct PlannedStep {
  double dt = 0, end = 0;  ///< its length and the time at its end
  double since = 0;        ///< LoopPosition::since and equal_steps at its end
  std::int64_t equal_steps = 0;
  bool lands_on_output = false;
};

/// The step that follows `at` where the method asks for steps of `dt`. It is shorter to land on the
/// next output or on the end: of n steps left, n = ceil((landing - time)/dt), the last one is the
/// whole rest and the last but one half of it, so that none is shorter than dt/2 but where two
/// landings are closer to each other. Landings that differ by rounding are one.
PlannedStep plan_step(const setup::Controls& controls, const LoopPosition& at, double dt);

/// Callbacks of the time loop; each may be empty.
struct TimeLoopEvents {
  std::function<void(const StepReport&)> step;  ///< after every step
  /// At the start, at every output time and at the end: the state is in the simulation. `steady`:
  /// false if the run ends here without the steady state that it was to reach.
  std::function<void(long step, double time, bool steady)> output;
  std::function<void(const std::string&)> warning;
  /// After every step and its output, before the next: a run may resume from here later. `last`:
  /// the run ends here, and the closing output follows. Returns whether the run shall stop here.
  std::function<bool(const LoopPosition&, bool last)> between_steps;
  /// Whether the limit of steps is the end that was asked for, and no limit of a run to a steady
  /// state.
  bool max_steps_is_end = false;
};

/// How a run went, from its very beginning: the position at its end, and why it ended.
struct RunTotals : LoopPosition {
  double seconds = 0;  ///< wall clock of the loop, outputs included, since `from`
  /// "end", "steady", "stalled", "max_steps", "request" (of between_steps)
  std::string stopped_by;
  bool missed_steady = false;  ///< ended without the steady state that it was to reach
  std::string fault;           ///< Stepper::fault_of_steady_state()
  LoopPosition from;           ///< where this part of the run began
  StepReport last_step;        ///< also when it was done in an earlier part
};

/// Runs from the simulation's state at time 0, or resumes from that at `from`, in the steps of
/// plan_step(). At the end, unless it was requested, there is an output. A run to a steady state
/// without an end stops where its changes shrink no further. Throws Error(diverged) of
/// Stepper::divergence().
RunTotals run_time_loop(const setup::Controls& controls, Stepper& stepper,
                        const TimeLoopEvents& events, const LoopPosition& from = {});

}  // namespace slipflow::run
