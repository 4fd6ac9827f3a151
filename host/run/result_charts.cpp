#include "slipflow/run/result_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>

#include "slipflow/drawing/line_chart.hpp"
#include "slipflow/output/frame_fields.hpp"
#include "slipflow/output/table.hpp"
#include "slipflow/output/table_reader.hpp"
#include "slipflow/run/measure_tables.hpp"
#include "slipflow/run/picture_series.hpp"
#include "slipflow/run/result_names.hpp"

namespace slipflow::run {

namespace {
using drawing::ChartPanel;
using drawing::Scale;

constexpr const char* kResidual = "residual_";
constexpr std::size_t kMostPanels = 12;  // of a chart
constexpr std::size_t kMostTimes = 6;    // of a profile

/// "t", "t / s" or "pseudo-time"
std::string time_label(const methods::Problem& problem) {
  const OutputUnits units(problem);
  const auto unit = units.name_of_time();
  return unit.empty() ? units.time_symbol() : fmt::format("{} / {}", units.time_symbol(), unit);
}

/// A table of numbers read back: named columns of equal length.
struct NumberTable {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;
  std::unordered_map<std::string, std::size_t> places;  ///< of the names without their units

  /// The column of that name, without its unit; or null.
  const std::vector<double>* find(const std::string& name) const {
    const auto found = places.find(name);
    return found == places.end() ? nullptr : &columns[found->second];
  }
};

/// All whole lines of a table; nothing if there is no such file. Throws Error(bad_input) as
/// output::TableReader does.
std::optional<NumberTable> read_numbers(const std::filesystem::path& file) {
  output::TableReader reader(file, std::numeric_limits<std::size_t>::max());
  if (!reader.update()) return std::nullopt;
  NumberTable table{reader.names(), {}, {}};
  for (std::size_t k = 0; k < table.names.size(); ++k) {
    table.columns.push_back(reader.column(k));
    table.places.emplace(output::column_name(table.names[k]), k);
  }
  return table;
}

std::vector<std::pair<double, double>> points_of(const std::vector<double>& x,
                                                 const std::vector<double>& y) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t k = 0; k < std::min(x.size(), y.size()); ++k) points.emplace_back(x[k], y[k]);
  return points;
}

/// The times of a table, or null.
const std::vector<double>* times_in(const NumberTable& table) {
  const auto is_time = [](const std::string& name) {
    return setup::time_kind_in(name).has_value();
  };
  const auto time = std::ranges::find_if(table.names, is_time, output::column_name);
  return time == table.names.end() ? nullptr : table.find(output::column_name(*time));
}

std::string field_label(const methods::Problem& problem, const std::string& field) {
  return named_field(problem, field, {}).label;
}

drawing::ChartStyle style_for(const methods::Problem& problem, const std::string& title,
                              drawing::ImageFormat format) {
  const auto& name = problem.controls().title;
  return {.title = name.empty() ? title : name + ": " + title,
          .x_label = time_label(problem),
          .y_label = "",
          .x = Scale::linear,
          .y = Scale::linear,
          .shares_axes = false,
          .marks = false,
          .format = format};
}

bool changes(const std::vector<double>& values) {
  const auto is_finite = [](double value) { return std::isfinite(value); };
  const auto first = std::ranges::find_if(values, is_finite);
  return std::any_of(first, values.end(),
                     [&](double value) { return is_finite(value) && value != *first; });
}

/// Charts of at most kMostPanels panels each: "forces", "forces_2".
void add_charts(std::vector<ResultChart>& charts, const std::string& name,
                const std::vector<ChartPanel>& panels, const drawing::ChartStyle& style) {
  for (std::size_t first = 0; first < panels.size(); first += kMostPanels) {
    const auto begin = panels.begin() + static_cast<std::ptrdiff_t>(first);
    const auto count = std::min(kMostPanels, panels.size() - first);
    const std::vector<ChartPanel> some(begin, begin + static_cast<std::ptrdiff_t>(count));
    const std::size_t number = first / kMostPanels + 1;
    charts.push_back({number == 1 ? name : fmt::format("{}_{}", name, number),
                      drawing::draw_line_chart(some, style)});
  }
}

void add_residuals(std::vector<ResultChart>& charts, const NumberTable& table,
                   drawing::ChartStyle style) {
  const auto* time = times_in(table);
  ChartPanel panel;
  for (std::size_t k = 0; k < table.names.size(); ++k)
    if (table.names[k].starts_with(kResidual))
      panel.curves.push_back({table.names[k].substr(std::string(kResidual).size()),
                              points_of(*time, table.columns[k])});
  if (panel.curves.empty()) return;
  style.y = Scale::powers_of_ten;
  style.y_label = "residual";
  charts.push_back({"residuals", drawing::draw_line_chart({panel}, style)});
}

