// slipflow watch: charts of a run's tables in the terminal, while it computes or afterwards.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>
#include <thread>

#include "command_table.hpp"
#include "option_values.hpp"
#include "results_status.hpp"
#include "slipflow/drawing/picture_in_characters.hpp"
#include "slipflow/output/table.hpp"
#include "slipflow/output/table_reader.hpp"
#include "slipflow/run/result_names.hpp"
#include "slipflow/setup/time_kind.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/split.hpp"
#include "slipflow/support/terminal.hpp"
#include "terminal_chart.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;
namespace fs = std::filesystem;

constexpr std::size_t kMostCurves = 8;

using Names = std::vector<std::string>;

/// One chart: columns of a table, over time.
struct Plot {
  std::string table;
  Names columns;  ///< empty: chosen by default_columns()
  bool is_chosen = true;
};

/// "forces.csv:square_force_x,square_force_y"
Plot plot_from(const std::string& text) {
  const auto colon = text.find(':');
  Plot plot{text.substr(0, colon), {}, true};
  if (plot.table.find('/') != std::string::npos || !plot.table.ends_with(".csv"))
    throw Error(ExitStatus::bad_input,
                fmt::format("--plot {} must be TABLE.csv or TABLE.csv:COLUMN,COLUMN", shown(text)));
  if (colon != std::string::npos) plot.columns = csv_cells(text.substr(colon + 1));
  if (plot.columns.size() > kMostCurves)
    throw Error(ExitStatus::bad_input,
                fmt::format("--plot {}: at most {} columns", shown(text), kMostCurves));
  return plot;
}

using output::column_name;

bool is_residual(const std::string& name) { return name.starts_with("residual_"); }

bool is_logarithmic(const std::string& name) { return is_residual(name) || name == "change_rate"; }

bool is_time(const std::string& name) { return setup::time_kind_in(name).has_value(); }

bool is_force(const std::string& name) {
  return name.ends_with("_force_x") || name.ends_with("_force_y");
}

/// Residuals of history.csv, forces of forces.csv, else all but step and time.
Names default_columns(const std::string& table, const Names& all) {
  Names columns;
  const auto take_if = [&](const auto& condition) {
    for (const auto& name : all)
      if (condition(column_name(name)) && columns.size() < kMostCurves) columns.push_back(name);
  };
  if (table == "history.csv") take_if(is_residual);
  if (table == "forces.csv") take_if(is_force);
  const auto time = std::ranges::find_if(all, is_time, column_name);
  if (columns.empty())
    take_if([&](const std::string& name) {
      return name != "step" && (time == all.end() || name != column_name(*time));
    });
  return columns;
}

/// The place of a column, whose unit may be left out; that of none is the end.
std::size_t place_in(const Names& names, const std::string& column) {
  const auto is_it = [&](const auto& name) {
    return name == column || column_name(name) == column;
  };
  return static_cast<std::size_t>(std::ranges::find_if(names, is_it) - names.begin());
}

/// A plot with the table that it shows.
struct Watched {
  Plot plot;
  output::TableReader reader;
  std::string file;
};

bool has_column(const Watched& watched, const std::string& column) {
  const auto& names = watched.reader.names();
  return place_in(names, column) < names.size();
}

std::size_t place_of(const Watched& watched, const std::string& column) {
  const auto& names = watched.reader.names();
  const auto place = place_in(names, column);
  if (place == names.size())
    throw Error(ExitStatus::bad_input,
                fmt::format("{} has no column '{}'; it has {}", watched.file, shown(column),
                            shown(fmt::format("{}", fmt::join(names, ", ")))));
  return place;
}

std::size_t place_of_time(const Watched& watched) {
  const auto& names = watched.reader.names();
  const auto time = std::ranges::find_if(names, is_time, column_name);
  return time == names.end() ? place_of(watched, "time")
                             : static_cast<std::size_t>(time - names.begin());
}

/// Whether `holds` is true of all titles.
bool of_all(const Names& titles, const std::function<bool(const std::string&)>& holds) {
  return std::all_of(titles.begin(), titles.end(), holds);
}

