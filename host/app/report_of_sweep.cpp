// The report on a sweep: the table of its jobs, curves, thumbnails.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "html_page.hpp"
#include "reports.hpp"
#include "slipflow/drawing/line_chart.hpp"
#include "slipflow/run/chart_panels.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"
#include "slipflow/support/split.hpp"
#include "sweep_results.hpp"

namespace slipflow::app {

namespace {
namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

constexpr std::uint64_t kLargestTable = std::uint64_t{64} << 20;
constexpr std::size_t kMostResults = 16;  // columns of the table and curves
constexpr std::size_t kMostThumbnails = 60;
constexpr run::PageStyle kThumbnails = {640, 2.2};
constexpr double kLettersOfCurves = 1.6;

/// sweep.csv: job, swept keys, status, exit_status, message, numbers of the summaries.
struct SweepTable {
  Texts titles;
  std::vector<Texts> rows;
  std::size_t status = 0;  ///< the place of that column, which follows the keys
};

SweepTable read_table(const fs::path& file) {
  InputFile in(file);
  if (!in.problem().empty()) throw unfit_file(file, in.problem());
  SweepTable table;
  for (const auto& line : split_at(in.text(kLargestTable), '\n')) {
    if (line.empty()) continue;
    auto cells = csv_cells(line);
    if (table.titles.empty())
      table.titles = std::move(cells);
    else
      table.rows.push_back(std::move(cells));
    if (!table.rows.empty() && table.rows.back().size() != table.titles.size())
      throw unfit_file(file, "is no table: a line has another number of cells than the first");
  }
  const auto status = std::ranges::find(table.titles, "status");
  if (status == table.titles.end() || table.titles.front() != "job")
    throw unfit_file(file, "is no table of a sweep: job or status is missing");
  table.status = static_cast<std::size_t>(status - table.titles.begin());
  return table;
}

/// The number that a text begins with, if only a unit follows.
bool number_in_text(const std::string& text, double& number) {
  char* end = nullptr;
  number = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || !std::isfinite(number)) return false;
  double second = 0;
  const std::string rest = end;
  return rest.empty() || (rest.front() == ' ' && !number_in_text(rest.substr(1), second));
}

/// Not of the flow but of the machine or of the course of the run.
bool is_of_machine(const std::string& title) {
  static const Texts names = {
      "exit_status",       "build_seconds",     "work_group_size", "rows",
      "last_dt",           "bytes_per_cell",    "seconds",         "cells_x",
      "cells_y",           "cells_z",           "last_residual",   "inner_iterations",
      "unconverged_steps", "restarted_at_step", "steps",           "cell_updates_per_second"};
  return std::ranges::find(names, title) != names.end() || title.starts_with("seconds_");
}

/// Whether the column repeats a swept key, such as knudsen that of gas.knudsen.
bool is_swept(const SweepTable& table, std::size_t column) {
  for (std::size_t key = 1; key < table.status; ++key)
    if (std::ranges::all_of(table.rows, [&](const Texts& row) {
          double a = 0, b = 0;
          return number_in_text(row[key], a) && number_in_text(row[column], b) && a == b;
        }))
      return true;
  return false;
}

/// Columns of numbers of the summaries that differ between jobs, at most kMostResults.
std::vector<std::size_t> results_in(const SweepTable& table) {
  std::vector<std::size_t> columns;
  for (std::size_t k = table.status + 1; k < table.titles.size(); ++k) {
    Texts texts;
    double number = 0;
    for (const auto& row : table.rows)
      if (number_in_text(row[k], number)) texts.push_back(row[k]);
    const bool differ =
        std::ranges::any_of(texts, [&](const auto& text) { return text != texts.front(); });
    if (differ && !is_of_machine(table.titles[k]) && !is_swept(table, k) &&
        columns.size() < kMostResults)
      columns.push_back(k);
  }
  return columns;
}

std::string table_of(const SweepTable& table, const std::vector<std::size_t>& results) {
  Texts heading(table.titles.begin() + 1,
                table.titles.begin() + static_cast<std::ptrdiff_t>(table.status) + 1);
  for (const auto k : results) heading.push_back(run::in_words(table.titles[k]));
  std::vector<Texts> rows;
  for (const auto& row : table.rows) {
    Texts cells(row.begin() + 1, row.begin() + static_cast<std::ptrdiff_t>(table.status) + 1);
    for (const auto k : results) {
      double number = 0;
      cells.push_back(number_in_text(row[k], number) ? fmt::format("{:.5g}", number) : row[k]);
    }
    rows.push_back(std::move(cells));
  }
  return html_table(heading, rows);
}

/// "gas.mach = 1.5" of all keys but one: jobs with the same have a curve.
std::string others_of(const SweepTable& table, const Texts& row, std::size_t key) {
  std::string text;
  for (std::size_t k = 1; k < table.status; ++k)
    if (k != key) text += (text.empty() ? "" : ", ") + table.titles[k] + " = " + row[k];
  return text;
}

/// A result over a key, in the order of the key.
drawing::ChartPanel panel_of(const SweepTable& table, std::size_t key, std::size_t result) {
  std::map<std::string, std::vector<std::pair<double, double>>> curves;
  for (const auto& row : table.rows) {
    double x = 0, y = 0;
    if (number_in_text(row[key], x) && number_in_text(row[result], y))
      curves[others_of(table, row, key)].emplace_back(x, y);
  }
  // With --zip the other keys differ in every job.
  if (std::ranges::all_of(curves, [](const auto& curve) { return curve.second.size() < 2; })) {
    std::vector<std::pair<double, double>> all;
    for (const auto& curve : curves) all.push_back(curve.second.front());
    curves = {{"", std::move(all)}};
  }
  drawing::ChartPanel panel{"", {}, run::in_words(table.titles[result])};
  for (auto& [name, points] : curves) {
    std::ranges::sort(points);
    panel.curves.push_back({name, std::move(points)});
  }
  return panel;
}

bool is_curve_over(const drawing::ChartPanel& panel) {
  return std::ranges::any_of(panel.curves, [](const drawing::Curve& curve) {
    return curve.points.size() > 1 && curve.points.front().first < curve.points.back().first;
  });
}

std::string curves_of(const SweepTable& table, const std::vector<std::size_t>& results) {
  std::string html;
  for (std::size_t key = 1; key < table.status; ++key)
    for (const auto result : results) {
      const auto panel = panel_of(table, key, result);
      if (!is_curve_over(panel)) continue;
      const drawing::ChartStyle style{.title = "",
                                      .x_label = table.titles[key],
                                      .y_label = "",
                                      .x = drawing::Scale::linear,
                                      .y = drawing::Scale::linear,
                                      .format = drawing::ImageFormat::svg,
                                      .letters = kLettersOfCurves};
      html += html_figure("image/svg+xml", drawing::draw_line_chart({panel}, style),
                          run::in_words(table.titles[result]) + " over " + table.titles[key]);
    }
  return html.empty() ? "" : "<div class=\"figures\">\n" + html + "</div>\n";
}

std::string thumbnails_of(const fs::path& folder, const SweepTable& table) {
  std::string html;
  std::size_t count = 0;
  for (const auto& row : table.rows) {
    if (row[table.status] != kDone || ++count > kMostThumbnails) continue;
    // No folder but one of its own: the table may be somebody else's.
    const fs::path name = fs::path(row[0]).filename();
    std::error_code none;
    if (name == ".." || !fs::is_regular_file(folder / name / "fields.pvd", none)) continue;
    for (const auto& [frame, pictures] : pictures_of_run(folder / name, 1, kThumbnails))
      if (!pictures.empty()) html += html_figure("image/png", pictures.front().bytes, row[0]);
  }
  return html.empty() ? "" : "<div class=\"figures small\">\n" + html + "</div>\n";
}
}  // namespace

std::string report_of_sweep(const fs::path& folder) {
  const auto table = read_table(folder / "sweep.csv");
  const auto results = results_in(table);
  const auto done = std::ranges::count_if(
      table.rows, [&](const Texts& row) { return row[table.status] == kDone; });
  HtmlPage page("Sweep " + fs::weakly_canonical(folder).filename().string(),
                fmt::format("{} jobs, {} done", table.rows.size(), done));
  page.add("Jobs", table_of(table, results));
  page.add("Curves", curves_of(table, results));
  page.add("Last pictures", thumbnails_of(folder, table));
  page.add("Again",
           "<p class=\"faint\">Each folder of a job has its case.cfg; <code>slipflow "
           "report</code> on it has more.</p>\n");
  return page.text();
}

}  // namespace slipflow::app
