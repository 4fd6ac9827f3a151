// Cases of method psi_omega and running them.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "case/nodes.hpp"
#include "output/forces.hpp"
#include "slipflow/psi_omega/case.hpp"
#include "slipflow/support/error.hpp"
#include "solver/simulation.hpp"

namespace psi_tests {

using namespace slipflow;
using psi_omega::Case;
using psi_omega::Nodes;
using psi_omega::Simulation;

using Overrides = std::vector<std::string>;  ///< "section.key=value"

/// The settings of a case.
inline config::Settings settings_of(const std::string& text, const Overrides& overrides) {
  static const auto tables = config::make_key_tables({{"psi_omega", psi_omega::keys()}});
  return config::parse_case("method = psi_omega\n" + text, "case.cfg", overrides, tables);
}

/// A case with its nodes.
struct Flow {
  explicit Flow(const std::string& text, const Overrides& overrides = {})
      : settings(settings_of(text, overrides)),
        c(psi_omega::make_case(settings)),
        nodes(make_nodes(settings, c)) {}

  config::Settings settings;
  Case c;
  Nodes nodes;

  std::unique_ptr<Simulation> start() const {
    auto simulation = on_host();
    simulation->start();
    return simulation;
  }
  std::unique_ptr<Simulation> on_host() const {
    return std::make_unique<Simulation>(c, nodes, psi_omega::make_serial_operations);
  }
};

/// A flow that a moving lid drives, on n x n cells.
inline std::string cavity(int n, double reynolds) {
  return fmt::format(
      "[fluid]\nreynolds = {}\n[mesh]\nx = 0 1\ny = 0 1\ncells = {} {}\n"
      "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall velocity=1\n"
      "[scheme]\nconvection = advective\n[time]\nmax_steps = 100000\n",
      reynolds, n, n);
}

/// A channel of height 8 from x = 0 to `length` with a square of side 1 from x = 6 on.
inline std::string square(int cells_of_side, double length, double reynolds) {
  return fmt::format(
      "[fluid]\nreynolds = {}\n[mesh]\nx = 0 {}\ny = 0 8\ncells = {} {}\n"
      "[body]\nrectangle = 6 3.5 7 4.5\n"
      "[boundary]\nwest = inflow\neast = outflow\nsouth = wall\nnorth = wall\n"
      "[time]\nmax_steps = 100000\n",
      reynolds, length, length * cells_of_side, 8 * cells_of_side);
}

/// Two bodies off the middle on a stretched mesh; unsteady.
inline std::string two_bodies() {
  return "[fluid]\nreynolds = 30\n[mesh]\nx = 0 12\ny = 0 6\ncells = 61 29\n"
         "x_stretch = geometric 1.01\ny_stretch = geometric 1.02\n"
         "[body]\nrectangle = 4 1.2 5 2.4\ncircle = 6.5 3.5 0.6\n"
         "[boundary]\nwest = inflow\neast = outflow\nsouth = wall\nnorth = symmetry\n"
         "[scheme]\ntime = adi\n[time]\nstep = 0.02\nmax_steps = 1\n[linear]\nrelative_tolerance = "
         "1e-12\n";
}

/// Unsteady flow, from whose last step the force on any box of nodes follows.
class Stepping {
 public:
  explicit Stepping(const Flow& flow)
      : flow_(flow), simulation(flow.c, flow.nodes, [this](const psi_omega::FlowParts& parts) {
          auto operations = psi_omega::make_serial_operations(parts);
          on_ = operations.get();
          return operations;
        }) {
    simulation.start();
  }
  void run(double dt, int steps) {
    dt_ = dt;
    for (int step = 1; step <= steps; ++step) simulation.advance(dt, dt * step, 1);
  }
  psi_omega::Force force(const mesh::CellBox& box) const {
    using psi_omega::Field;
    const auto psi = on_->read(Field::psi_old), psi_after = on_->read(Field::psi),
               before = on_->read(Field::omega_old), between = on_->read(Field::star),
               after = on_->read(Field::omega);
    return psi_omega::force_inside(flow_.c, flow_.nodes, box,
                                   {psi, psi_after, before, between, after, dt_});
  }

 private:
  const Flow& flow_;
  psi_omega::Operations* on_ = nullptr;
  double dt_ = 0;

 public:
  Simulation simulation;
};

inline mesh::CellBox widened(const mesh::CellBox& box, int by) {
  return {box.i0 - by, box.j0 - by, box.i1 + by, box.j1 + by};
}

/// Steps until the vorticity changes by less than `change` per time.
inline long run_to_steady(Simulation& simulation, double change, long most) {
  double time = 0;
  for (long step = 1; step <= most; ++step) {
    const double dt = simulation.time_step();
    const auto result = simulation.advance(dt, time += dt, 1);
    REQUIRE(!result.diverged);
    if (step % 10 == 0 && simulation.change_over_step() / dt < change) return step;
  }
  return most;
}

inline std::vector<double> values(const methods::State& simulation, const std::string& name,
                                  methods::Level level = methods::Level::current) {
  const auto arrays = simulation.download(level);
  return methods::values_named(arrays, name);
}

}  // namespace psi_tests
