// The simulation of a case in a backend, and the limits of its time step.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/methods/simulation.hpp"
#include "slipflow/simple_ts/pace.hpp"
#include "slipflow/simple_ts/pressure_choice.hpp"
#include "slipflow/simple_ts/samples.hpp"
#include "slipflow/simple_ts/time_step.hpp"

namespace slipflow::simple_ts {

using methods::Changes;
using methods::StepResult;

class OutflowSideFlow;
class PressureSideFlow;

class Simulation : public methods::Simulation {
 public:
  /// The backend holds the state.
  Simulation(const Case& c, Backend& backend);
  ~Simulation() override;
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;
  void start() override;
  methods::Arrays download(methods::Level level) const override;
  void upload(methods::Arrays fields) override;
  void upload_old(methods::Arrays fields, double dt) override;
  std::vector<double> memory() const override;
  void recall(const std::vector<double>& numbers) override;
  double time_step() override;
  StepResult advance(double dt, double end, double factor) override;
  bool asks_for_convergence() const override;
  bool takes_back_step() override;
  double change_over_step() override;
  double change_rate(double dt) override;
  bool decides_on_steady() const override;
  double varies_until() const override;
  std::string fault_of_steady_state() override;
  std::vector<std::string> warnings_at_start(long step) override;
  std::vector<std::string> warnings_after(long step) override;
  std::string warning_of_unconverged(long step, const StepResult& result, bool first) override;
  Error divergence(const methods::StepEnd& at, const StepResult& result) override;
  void prepare_measures() override;
  std::vector<double> history() override;
  std::vector<std::vector<double>> measures() override;
  std::vector<methods::BodySummary> body_summaries() override;
  std::vector<std::pair<std::string, double>> flow_summary() override;
  std::optional<methods::EnergyBalance> energy_balance() override;
  std::vector<methods::WallData> wall_data() override;
  methods::Samples sample(const std::vector<methods::Point>& points) override;
  methods::FrameValues frame(const std::vector<std::string>& names,
                             const std::vector<methods::Point>& points) override;
  void start_averages(const Averages& from) override;
  void add_to_averages(double time) override;
  Averages averages() const override;
  double averaged_time() const override;
  std::optional<methods::StoredRows> store(const methods::ArrayPlaces& to) override;
  bool restore(const methods::ArrayPlaces& from, double averaged_time, double dt) override;
  std::string note_on_files() const override { return backend_.note_on_files(); }
  BackendInfo info() const override;
  void begin_step(double dt) override;
  void iterate() override;
  double largest_change() override;
  void finish() override;
  void time_kernels(bool on) override;
  double kernel_seconds() override;
  std::optional<methods::MarchingKernel> marching_kernel() const override {
    return backend_.marching_kernel();
  }
  std::optional<methods::RankTimes> rank_times() const override { return backend_.rank_times(); }

 private:
  std::vector<std::string> warnings_of_step_limit(long step);
  std::string warning_of_heat_flow(long step);
  std::string warning_of_outflow();
  methods::Samples samples_from(const State& state, const std::vector<SamplePoint>& places) const;
  void add_derived_samples(const State& state, const std::vector<SamplePoint>& places,
                           methods::Samples& samples) const;
  bool stalls_at_round_off(const StepResult& result) const;

  const Case& case_;
  Backend& backend_;
  Pace pace_;
  std::optional<PressureChoice> pressure_;       // with inner.pressure = auto
  std::unique_ptr<PressureSideFlow> side_flow_;  // until a warning; null without such boundaries
  std::unique_ptr<OutflowSideFlow> outflow_;     // null without such boundaries
  bool warned_of_outflow_ = false;
  double time_ = 0;   // of the last step
  double safe_step_;  // at the last check
  bool warned_of_limit_ = false;
  bool warned_of_round_off_ = false;
  bool warned_of_heat_flow_ = false;
};

/// docs/methods/simple-ts.md section 8.
double convergence_limit(const Case& c);

/// A warning that time.steady may never be reached with steps of `dt`: the changes that it asks for
/// are not several times the errors that inner.tolerance leaves. Empty when they are.
std::string warning_of_steady(const Case& c, double dt);

}  // namespace slipflow::simple_ts
