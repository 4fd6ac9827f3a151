#include "slipflow/simple_ts/step_length.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "simple_ts/convection/schemes.h"
#include "simple_ts/stage_length.h"

namespace slipflow::simple_ts {

namespace {
// Cells that sound crosses in the first step.
constexpr double kFirstCourant = 0.5;
// A step that does not converge is not repeated where sound crosses less of a cell: inner.max is
// too small for any.
constexpr double kLeastStepCourant = 0.05;
constexpr int kFewIterations = 12, kManyIterations = 25;
constexpr double kStepGrowth = 1.2, kReduction = 0.8;
// Relative curvature (91) of steps of second order: about 20 steps in a period.
constexpr double kCurvature = 0.07, kSafeCurvature = 0.9 * kCurvature;
constexpr double kMostShortenings = 10, kMostUnconverged = 3;
}  // namespace

double ChosenStep::time_step(const StepLimits& limits) {
  const double wanted = dt_ > 0 ? dt_ : kFirstCourant / limits.signal;
  full_ = std::min(wanted, bounds_.signal / limits.signal);
  if (limits.convection > 0) full_ = std::min(full_, bounds_.convection / limits.convection);
  sound_crosses_ = full_ * limits.signal;
  return full_;
}

void ChosenStep::take(double dt, const StepEffort& effort) {
  failures_ = 0;
  if (dt_ == 0) dt_ = full_;
  if (effort.iterations > kManyIterations)
    dt_ = kReduction * std::min(dt_, dt);
  else if (effort.iterations < kFewIterations && dt >= full_)
    dt_ = kStepGrowth * full_;
  // Rounding has a curvature too, which no length of a step makes smaller.
  if (effort.curvature > 0 && sound_crosses_ > kLeastStepCourant)
    dt_ = std::min(dt_, part_for(effort.curvature) * dt);
}

double ChosenStep::part_for(double curvature) {
  return std::max(kPartOfFailed, kSafeCurvature / curvature);
}

bool ChosenStep::is_too_long(const StepEffort& effort) {
  if (!(effort.curvature > 2 * kCurvature) || !insists_on_convergence()) return false;
  part_ = part_for(effort.curvature);
  return true;
}

bool ChosenStep::insists_on_convergence() const {
  return failures_ < kMostUnconverged && sound_crosses_ > kLeastStepCourant;
}

bool ChosenStep::shorten(double dt) {
  dt_ = std::exchange(part_, kPartOfFailed) * dt;
  return ++failures_ < kMostShortenings;
}

void ChosenStep::archive_numbers(methods::NumberArchive& archive) {
  if (archive.lacks("chosen_step")) return;
  archive("chosen_step.length", dt_);
  archive("chosen_step.failures", failures_);
}

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

void StepLength::take(double dt, InnerResult& result, const StepEffort& effort) {
  if (!chosen_) return;
  const bool unsolved =
      case_.inner.tolerance > 0 && !result.converged && result.last.largest() > case_.inner.noise;
  if (unsolved && chosen_->insists_on_convergence()) result.diverged = true;
  if (result.diverged) return;
  result.diverged = chosen_->is_too_long(effort);
  if (!result.diverged) chosen_->take(dt, effort);
}

}  // namespace slipflow::simple_ts
