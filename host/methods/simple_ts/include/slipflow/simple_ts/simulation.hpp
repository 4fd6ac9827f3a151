// A case of SIMPLE-TS in a backend, as the time loop sees it; time steps that it can take.
#pragma once

#include <string>
#include <vector>

#include "slipflow/methods/simulation.hpp"
#include "slipflow/simple_ts/time_step.hpp"

namespace slipflow::simple_ts {

using methods::Changes;
using methods::StepResult;

class Simulation : public methods::Simulation {
 public:
  /// The state is that of the backend.
  Simulation(const Case& c, Backend& backend);
  std::vector<std::string> change_names() const override;
  double time_step() override;
  StepResult advance(double dt, double end, double factor) override;
  bool asks_for_convergence() const override;
  double change_over_step() override;
  double varies_until() const override;
  std::vector<std::string> warnings_at_start(long step) override;
  std::vector<std::string> warnings_after(long step) override;
  std::string warning_of_unconverged(long step, const StepResult& result, bool first) override;
  Error divergence(const methods::StepEnd& at, const StepResult& result) override;

 private:
  std::vector<std::string> warnings_of_step_limit(long step);
  std::string warning_of_heat_flow(long step);
  bool stalls_at_round_off(const StepResult& result) const;

  const Case& case_;
  Backend& backend_;
  double safe_step_;  // at the last check
  bool warned_of_limit_ = false;
  bool warned_of_round_off_ = false;
  bool warned_of_heat_flow_ = false;
};

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
