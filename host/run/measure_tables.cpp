#include "slipflow/run/measure_tables.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include "slipflow/run/cell_fields.hpp"
#include "slipflow/run/output_units.hpp"
#include "slipflow/run/surface_table.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::run {

namespace {
using methods::Problem;
using output::Table;
using output::TablePosition;
using setup::Integral;

using Words = std::vector<std::string>;

const std::string& unit_of(const methods::TableInfo& table, std::size_t column) {
  static const std::string none;
  return table.units.empty() ? none : table.units[column];
}

// Their titles, with step and time. One that is taken, as by a patch "step" in flows.csv, gets '_'.
Words titles_of(const methods::TableInfo& table, const OutputUnits& units) {
  Words all = {"step", units.column_of_time()};
  std::set<std::string> taken(all.begin(), all.end());
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    std::string name = table.columns[k];
    while (!taken.insert(units.column(name, unit_of(table, k))).second) name += '_';
    all.push_back(units.column(name, unit_of(table, k)));
  }
  return all;
}

std::vector<double> factors_of(const methods::TableInfo& table, const OutputUnits& units) {
  std::vector<double> factors;
  for (std::size_t k = 0; k < table.columns.size(); ++k)
    factors.push_back(units.factor(unit_of(table, k)));
  return factors;
}

methods::TableInfo probe_table(const Problem& problem) {
  methods::TableInfo table{kProbesTable, {}};
  const auto fields = SampledFields(problem).names();
  for (const auto& probe : problem.controls().output.probes)
    for (const auto& field : fields) {
      table.columns.push_back(probe.name + '_' + field);
      table.units.push_back(unit_of_field(problem, field));
    }
  return table;
}

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
  double sum = 0;
  for_fluid_cells(mesh, [&](std::size_t at, int i, int j, int k) {
    const double volume =
        part_within(box, mesh, 0, i) * part_within(box, mesh, 1, j) * part_within(box, mesh, 2, k);
    if (volume > 0) sum += volume * values[at];
  });
  return sum;
}

// The unit of the field times L for each axis that is integrated over.
std::string unit_of(const Integral& integral, const Problem& problem) {
  const auto of_field = unit_of_field(problem, integral.field);
  const auto of_range = integral.box ? fmt::format("L^{}", problem.axes()) : "L";
  return of_field.empty() ? of_range : of_field + ' ' + of_range;
}

// Reads the samples of a line, from `sample` on.
double along_line(const Integral& line, const Problem& problem,
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

// Its columns are the names of the integrals. The integral of an expression, which has no unit, has
// that of the length, area or volume.
methods::TableInfo integral_table(const Problem& problem) {
  methods::TableInfo table{"integrals.csv", {}};
  for (const auto& integral : problem.controls().output.integrals) {
    table.columns.push_back(integral.name);
    table.units.push_back(unit_of(integral, problem));
  }
  return table;
}

// A line of it: over the parts of cells in a box that are no solid, from their centres; along a
// line the midpoint rule over its pieces, of which those outside the fluid do not count.
std::vector<double> integral_values(const Problem& problem, methods::Diagnostics& diagnostics) {
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

bool has_surface_table(const Problem& problem) {
  const auto& control = problem.controls().output;
  return (control.surfaces || !control.pressure_drops.empty()) &&
         !problem.outputs().surfaces.empty();
}

std::vector<methods::TableInfo> tables_of(const Problem& problem) {
  auto tables = problem.outputs().tables;
  if (!problem.controls().output.probes.empty()) tables.push_back(probe_table(problem));
  if (!problem.controls().output.integrals.empty()) tables.push_back(integral_table(problem));
  if (has_surface_table(problem)) tables.push_back(surface_table(problem));
  return tables;
}

// The position of a table; of no bytes if there was no such table.
TablePosition position_of(const MeasurePosition& position, const std::string& file) {
  const auto found = position.tables.find(file);
  return found == position.tables.end() ? TablePosition{} : found->second;
}

// The step of the table's first line of numbers; none if it has no such line.
std::optional<long> first_step_in(const output::ResultsFolder& folder, const std::string& name) {
  if (!folder.has_file(name)) return std::nullopt;
  InputFile in(folder.path() / name);
  in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');  // the names of the columns
  long step = 0;
  return in >> step ? std::optional(step) : std::nullopt;
}

// A run may have had the table and then continued without it: its lines must not be lost.
void require(const output::ResultsFolder& folder, const std::string& name, const Words& titles,
             const TablePosition& position, std::int64_t last_step) {
  if (position.bytes > 0) return output::require_table(folder, name, titles, position);
  if (const auto first = first_step_in(folder, name); first && *first <= last_step)
    throw Error(ExitStatus::bad_input,
                fmt::format("{} has lines from before the checkpoint, but none up to it: move it "
                            "away, or continue without it",
                            shown((folder.path() / name).string())));
}
}  // namespace

void require_measure_tables(const Problem& problem, const output::ResultsFolder& folder,
                            const MeasurePosition& position) {
  for (const auto& table : tables_of(problem))
    require(folder, table.file, titles_of(table, OutputUnits(problem)),
            position_of(position, table.file), position.last_step);
}

MeasureTables::MeasureTables(const Problem& problem, methods::Diagnostics& diagnostics,
                             output::ResultsFolder& folder, const MeasurePosition* from)
    : problem_(problem),
      diagnostics_(diagnostics),
      time_factor_(OutputUnits(problem).time()),
      last_step_(from ? from->last_step : -1) {
  const OutputUnits units(problem);
  for (const auto& table : tables_of(problem)) {
    const Words titles = titles_of(table, units);
    const auto at = from ? position_of(*from, table.file) : TablePosition{};
    tables_.push_back(
        {table.file, factors_of(table, units),
         at.bytes > 0 ? Table(folder, table.file, titles, at) : Table(folder, table.file, titles)});
  }
  for (const auto& probe : problem.controls().output.probes)
    probes_.push_back({probe.x, probe.y, probe.z});
}

void MeasureTables::write(long step, double time) {
  if (step == last_step_) return;
  last_step_ = step;
  if (tables_.empty()) return;
  auto lines = diagnostics_.tables();
  if (!probes_.empty()) {
    auto& line = lines.emplace_back();
    SampledFields fields(problem_);
    for (const auto& sample : diagnostics_.sample(probes_)) {
      const auto& values = fields.values_of(sample);
      line.insert(line.end(), values.begin(), values.end());
    }
  }
  if (!problem_.controls().output.integrals.empty())
    lines.push_back(integral_values(problem_, diagnostics_));
  if (has_surface_table(problem_)) lines.push_back(surface_line(problem_, diagnostics_));
  for (std::size_t k = 0; k < tables_.size(); ++k) {
    auto value = lines[k].begin();
    while (value != lines[k].end()) {
      std::vector<double> row = {static_cast<double>(step), time * time_factor_};
      for (const double factor : tables_[k].factors) row.push_back(*value++ * factor);
      tables_[k].table.append(row);
    }
  }
}

MeasurePosition MeasureTables::position() const {
  MeasurePosition position{last_step_, {}};
  for (const auto& entry : tables_) position.tables[entry.file] = entry.table.position();
  return position;
}

}  // namespace slipflow::run
