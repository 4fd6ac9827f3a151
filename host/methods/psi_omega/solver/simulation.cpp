#include "solver/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "output/surfaces.hpp"

namespace slipflow::psi_omega {

namespace {
using methods::Arrays;
using methods::values_named;

constexpr double kResponseTolerance = 1e-12;  // of the equation for the response of an island
constexpr double kPartOfSteadyChange = 1e-4;  // an error of psi is larger in omega at walls
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

// linear.relative_tolerance or, so that time.steady can be reached, less, as far as rounding lets
// it.
double tolerance_of_psi(const Case& c) {
  if (c.time.steady == 0) return c.linear.relative_tolerance;
  const double h = c.smallest_width();
  const double rounding = 4 * std::numeric_limits<double>::epsilon() / (h * h);
  return std::min(c.linear.relative_tolerance,
                  std::max(kPartOfSteadyChange * c.time.steady, rounding));
}
}  // namespace

double chosen_step(const Case& c) {
  if (c.scheme.time == TimeScheme::rows) return 1;
  const double h = c.smallest_width();
  return std::min((c.bodies.empty() ? 4 : 1) * h, 1.6 * c.reynolds * h * h);
}

Simulation::Simulation(const Case& c, const Nodes& nodes, const MakeOperations& make)
    : case_(c),
      nodes_(nodes),
      on_(make({c, nodes})),
      islands_(c, nodes, *on_, [&] { on_->solve_psi(kResponseTolerance); }),
      averages_(c.output.averages, static_cast<std::size_t>(c.mesh.cells()),
                [&](const auto& names) { return cell_fields(names); }) {}

void Simulation::start() {
  auto fields = start_fields(case_, nodes_);
  // A body that is put into a flow does not change the circulation around it.
  on_->write(Field::psi, fields.psi);
  on_->islands().want_circulations(on_->islands().circulations());
  set_psi_of_islands(case_, nodes_, fields.psi);
  write({std::move(fields.psi), std::move(fields.omega)});
  solve_psi();
  on_->copy(Field::psi, Field::psi_old);
}

void Simulation::write(const psi_omega::State& state) {
  state_.reset();
  for (const Field psi : {Field::psi, Field::psi_old}) on_->write(psi, state.psi);
  for (const Field omega : {Field::omega, Field::omega_old}) on_->write(omega, state.omega);
}

const State& Simulation::present() {
  if (!state_) state_ = {on_->read(Field::psi), on_->read(Field::omega)};
  return *state_;
}

Arrays Simulation::download(methods::Level level) const {
  const bool old = level == methods::Level::old;
  return arrays_of({on_->read(old ? Field::psi_old : Field::psi),
                    on_->read(old ? Field::omega_old : Field::omega)});
}

void Simulation::upload(Arrays fields) {
  write({values_named(fields, "psi"), values_named(fields, "omega")});
}

void Simulation::upload_old(Arrays fields, double dt) {
  on_->write(Field::psi_old, values_named(fields, "psi"));
  on_->write(Field::omega_old, values_named(fields, "omega"));
  dt_ = dt;
  if (case_.scheme.time != TimeScheme::adi || dt == 0) return;
  // omega between the half steps, which forces need.
  on_->swap(Field::psi, Field::psi_old);
  on_->set_velocities();
  on_->solve(Family::half_x, Field::omega_old, {.dt = dt}, Field::star);
  on_->swap(Field::psi, Field::psi_old);
}

PsiResult Simulation::step(const StepControl& control) {
  const bool lines = case_.scheme.time == TimeScheme::rows;
  state_.reset();
  if (case_.scheme.time == TimeScheme::adi) on_->copy(Field::psi, Field::psi_old);
  if (lines) solve_psi_lines();
  on_->set_velocities();
  on_->set_wall_vorticity(control.wall_relaxation);
  if (control.kick != 0) kick(control.kick);
  lines ? iterate_lines(control.relaxation) : advance_vorticity(control.dt);
  on_->find_largest_change(Field::omega, Field::omega_old);
  return lines ? PsiResult{} : solve_psi();
}

void Simulation::solve_psi_lines() {
  if (case_.has_outlet()) on_->solve(Family::outlet, Field::omega, {}, Field::psi);
  on_->solve(psi_lines(case_), Field::omega, {}, Field::star);
  // With this step the viscous flux balances the part of the wall in the circulation at once.
  const double h = case_.smallest_width();
  islands_.advance(on_->islands(), 0.5 * case_.reynolds * h * h, true);
  on_->swap(Field::psi, Field::star);
  islands_.correct(on_->islands());
}

void Simulation::iterate_lines(double relaxation) {
  if (case_.has_outlet()) on_->copy_to_outlet();
  on_->solve(steady_lines(case_), Field::omega, {.relaxation = relaxation}, Field::omega_old);
  on_->swap(Field::omega, Field::omega_old);
}

void Simulation::advance_vorticity(double dt) {
  if (case_.has_outlet()) on_->keep_outlet_omega(dt);
  on_->solve(Family::half_x, Field::omega, {.dt = dt}, Field::star);
  on_->solve(Family::half_y, Field::star, {.dt = dt}, Field::omega_old);
  on_->swap(Field::omega, Field::omega_old);
  islands_.advance(on_->islands(), dt, false);
  if (case_.has_outlet()) on_->store_outlet_omega();
}

PsiResult Simulation::solve_psi() {
  if (case_.has_outlet()) on_->solve(Family::outlet, Field::omega, {}, Field::psi);
  PsiResult result;
  try {
    const auto solved = on_->solve_psi(tolerance_of_psi(case_));
    result = {solved.iterations, solved.converged};
  } catch (const Error& error) {
    if (error.status() != ExitStatus::diverged) throw;
    result.converged = false;  // The change of omega tells how.
  }
  islands_.correct(on_->islands());
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
  const bool lines = case_.scheme.time == TimeScheme::rows;
  if (case_.time.step) return *case_.time.step * (lines ? 1 : pace_.part());
  if (!case_.time.courant) return chosen_step(case_) * (lines ? 1 : pace_.part());
  on_->set_velocities();
  on_->find_courant_rate();
  const double rate = on_->numbers()[PO_COURANT_RATE];
  return rate > 0 ? *case_.time.courant / rate : chosen_step(case_);
}

StepControl Simulation::control(double dt, double end) const {
  const Relaxation& chosen = case_.relaxation;
  StepControl control{.dt = dt};
  if (case_.scheme.time == TimeScheme::rows) {
    const auto [flow, wall] = line_relaxation(case_.reynolds);
    control.relaxation = pace_.part() * chosen.vorticity.value_or(flow);
    control.wall_relaxation = pace_.part() * chosen.wall.value_or(wall);
  }
  if (case_.scheme.time == TimeScheme::steady) {
    const double h = case_.smallest_width();
    control.wall_relaxation =
        pace_.part() * chosen.wall.value_or(std::min(1.0, 0.16 * case_.reynolds * h * h / dt));
  }
  if (case_.kick && end > kKickBegin && end < kKickEnd) control.kick = kKick * dt;
  return control;
}

methods::StepResult Simulation::advance(double dt, double end, double factor) {
  dt_ = dt;
  const PsiResult psi = step(control(dt, end));
  const auto numbers = on_->numbers();
  const methods::Changes changes{{numbers[PO_OMEGA_CHANGE], numbers[PO_WALL_CHANGE]}};
  const auto warning = pace_.watch(case_.scheme.time, changes.values[0], dt, case_.time.steady > 0);
  if (!warning.empty()) warnings_.push_back(warning);
  if (pace_.restarts()) start();
  return {.inner = std::max(psi.iterations, 1),
          .first = changes,
          .last = changes,
          .factor = factor,
          .converged = psi.converged || pace_.restarts(),
          .diverged = !std::isfinite(changes.largest()) && !pace_.restarts()};
}

// Walls are relaxed before the step: PO_WALL_CHANGE is their change.
double Simulation::change_over_step() {
  // Changes begin to shrink anew.
  if (pace_.restarts() || pace_.halves()) return std::numeric_limits<double>::infinity();
  on_->find_largest_change(Field::omega, Field::omega_old);
  return largest_change();
}

double Simulation::largest_change() { return on_->numbers()[PO_OMEGA_CHANGE]; }

std::string Simulation::warning_of_unconverged(long step, const methods::StepResult&, bool first) {
  return first ? fmt::format(
                     "step {}: psi did not reach {} within linear.max = {} iterations; raise one "
                     "of them",
                     step,
                     tolerance_of_psi(case_) < case_.linear.relative_tolerance
                         ? "what time.steady asks for"
                         : "linear.relative_tolerance",
                     case_.linear.max)
               : "";
}

std::vector<std::string> Simulation::warnings_after(long) { return std::exchange(warnings_, {}); }

Error Simulation::divergence(const methods::StepEnd& at, const methods::StepResult&) {
  const auto layout = case_.mesh.layout();
  std::string where;
  for (int j = 0; j <= layout.ny && where.empty(); ++j)
    for (int i = 0; i <= layout.nx && where.empty(); ++i)
      if (!std::isfinite(present().omega[layout.at(i, j)]))
        where = fmt::format(", first at node ({}, {})", i, j);
  const std::string advice = case_.scheme.time == TimeScheme::rows
                                 ? "lower relaxation.vorticity and relaxation.wall"
                                 : fmt::format("take a time.step below {:.3g}", at.dt);
  return {ExitStatus::diverged,
          fmt::format("diverged at step {}, {} = {:.6g}: omega is not finite{}; {}", at.step,
                      name_of(case_.time.kind), at.time, where, advice)};
}

std::vector<double> Simulation::history() {
  const auto& psi = present().psi;
  const auto [least, most] = std::minmax_element(psi.begin(), psi.end());
  return {*least, *most};
}

std::vector<Force> Simulation::forces() {
  if (free_islands(nodes_).empty()) return {};
  const psi_omega::State& now = present();
  if (case_.scheme.time != TimeScheme::adi || dt_ == 0)
    return forces_on_islands(case_, nodes_, steady_fields(now.psi, now.omega));
  const auto psi = on_->read(Field::psi_old), omega = on_->read(Field::omega_old),
             between = on_->read(Field::star);
  return forces_on_islands(case_, nodes_, {psi, now.psi, omega, between, now.omega, dt_});
}

std::vector<std::vector<double>> Simulation::tables() {
  std::vector<double> line;
  for (const Force& force : forces()) line.insert(line.end(), {force.x, force.y});
  if (line.empty()) return {};
  return {line};
}

std::vector<methods::BodySummary> Simulation::body_summaries() {
  return force_summaries(nodes_, forces());
}

std::vector<double> Simulation::surface_numbers() {
  return psi_omega::surface_numbers(case_, present().psi, present().omega, forces());
}

methods::Samples Simulation::sample(const std::vector<methods::Point>& points) {
  return psi_omega::sample(case_, nodes_, present(), points);
}

std::vector<methods::CellField> Simulation::cell_fields(const std::vector<std::string>& names) {
  std::vector<methods::CellField> fields;
  for (const auto& name : names) fields.push_back(cell_field(case_, present(), name));
  return fields;
}

methods::FrameValues Simulation::frame(const std::vector<std::string>& names,
                                       const std::vector<methods::Point>& points) {
  return {cell_fields(names), sample(points)};
}

}  // namespace slipflow::psi_omega
