#include "slipflow/simple_ts/step_length.hpp"

#include <algorithm>
#include <limits>

#include "simple_ts/convection/schemes.h"
#include "simple_ts/stage_length.h"

namespace slipflow::simple_ts {

namespace {
// Safety factor on the convergence limit for adaptive time steps.
constexpr double kSafe = 0.8;
// Gas crosses at most this part of a cell in a step that is chosen: in longer ones the errors in
// time of implicit Euler exceed those of upwind in space.
constexpr double kMostConvection = 0.5;
// Explicit convection amplifies sound in longer steps.
constexpr double kMostSignalExplicit = 0.1;
// Tolerance of a step, compared to the change of a flow that is steady enough. Time levels may
// differ by eight tolerances, as each has its own error: changes of a lid-driven cavity.
constexpr double kPartOfSteadyChange = 0.1;
// Rounding keeps changes of an iteration above a few units in the last place of the fields.
constexpr double kLeastToleranceInDouble = 1e-12;
}  // namespace

double tolerance_of_step(const Case& c, double dt) {
  const double asked = c.inner.tolerance;
  if (c.time.steady == 0 || asked == 0 || c.run.precision != Precision::in_double) return asked;
  const double needed = kPartOfSteadyChange * c.time.steady * dt;
  return std::min(asked, std::max(needed, kLeastToleranceInDouble));
}

namespace {
// The limit of W dt for a step of implicit Euler, and of W dt_e for a stage.
double limit_of_stage(const Case& c) {
  const bool upwind = c.scheme.convection == SF_UPWIND;
  if (c.splitting.pressure == PressureSolution::multigrid && !c.scheme.explicit_convection)
    return 4;
  if (!c.splitting.outflow_diagonal) return upwind ? 0.5 : 0.25;
  if (c.scheme.explicit_convection) return upwind ? 0.5 : 1.0 / 3.0;
  return upwind ? 1.0 : 0.5;
}
}  // namespace

double convergence_limit(const Case& c) {
  return (c.scheme.second_order ? SF_STAGES_PER_STEP : 1) * limit_of_stage(c);
}

double safe_time_step(const Case& c, const StepLimits& limits) {
  return kSafe * convergence_limit(c) / limits.convection;
}

ChosenStep::Bounds bounds_of_chosen_step(const Case& c) {
  const double signal =
      c.scheme.explicit_convection ? kMostSignalExplicit : std::numeric_limits<double>::infinity();
  return {std::min(kMostConvection, kSafe * limit_of_stage(c)), signal};
}

double courant_time_step(const Case& c, const StepLimits& limits) {
  return std::min(*c.time.courant / limits.signal, safe_time_step(c, limits));
}

StepLength::StepLength(const Case& c) : case_(c) {
  if (!c.time.step && !c.time.courant) chosen_.emplace(bounds_of_chosen_step(c));
}

double StepLength::next(const std::function<StepLimits()>& limits) {
  if (case_.time.step) return *case_.time.step;
  return chosen_ ? chosen_->time_step(limits()) : courant_time_step(case_, limits());
}

void StepLength::take(double dt, InnerResult& result,
                      const std::function<StepEffort()>& effort_of_step) {
  if (!chosen_) return;
  const bool unsolved =
      case_.inner.tolerance > 0 && !result.converged && result.last.largest() > case_.inner.noise;
  if (unsolved && chosen_->insists_on_convergence()) result.diverged = true;
  if (result.diverged) return;
  const StepEffort effort = effort_of_step();
  result.diverged = chosen_->is_too_long(effort);
  if (!result.diverged) chosen_->take(dt, effort);
}

}  // namespace slipflow::simple_ts
