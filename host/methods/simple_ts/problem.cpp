#include "slipflow/simple_ts/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include "backends/team/team_operations.hpp"
#include "case/quantities.hpp"
#include "output/side_flow.hpp"
#include "output/state_equations.hpp"
#include "output/surfaces.hpp"
#include "output/tables.hpp"
#include "output/wall_data.hpp"
#include "slipflow/simple_ts/case_warnings.hpp"
#include "slipflow/simple_ts/opencl_operations.hpp"
#include "slipflow/simple_ts/simulation.hpp"

namespace slipflow::simple_ts {

namespace {
struct OperationCounts {
  int convective_sums, inner_iteration;
};

// bench/count-operations writes them.
const std::map<std::string, OperationCounts>& operation_counts() {
  static const std::map<std::string, OperationCounts> counts = {
#include "operation_counts.inc"
  };
  return counts;
}

mesh::Decomposition pieces_of(const Case& c, const mesh::Cuts& cuts) {
  const auto axis = [&](int number) {
    return mesh::Decomposition::Axis{cuts.along(number), c.periodic(number)};
  };
  return c.axes() == 3 ? mesh::Decomposition(axis(0), axis(1), axis(2))
                       : mesh::Decomposition(axis(0), axis(1));
}

std::unique_ptr<TeamOperations> make_team_operations(const Case& c, const methods::RankTask& task) {
  const auto make = [&](const Case& piece) {
    return task.queue     ? make_opencl_operations(piece, *task.queue, task.launch)
           : task.threads ? make_threads_operations(piece, task.threads)
                          : make_serial_operations(piece);
  };
  return std::make_unique<TeamOperations>(c, task.team, pieces_of(c, task.cuts), make,
                                          task.requests);
}

// The linear system of the pressures is that of the whole mesh, like the tables of cut walls in
// space.
void check_choices_on_ranks(const Case& c) {
  if (c.cut_in_space)
    throw Error(ExitStatus::bad_input,
                "mesh.walls = cut runs on one rank only on a mesh of three axes: start one process "
                "without the launcher, or set mesh.walls = stairs");
  if (c.march == March::steady)
    throw Error(ExitStatus::bad_input,
                "the march to a steady state runs on one rank only: start one process without the "
                "launcher, or set time.march = transient");
  if (c.splitting.pressure != PressureSolution::jacobi)
    throw Error(ExitStatus::bad_input,
                fmt::format("inner.pressure = {} runs on one rank only: start one process without "
                            "the launcher, or leave inner.pressure out",
                            name_of(c.splitting.pressure)));
}

// "0.5 in x, 1 in y"
std::string cells_per_free_path(const Case& c) {
  std::string text;
  for (int axis = 0; axis < c.axes(); ++axis)
    text +=
        fmt::format("{}{:.4g} in {}", axis > 0 ? ", " : "",
                    c.gas.knudsen / std::ranges::max(c.mesh.axis(axis).widths), setup::kAxes[axis]);
  return text;
}

void add_warning(std::vector<methods::Derived>& lines, const std::string& text) {
  if (!text.empty()) lines.push_back({"WARNING", text});
}

void add_lines_of_cut_cells(const Case& c, std::vector<methods::Derived>& lines) {
  const mesh::CutReport& r = c.cut->report;
  const auto* units = c.output.units.get();
  const auto area = [&](double value) {
    return units ? quantity_text(value, "L^2", units, 3) : fmt::format("{:.3g} L^2", value);
  };
  lines.push_back({"cut cells", fmt::format("{}, the smallest volume fraction of gas is {:.3g}",
                                            r.cut_cells, r.smallest_fraction)});
  const auto add = [&](int cells, const std::string& text) {
    if (cells > 0) lines.push_back({"", text});
  };
  add(r.closed_pieces, fmt::format("{} with several parts of gas: the smaller parts, {}, are solid",
                                   r.closed_pieces, area(r.closed_area)));
  add(r.closed_faces,
      fmt::format("{} faces open for less than 0.001 of their length are closed", r.closed_faces));
  add(r.pockets, fmt::format("{} cells in pockets of up to three are solid, {}", r.pockets,
                             area(r.pocket_area)));
  add(r.dead_ends,
      fmt::format("{} small dead ends are solid, {}", r.dead_ends, area(r.dead_end_area)));
}

void add_lines_of_cut_cells(const mesh::CutReport3& r, std::vector<methods::Derived>& lines) {
  lines.push_back({"cut cells", fmt::format("{}, the smallest volume fraction of gas is {:.3g}",
                                            r.cut_cells, r.smallest_fraction)});
  const auto add = [&](int count, const std::string& text) {
    if (count > 0) lines.push_back({"", fmt::format("{} {}", count, text)});
  };
  add(r.closed_pieces, "with several parts of gas: the smaller parts are solid");
  add(r.closed_faces, "faces open for less than 0.001 of their area are closed");
  add(r.dropped, "with little gas and one or two open faces are solid");
  add(r.pockets, "cells in pockets of up to eight are solid");
}

StepLimits limits_of(const Case& c, const State& state) {
  return equations_of(c, state)->step_limits();
}

double first_step_of(const Case& c, const StepLimits& limits) {
  if (c.march == March::steady) return SteadyMarch(c.time.steady, c.inner).time_step(limits);
  return StepLength(c).next([&] { return limits; });
}

methods::Derived chosen_step_line(const Case& c, const StepLimits& limits) {
  const std::string first = time_text(c, first_step_of(c, limits), 4);
  if (c.march == March::steady)
    return {"march", fmt::format("to the steady state, in steps of a pseudo-time: {} at first, "
                                 "then longer",
                                 first)};
  return {"time step",
          fmt::format("chosen: {} at first, then by the inner iteration, while gas crosses at "
                      "most {} of a cell",
                      first, bounds_of_chosen_step(c).convection)};
}

// Both stages of a step of second order have the inner iteration of an implicit step.
std::string scheme_of_kernels(const Case& c) {
  return fmt::format("{} {}", c.scheme.explicit_convection ? "explicit" : "implicit",
                     c.scheme.name);
}

methods::Outputs outputs_of(const Case& c) {
  const bool in_space = c.axes() == 3;
  const auto measured = measured_fields(c.axes());
  methods::Outputs outputs{.fields = field_list(c.axes()),
                           .measured = {measured.begin(), measured.end()},
                           .changes = {"p", "T", "u", "v"},
                           .history_columns = {"mass"},
                           .history_units = {in_space ? "rho0 L^3" : "rho0 L^2"},
                           .tables = tables_of(c),
                           .surfaces = surfaces_of(c),
                           .cut = c.cut};
  if (in_space) outputs.changes.emplace_back("w");
  for (int side = 0; side < c.side_count(); ++side) {
    outputs.history_columns.push_back(std::string("flow_") + mesh::side_names[side]);
    outputs.history_units.emplace_back(in_space ? "rho0 V0 L^2" : "rho0 V0 L");
  }
  if (c.wall_reference.on) {
    outputs.walls = names_of_walls(c);
    outputs.wall_fields = wall_field_list(c.axes());
  }
  return outputs;
}
}  // namespace

namespace {
// What a checkpoint is compared by besides the tags, which only solid cells have.
std::vector<double> geometry_of_cut_cells(const Case& c) {
  std::vector<double> numbers;
  if (c.cut_in_space) {
    for (const mesh::CutCell3& cell : c.cut_in_space->cells)
      numbers.insert(numbers.end(), {cell.volume, cell.open[0], cell.open[1], cell.open[2]});
    for (const mesh::WallPatch& patch : c.cut_in_space->patches) numbers.push_back(patch.wall);
  }
  if (!c.cut) return numbers;
  for (const mesh::CutCell& cell : c.cut->cells)
    numbers.insert(numbers.end(), {cell.volume, cell.open_x, cell.open_y});
  for (const mesh::WallPiece& piece : c.cut->pieces) numbers.push_back(piece.wall);
  return numbers;
}
}  // namespace

Problem::Problem(const config::Settings& settings, methods::Start start)
    : settings_(settings),
      case_(make_case(settings)),
      cut_geometry_(geometry_of_cut_cells(case_)),
      outputs_(outputs_of(case_)) {
  if (start == methods::Start::read) load_start(settings);
}

Problem::Problem(Case c)
    : case_(std::move(c)),
      cut_geometry_(geometry_of_cut_cells(case_)),
      outputs_(outputs_of(case_)) {}

void Problem::add_derived(methods::Arrays& arrays) const {
  const auto& rho = methods::values_named(arrays, "rho");
  std::vector<double> p(rho.size());
  std::transform(rho.begin(), rho.end(), methods::values_named(arrays, "T").begin(), p.begin(),
                 std::multiplies<>());
  arrays.push_back({"p", std::move(p)});
}

std::vector<methods::BodyForce> Problem::body_forces() const { return forces_on_bodies(case_); }

std::optional<double> Problem::reference_velocity() const {
  return case_.gas.u_stream > 0 ? std::optional(case_.gas.u_stream) : std::nullopt;
}

std::string Problem::scheme() const {
  return case_.scheme.second_order ? "second_order " + case_.scheme.name : scheme_of_kernels(case_);
}

std::vector<methods::Number> Problem::numbers() const {
  const Gas& gas = case_.gas;
  if (gas.u_stream == 0) return {{"knudsen", "Kn", gas.knudsen}};
  return {
      {"mach", "Ma", gas.mach}, {"knudsen", "Kn", gas.knudsen}, {"reynolds", "Re", gas.reynolds()}};
}

std::vector<methods::Derived> Problem::derived() const {
  const Gas& gas = case_.gas;
  const GasFactors factors = gas.factors();
  const auto* units = case_.output.units.get();
  std::vector<methods::Derived> lines = {
      {"factors", fmt::format("A = {:.10g}, B = {:.10g}", factors.A, factors.B)},
      {"", fmt::format("CT1 = {:.10g}, CT2 = {:.10g}, CT3 = {:.10g}", factors.CT1, factors.CT2,
                       factors.CT3)},
      {"cells per mean free path", cells_per_free_path(case_) + ", where coarsest"}};
  if (gas.u_stream != 0)
    lines.insert(
        lines.begin(),
        {"stream", fmt::format("u = {:.10g} V0{}, Re = {:.4g}", gas.u_stream,
                               units ? " = " + quantity_text(gas.u_stream, "V0", units) : "",
                               gas.reynolds())});
  if (case_.cut) add_lines_of_cut_cells(case_, lines);
  if (case_.cut_in_space) add_lines_of_cut_cells(case_.cut_in_space->report, lines);
  if (case_.time.step) add_warning(lines, warning_of_steady(case_, *case_.time.step));
  add_warning(lines, warning_of_thin_shock(case_));
  return lines;
}

std::vector<methods::Derived> Problem::derived_at_start() const {
  const State state = initial_state(case_);
  const StepLimits limits = limits_of(case_, state);
  std::vector<methods::Derived> lines = {
      {"Courant number 1",
       fmt::format("dt = {} at the start", time_text(case_, 1 / limits.signal, 4))}};
  add_warning(lines, PressureSideFlow(case_).warning(state));
  add_warning(lines, OutflowSideFlow(case_).warning_of_inflow(state));
  if (case_.time.courant)
    add_warning(lines, warning_of_steady(case_, courant_time_step(case_, limits)));
  if (case_.march == March::steady || (!case_.time.step && !case_.time.courant))
    lines.push_back(chosen_step_line(case_, limits));
  if (limits.convection == 0 || case_.march == March::steady) return lines;
  const double largest = convergence_limit(case_) / limits.convection;
  const double safe = safe_time_step(case_, limits);
  lines.push_back(
      {"inner iteration", fmt::format("converges below dt = {} at the start; {} is safe",
                                      time_text(case_, largest, 4), time_text(case_, safe, 4))});
  if (case_.time.step && *case_.time.step >= largest)
    add_warning(lines,
                fmt::format("time.step = {} is above that limit; take {} or less",
                            time_text(case_, *case_.time.step, 6), time_text(case_, safe, 3)));
  return lines;
}

std::vector<std::string> Problem::warnings() const { return warnings_of(case_); }

std::vector<const std::vector<double>*> Problem::boundary_tables() const {
  std::vector<const std::vector<double>*> tables;
  for (int number = 0; number < case_.side_count(); ++number) {
    const SideValues& side = case_.side_values[number];
    for (const auto* table : {&side.across, &side.along[0], &side.times, &side.factors})
      tables.push_back(table);
    if (case_.axes() == 3) tables.push_back(&side.along[1]);
  }
  for (const auto& wall : case_.walls) tables.push_back(&wall.temperatures);
  if (!cut_geometry_.empty()) tables.push_back(&cut_geometry_);
  return tables;
}

double Problem::first_time_step() const {
  return first_step_of(case_, limits_of(case_, initial_state(case_)));
}

void Problem::fix_iterations(int count) { case_.inner = {0, count}; }

std::unique_ptr<methods::Simulation> Problem::on_host() const {
  return std::make_unique<Simulation>(case_, make_serial_operations(case_));
}

std::unique_ptr<methods::Simulation> Problem::on_threads(int threads) const {
  return std::make_unique<Simulation>(case_, make_threads_operations(case_, threads));
}

std::unique_ptr<methods::Simulation> Problem::on_device(const opencl::Queue& queue,
                                                        const methods::Launch& launch) const {
  return std::make_unique<Simulation>(case_, make_opencl_operations(case_, queue, launch));
}

std::unique_ptr<methods::Simulation> Problem::lead(const methods::RankTask& task) const {
  check_choices_on_ranks(case_);
  return std::make_unique<Simulation>(case_, make_team_operations(case_, task));
}

void Problem::follow(const methods::RankTask& task) const {
  check_choices_on_ranks(case_);
  make_team_operations(case_, task)->follow();
}

methods::PieceNeeds Problem::needs_of_piece(const mesh::Cuts& cuts, int rank) const {
  check_choices_on_ranks(case_);
  methods::PieceNeeds needs;
  needs.device_bytes = simple_ts::device_bytes(piece_of(case_, pieces_of(case_, cuts), rank));
  for (const mesh::FieldDepth& field : halo_depths(case_))
    needs.values_exchanged += field[1].low + field[1].high;  // along any axis as many
  return needs;
}

methods::Launch Problem::resolve(const opencl::Device& device,
                                 const methods::Launch& launch) const {
  return resolve_options(case_, device, launch);
}

// No sub-domain is higher than the mesh with its last row of faces. In space: lines of the piece of
// a column that a work-item advances, of which there must be many.
int Problem::most_rows() const {
  constexpr int most_in_space = 512;
  if (case_.axes() == 3)
    return std::min(case_.mesh.y.cells() * case_.mesh.z.cells(), most_in_space);
  return case_.mesh.y.cells() + !case_.continues(mesh::north);
}

// The properties of the case that change the code of the kernels or the sub-domains.
std::string Problem::kind_for_tuning() const {
  const Case& c = case_;
  std::string sides, axes;
  for (int side = 0; side < c.side_count(); ++side)
    sides += fmt::format(" {}", side_code(c.sides[side]));
  for (int axis = 0; axis < c.axes(); ++axis)
    axes += c.mesh.axis(axis).uniform ? " uniform" : " stretched";
  return fmt::format(
      "{} in {} precision, diagonal {}, relaxation {}, sides{}, {} bodies, axes{}, "
      "walls {} {} {} {} {} {} {}, {}",
      scheme_of_kernels(c), name_of(c.run.precision), c.splitting.outflow_diagonal,
      c.splitting.relaxation_cycle, sides, c.bodies.size(), axes, c.scheme.density_at_wall,
      c.scheme.no_slip_at_corners, c.has_heat_flow(), c.has_friction_heat(), c.walls_vary(),
      c.has_slip_laws(), c.has_cut_walls(), c.gas.hard_spheres() ? "hard spheres" : "other gas");
}

std::vector<methods::PassInfo> Problem::passes() const {
  const auto found = operation_counts().find(scheme_of_kernels(case_));
  // They are those of uniform meshes in a plane.
  const bool in_space = case_.axes() == 3;
  const bool counted = !in_space && found != operation_counts().end() && case_.mesh.x.uniform &&
                       case_.mesh.y.uniform;
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  const double inner = counted ? found->second.inner_iteration : unknown;
  const double sums = counted ? found->second.convective_sums : unknown;
  const int fields = 2 + case_.axes(), convected = 1 + case_.axes();
  if (!case_.scheme.explicit_convection) return {{"inner iteration", 2 * fields, fields, inner}};
  return {{"inner iteration", 2 * fields + convected, fields, inner},
          {"convection", fields, convected, sums}};
}

double Problem::device_bytes() const { return simple_ts::device_bytes(case_); }
double Problem::cpu_device_bytes() const { return simple_ts::device_bytes(case_, true); }
double Problem::serial_bytes() const { return simple_ts::serial_bytes(case_); }

}  // namespace slipflow::simple_ts
