#include "slipflow/simple_ts/pace.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "simple_ts/convection/schemes.h"
#include "slipflow/simple_ts/time_step.hpp"

namespace slipflow::simple_ts {

namespace {
// Safety factor on the convergence limit for adaptive time steps.
constexpr double kSafe = 0.8;
// Gas crosses at most this part of a cell in a step that is chosen: the method is of first order in
// the step, as upwind is in the width.
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
  const double given = c.inner.tolerance;
  if (c.time.steady == 0 || given == 0 || c.run.precision != Precision::in_double) return given;
  const double needed = kPartOfSteadyChange * c.time.steady * dt;
  return std::min(given, std::max(needed, kLeastToleranceInDouble));
}

double convergence_limit(const Case& c) {
  const bool upwind = c.scheme.convection == SF_UPWIND;
  if (c.splitting.pressure == PressureSolution::multigrid && !c.scheme.explicit_convection)
    return 4;
  if (!c.splitting.outflow_diagonal) return upwind ? 0.5 : 0.25;
  if (c.scheme.explicit_convection) return upwind ? 0.5 : 1.0 / 3.0;
  return upwind ? 1.0 : 0.5;
}

double safe_time_step(const Case& c, const StepLimits& limits) {
  return kSafe * convergence_limit(c) / limits.convection;
}

ChosenStep::Bounds bounds_of_chosen_step(const Case& c) {
  const double signal =
      c.scheme.explicit_convection ? kMostSignalExplicit : std::numeric_limits<double>::infinity();
  return {std::min(kMostConvection, kSafe * convergence_limit(c)), signal};
}

double courant_time_step(const Case& c, const StepLimits& limits) {
  return std::min(*c.time.courant / limits.signal, safe_time_step(c, limits));
}

Pace::Pace(const Case& c, Backend& backend) : case_(c), backend_(backend) {
  if (c.march == March::steady) {
    march_.emplace(c.time.steady, c.inner);
    acceleration_.emplace(c);
  } else if (!c.time.step && !c.time.courant) {
    chosen_.emplace(bounds_of_chosen_step(c));
  }
}

double Pace::time_step() {
  if (case_.time.step) return *case_.time.step;
  const StepLimits limits = backend_.step_limits();
  if (march_) return march_->time_step(limits);
  return chosen_ ? chosen_->time_step(limits) : courant_time_step(case_, limits);
}

InnerResult Pace::advance(double dt, double factor) {
  if (march_ && case_.is_closed()) {
    if (mass_ == 0) mass_ = mass();
    if (march_->is_to_measure()) state_with_mass();
  }
  InnerResult r = march_
                      ? advance_time_step(backend_, dt, march_->control(), methods::kUnknownFactor)
                      : advance_time_step(backend_, dt, control_of_step(dt), factor);
  begun_ = dt;
  follow(r, dt);
  return r;
}

InnerControl Pace::control_of_step(double dt) const {
  InnerControl control = case_.inner;
  control.tolerance = tolerance_of_step(case_, dt);
  return control;
}

// Steps whose length is chosen here follow the inner iteration.
void Pace::follow(InnerResult& r, double dt) {
  const bool unsolved =
      case_.inner.tolerance > 0 && !r.converged && r.last.largest() > case_.inner.noise;
  if (chosen_ && unsolved && chosen_->insists_on_convergence()) r.diverged = true;
  if (r.diverged) return;
  if (chosen_) chosen_->take(dt, r);
  if (!march_) return;
  const bool measured = march_->is_to_measure();
  march_->take(r);
  if (measured) {
    acceleration_->interrupt();
  } else if (acceleration_->is_due()) {
    auto mean = acceleration_->take(case_.is_closed() ? state_with_mass() : backend_.download());
    if (mean) backend_.upload(*mean);
  }
}

bool Pace::takes_back_step() {
  const bool shorter = march_ ? march_->shorten() : chosen_ && chosen_->shorten(begun_);
  if (shorter) backend_.take_back_step();
  if (shorter && march_) acceleration_->forget();
  return shorter;
}

bool Pace::asks_for_convergence() const {
  return case_.inner.tolerance > 0 && (!march_ || march_->has_measured());
}

double Pace::change_rate(double dt) {
  const double of_step = backend_.change_over_step().largest() / dt;
  return march_ ? march_->change_rate(of_step) : of_step;
}

double Pace::mass() {
  return rounded(case_, backend_.measures().totals(Contents::mass)).contents.mass;
}

State Pace::state_with_mass() {
  const double factor = mass_ / mass();
  State s = backend_.download();
  for (std::size_t at = 0; at < s.rho.size(); ++at)
    if (case_.mesh.tags[at] == 0) s.rho[at] *= factor;
  backend_.upload(s);
  return s;
}

std::vector<double> Pace::memory() const {
  if (!march_) return chosen_ ? chosen_->memory() : std::vector<double>{};
  auto numbers = march_->memory();
  numbers.push_back(mass_);
  const auto states = acceleration_->memory();
  numbers.insert(numbers.end(), states.begin(), states.end());
  return numbers;
}

void Pace::recall(const std::vector<double>& numbers) {
  if (chosen_) chosen_->recall(numbers);
  if (!march_) return;
  const std::size_t of_march = march_->memory().size();
  if (numbers.size() <= of_march) return;
  const auto end = numbers.begin() + static_cast<std::ptrdiff_t>(of_march);
  march_->recall({numbers.begin(), end});
  mass_ = *end;
  acceleration_->recall({end + 1, numbers.end()});
}

}  // namespace slipflow::simple_ts
