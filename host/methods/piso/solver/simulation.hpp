// Incompressible flow being computed.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "output/flow_fields.hpp"
#include "slipflow/methods/host_averages.hpp"
#include "slipflow/methods/machines.hpp"
#include "slipflow/piso/flow_solver.hpp"
#include "slipflow/setup/fields.hpp"
#include "state/case_flow.hpp"

namespace slipflow::piso {

std::vector<setup::FieldInfo> field_list(const Case& c);
/// The names of those that are measured: velocities, p and the vorticity.
std::vector<std::string> measured_names(int axes);

class Simulation final : public methods::WholeSimulation {
 public:
  /// On the host. The case must outlive it.
  explicit Simulation(const Case& c);
  /// On the device of the queue.
  Simulation(const Case& c, const opencl::Queue& queue, const methods::Launch& launch);

  methods::Machine& machine() override { return *machine_; }

  void start() override;
  methods::Arrays download(methods::Level level) const override;
  void upload(methods::Arrays fields) override;
  void upload_old(methods::Arrays fields, double dt) override;
  void archive_numbers(methods::NumberArchive& archive) override;

  double time_step() override;
  methods::StepResult advance(double dt, double end, double factor) override;
  double change_rate(double dt) override;
  double varies_until() const override;
  std::vector<std::string> warnings_after(long) override { return std::exchange(warnings_, {}); }
  Error divergence(const methods::StepEnd& at, const methods::StepResult& result) override;
  void begin_step(double dt) override { dt_ = dt; }
  void iterate() override { do_step(dt_, solver_->time() + dt_); }
  double largest_change() override;

  std::vector<double> history() override;
  std::vector<std::vector<double>> tables() override;
  std::vector<methods::BodySummary> body_summaries() override;
  std::vector<double> surface_numbers() override;
  methods::Samples sample(const std::vector<methods::Point>& points) override;
  methods::FrameValues frame(const std::vector<std::string>& names,
                             const std::vector<methods::Point>& points) override;
  methods::Averaging& averaging() override { return averages_; }

 private:
  methods::HostAverages averages_of();
  void do_step(double dt, double end);
  std::vector<methods::CellField> cell_fields(const std::vector<std::string>& names,
                                              FlowFields& fields) const;
  FlowFields fields() const { return {*flow_, boundaries_, *solver_}; }

  const Case& case_;
  const std::unique_ptr<CaseFlow> flow_;
  const Boundaries boundaries_;
  std::unique_ptr<opencl::Workspace> workspace_;
  std::optional<FlowSolver> solver_;
  std::unique_ptr<methods::Machine> machine_;
  FlowReport report_;                  // of the last step
  std::vector<std::string> warnings_;  // not told so far
  std::string divergence_;             // of a step that ended with it
  double dt_ = 0;                      // of a step that is timed
  methods::HostAverages averages_;
};

}  // namespace slipflow::piso
