// The report on a run, a section after the other.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "drawings_folder.hpp"
#include "html_page.hpp"
#include "methods.hpp"
#include "reports.hpp"
#include "results_status.hpp"
#include "slipflow/run/chart_panels.hpp"
#include "slipflow/run/output_units.hpp"
#include "slipflow/run/result_charts.hpp"
#include "slipflow/support/input_file.hpp"
#include "slipflow/support/split.hpp"

namespace slipflow::app {

namespace {
namespace fs = std::filesystem;
using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kMostFrames = 12;
constexpr std::uint64_t kLargestText = std::uint64_t{4} << 20;
constexpr double kLettersOfCharts = 1.6;

/// What the sections are made of.
struct RunReport {
  const fs::path& results;
  const LoadedCase& loaded;
  const methods::Problem& problem;
  const Summary& summary;
};

std::string text_of_file(const fs::path& file) {
  InputFile in(file);
  return in.problem().empty() ? in.text(kLargestText) : "";
}

std::string paragraph(const std::string& text) {
  return "<p class=\"faint\">" + html_text(text) + "</p>\n";
}

/// In which regime the laws of slip and jump are valid.
std::string regime_of(double knudsen) {
  if (knudsen < 0.001) return "continuum: slip is negligible below Kn 0.001";
  if (knudsen <= 0.1) return "slip regime, Kn from 0.001 to 0.1";
  return "beyond the slip regime, which ends at Kn 0.1";
}

std::vector<std::string> doubts_of(const RunReport& report) {
  auto doubts = report.problem.description().warnings();
  for (const auto& line : report.problem.description().derived())
    if (line.name == "WARNING") doubts.push_back(line.text);
  for (const auto& line : split_at(text_of_file(report.results / "run.log"), '\n')) {
    constexpr std::string_view kWarning = "warning: ";
    if (!line.starts_with(kWarning)) continue;
    const auto text = line.substr(kWarning.size());
    if (std::ranges::find(doubts, text) == doubts.end()) doubts.push_back(text);
  }
  return doubts;
}

std::string validity_of(const RunReport& report) {
  Rows rows;
  for (const auto& number : report.problem.description().numbers()) {
    rows.push_back({number.symbol, fmt::format("{:.6g}", number.value)});
    if (number.name == "knudsen") rows.push_back({"regime", regime_of(number.value)});
  }
  for (const auto& line : report.problem.description().derived())
    if (line.name != "WARNING") rows.push_back({line.name, line.text});
  const auto doubts = doubts_of(report);
  return html_table({}, rows) + (doubts.empty() ? paragraph("No warnings.") : "") +
         html_list("doubts", doubts);
}

/// Mesh, boundaries and bodies in words, and their picture.
std::string case_of(const RunReport& report) {
  const auto& problem = report.problem;
  auto picture = problem.description().picture();
  Rows rows = {{"method", report.loaded.method.name + ", " + problem.description().scheme()}};
  if (problem.poly_mesh()) {
    rows.push_back({"mesh", fmt::format("{} polyhedra", problem.mesh().cells())});
    return html_table({}, rows) + html_list("", problem.controls().notes);
  }
  const auto mesh = run::readable_mesh(problem);
  rows.push_back({"mesh", problem.mesh().size_text() + " cells"});
  for (std::size_t side = 0; side < picture.side_kinds.size(); ++side)
    rows.push_back({mesh::side_names[side], picture.side_kinds[side]});
  for (const auto& body : picture.bodies)
    rows.push_back({body.name, picture.wall_kinds[static_cast<std::size_t>(body.wall - 1)]});
  picture.title.clear();
  picture.width = run::PageStyle().width;
  picture.letters = run::PageStyle().letters;
  picture.length_unit = mesh.unit().name;
  picture.length_factor = mesh.unit().factor;
  return html_table({}, rows) + html_list("", problem.controls().notes) +
         html_figure("image/png", drawing::draw_mesh_picture(mesh.mesh(), picture),
                     "mesh, bodies and boundaries");
}

/// "p" of "pictures/p_000012.png".
std::string field_in(const std::string& name) {
  const auto begin = name.find('/') + 1;
  return name.substr(begin, name.rfind('_') - begin);
}

/// The pictures of some frames; a button for each of them shows those of its time.
std::string pictures_of(const RunReport& report, HtmlPage& page) {
  const auto frames = pictures_of_run(report.results, kMostFrames, {});
  if (frames.empty()) return "";
  const run::OutputUnits units(report.problem);
  const auto time_of = [&](const output::ListedFrame& frame) {
    return fmt::format("{:.6g} {}", frame.time, units.name_of_time());
  };
  std::string buttons, shown_frames, rules;
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const auto& [frame, pictures] = frames[k];
    buttons += fmt::format(
        "<input type=\"radio\" name=\"time\" id=\"t{0}\"{1}><label for=\"t{0}\">{2}</label>\n", k,
        k + 1 == frames.size() ? " checked" : "", html_text(time_of(frame)));
    shown_frames += fmt::format("<div class=\"frame figures f{}\">\n", k);
    for (const auto& picture : pictures)
      shown_frames += html_figure(
          "image/png", picture.bytes,
          fmt::format("{}, {} = {}", field_in(picture.name), units.time_symbol(), time_of(frame)));
    shown_frames += "</div>\n";
    rules += fmt::format("#t{0}:checked ~ .frames .f{0} {{ display: grid; }}\n", k);
  }
  page.add_style(rules);
  return fmt::format(
      "<fieldset class=\"slider\"><legend>{}</legend>\n{}<div class=\"frames\">{}</div>\n"
      "</fieldset>\n",
      units.time_symbol(), buttons, shown_frames);
}

/// The charts whose names begin so, which are no longer among the others.
std::string take_charts(std::vector<run::ResultChart>& charts, const std::string& name) {
  std::string html;
  for (const auto& chart : charts)
    if (chart.name.starts_with(name))
      html += html_figure("image/svg+xml", chart.bytes, chart.title);
  std::erase_if(charts, [&](const auto& chart) { return chart.name.starts_with(name); });
  return html.empty() ? "" : "<div class=\"figures\">\n" + html + "</div>\n";
}

std::string forces_of(const RunReport& report) {
  const auto forces = report.summary.find("forces");
  if (forces == report.summary.end() || !forces->is_array()) return "";
  std::string html;
  for (const auto& body : *forces) {
    Rows rows;
    for (const auto& [name, value] : body.items())
      if (value.is_number())
        rows.push_back({run::in_words(name), fmt::format("{:.6g}", value.get<double>())});
    html += html_table({text_in(body, "body"), ""}, rows);
  }
  return html;
}

/// Members of the summary whose names begin with one of these.
std::string numbers_named(const Summary& summary, const std::vector<std::string>& beginnings) {
  Rows rows;
  for (const auto& [name, value] : summary.items())
    if (value.is_number() &&
        std::ranges::any_of(beginnings, [&name = name](const std::string& beginning) {
          return name.starts_with(beginning);
        }))
      rows.push_back({run::in_words(name), fmt::format("{:.6g}", value.get<double>())});
  return html_table({}, rows);
}

std::string computation_of(const RunReport& report) {
  const Summary& summary = report.summary;
  Rows rows = {{"state", status_of_run(report.results).text}};
  for (const char* name : {"backend", "device", "driver", "kernels", "precision", "host", "date"})
    if (const auto text = text_in(summary, name); !text.empty()) rows.push_back({name, text});
  for (const char* name : {"ranks", "steps", "inner_iterations", "unconverged_steps", "seconds",
                           "cell_updates_per_second", "bytes_per_cell", "last_residual"})
    if (const auto found = summary.find(name); found != summary.end() && found->is_number())
      rows.push_back({run::in_words(name), fmt::format("{:.6g}", found->get<double>())});
  return html_table({}, rows);
}

std::string command_of(const Summary& summary) {
  std::string command = "slipflow run case.cfg --output again";
  const auto add = [&](const std::string& option, const std::string& value) {
    if (!value.empty()) command += fmt::format(" --{} {}", option, value);
  };
  const auto backend = text_in(summary, "backend");
  add("backend", backend);
  if (backend == "opencl") add("device", '\'' + text_in(summary, "device") + '\'');
  add("precision", text_in(summary, "precision"));
  if (flag_in(summary, "parity")) command += " --parity";
  return command;
}

std::string how_to_repeat(const RunReport& report) {
  const Summary& summary = report.summary;
  const bool parity = flag_in(summary, "parity");
  std::string html = paragraph(fmt::format(
      "slipflow {}, commit {}. {} Frames and tables are then equal byte for byte.",
      text_in(summary, "slipflow"), text_in(summary, "commit"),
      parity ? "With --parity every device computes the same bits."
             : "The same program, device and driver compute the same bits; with --parity, every "
               "device does."));
  html += "<pre>" + html_text(command_of(summary)) + "</pre>\n";
  std::vector<std::string> files;
  for (const auto& file : report.loaded.settings.files()) files.push_back(file.string());
  if (!files.empty()) html += paragraph("The case reads these files:") + html_list("", files);
  return html + "<details><summary>case.cfg, with every default</summary><pre>" +
         html_text(text_of_file(case_of_results(report.results))) + "</pre></details>\n";
}

}  // namespace

