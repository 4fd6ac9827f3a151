// Flow in stream function and vorticity being computed: what host and devices have in common.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "case/nodes.hpp"
#include "slipflow/methods/host_averages.hpp"
#include "slipflow/methods/simulation.hpp"
#include "solver/fields.hpp"

namespace slipflow::psi_omega {

/// What a step did.
struct StepChanges {
  double omega = 0;  ///< largest change of the vorticity in the flow
  double wall = 0;   ///< largest difference between vorticity at walls and its formula
  int psi_iterations = 0;
  bool psi_converged = true;
};

/// Numbers of a step that a backend needs besides the case.
struct StepControl {
  double dt = 0;
  double relaxation = 1, wall_relaxation = 1;  ///< parts of the new values
  double kick = 0;                             ///< is added to the vorticity behind the islands
};

/// A simulation without the place where its state is stored.
class Simulation : public methods::Simulation {
 public:
  /// Case and nodes must outlive it.
  Simulation(const Case& c, const Nodes& nodes);
  void start() override;
  methods::Arrays download(methods::Level level) const override;
  void upload(methods::Arrays fields) override;
  void upload_old(methods::Arrays fields, double dt) override;
  double time_step() override;
  methods::StepResult advance(double dt, double end, double factor) override;
  bool asks_for_convergence() const override { return case_.scheme.time != TimeScheme::rows; }
  double change_over_step() override;
  std::string warning_of_unconverged(long step, const methods::StepResult& result,
                                     bool first) override;
  Error divergence(const methods::StepEnd& at, const methods::StepResult& result) override;
  std::vector<double> history() override;
  methods::Samples sample(const std::vector<methods::Point>& points) override;
  methods::FrameValues frame(const std::vector<std::string>& names,
                             const std::vector<methods::Point>& points) override;
  void start_averages(const methods::Averages& from) override;
  void add_to_averages(double time) override;
  methods::Averages averages() const override { return averages_.averages(); }
  void begin_step(double dt) override { dt_ = dt; }
  void iterate() override { changes_ = step(control(dt_, 0)); }
  double largest_change() override { return changes_.omega; }

 protected:
  /// Sets psi and both levels of omega.
  virtual void write(const State& state) = 0;
  virtual void write_old_omega(const std::vector<double>& omega) = 0;
  virtual State read() const = 0;
  virtual std::vector<double> read_old_omega() const = 0;
  /// Solves for psi where it is unknown, and on islands.
  virtual void solve_psi() = 0;
  virtual StepChanges step(const StepControl& control) = 0;
  /// The largest |u|/dx + |v|/dy.
  virtual double largest_courant_rate() = 0;

  const Case& case_;
  const Nodes& nodes_;

 private:
  StepControl control(double dt, double end) const;

  double dt_ = 0;
  StepChanges changes_;
  methods::HostAverages averages_;
};

/// The islands that touch no boundary: their psi is not known.
std::vector<const Island*> free_islands(const Nodes& nodes);

/// The serial reference.
std::unique_ptr<Simulation> make_serial(const Case& c, const Nodes& nodes);

/// The step of steady flow where the case gives none.
double chosen_step(const Case& c);

}  // namespace slipflow::psi_omega
