#include "simulation.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "slipflow/setup/point_stencil.hpp"

namespace slipflow::heat {

namespace {
using methods::Arrays;

Arrays fields_of(std::vector<double> T) {
  Arrays fields;
  fields.push_back({"T", std::move(T)});
  return fields;
}

// Calls f(i, j, T of that cell) for all cells of the domain.
template <class F>
void for_cells(const mesh::Mesh& mesh, const std::vector<double>& T, F f) {
  const auto layout = mesh.layout();
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) f(i, j, T[layout.at(i, j)]);
}

// There is one field.
std::vector<methods::CellField> cell_fields(const Case& c, const std::vector<double>& T,
                                            const std::vector<std::string>& names) {
  methods::CellField field{"T", field_list()[0].title(), {}};
  for_cells(c.mesh, T, [&](int, int, double value) { field.values.push_back(value); });
  return {names.size(), field};
}

double value_at(const Case& c, const std::vector<double>& T, const methods::Point& p) {
  const auto& m = c.mesh;
  if (m.solid(m.x.cell_at(p.x), m.y.cell_at(p.y))) return std::numeric_limits<double>::quiet_NaN();
  const auto s = setup::point_stencil({m.x, false, c.periodic(0)}, p.x, {m.y, false, c.periodic(1)},
                                      p.y, [&](int i, int j) { return !m.solid(i, j); });
  double value = 0;
  for (std::size_t k = 0; k < s.place.size(); ++k) value += s.weight[k] * T[s.place[k]];
  return value;
}

methods::Samples samples_of(const Case& c, const std::vector<double>& T,
                            const std::vector<methods::Point>& points) {
  methods::Samples samples;
  for (const auto& point : points) samples.push_back({value_at(c, T, point)});
  return samples;
}
}  // namespace

const std::vector<setup::FieldInfo>& field_list() {
  static const std::vector<setup::FieldInfo> fields = {
      {"T", "temperature T", "", setup::Location::cell_centre, true}};
  return fields;
}

WallFactors wall_factors(const Case& c) {
  WallFactors factors;
  for (const Wall& wall : c.walls) {
    factors.of_cell.push_back(wall.temperature ? -1 : 1);
    factors.shift.push_back(2 * wall.temperature.value_or(0));
  }
  if (c.walls.empty()) factors = {{0}, {0}};  // a device has no empty arrays
  return factors;
}

Simulation::Simulation(const Case& c)
    : case_(c),
      averages_(c.output.averages, static_cast<std::size_t>(c.mesh.cells()),
                [&](const auto& names) { return cell_fields(case_, T(), names); }) {}

void Simulation::start() { upload(fields_of(initial_temperature(case_))); }

Arrays Simulation::download(methods::Level level) const {
  return fields_of(level == methods::Level::current ? T() : read(1 - current_));
}

void Simulation::upload(Arrays fields) {
  for (const int level : {0, 1}) write(level, methods::values_named(fields, "T"));
}

void Simulation::upload_old(Arrays fields, double) {
  write(1 - current_, methods::values_named(fields, "T"));
}

methods::StepResult Simulation::advance(double dt, double, double factor) {
  begin_step(dt);
  iterate();
  const methods::Changes changes{{largest_change()}};
  return {.inner = 1,
          .first = changes,
          .last = changes,
          .factor = factor,
          .converged = true,
          .diverged = !std::isfinite(changes.largest())};
}

void Simulation::iterate() {
  compute_step(current_, dt_);
  current_ = 1 - current_;
}

double Simulation::change_rate(double dt) {
  const auto old = read(1 - current_);
  double largest = 0;
  for_cells(case_.mesh, T(), [&](int i, int j, double value) {
    largest = std::fmax(largest, std::abs(value - old[case_.mesh.layout().at(i, j)]));
  });
  return largest / dt;
}

// Steps are stable, so the state that the run began with was not finite.
Error Simulation::divergence(const methods::StepEnd& at, const methods::StepResult&) {
  return {ExitStatus::diverged,
          fmt::format("diverged at step {}, t = {:.6g}: T is not finite", at.step, at.time)};
}

std::vector<double> Simulation::history() {
  double heat = 0, area = 0;
  for_cells(case_.mesh, T(), [&](int i, int j, double value) {
    if (case_.mesh.solid(i, j)) return;
    const double cell = case_.mesh.x.widths[i] * case_.mesh.y.widths[j];
    heat += cell * value;
    area += cell;
  });
  return {heat / area};
}

methods::Samples Simulation::sample(const std::vector<methods::Point>& points) {
  return samples_of(case_, T(), points);
}

methods::FrameValues Simulation::frame(const std::vector<std::string>& names,
                                       const std::vector<methods::Point>& points) {
  const auto values = T();
  return {cell_fields(case_, values, names), samples_of(case_, values, points)};
}

}  // namespace slipflow::heat