std::string report_of_run(const fs::path& results) {
  const auto loaded = load_case(case_of_results(results).string(), {}, methods::Start::left_out);
  const auto summary = read_summary(results);
  const RunReport report{results, loaded, *loaded.problem, summary};
  const run::ChartOptions look{drawing::ImageFormat::svg, 1, kLettersOfCharts, false};
  auto charts = run::charts_over_time(report.problem, results, look);
  auto along_walls = run::charts_of_walls(report.problem, results, look);
  auto profiles = run::charts_of_profiles(report.problem, results, look);
  const auto& title = report.problem.controls().title;
  HtmlPage page(title.empty() ? "Results of slipflow" : title, status_of_run(results).text);
  page.add("Validity", validity_of(report));
  page.add("Fields", pictures_of(report, page));
  page.add("Forces", forces_of(report) + take_charts(charts, "forces"));
  page.add("Residuals", take_charts(charts, "residuals"));
  page.add("Balances", numbers_named(summary, {"mass_", "heat_", "energy_"}) +
                           take_charts(charts, "balance") + take_charts(charts, "history"));
  page.add("Walls", take_charts(along_walls, ""));
  page.add("Profiles and probes", take_charts(profiles, "") + take_charts(charts, ""));
  page.add("Case", case_of(report));
  page.add("Computation", computation_of(report));
  page.add("To the same bits", how_to_repeat(report));
  auto sources = loaded.method.papers;
  sources.insert(sources.begin(), "slipflow " + text_in(summary, "slipflow"));
  page.add("Cite", html_list("", sources));
  return page.text();
}

}  // namespace slipflow::app
