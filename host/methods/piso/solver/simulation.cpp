#include "simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "output/flow_fields.hpp"
#include "output/samples.hpp"
#include "output/surface_loads.hpp"
#include "slipflow/support/stopwatch.hpp"
#include "state/step_length.hpp"

namespace slipflow::piso {

namespace {
using methods::Arrays;
using methods::Level;

constexpr const char* kAdvice =
    "a shorter time step, a smaller scheme.relax_velocity, scheme.convection = upwind or a larger "
    "linear.max may help";

// bdf2 is not zero-stable where each step is 1 + sqrt(2) times the one before it, or longer.
constexpr double kMostGrowth = 2;
// The first step, one of Euler's, is this part of the one that time.courant allows, so that its
// error does not exceed those of the others.
constexpr double kFirstPart = 0.125;

double largest_residual(const FlowReport& report) {
  return std::max(report.residual_u, report.residual_p);
}
}  // namespace

std::vector<setup::FieldInfo> field_list(const Case& c) {
  using setup::Location;
  const auto unit = [&](const char* name) { return std::string(c.output.units ? name : ""); };
  std::vector<setup::FieldInfo> fields;
  for (int axis = 0; axis < c.axes; ++axis)
    fields.push_back({kVelocities[axis], fmt::format("velocity {}", kVelocities[axis]), unit("L/T"),
                      Location::cell_centre, true});
  fields.push_back({"p", "pressure p", unit(kPressureUnit), Location::cell_centre, true});
  constexpr std::array<Location, 3> kFaces = {
      Location::face_normal_to_x, Location::face_normal_to_y, Location::face_normal_to_z};
  for (const std::string& name : vorticity_names(c.axes))
    fields.push_back({name, name, unit("1/T"), Location::cell_centre});
  const auto fluxes = flux_names(c);
  for (std::size_t k = 0; k < fluxes.size(); ++k)
    fields.push_back({fluxes[k], fluxes[k], "", c.poly ? Location::cell_centre : kFaces[k], true});
  return fields;
}

std::vector<std::string> measured_names(int axes) {
  std::vector<std::string> names(kVelocities.begin(), kVelocities.begin() + axes);
  names.emplace_back("p");
  const auto vorticities = vorticity_names(axes);
  names.insert(names.end(), vorticities.begin(), vorticities.end());
  return names;
}

Simulation::Simulation(const Case& c)
    : case_(c),
      flow_(make_case_flow(c)),
      boundaries_(flow_->mesh(), flow_->flow()),
      machine_(std::make_unique<methods::HostMachine>(bytes_of(c))),
      averages_(averages_of()) {
  solver_.emplace(flow_->mesh(), flow_->flow());
}

Simulation::Simulation(const Case& c, const opencl::Queue& queue, const methods::Launch& launch)
    : case_(c),
      flow_(make_case_flow(c)),
      boundaries_(flow_->mesh(), flow_->flow()),
      workspace_(std::make_unique<opencl::Workspace>(queue)),
      averages_(averages_of()) {
  const double seconds = seconds_of([&] {
    solver_.emplace(*workspace_, flow_->mesh(), flow_->flow(),
                    DeviceChoice{launch.parity, launch.work_group_size});
  });
  machine_ = std::make_unique<methods::DeviceMachine>(*workspace_, launch, launch.work_group_size,
                                                      seconds);
}

methods::HostAverages Simulation::averages_of() {
  return {case_.output.averages, static_cast<std::size_t>(case_.mesh.cells()),
          [&](const auto& names) {
            auto present = fields();
            return cell_fields(names, present);
          }};
}

void Simulation::start() {
  const auto& u = case_.initial_velocity;
  solver_->start(std::vector<SfVector>(flow_->mesh().volumes.size(), SfVector{u[0], u[1], u[2]}));
  report_ = {};
}

Arrays Simulation::download(Level level) const {
  const FlowState state = solver_->state();
  const bool old = level == Level::old;
  return flow_->arrays_of(vectors_of(old ? state.U_old : state.U, flow_->mesh().components),
                          state.p, old ? state.old_fluxes : state.fluxes);
}

void Simulation::upload(Arrays fields) {
  FlowState state;
  state.U = state.U_old = components_of(flow_->velocities_in(fields), flow_->mesh().components);
  state.p = flow_->pressures_in(fields);
  state.fluxes = state.old_fluxes = flow_->fluxes_in(fields);
  solver_->resume(state, solver_->time(), 0);
}

void Simulation::upload_old(Arrays fields, double dt) {
  FlowState state = solver_->state();
  state.U_old = components_of(flow_->velocities_in(fields), flow_->mesh().components);
  state.old_fluxes = flow_->fluxes_in(fields);
  state.dt = dt;
  solver_->resume(state, solver_->time(), 1);
}

void Simulation::archive_numbers(methods::NumberArchive& archive) {
  double time = solver_->time();
  long steps = solver_->steps();
  auto misses = solver_->misses();
  archive("time", time);
  archive("steps", steps);
  archive("residual.velocity", report_.residual_u);
  archive("residual.pressure", report_.residual_p);
  archive("misses.velocity", misses[0]);
  archive("misses.pressure", misses[1]);
  if (!archive.restores()) return;
  solver_->resume(solver_->state(), time, steps);
  solver_->resume_misses(misses);
}

double Simulation::time_step() {
  if (case_.is_steady()) return 1;
  const bool is_given = case_.time.step.has_value();
  const double dt = is_given ? *case_.time.step : chosen_step(case_, solver_->courant_rate());
  const double before = solver_->last_step();
  if (!case_.flow.bdf2) return dt;
  if (before > 0) return std::min(dt, kMostGrowth * before);
  return is_given ? dt : kFirstPart * dt;
}

void Simulation::do_step(double dt, double end) {
  report_ = case_.is_steady() ? solver_->iterate() : solver_->step(dt, end);
  for (const std::string& warning : report_.warnings)
    warnings_.push_back(fmt::format("{}; {}", warning, kAdvice));
}

methods::StepResult Simulation::advance(double dt, double end, double factor) {
  methods::StepResult result;
  result.factor = factor;
  result.converged = true;
  try {
    do_step(dt, end);
  } catch (const Error& error) {
    if (error.status() != ExitStatus::diverged) throw;
    divergence_ = error.what();
    result.diverged = true;
    result.converged = false;
  }
  result.inner = std::max(report_.pressure_iterations, 1);
  result.first.values = result.last.values = {report_.residual_u, report_.residual_p};
  return result;
}

double Simulation::change_rate(double dt) {
  if (!case_.is_steady()) return solver_->largest_change() / dt;
  return solver_->steps() > 0 ? largest_residual(report_) / dt
                              : std::numeric_limits<double>::infinity();
}

double Simulation::largest_change() { return largest_residual(report_); }

double Simulation::varies_until() const {
  double latest = 0;
  for (const Condition& surface : case_.surfaces) {
    if (surface.over_time.table) latest = std::max(latest, surface.over_time.table->times.back());
    if (surface.over_time.is_sine) latest = std::numeric_limits<double>::infinity();
  }
  return latest;
}

Error Simulation::divergence(const methods::StepEnd& at, const methods::StepResult&) {
  return {ExitStatus::diverged,
          fmt::format("diverged at step {}, {} = {:.6g}: {}; {}", at.step, name_of(case_.time.kind),
                      at.time, divergence_, kAdvice)};
}

std::vector<double> Simulation::history() {
  return {static_cast<double>(report_.velocity_iterations),
          static_cast<double>(report_.pressure_iterations), report_.continuity, report_.courant};
}

std::vector<std::vector<double>> Simulation::tables() {
  const auto loads = loads_of(*flow_, solver_->side_loads());
  const auto& surfaces = flow_->surface_of_patch();
  std::vector<std::vector<double>> tables;
  if (!force_columns(case_, surfaces).empty())
    tables.push_back(forces_in_columns(case_, surfaces, loads));
  if (!flow_columns(case_, surfaces).empty())
    tables.push_back(flows_in_columns(case_, surfaces, loads));
  return tables;
}

std::vector<methods::BodySummary> Simulation::body_summaries() {
  const auto loads = loads_of(*flow_, solver_->side_loads());
  std::vector<methods::BodySummary> summaries;
  for (std::size_t patch = 0; patch < loads.size(); ++patch) {
    const Condition& surface =
        case_.surfaces[static_cast<std::size_t>(flow_->surface_of_patch()[patch])];
    if (!surface.is_wall()) {
      summaries.push_back({surface.name, {{"flow_out", loads[patch].flow_out}}});
      continue;
    }
    const SfVector force = sf_plus(loads[patch].pressure, loads[patch].friction);
    summaries.push_back({surface.name, {{"force_x", force.x}, {"force_y", force.y}}});
    if (case_.axes > 2) summaries.back().numbers.push_back({"force_z", force.z});
  }
  return summaries;
}

std::vector<double> Simulation::surface_numbers() {
  FlowFields now = fields();
  const auto velocities = now.side_velocities();
  return piso::surface_numbers(case_, flow_->surface_of_patch(),
                               loads_of(*flow_, now.loads(), velocities));
}

std::vector<methods::CellField> Simulation::cell_fields(const std::vector<std::string>& names,
                                                        FlowFields& fields) const {
  const auto infos = field_list(case_);
  std::vector<methods::CellField> made;
  for (const std::string& name : names) {
    const auto info = std::ranges::find(infos, name, &setup::FieldInfo::name);
    made.push_back({name, info->title(), flow_->in_frame(fields.of_cells(name))});
  }
  return made;
}

methods::Samples Simulation::sample(const std::vector<methods::Point>& points) {
  auto present = fields();
  return samples_at(points, measured_names(case_.axes), case_, *flow_, present);
}

methods::FrameValues Simulation::frame(const std::vector<std::string>& names,
                                       const std::vector<methods::Point>& points) {
  auto present = fields();
  methods::FrameValues values = {
      cell_fields(names, present),
      samples_at(points, measured_names(case_.axes), case_, *flow_, present)};
  if (case_.poly) values.boundary = boundary_fields(*case_.poly, case_.axes, present);
  return values;
}

}  // namespace slipflow::piso