/// A panel for each column that changes.
void add_columns(std::vector<ResultChart>& charts, const std::string& name,
                 const NumberTable& table, const drawing::ChartStyle& style) {
  const auto* time = times_in(table);
  std::vector<ChartPanel> panels;
  for (std::size_t k = 0; k < table.names.size(); ++k) {
    const auto& column = table.names[k];
    const auto plain = output::column_name(column);
    if (plain == "step" || &table.columns[k] == time || plain.starts_with(kResidual) ||
        !changes(table.columns[k]))
      continue;
    panels.push_back({column, {{"", points_of(*time, table.columns[k])}}});
  }
  add_charts(charts, name, panels, style);
}

/// A panel for each field, with a curve for each probe.
void add_probes(std::vector<ResultChart>& charts, const methods::Problem& problem,
                const NumberTable& table, const drawing::ChartStyle& style) {
  const auto* time = times_in(table);
  std::vector<ChartPanel> panels;
  for (const auto& field : problem.outputs().measured) {
    ChartPanel panel{"", {}, field_label(problem, field)};
    for (const auto& probe : problem.controls().output.probes)
      if (const auto* values = table.find(probe.name + '_' + field))
        panel.curves.push_back({probe.name, points_of(*time, *values)});
    if (!panel.curves.empty()) panels.push_back(panel);
  }
  add_charts(charts, "probes", panels, style);
}

/// Tables with a line for each time, by their file.
std::vector<std::string> tables_over_time(const methods::Problem& problem) {
  std::vector<std::string> files = {"history.csv"};
  for (const auto& table : problem.outputs().tables)
    if (std::ranges::find(files, table.file) == files.end()) files.push_back(table.file);
  return files;
}

/// At most kMostTimes of the frames, evenly, with the first and the last one.
std::vector<output::ListedFrame> some_of(const std::vector<output::ListedFrame>& frames) {
  if (frames.size() <= kMostTimes) return frames;
  std::vector<output::ListedFrame> some;
  for (std::size_t k = 0; k < kMostTimes; ++k)
    some.push_back(frames[k * (frames.size() - 1) / (kMostTimes - 1)]);
  return some;
}
}  // namespace

std::vector<ResultChart> charts_over_time(const methods::Problem& problem,
                                          const std::filesystem::path& results,
                                          drawing::ImageFormat format) {
  std::vector<ResultChart> charts;
  for (const auto& file : tables_over_time(problem)) {
    const auto table = read_numbers(results / file);
    if (!table || !times_in(*table) || times_in(*table)->empty()) continue;
    auto name = file.substr(0, file.rfind('.'));
    std::ranges::replace(name, '/', '_');
    const auto style = style_for(problem, name, format);
    if (file == "history.csv")
      add_residuals(charts, *table, style_for(problem, "residuals", format));
    add_columns(charts, name, *table, style);
  }
  const auto probes = read_numbers(results / kProbesTable);
  if (probes && times_in(*probes))
    add_probes(charts, problem, *probes, style_for(problem, "probes", format));
  return charts;
}

std::vector<ResultChart> charts_of_profiles(const methods::Problem& problem,
                                            const std::filesystem::path& results,
                                            drawing::ImageFormat format) {
  std::vector<ResultChart> charts;
  const OutputUnits units(problem);
  const auto unit_of_time = units.si() ? ' ' + units.name_of_time() : "";
  const auto frames = some_of(output::listed_frames(results));
  for (const auto& profile : problem.controls().output.profiles) {
    std::vector<ChartPanel> panels;
    for (const auto& field : problem.outputs().measured)
      panels.push_back({"", {}, field_label(problem, field)});
    for (const auto& frame : frames) {
      const auto table = read_numbers(results / profile_files(profile.name).name(frame.number));
      const auto* distance = table ? table->find("distance") : nullptr;
      if (!distance) continue;
      for (std::size_t k = 0; k < panels.size(); ++k)
        if (const auto* values = table->find(problem.outputs().measured[k]))
          panels[k].curves.push_back(
              {fmt::format("{} = {:.6g}{}", units.time_symbol(), frame.time, unit_of_time),
               points_of(*distance, *values)});
    }
    auto style = style_for(problem, "profile " + profile.name, format);
    style.x_label = "distance / " + units.length_unit().name;
    add_charts(charts, "profile_" + profile.name, panels, style);
  }
  return charts;
}

}  // namespace slipflow::run
