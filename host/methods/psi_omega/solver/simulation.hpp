// Flow in stream function and vorticity being computed.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backends/operations.hpp"
#include "output/fields.hpp"
#include "output/forces.hpp"
#include "slipflow/methods/host_averages.hpp"
#include "slipflow/methods/simulation.hpp"
#include "solver/island_psi.hpp"
#include "solver/pace.hpp"

namespace slipflow::psi_omega {

/// Numbers of a step.
struct StepControl {
  double dt = 0;
  double relaxation = 1, wall_relaxation = 1;  ///< parts of the new values
  double kick = 0;                             ///< is added to the vorticity behind the islands
};

/// How the solution for psi ended; where lines are solved, at once.
struct PsiResult {
  int iterations = 0;
  bool converged = true;
};

class Simulation final : public methods::WholeSimulation {
 public:
  using MakeOperations = std::function<std::unique_ptr<Operations>(const FlowParts&)>;
  /// Case and nodes must outlive it.
  Simulation(const Case& c, const Nodes& nodes, const MakeOperations& make);
  methods::Machine& machine() override { return on_->machine(); }

  void start() override;
  methods::Arrays download(methods::Level level) const override;
  void upload(methods::Arrays fields) override;
  void upload_old(methods::Arrays fields, double dt) override;
  void archive_numbers(methods::NumberArchive& archive) override { pace_.archive_numbers(archive); }

  double time_step() override;
  methods::StepResult advance(double dt, double end, double factor) override;
  double change_over_step();
  double change_rate(double dt) override { return change_over_step() / dt; }
  bool decides_on_steady() const override { return pace_.halves(); }
  std::vector<std::string> warnings_after(long step) override;
  std::string warning_of_unconverged(long step, const methods::StepResult& result,
                                     bool first) override;
  Error divergence(const methods::StepEnd& at, const methods::StepResult& result) override;
  void begin_step(double dt) override { dt_ = dt; }
  void iterate() override { step(control(dt_, 0)); }
  double largest_change() override;

  std::vector<double> history() override;
  std::vector<std::vector<double>> tables() override;
  /// On each free island.
  std::vector<Force> forces();
  std::vector<methods::BodySummary> body_summaries() override;
  std::vector<double> surface_numbers() override;
  methods::Samples sample(const std::vector<methods::Point>& points) override;
  methods::FrameValues frame(const std::vector<std::string>& names,
                             const std::vector<methods::Point>& points) override;
  methods::Averaging& averaging() override { return averages_; }

 private:
  StepControl control(double dt, double end) const;
  PsiResult step(const StepControl& control);
  // The parts of a step.
  void solve_psi_lines();
  void iterate_lines(double relaxation);
  void advance_vorticity(double dt);
  PsiResult solve_psi();
  void kick(double amount);
  void write(const psi_omega::State& state);
  const psi_omega::State& present();
  std::vector<methods::CellField> cell_fields(const std::vector<std::string>& names);

  const Case& case_;
  const Nodes& nodes_;
  std::unique_ptr<Operations> on_;
  const IslandPsi islands_;
  double dt_ = 0;  // of the last step
  Pace pace_;
  std::vector<std::string> warnings_;
  std::optional<psi_omega::State> state_;  // the fields on the host, once they have been read
  methods::HostAverages averages_;
};

/// The step of steady flow where the case gives none.
double chosen_step(const Case& c);

}  // namespace slipflow::psi_omega