/// "force [N]" of "square_force_x [N]" and "circle_force_y [N]": the words and the unit that all
/// have, and whether the axis is logarithmic.
std::string name_of_axis(const Names& titles, bool logarithmic) {
  if (titles.empty()) return "";
  const auto first = column_name(titles[0]), unit = titles[0].substr(first.size());
  Names parts;
  for (const auto& word : split_at(first, '_'))
    if (of_all(titles, [&](const auto& title) {
          return ('_' + column_name(title) + '_').find('_' + word + '_') != std::string::npos;
        }))
      parts.push_back(word);
  if (!unit.empty() && of_all(titles, [&](const auto& title) { return title.ends_with(unit); }))
    parts.push_back(unit.substr(1));
  if (logarithmic) parts.emplace_back("(logarithmic)");
  return fmt::format("{}", fmt::join(parts, " "));
}

TerminalChart chart_of(const Watched& watched) {
  const auto& [plot, reader, file] = watched;
  const auto columns =
      plot.columns.empty() ? default_columns(plot.table, reader.names()) : plot.columns;
  Names names;
  for (const auto& column : columns) names.push_back(column_name(column));
  const auto symbols = symbols_for(names);
  const auto time = place_of_time(watched);
  TerminalChart chart{plot.table, shown(reader.names()[time]), {}, false, {}};
  chart.logarithmic = std::all_of(columns.begin(), columns.end(), is_logarithmic);
  Names titles;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const auto place = place_of(watched, columns[k]);
    titles.push_back(reader.names()[place]);
    chart.curves.push_back(
        {symbols[k], shown(titles.back()), reader.column(time), reader.column(place)});
  }
  chart.y_name = shown(name_of_axis(titles, chart.logarithmic));
  const bool shows_change =
      std::find(columns.begin(), columns.end(), "change_rate") != columns.end();
  if (shows_change && has_column(watched, "steady_limit") && !reader.last().empty())
    if (const double limit = reader.last()[place_of(watched, "steady_limit")]; limit > 0)
      chart.limit = limit;
  return chart;
}

bool has_values(const TerminalChart& chart) {
  return std::any_of(chart.curves.begin(), chart.curves.end(), [](const TerminalCurve& curve) {
    return std::any_of(curve.y.begin(), curve.y.end(), [](double y) { return std::isfinite(y); });
  });
}

/// Whether all columns that the plot names are there: in results of an earlier version, columns of
/// the default charts may be missing.
bool can_be_drawn(const Watched& watched) {
  const auto& [plot, reader, file] = watched;
  if (reader.names().empty()) return false;
  return plot.is_chosen || std::all_of(plot.columns.begin(), plot.columns.end(),
                                       [&](const auto& name) { return has_column(watched, name); });
}

/// How the charts and a picture share the screen.
struct Screen {
  int columns;
  int rows_of_chart;
  std::size_t most_charts;
  int rows_of_picture;
};

Screen screen_for(std::size_t charts, bool has_picture, bool is_terminal) {
  constexpr int kRowsOfStatus = 3;
  constexpr int kRowsBesides = 6;  // title, name of y, axis, its labels, legend, a blank
  constexpr int kLeastRows = 4, kRowsOffTerminal = 10, kPictureOffTerminal = 24;
  const auto size = terminal_size();
  if (!is_terminal) return {size.columns - 1, kRowsOffTerminal, charts, kPictureOffTerminal};
  int rows = size.rows - kRowsOfStatus;
  const int picture = has_picture ? rows / 2 : 0;
  rows -= picture;
  const int most = std::max(1, rows / (kLeastRows + kRowsBesides));
  const int count = std::clamp(static_cast<int>(charts), 1, most);
  return {size.columns - 1, rows / count - kRowsBesides, static_cast<std::size_t>(most), picture};
}

/// The file of the newest picture of that name; empty before the first one.
fs::path newest_picture(const fs::path& folder, const std::string& name) {
  const auto files = run::picture_files(name);
  std::optional<std::size_t> newest;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder / "pictures", error))
    newest = std::max(newest, files.number_in("pictures/" + entry.path().filename().string()));
  return newest ? folder / files.name(*newest) : fs::path();
}

