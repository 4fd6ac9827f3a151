#include "slipflow/run/measure_tables.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <set>

#include "integrals.hpp"
#include "sampled_fields.hpp"
#include "slipflow/run/output_units.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::run {

namespace {
using methods::Problem;
using output::Table;
using output::TablePosition;

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

std::vector<methods::TableInfo> tables_of(const Problem& problem) {
  auto tables = problem.outputs().tables;
  if (!problem.controls().output.probes.empty()) tables.push_back(probe_table(problem));
  if (!problem.controls().output.integrals.empty()) tables.push_back(integral_table(problem));
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
