#include "slipflow/simple_ts/steady_march.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "slipflow/simple_ts/time_step.hpp"

namespace slipflow::simple_ts {

namespace {
constexpr double kUnknown = std::numeric_limits<double>::infinity();
// Gas crosses at most this many cells in a step, where it is fastest.
constexpr double kMostCourant = 16;
// Sound crosses at most this many: gas at rest limits nothing else.
constexpr double kMostSound = 1e5;
// Its sweeps are a cycle of the relaxation: a part of one makes some errors grow.
constexpr int kIterations = 1;
constexpr double kGrowth = 2;
// A step that measures: cells that gas crosses, and sigma of (71).
constexpr double kMeasuringCourant = 1;
constexpr double kMeasuringSigma = 4;
// The error of that step, compared to the change that it measures.
constexpr double kErrorOfMeasurement = 0.1;
// The first step of a measurement damps what the unsolved steps have left.
constexpr double kStepsOfMeasurement = 2;
constexpr double kStepsBetweenMeasurements = 10;
// Measured over estimated changes, before the first measurement: one too many costs little.
constexpr double kFirstRatio = 0.02;
// Windows of steps in each of which the changes must shrink by a factor, and of how many that do
// the steps may be longer again.
constexpr double kWindow = 50;
constexpr double kShrinks = 0.98;
constexpr double kWindowsToRecover = 8;
constexpr double kLeastCourant = 1;
constexpr double kReductionOfFailed = 0.125;
constexpr double kMostFailures = 8;
}  // namespace

SteadyMarch::SteadyMarch(double steady, const InnerControl& inner)
    : steady_(steady),
      inner_(inner),
      courant_(kMostCourant),
      estimate_(kUnknown),
      ratio_(kFirstRatio) {}

double SteadyMarch::measuring_step() const {
  const double by_diffusion = kMeasuringSigma / (2 * limits_.diffusion);
  return limits_.convection > 0 ? std::min(kMeasuringCourant / limits_.convection, by_diffusion)
                                : by_diffusion;
}

double SteadyMarch::time_step(const StepLimits& limits) {
  limits_ = limits;
  if (is_to_measure()) return measuring_step();
  if (dt_ == 0) return 1 / limits.signal;
  const double longest = std::min(kGrowth * dt_, kMostSound / limits.signal);
  return limits.convection > 0 ? std::min(longest, courant_ / limits.convection) : longest;
}

bool SteadyMarch::is_to_measure() const {
  return estimate_ * ratio_ < steady_ && since_ >= kStepsBetweenMeasurements;
}

InnerControl SteadyMarch::control() const {
  InnerControl control = inner_;
  if (!is_to_measure()) {
    control.tolerance = 0;
    control.max = kIterations;
  } else {
    control.tolerance =
        std::min(inner_.tolerance, kErrorOfMeasurement * steady_ * measuring_step());
  }
  return control;
}

void SteadyMarch::take(const InnerResult& result) {
  failures_ = 0;
  const bool measuring = is_to_measure();
  settled_ = measuring ? settled_ + 1 : 0;
  measured_ = settled_ == kStepsOfMeasurement;
  if (measured_) since_ = settled_ = 0;
  if (measuring) return;
  since_ += 1;
  const double longest = kGrowth * dt_;
  dt_ = time_step(limits_);
  estimate_ = result.last.largest() / measuring_step();
  // Changes grow with steps that grow.
  if (dt_ < longest) watch();
}

bool SteadyMarch::shorten() {
  failures_ += 1;
  if (is_to_measure()) {
    since_ = settled_ = 0;
    return true;
  }
  dt_ = kReductionOfFailed * time_step(limits_);
  courant_ = std::max(courant_ / 2, kLeastCourant);
  return failures_ < kMostFailures;
}

double SteadyMarch::change_rate(double of_step) {
  if (!measured_) return std::max(estimate_ * ratio_, steady_);
  ratio_ = of_step / estimate_;
  return of_step;
}

void SteadyMarch::watch() {
  least_ = watched_ == 0 ? estimate_ : std::min(least_, estimate_);
  watched_ += 1;
  if (watched_ < kWindow) return;
  const bool shrinks = least_before_ == 0 || least_ <= kShrinks * least_before_;
  shrunk_ = shrinks ? shrunk_ + 1 : 0;
  if (!shrinks) {
    courant_ = std::max(courant_ / 2, kLeastCourant);
  } else if (shrunk_ == kWindowsToRecover) {
    courant_ = std::min(2 * courant_, kMostCourant);
    shrunk_ = 0;
  }
  least_before_ = least_;
  watched_ = 0;
}

void SteadyMarch::archive_numbers(methods::NumberArchive& archive) {
  archive("march.step", dt_);
  archive("march.courant", courant_);
  archive("march.estimate", estimate_);
  archive("march.ratio", ratio_);
  archive("march.measured", measured_);
  archive("march.since", since_);
  archive("march.settled", settled_);
  archive("march.failures", failures_);
  archive("march.watched", watched_);
  archive("march.shrunk", shrunk_);
  archive("march.least", least_);
  archive("march.least_before", least_before_);
}

SteadyMarching::SteadyMarching(const Case& c, Operations& backend)
    : case_(c), backend_(backend), march_(c.time.steady, c.inner), acceleration_(c) {}

InnerResult SteadyMarching::advance(double dt) {
  const bool measures = march_.is_to_measure();
  if (case_.is_closed()) {
    if (mass_ == 0) mass_ = mass();
    if (measures) restore_mass();
  }
  const InnerResult result = advance_time_step(backend_, dt, march_.control());
  if (result.diverged) return result;
  march_.take(result);
  if (measures)
    acceleration_.interrupt();
  else if (acceleration_.is_due())
    accelerate();
  return result;
}

void SteadyMarching::accelerate() {
  const auto mean = acceleration_.take(case_.is_closed() ? restore_mass() : backend_.download());
  if (mean) backend_.upload(*mean);
}

bool SteadyMarching::shorten() {
  const bool shorter = march_.shorten();
  if (shorter) acceleration_.forget();
  return shorter;
}

double SteadyMarching::mass() {
  return rounded(case_, backend_.diagnostics().totals(Contents::mass)).contents.mass;
}

State SteadyMarching::restore_mass() {
  const double factor = mass_ / mass();
  State s = backend_.download();
  for (std::size_t at = 0; at < s.rho.size(); ++at)
    if (case_.mesh.tags[at] == 0) s.rho[at] *= factor;
  backend_.upload(s);
  return s;
}

void SteadyMarching::archive_numbers(methods::NumberArchive& archive) {
  if (archive.lacks("march")) return;
  march_.archive_numbers(archive);
  archive("march.mass", mass_);
  acceleration_.archive_numbers(archive);
}

}  // namespace slipflow::simple_ts
