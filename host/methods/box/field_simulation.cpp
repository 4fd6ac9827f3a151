#include "slipflow/box/field_simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "slipflow/box/samples.hpp"

namespace slipflow::boxes {

using methods::Level;

FieldSimulation::FieldSimulation(const BoxCase& c, setup::FieldInfo field)
    : box_case_(c),
      field_(std::move(field)),
      averages_(c.output.averages, static_cast<std::size_t>(c.mesh.cells()),
                [&](const auto& names) { return cell_fields(names); }) {}

methods::Arrays FieldSimulation::download(Level level) const {
  methods::Arrays arrays;
  arrays.push_back({field_.name, read(level)});
  return arrays;
}

void FieldSimulation::upload(methods::Arrays fields) {
  for (const Level level : {Level::current, Level::old})
    write(level, methods::values_named(fields, field_.name));
}

void FieldSimulation::upload_old(methods::Arrays fields, double) {
  write(Level::old, methods::values_named(fields, field_.name));
}

Error FieldSimulation::divergence(const methods::StepEnd& at, const methods::StepResult&) {
  return {ExitStatus::diverged, fmt::format("diverged at step {}, t = {:.6g}: {} is not finite",
                                            at.step, at.time, field_.name)};
}

double FieldSimulation::value_at(const std::vector<double>& values, const methods::Point& p) const {
  const mesh::Mesh& m = box_case_.mesh;
  const auto layout = m.layout();
  const auto wall_at = [&](Cell cell, int side) -> int {
    cell[static_cast<std::size_t>(mesh::axis_across(side))] += side % 2 == 0 ? -1 : 1;
    return m.tags[layout.at(cell[0], cell[1], cell[2])];
  };
  const SamplePoint point(box_case_, mesh::kPad, p,
                          [&](const Cell& cell, int side) { return wall_at(cell, side) != 0; });
  if (!point.in_domain()) return std::numeric_limits<double>::quiet_NaN();
  return point.value([&](int place) { return values[static_cast<std::size_t>(place)]; },
                     [&](const Cell& cell, int side) -> std::optional<double> {
                       const int wall = wall_at(cell, side);
                       if (wall == 0) return std::nullopt;
                       return value_on_wall(cell, side, wall,
                                            values[layout.at(cell[0], cell[1], cell[2])]);
                     });
}

methods::Samples FieldSimulation::sample(const std::vector<methods::Point>& points) {
  methods::Samples samples;
  if (points.empty()) return samples;
  const auto values = read(Level::current);
  for (const auto& point : points) samples.push_back({value_at(values, point)});
  return samples;
}

std::vector<methods::CellField> FieldSimulation::cell_fields(
    const std::vector<std::string>& names) const {
  const auto layout = box_case_.mesh.layout();
  const auto values = read(Level::current);
  methods::CellField field{field_.name, field_.title(), {}};
  for (int k = 0; k < std::max(layout.nz, 1); ++k)
    for (int j = 0; j < std::max(layout.ny, 1); ++j)
      for (int i = 0; i < layout.nx; ++i) field.values.push_back(values[layout.at(i, j, k)]);
  return {names.size(), field};
}

methods::FrameValues FieldSimulation::frame(const std::vector<std::string>& names,
                                            const std::vector<methods::Point>& points) {
  return {cell_fields(names), sample(points)};
}

}  // namespace slipflow::boxes
