#include "solver/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace slipflow::psi_omega {

namespace {
using methods::Arrays;
using methods::values_named;

constexpr double kResponseTolerance = 1e-12;  // of the equation for the response of an island
constexpr double kMostLineReynolds = 400;     // above it lines are under-relaxed more

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

Simulation::Simulation(const Case& c, const Nodes& nodes, const MakeOperations& make)
    : case_(c),
      nodes_(nodes),
      levels_(make_levels(c, nodes)),
      on_(make({c, nodes, levels_})),
      islands_(c, nodes, *on_, [&] {
        solve_poisson(*on_, levels_.levels.size(), kResponseTolerance, case_.psi_max);
      }) {}

void Simulation::start() {
  auto fields = start_fields(case_, nodes_);
  write({std::move(fields.psi), std::move(fields.omega)});
  solve_psi();
}

void Simulation::write(const State& state) {
  on_->write(Field::psi, state.psi);
  on_->write(Field::omega, state.omega);
  on_->write(Field::omega_old, state.omega);
}

State Simulation::read() const { return {on_->read(Field::psi), on_->read(Field::omega)}; }

// A step depends on no older psi: psi is the same in both levels.
Arrays Simulation::download(methods::Level level) const {
  return arrays_of({on_->read(Field::psi),
                    on_->read(level == methods::Level::old ? Field::omega_old : Field::omega)});
}

void Simulation::upload(Arrays fields) {
  write({values_named(fields, "psi"), values_named(fields, "omega")});
}

void Simulation::upload_old(Arrays fields, double) {
  on_->write(Field::omega_old, values_named(fields, "omega"));
}

StepChanges Simulation::step(const StepControl& control) {
  const bool lines = case_.scheme.time == TimeScheme::rows;
  StepChanges changes;
  if (lines) {
    if (case_.has_outlet()) on_->solve(Family::outlet, Field::omega, {}, Field::psi);
    on_->solve(Family::psi, Field::omega, {}, Field::star);
    on_->swap(Field::psi, Field::star);
    islands_.correct(*on_);
  }
  on_->set_velocities();
  changes.wall = on_->set_wall_vorticity(control.wall_relaxation);
  if (control.kick != 0) kick(control.kick);
  if (lines) {
    changes.omega = iterate_lines(control.relaxation);
  } else {
    changes.omega = advance_vorticity(control.dt);
    changes.psi = solve_psi();
  }
  return changes;
}

double Simulation::iterate_lines(double relaxation) {
  if (case_.has_outlet()) on_->copy_to_outlet();
  on_->solve(Family::steady, Field::omega, {.relaxation = relaxation}, Field::omega_old);
  on_->swap(Field::omega, Field::omega_old);
  return on_->largest_change(Field::omega, Field::omega_old);
}

double Simulation::advance_vorticity(double dt) {
  if (case_.has_outlet()) on_->keep_outlet_omega(dt);
  on_->solve(Family::half_x, Field::omega, {.dt = dt}, Field::star);
  on_->solve(Family::half_y, Field::star, {.dt = dt}, Field::omega_old);
  on_->swap(Field::omega, Field::omega_old);
  if (case_.has_outlet()) on_->store_outlet_omega();
  return on_->largest_change(Field::omega, Field::omega_old);
}

PoissonResult Simulation::solve_psi() {
  if (case_.has_outlet()) on_->solve(Family::outlet, Field::omega, {}, Field::psi);
  const auto result =
      solve_poisson(*on_, levels_.levels.size(), case_.psi_tolerance, case_.psi_max);
  islands_.correct(*on_);
  return result;
}

// In a box from 0.3 to 2.3 heights of each island behind it.
void Simulation::kick(double amount) {
  const auto& x = case_.mesh.x.faces;
  const auto& y = case_.mesh.y.faces;
  for (const Island* island : free_islands(nodes_)) {
    const auto& box = island->nodes;
    const double height = y[box.j1] - y[box.j0];
    const auto first = std::lower_bound(x.begin(), x.end(), x[box.i1] + 0.3 * height);
    const auto last = std::upper_bound(x.begin(), x.end(), x[box.i1] + 2.3 * height);
    const int i0 = static_cast<int>(first - x.begin());
    const int i1 = std::min(static_cast<int>(last - x.begin()), case_.mesh.x.cells()) - 1;
    if (i0 <= i1) on_->add_to_omega({i0, box.j0, i1, box.j1}, amount);
  }
}

double Simulation::time_step() {
  if (case_.time.step) return *case_.time.step;
  if (!case_.time.courant) return chosen_step(case_);
  on_->set_velocities();
  const double rate = on_->largest_courant_rate();
  return rate > 0 ? *case_.time.courant / rate : chosen_step(case_);
}

StepControl Simulation::control(double dt, double end) const {
  const Relaxation& chosen = case_.relaxation;
  StepControl control{.dt = dt};
  if (case_.scheme.time == TimeScheme::rows) {
    const auto [flow, wall] = line_relaxation(case_.reynolds);
    control.relaxation = chosen.vorticity.value_or(flow);
    control.wall_relaxation = chosen.wall.value_or(wall);
  }
  if (case_.scheme.time == TimeScheme::steady) {
    const double h = case_.smallest_width();
    control.wall_relaxation =
        chosen.wall.value_or(std::min(1.0, 0.16 * case_.reynolds * h * h / dt));
  }
  if (case_.kick && end > kKickBegin && end < kKickEnd) control.kick = kKick * dt;
  return control;
}

methods::StepResult Simulation::advance(double dt, double end, double factor) {
  changes_ = step(control(dt, end));
  const methods::Changes changes{{changes_.omega, changes_.wall}};
  return {.inner = std::max(changes_.psi.iterations, 1),
          .first = changes,
          .last = changes,
          .factor = factor,
          .converged = changes_.psi.converged,
          .diverged = !std::isfinite(changes.largest())};
}

// Walls are relaxed before the step: StepChanges::wall has their change.
double Simulation::change_over_step() {
  return on_->largest_change(Field::omega, Field::omega_old);
}

std::string Simulation::warning_of_unconverged(long step, const methods::StepResult&, bool first) {
  return first ? fmt::format(
                     "step {}: psi did not reach psi.tolerance within psi.max = {} "
                     "iterations; raise one of them",
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
  const std::string advice = case_.scheme.time == TimeScheme::rows
                                 ? "lower relaxation.vorticity and relaxation.wall"
                                 : fmt::format("take a time.step below {:.3g}", at.dt);
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
