#include "slipflow/simple_ts/chosen_step.hpp"

#include <algorithm>
#include <utility>

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

}  // namespace slipflow::simple_ts
