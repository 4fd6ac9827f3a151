#include "slipflow/piso/problem.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "output/surface_loads.hpp"
#include "slipflow/box/si_units.hpp"
#include "solver/simulation.hpp"

namespace slipflow::piso {

namespace {
std::vector<methods::TableInfo> tables_of(const Case& c) {
  std::vector<methods::TableInfo> tables;
  const auto surfaces = surfaces_of(c);
  if (auto columns = force_columns(c, surfaces); !columns.empty())
    tables.push_back({methods::kForcesTable, columns,
                      std::vector<std::string>(columns.size(), force_unit(c.axes))});
  if (auto columns = flow_columns(c, surfaces); !columns.empty())
    tables.push_back(
        {"flows.csv", columns, std::vector<std::string>(columns.size(), boxes::flow_unit(c.axes))});
  return tables;
}
}  // namespace

Problem::Problem(const config::Settings& settings) : PlainProblem("piso", make_case(settings)) {
  outputs_ = {
      .length_unit = "",
      .fields = field_list(case_),
      .measured = measured_names(case_.axes),
      .compared = {kVelocities.begin(), kVelocities.begin() + case_.axes},
      .changes = {"u", "p"},
      .history_columns = {"velocity_iterations", "pressure_iterations", "continuity", "courant"},
      .tables = tables_of(case_),
      .surfaces = surface_list(case_, surfaces_of(case_))};
  outputs_.compared.emplace_back("p");
}

std::optional<double> Problem::reference_velocity() const {
  const double speed = largest_speed(case_);
  return speed > 0 ? std::optional(speed) : std::nullopt;
}

std::vector<methods::BodyForce> Problem::body_forces() const {
  return forces_in_table(case_, surfaces_of(case_), reference_length());
}

std::string Problem::scheme() const {
  const FlowCase& flow = case_.flow;
  const std::string time = case_.is_steady() ? "" : flow.bdf2 ? " bdf2" : " euler";
  return fmt::format("{}{} {}", text_of(kAlgorithms, flow.algorithm), time,
                     text_of(kConvections, flow.convection));
}

std::vector<methods::Derived> Problem::derived() const {
  const FlowCase& flow = case_.flow;
  if (!case_.is_steady())
    return {{"pressure equations", fmt::format("{} in a step", flow.correctors)}};
  return {{"relaxation", fmt::format("velocity {:.3g}, pressure {:.3g}", flow.relax_velocity,
                                     flow.relax_pressure)}};
}

std::vector<std::string> Problem::warnings() const {
  if (case_.poly) {
    const auto warning = mesh::warning_of_pieces(*case_.poly);
    return warning.empty() ? std::vector<std::string>() : std::vector{warning};
  }
  return setup::warnings_of_gaps(gap_region(case_));
}

drawing::MeshPicture Problem::picture() const {
  std::vector<std::string> surfaces;
  for (const auto& surface : case_.surfaces) surfaces.push_back(surface.in_words(case_.axes));
  return boxes::picture_of(case_, std::move(surfaces));
}

std::vector<const std::vector<double>*> Problem::boundary_tables() const {
  std::vector<const std::vector<double>*> tables = {&case_.mesh_digest};
  for (const Condition& surface : case_.surfaces)
    if (const auto& table = surface.over_time.table)
      tables.insert(tables.end(), {&table->times, &table->factors});
  return tables;
}

double Problem::first_time_step() const {
  if (case_.is_steady()) return 1;
  if (case_.time.step) return *case_.time.step;
  return on_host()->stepper().time_step();
}

// The same number of iterations of each linear system; few, so that they do not end before.
void Problem::fix_iterations(int count) { case_.flow.fixed_iterations = std::min(count, 3); }

std::unique_ptr<methods::Simulation> Problem::on_host() const {
  return std::make_unique<Simulation>(case_);
}

std::unique_ptr<methods::Simulation> Problem::make(const opencl::Queue& queue,
                                                   const methods::Launch& launch) const {
  return std::make_unique<Simulation>(case_, queue, launch);
}

// The least that an iteration of the pressure must read and write: vectors of conjugate gradients
// and coefficients of the faces.
std::vector<methods::PassInfo> Problem::passes() const {
  return {{"iteration of the pressure", 8, 4}};
}

double Problem::device_bytes() const { return bytes_of(case_); }
// A device keeps gradients in vectors of its linear solver.
double Problem::serial_bytes() const {
  const auto cells = static_cast<double>(case_.mesh.cells());
  const double gradients = case_.skewed ? 2 : case_.oblique ? 1 : 0;
  return bytes_of(case_) + gradients * cells * case_.axes * case_.axes * sizeof(double);
}
// Measured on boxes and tetrahedra.
double Problem::geometry_bytes() const {
  const double of_cell = case_.axes > 2 ? 640 : 460;
  return of_cell * static_cast<double>(case_.mesh.cells());
}

}  // namespace slipflow::piso
