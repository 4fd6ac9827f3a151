#include "integrals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "expression_fields.hpp"
#include "sampled_fields.hpp"
#include "slipflow/run/output_units.hpp"

namespace slipflow::run {

namespace {
using setup::Integral;

double length_of(const Integral& line) {
  return std::hypot(line.to[0] - line.from[0], line.to[1] - line.from[1],
                    line.to[2] - line.from[2]);
}

// The middles of its pieces.
void add_points(const Integral& line, std::vector<methods::Point>& points) {
  for (int k = 0; k < line.pieces; ++k) {
    const double part = (k + 0.5) / line.pieces;
    points.push_back({std::lerp(line.from[0], line.to[0], part),
                      std::lerp(line.from[1], line.to[1], part),
                      std::lerp(line.from[2], line.to[2], part)});
  }
}

// The length of a cell along an axis that is within the box; 1 along an axis that the mesh lacks.
double part_within(const Integral& box, const mesh::Mesh& mesh, int axis, int cell) {
  if (axis >= mesh.axes()) return 1;
  const auto a = static_cast<std::size_t>(axis);
  const auto& faces = mesh.axis(axis).faces;
  const auto c = static_cast<std::size_t>(cell);
  return std::max(0.0, std::min(box.to[a], faces[c + 1]) - std::max(box.from[a], faces[c]));
}

double over_box(const Integral& box, const mesh::Mesh& mesh, const std::vector<double>& values) {
  const auto layout = mesh.layout();
  double sum = 0;
  std::size_t at = 0;
  for (int k = 0; k < std::max(layout.nz, 1); ++k)
    for (int j = 0; j < std::max(layout.ny, 1); ++j)
      for (int i = 0; i < layout.nx; ++i, ++at) {
        const double volume = part_within(box, mesh, 0, i) * part_within(box, mesh, 1, j) *
                              part_within(box, mesh, 2, k);
        if (volume > 0 && !mesh.solid(i, j, k)) sum += volume * values[at];
      }
  return sum;
}

// The unit of the field times L for each axis that is integrated over.
std::string unit_of(const Integral& integral, const methods::Problem& problem) {
  const auto of_field = unit_of_field(problem, integral.field);
  const auto of_range = integral.box ? fmt::format("L^{}", problem.axes()) : "L";
  return of_field.empty() ? of_range : of_field + ' ' + of_range;
}

// Reads the samples of a line, from `sample` on.
double along_line(const Integral& line, const methods::Problem& problem,
                  methods::Samples::const_iterator& sample) {
  setup::FieldValues values(problem.controls().output.expressions, {line.field},
                            fields_of_samples(problem));
  double sum = 0;
  for (int k = 0; k < line.pieces; ++k) {
    const bool in_fluid = !std::isnan(sample->front());
    const double value = values(*sample++).front();
    if (in_fluid) sum += value;
  }
  return sum * length_of(line) / line.pieces;
}
}  // namespace

methods::TableInfo integral_table(const methods::Problem& problem) {
  methods::TableInfo table{kIntegralsTable, {}};
  for (const auto& integral : problem.controls().output.integrals) {
    table.columns.push_back(integral.name);
    table.units.push_back(unit_of(integral, problem));
  }
  return table;
}

std::vector<double> integral_values(const methods::Problem& problem,
                                    methods::Diagnostics& diagnostics) {
  const auto& control = problem.controls().output;
  std::vector<std::string> names;
  std::vector<methods::Point> points;
  for (const auto& integral : control.integrals) {
    if (integral.box)
      names.push_back(integral.field);
    else
      add_points(integral, points);
  }
  methods::FrameValues frame;
  if (names.empty())
    frame.samples = diagnostics.sample(points);
  else
    frame = diagnostics.frame(setup::fields_needed(control.expressions, names), points);
  for (auto& field : expression_fields(problem, names, frame.fields))
    frame.fields.push_back(std::move(field));
  std::vector<double> line;
  methods::Samples::const_iterator sample = frame.samples.begin();
  for (const auto& integral : control.integrals)
    line.push_back(integral.box ? over_box(integral, problem.mesh(),
                                           std::ranges::find(frame.fields, integral.field,
                                                             &methods::CellField::name)
                                               ->values)
                                : along_line(integral, problem, sample));
  return line;
}

}  // namespace slipflow::run
