// How long the steps of a simulation are, and how far each is solved.
#pragma once

#include <optional>
#include <vector>

#include "slipflow/simple_ts/chosen_step.hpp"
#include "slipflow/simple_ts/march_acceleration.hpp"
#include "slipflow/simple_ts/steady_march.hpp"

namespace slipflow::simple_ts {

/// Steps of time.step or time.courant, chosen ones, or those of a march to the steady state.
class Pace {
 public:
  /// The backend holds the state.
  Pace(const Case& c, Backend& backend);
  /// Whether the case leaves the length of a step to the program.
  bool is_chosen() const { return chosen_ || march_; }
  double time_step();
  /// Advances the backend by dt. `factor`: InnerResult::factor of the step before.
  InnerResult advance(double dt, double factor);
  /// Whether the last step was to reach a tolerance.
  bool asks_for_convergence() const;
  /// methods::Stepper::takes_back_step(), change_rate(), decides_on_steady().
  bool takes_back_step();
  double change_rate(double dt);
  double last_step() const { return begun_; }  ///< the length of it
  bool decides_on_steady() const { return march_ && march_->has_measured(); }

  std::vector<double> memory() const;
  /// Numbers of another case are taken for none.
  void recall(const std::vector<double>& numbers);

 private:
  InnerControl control_of_step(double dt) const;
  void follow(InnerResult& r, double dt);
  double mass();
  // In a closed box: gives back what unsolved steps have lost, and returns the state.
  State state_with_mass();

  const Case& case_;
  Backend& backend_;
  std::optional<ChosenStep> chosen_;  // where the case gives no step
  std::optional<SteadyMarch> march_;  // with time.march = steady
  std::optional<MarchAcceleration> acceleration_;
  double begun_ = 0;  // length of the last step, or attempt at one
  double mass_ = 0;   // of a closed box before the march; 0: unknown
};

/// To what a step of `dt` is solved: inner.tolerance or, where time.steady asks for smaller
/// changes, a tenth of them, as far as rounding lets it.
double tolerance_of_step(const Case& c, double dt);

/// The inner iteration converges while dt max(|u|/hx + |v|/hy) is below this;
/// docs/methods/simple-ts.md section 8.
double convergence_limit(const Case& c);

/// The time step for which the inner iteration converges, with a safety margin.
double safe_time_step(const Case& c, const StepLimits& limits);

/// The time step of time.courant, at most the safe one.
double courant_time_step(const Case& c, const StepLimits& limits);

/// Of ChosenStep.
ChosenStep::Bounds bounds_of_chosen_step(const Case& c);

}  // namespace slipflow::simple_ts
