#include "slipflow/psi_omega/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "backends/operations.hpp"
#include "case/nodes.hpp"
#include "case/resolution.hpp"
#include "output/surfaces.hpp"
#include "slipflow/box/conditions.hpp"
#include "solver/simulation.hpp"

namespace slipflow::psi_omega {

Problem::Problem(const config::Settings& settings)
    : PlainProblem("psi_omega", make_case(settings)),
      nodes_(std::make_unique<const Nodes>(make_nodes(settings, case_))) {
  outputs_ = {.fields = field_list(),
              .measured = {"psi", "omega", "u", "v"},
              .changes = {"omega", "wall_omega"},
              .history_columns = {"psi_min", "psi_max"},
              .history_units = {"U L", "U L"},
              .tables = force_tables(*nodes_),
              .surfaces = surface_list(case_, *nodes_)};
}

Problem::~Problem() = default;

std::vector<methods::BodyForce> Problem::body_forces() const { return forces_in_table(*nodes_); }

double Problem::reference_length() const {
  const auto islands = free_islands(*nodes_);
  return islands.empty() ? methods::length_of_first(case_.bodies) : islands[0]->reference_length;
}

std::string Problem::scheme() const {
  return fmt::format("{} {}", text_of(kTimeSchemes, case_.scheme.time),
                     text_of(kConvections, case_.scheme.convection));
}

std::vector<methods::Number> Problem::numbers() const {
  return {{"reynolds", "Re", case_.reynolds}};
}

std::vector<methods::Derived> Problem::derived() const {
  const auto [x, y] = cell_reynolds_numbers(case_);
  return {
      {"cell Reynolds number",
       fmt::format("{:.4g} in x, {:.4g} in y, where coarsest, for the largest prescribed velocity",
                   x, y)}};
}

drawing::MeshPicture Problem::picture() const {
  std::array<std::string, 4> sides;
  std::ranges::transform(case_.sides, sides.begin(), &Side::in_words);
  return boxes::picture_of(case_.title, case_.bodies, sides,
                           std::vector<std::string>(case_.bodies.size(), "body"));
}

std::vector<const std::vector<double>*> Problem::boundary_tables() const {
  return {&case_.sides[mesh::west].speed};
}

double Problem::first_time_step() const {
  if (case_.time.step) return *case_.time.step;
  if (!case_.time.courant) return chosen_step(case_);
  const auto simulation = on_host();
  simulation->state().start();
  return simulation->stepper().time_step();
}

void Problem::add_derived(methods::Arrays& arrays) const {
  const auto layout = case_.mesh.layout();
  const auto psi = methods::values_named(arrays, "psi");
  std::vector<double> u(layout.size()), v(layout.size());
  for (int j = 0; j <= layout.ny; ++j)
    for (int i = 0; i <= layout.nx; ++i) {
      const Velocity at = velocity_at(case_, *nodes_, psi, i, j);
      u[layout.at(i, j)] = at.u;
      v[layout.at(i, j)] = at.v;
    }
  arrays.push_back({"u", std::move(u)});
  arrays.push_back({"v", std::move(v)});
}

// The equation of psi is solved by that many iterations.
void Problem::fix_iterations(int count) {
  case_.linear.relative_tolerance = 0;
  case_.linear.max = count;
}

std::unique_ptr<methods::Simulation> Problem::on_host() const {
  return std::make_unique<Simulation>(case_, *nodes_, make_serial_operations);
}

std::unique_ptr<methods::Simulation> Problem::make(const opencl::Queue& queue,
                                                   const methods::Launch& launch) const {
  return std::make_unique<Simulation>(case_, *nodes_, [&](const FlowParts& parts) {
    return make_device_operations(parts, queue, launch);
  });
}

// The least that an iteration must read and write: psi and omega.
std::vector<methods::PassInfo> Problem::passes() const { return {{"step", 2, 2}}; }

double Problem::device_bytes() const { return bytes_of(case_, *nodes_); }

}  // namespace slipflow::psi_omega
