// The simulation of a case in a backend, and the limits of its time step.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/methods/simulation.hpp"
#include "slipflow/simple_ts/flow_diagnostics.hpp"
#include "slipflow/simple_ts/pressure_choice.hpp"
#include "slipflow/simple_ts/steady_march.hpp"
#include "slipflow/simple_ts/step_length.hpp"
#include "slipflow/simple_ts/time_step.hpp"

namespace slipflow::simple_ts {

using methods::Changes;
using methods::StepResult;

class OutflowSideFlow;
class PressureSideFlow;

class Simulation final : public methods::Simulation,
                         public methods::State,
                         public methods::Stepper {
 public:
  /// The backend holds the state.
  Simulation(const Case& c, Operations& backend);
  Simulation(const Case& c, std::unique_ptr<Operations> backend);
  ~Simulation() override;
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;
  methods::State& state() override { return *this; }
  methods::Stepper& stepper() override { return *this; }
  methods::Diagnostics& diagnostics() override { return diagnostics_; }
  methods::Machine& machine() override { return backend_.machine(); }

  void start() override;
  methods::Arrays download(methods::Level level) const override;
  void upload(methods::Arrays fields) override;
  void upload_old(methods::Arrays fields, double dt) override;
  void archive_numbers(methods::NumberArchive& archive) override;
  methods::SharedFiles* shared_files() override { return backend_.shared_files(); }

  double time_step() override;
  StepResult advance(double dt, double end, double factor) override;
  bool takes_back_step() override;
  double change_rate(double dt) override;
  bool decides_on_steady() const override;
  double varies_until() const override;
  std::string fault_of_steady_state() override;
  std::vector<std::string> warnings_at_start(long step) override;
  std::vector<std::string> warnings_after(long step) override;
  std::string warning_of_unconverged(long step, const StepResult& result, bool first) override;
  Error divergence(const methods::StepEnd& at, const StepResult& result) override;
  void begin_step(double dt) override;
  void iterate() override;
  double largest_change() override;

 private:
  // The length of steps is left to the program.
  bool chooses_steps() const { return march_ || length_.is_chosen(); }
  InnerResult advance_in_time(double dt, double end, double factor);
  void impose(double time);
  void archive_change(methods::NumberArchive& archive);
  double change_over_step();
  std::vector<std::string> warnings_of_step_limit(long step);
  std::string warning_of_heat_flow(long step);
  std::string warning_of_outflow();
  bool stalls_at_round_off(const StepResult& result) const;

  const Case& case_;
  std::unique_ptr<Operations> own_;
  Operations& backend_;
  std::optional<TwoStages> stages_;  // with scheme.time = second_order
  FlowDiagnostics diagnostics_;
  StepLength length_;
  std::optional<SteadyMarching> march_;          // with time.march = steady
  std::optional<PressureChoice> pressure_;       // with inner.pressure = auto
  std::unique_ptr<PressureSideFlow> side_flow_;  // until a warning; null without such boundaries
  std::unique_ptr<OutflowSideFlow> outflow_;     // null without such boundaries
  bool warned_of_outflow_ = false;
  // The change over the step before a restart, where the backend has no time level n to measure it.
  std::optional<double> change_before_;
  double dt_ = 0;     // of the last step, or of the last attempt at one
  double time_ = 0;   // at its end
  double safe_step_;  // at the last check
  bool warned_of_limit_ = false;
  bool warned_of_round_off_ = false;
  bool warned_of_heat_flow_ = false;
};

/// A warning that time.steady may never be reached with steps of `dt`: the changes that it asks for
/// are not several times the errors that inner.tolerance leaves. Empty when they are.
std::string warning_of_steady(const Case& c, double dt);

}  // namespace slipflow::simple_ts