std::string shown_picture(const fs::path& folder, const std::string& name, int columns, int rows) {
  const auto file = newest_picture(folder, name);
  if (file.empty()) return fmt::format("no picture {} yet\n", shown(name));
  const auto picture = drawing::picture_in_characters(file, columns, rows);
  return picture.empty() ? fmt::format("{} cannot be read\n", shown(file.string())) : picture;
}

/// How the run is, then the charts that fit, and the newest picture of a name.
std::string screen_of(const fs::path& folder, std::vector<Watched>& watched,
                      const std::string& picture, bool is_terminal) {
  const auto status = status_of_run(folder);
  std::string text = fmt::format("{}{}{}\n{}\n", shown(folder.string()),
                                 status.title.empty() ? "" : ": ", status.title, status.text);
  std::vector<TerminalChart> charts;
  for (auto& one : watched)
    if (one.reader.update() && can_be_drawn(one))
      if (auto chart = chart_of(one); has_values(chart)) charts.push_back(std::move(chart));
  const Screen screen = screen_for(charts.size(), !picture.empty(), is_terminal);
  for (std::size_t k = 0; k < std::min(charts.size(), screen.most_charts); ++k)
    text += '\n' + draw_chart(charts[k], screen.columns, screen.rows_of_chart);
  if (picture.empty()) return text;
  return text + '\n' + shown_picture(folder, picture, screen.columns, screen.rows_of_picture - 1);
}

std::vector<Watched> watched_in(const fs::path& folder, const po::variables_map& values) {
  std::vector<Plot> plots;
  const bool chosen = values.count("plot") > 0;
  if (chosen)
    for (const auto& text : values["plot"].as<std::vector<std::string>>())
      plots.push_back(plot_from(text));
  else
    plots = {{"history.csv", {}, false},
             {"forces.csv", {}, false},
             {"history.csv", {"change_rate"}, false}};
  std::vector<Watched> watched;
  for (const auto& plot : plots) {
    const auto file = folder / plot.table;
    watched.push_back({plot, output::TableReader(file), shown(file.string())});
    if (!watched.back().reader.update() && chosen)
      throw Error(ExitStatus::bad_input, fmt::format("there is no table {}", shown(file.string())));
  }
  return watched;
}
}  // namespace

CommandLine watch_line() {
  po::options_description options("Options");
  auto add = options.add_options();
  add("plot", po::value<std::vector<std::string>>()->composing()->value_name("TABLE[:COLUMNS]"),
      "a chart of these columns of a table, separated by commas (repeatable)");
  add("picture", po::value<std::string>()->default_value("", "")->value_name("NAME"),
      "the newest picture of that name, such as p or mach_z, on a terminal with 24-bit colours");
  add("every", po::value<double>()->default_value(2)->value_name("SECONDS"),
      "time between two looks");
  add("once", po::bool_switch(), "draw once and end");
  return {
      options,
      "directory",
      {"slipflow watch DIR [options]",
       "Draws the residuals and forces of a run in the terminal, again and again until the run\n"
       "ends, and with --picture its newest picture. Without a terminal, draws once.",
       "slipflow watch out/quickstart --plot history.csv:residual_p,residual_u"}};
}

int watch_command(const Call& call) {
  const fs::path folder = call.values["directory"].as<std::string>();
  const auto interval =
      std::chrono::duration<double>(number_from(call.values, "every", 0.1, 3600.0, " seconds"));
  status_of_run(folder);
  auto watched = watched_in(folder, call.values);
  const auto picture = call.values["picture"].as<std::string>();
  if (picture.find('/') != std::string::npos)
    throw Error(
        ExitStatus::bad_input,
        fmt::format("--picture {} must be the name of pictures, such as mach_z", shown(picture)));
  const bool repeats = !call.values["once"].as<bool>() && isatty(STDOUT_FILENO) != 0;
  while (true) {
    const bool ended = status_of_run(folder).has_ended;
    const auto screen = screen_of(folder, watched, picture, repeats);
    fmt::print("{}{}", repeats ? "\033[H\033[J" : "", screen);
    std::fflush(stdout);
    if (!repeats || ended || std::ferror(stdout) != 0) return 0;
    std::this_thread::sleep_for(interval);
  }
}

}  // namespace slipflow::app
