#include "slipflow/run/result_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "slipflow/drawing/line_chart.hpp"
#include "slipflow/run/chart_panels.hpp"
#include "slipflow/run/measure_tables.hpp"
#include "slipflow/run/picture_series.hpp"
#include "slipflow/run/result_names.hpp"
#include "wall_output.hpp"

namespace slipflow::run {

namespace {
using drawing::ChartPanel;
using drawing::Scale;
using Points = std::vector<std::pair<double, double>>;

constexpr const char* kResidual = "residual_";
constexpr std::size_t kMostTimes = 6;  // of a profile

/// "t", "t / s" or "pseudo-time"
std::string time_label(const methods::Problem& problem) {
  const OutputUnits units(problem);
  const auto unit = units.name_of_time();
  return unit.empty() ? units.time_symbol() : fmt::format("{} / {}", units.time_symbol(), unit);
}

std::string field_label(const methods::Problem& problem, const std::string& field) {
  return named_field(problem, field, {}).label;
}

/// Charts of a problem, as they are to be.
struct Charts {
  const methods::Problem& problem;
  const ChartOptions& options;
  std::vector<ResultChart> made{};
};

drawing::ChartStyle style_for(const Charts& charts, const std::string& title) {
  const auto& name = charts.problem.controls().title;
  return {.title = !charts.options.titled ? ""
                   : name.empty()         ? title
                                          : name + ": " + title,
          .x_label = time_label(charts.problem),
          .y_label = "",
          .x = Scale::linear,
          .y = Scale::linear,
          .shares_axes = false,
          .marks = false,
          .format = charts.options.format,
          .letters = charts.options.letters};
}

/// "square: drag coefficient over t"
std::string caption_of(const ChartPanel& panel, const drawing::ChartStyle& style) {
  const std::string owner = panel.title.empty() ? "" : panel.title + ": ";
  return owner + (panel.y_label.empty() ? style.y_label : panel.y_label) + " over " + style.x_label;
}

/// Charts of at most most_panels panels each: "forces", "forces_2".
void add_charts(Charts& charts, const std::string& name, const std::vector<ChartPanel>& panels,
                const drawing::ChartStyle& style) {
  const std::size_t most = charts.options.most_panels;
  for (std::size_t first = 0; first < panels.size(); first += most) {
    const auto begin = panels.begin() + static_cast<std::ptrdiff_t>(first);
    const auto count = std::min(most, panels.size() - first);
    const std::vector<ChartPanel> some(begin, begin + static_cast<std::ptrdiff_t>(count));
    const std::size_t number = first / most + 1;
    charts.made.push_back({number == 1 ? name : fmt::format("{}_{}", name, number),
                           drawing::draw_line_chart(some, style),
                           most == 1 ? caption_of(some.front(), style) : style.title});
  }
}

void add_residuals(Charts& charts, const NumberTable& table) {
  ChartPanel panel;
  for (std::size_t k = 0; k < table.titles.size(); ++k)
    if (table.titles[k].starts_with(kResidual))
      panel.curves.push_back({table.titles[k].substr(std::string(kResidual).size()),
                              points_of(*table.times(), table.columns[k])});
  if (panel.curves.empty()) return;
  auto style = style_for(charts, "residuals");
  style.y = Scale::powers_of_ten;
  style.y_label = "residual";
  charts.made.push_back(
      {"residuals", drawing::draw_line_chart({panel}, style), caption_of(panel, style)});
}

/// A panel for each field, with a curve for each probe.
void add_probes(Charts& charts, const NumberTable& table) {
  std::vector<ChartPanel> panels;
  for (const auto& field : charts.problem.outputs().measured) {
    ChartPanel panel{"", {}, field_label(charts.problem, field)};
    for (const auto& probe : charts.problem.controls().output.probes)
      if (const auto* values = table.find(probe.name + '_' + field))
        panel.curves.push_back({probe.name, points_of(*table.times(), *values)});
    if (!panel.curves.empty()) panels.push_back(panel);
  }
  add_charts(charts, "probes", panels, style_for(charts, "probes"));
}

/// The names of the bodies as columns have them.
std::vector<std::string> bodies_of(const methods::Problem& problem) {
  std::vector<std::string> names;
  for (const auto& body : problem.bodies()) names.push_back(body.name);
  return names;
}

/// Tables with a line for each time, by their file.
std::vector<std::string> tables_over_time(const methods::Problem& problem) {
  std::vector<std::string> files = {"history.csv"};
  for (const auto& table : problem.outputs().tables)
    if (std::ranges::find(files, table.file) == files.end()) files.push_back(table.file);
  return files;
}

/// The values along a wall at its last output: curves are the parts of the wall.
void add_wall(Charts& charts, const std::string& wall, const NumberTable& table) {
  const auto* part = table.find("part");
  const auto* distance = table.find("distance");
  if (!part || !distance) return;
  const OutputUnits units(charts.problem);
  std::vector<ChartPanel> panels;
  for (const auto& field : charts.problem.outputs().wall_fields) {
    const auto* values = table.find(field.name);
    if (!values || std::ranges::none_of(*values, [](double v) { return std::isfinite(v); }))
      continue;
    std::map<double, Points> parts;
    for (std::size_t k = 0; k < values->size(); ++k)
      parts[(*part)[k]].emplace_back((*distance)[k], (*values)[k]);
    ChartPanel panel{"", {}, units.title(field)};
    for (auto& [number, points] : parts)
      panel.curves.push_back(
          {parts.size() > 1 ? fmt::format("part {}", number) : "", std::move(points)});
    panels.push_back(std::move(panel));
  }
  // Boundaries have it already: "wall_south", but "circle_1".
  const auto name = wall.starts_with("wall_") ? wall : "wall_" + wall;
  auto style = style_for(charts, "along " + in_words(name));
  style.x_label = setup::with_unit("distance", units.length_unit().name);
  add_charts(charts, name, panels, style);
}
}  // namespace

std::vector<output::ListedFrame> some_of(const std::vector<output::ListedFrame>& frames,
                                         std::size_t most) {
  if (frames.size() <= most) return frames;
  if (most == 1) return {frames.back()};
  std::vector<output::ListedFrame> some;
  for (std::size_t k = 0; k < most; ++k)
    some.push_back(frames[k * (frames.size() - 1) / (most - 1)]);
  return some;
}

std::vector<ResultChart> charts_over_time(const methods::Problem& problem,
                                          const std::filesystem::path& results,
                                          const ChartOptions& options) {
  Charts charts{problem, options};
  for (const auto& file : tables_over_time(problem)) {
    const auto table = read_numbers(results / file);
    if (!table || !table->times() || table->times()->empty()) continue;
    auto name = file.substr(0, file.rfind('.'));
    std::ranges::replace(name, '/', '_');
    if (file == "history.csv") add_residuals(charts, *table);
    add_charts(charts, name, panels_of(*table, bodies_of(problem)), style_for(charts, name));
  }
  const auto probes = read_numbers(results / kProbesTable);
  if (probes && probes->times()) add_probes(charts, *probes);
  return std::move(charts.made);
}

std::vector<ResultChart> charts_of_walls(const methods::Problem& problem,
                                         const std::filesystem::path& results,
                                         const ChartOptions& options) {
  Charts charts{problem, options};
  const auto frames = output::listed_frames(results);
  for (const auto& wall : problem.outputs().walls)
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
      if (const auto table = read_numbers(results / wall_files(wall).name(frame->number))) {
        add_wall(charts, wall, *table);
        break;
      }
  return std::move(charts.made);
}

std::vector<ResultChart> charts_of_profiles(const methods::Problem& problem,
                                            const std::filesystem::path& results,
                                            const ChartOptions& options) {
  Charts charts{problem, options};
  const OutputUnits units(problem);
  const auto unit_of_time = units.si() ? ' ' + units.name_of_time() : "";
  const auto frames = some_of(output::listed_frames(results), kMostTimes);
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
    auto style = style_for(charts, "profile " + profile.name);
    style.x_label = setup::with_unit("distance", units.length_unit().name);
    add_charts(charts, "profile_" + profile.name, panels, style);
  }
  return std::move(charts.made);
}

}  // namespace slipflow::run
