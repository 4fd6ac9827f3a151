#include "solver/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace slipflow::psi_omega {

namespace {
using methods::Arrays;
using methods::values_named;

constexpr double kMostLineReynolds = 400;  // up to which the lines may be relaxed less

// A disturbance of the vorticity of 0.2 per time, long enough to break the symmetry of a wake.
constexpr double kKick = 0.2, kKickBegin = 1, kKickEnd = 3;

Arrays arrays_of(State state) {
  Arrays arrays;
  arrays.push_back({"psi", std::move(state.psi)});
  arrays.push_back({"omega", std::move(state.omega)});
  return arrays;
}

// Of scheme.time = rows: relaxation of the vorticity in the flow and at walls.
std::pair<double, double> line_relaxation(double reynolds) {
  return reynolds <= kMostLineReynolds ? std::pair{0.5, 0.5} : std::pair{0.3, 0.02};
}
}  // namespace

double chosen_step(const Case& c) {
  const double h = c.smallest_width();
  return c.scheme.time == TimeScheme::rows ? 1 : std::min(4 * h, 1.6 * c.reynolds * h * h);
}

std::vector<const Island*> free_islands(const Nodes& nodes) {
  std::vector<const Island*> islands;
  for (const Island& island : nodes.islands)
    if (!island.given_psi) islands.push_back(&island);
  return islands;
}

Simulation::Simulation(const Case& c, const Nodes& nodes) : case_(c), nodes_(nodes) {}

void Simulation::start() {
  auto fields = start_fields(case_, nodes_);
  write({std::move(fields.psi), std::move(fields.omega)});
  solve_psi();
}

// The step depends on no older psi, so that it counts as that of both levels.
Arrays Simulation::download(methods::Level level) const {
  State state = read();
  if (level == methods::Level::old) state.omega = read_old_omega();
  return arrays_of(std::move(state));
}

void Simulation::upload(Arrays fields) {
  write({values_named(fields, "psi"), values_named(fields, "omega")});
}

void Simulation::upload_old(Arrays fields, double) {
  write_old_omega(values_named(fields, "omega"));
}

double Simulation::time_step() {
  if (case_.time.step) return *case_.time.step;
  if (!case_.time.courant) return chosen_step(case_);
  return *case_.time.courant / largest_courant_rate();
}

StepControl Simulation::control(double dt, double end) const {
  const auto& given = case_.relaxation;
  StepControl control{.dt = dt};
  if (case_.scheme.time == TimeScheme::rows) {
    const auto [flow, wall] = line_relaxation(case_.reynolds);
    control.relaxation = given.vorticity.value_or(flow);
    control.wall_relaxation = given.wall.value_or(wall);
  }
  if (case_.scheme.time == TimeScheme::steady) {
    const double h = case_.smallest_width();
    control.wall_relaxation =
        given.wall.value_or(std::min(1.0, 0.16 * case_.reynolds * h * h / dt));
  }
  if (case_.kick && end > kKickBegin && end < kKickEnd) control.kick = kKick * dt;
  return control;
}

methods::StepResult Simulation::advance(double dt, double end, double factor) {
  changes_ = step(control(dt, end));
  const methods::Changes changes{{changes_.omega, changes_.wall}};
  return {.inner = std::max(changes_.psi_iterations, 1),
          .first = changes,
          .last = changes,
          .factor = factor,
          .converged = changes_.psi_converged,
          .diverged = !std::isfinite(changes.largest())};
}

double Simulation::change_over_step() {
  const State now = read();
  const auto old = read_old_omega();
  double largest = 0;
  for (std::size_t k = 0; k < old.size(); ++k)
    largest = std::fmax(largest, std::abs(now.omega[k] - old[k]));
  return largest;
}

std::string Simulation::warning_of_unconverged(long step, const methods::StepResult&, bool first) {
  return first ? fmt::format(
                     "step {}: psi did not reach psi.tolerance within psi.max = {} "
                     "iterations",
                     step, case_.psi_max)
               : "";
}

Error Simulation::divergence(const methods::StepEnd& at, const methods::StepResult&) {
  const State state = read();
  const auto layout = case_.mesh.layout();
  std::string where;
  for (int j = 0; j <= layout.ny && where.empty(); ++j)
    for (int i = 0; i <= layout.nx && where.empty(); ++i)
      if (!std::isfinite(state.omega[layout.at(i, j)]))
        where = fmt::format(", first at node ({}, {})", i, j);
  const char* advice = case_.scheme.time == TimeScheme::rows
                           ? "lower relaxation.vorticity and relaxation.wall"
                           : "take a smaller time step";
  return {ExitStatus::diverged,
          fmt::format("diverged at step {}, t = {:.6g}: omega is not finite{}; {}", at.step,
                      at.time, where, advice)};
}

std::vector<double> Simulation::history() {
  const State state = read();
  const auto [least, most] = std::minmax_element(state.psi.begin(), state.psi.end());
  return {*least, *most};
}

methods::Samples Simulation::sample(const std::vector<methods::Point>& points) {
  return psi_omega::sample(case_, nodes_, read(), points);
}

methods::FrameValues Simulation::frame(const std::vector<std::string>& names,
                                       const std::vector<methods::Point>& points) {
  const State state = read();
  methods::FrameValues values;
  for (const auto& name : names) values.fields.push_back(cell_field(case_, state, name));
  values.samples = psi_omega::sample(case_, nodes_, state, points);
  return values;
}

void Simulation::start_averages(const methods::Averages& from) {
  averages_.start(from, case_.output.averages.size(), static_cast<std::size_t>(case_.mesh.cells()));
}

void Simulation::add_to_averages(double time) {
  const State state = read();
  std::vector<methods::CellField> fields;
  for (const auto& name : case_.output.averages) fields.push_back(cell_field(case_, state, name));
  averages_.add(fields, time);
}

}  // namespace slipflow::psi_omega
