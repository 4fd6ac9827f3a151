// slipflow plot: draws finished results again.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "command_table.hpp"
#include "drawings_folder.hpp"
#include "methods.hpp"
#include "option_values.hpp"
#include "slipflow/output/frame_fields.hpp"
#include "slipflow/run/picture_series.hpp"
#include "slipflow/run/result_charts.hpp"
#include "slipflow/run/result_names.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;

// Options that are those of the key output.picture too.
constexpr const char* kPictureOptions[] = {"range",    "map",         "shading", "zoom",
                                           "contours", "streamlines", "vectors", "view",
                                           "slices",   "isosurface",  "walls",   "width"};

std::string joined_words(const std::vector<std::string>& words, const char* between) {
  return fmt::format("{}", fmt::join(words, between));
}

/// The lines output.picture of the case that was run, of the fields that are drawn.
std::vector<std::string> own_lines(const std::string& case_file,
                                   const std::vector<std::string>& fields) {
  std::vector<std::string> lines;
  const auto settings = config::load_case_file(case_file, {}, key_tables());
  for (const auto& line : settings.directives("output.picture")) {
    const auto field = line.options.find("field");
    if (fields.empty() || field == line.options.end() ||
        std::ranges::find(fields, field->second) != fields.end())
      lines.push_back("output.picture=" + line.raw);
  }
  return lines;
}

/// The options as keys: a line output.picture after those of the case that was run.
std::vector<std::string> overrides_of_plot(const po::variables_map& values,
                                           const std::string& case_file) {
  const auto fields = listed_values(values, "field");
  std::string line;
  if (is_given(values, "format"))
    line = " formats=" + joined_words(listed_values(values, "format"), ",");
  for (const char* name : kPictureOptions)
    if (values.count(name)) line += fmt::format(" {}={}", name, values[name].as<std::string>());
  if (fields.empty() && line.empty()) return {};
  auto overrides = own_lines(case_file, fields);
  if (!fields.empty()) overrides.push_back("output.pictures=" + joined_words(fields, " "));
  if (!line.empty()) overrides.push_back("output.picture=" + line.substr(1));
  return overrides;
}

/// The frames that --frames names.
std::vector<output::ListedFrame> frames_to_draw(const std::vector<output::ListedFrame>& all,
                                                const std::string& which) {
  if (which == "all") return all;
  if (which == "last") return {all.back()};
  const auto number =
      which == "0" ? 0 : static_cast<std::size_t>(number_of("frames", which, 1'000'000));
  for (const auto& frame : all)
    if (frame.number == number) return {frame};
  throw Error(ExitStatus::bad_input,
              fmt::format("--frames {}: there is no such frame; the last one is {}", shown(which),
                          all.back().number));
}

bool is_wanted(const po::variables_map& values, const std::string& what) {
  const auto wanted = listed_values(values, "what");
  return std::ranges::find(wanted, what) != wanted.end();
}

void require_some_of(const po::variables_map& values, const char* option,
                     const std::vector<std::string>& known) {
  for (const auto& word : listed_values(values, option))
    if (std::ranges::find(known, word) == known.end())
      throw Error(ExitStatus::bad_input, fmt::format("--{} {} must be some of {}", option,
                                                     shown(word), joined_words(known, ", ")));
}

/// Before anything is drawn: no name of a picture may be that of somebody else's file.
void require_free_names(DrawingsFolder& drawings, const methods::Problem& problem,
                        const std::vector<output::ListedFrame>& frames) {
  const auto& output = problem.controls().output;
  for (std::size_t k = 0; k < output.pictures.size(); ++k)
    for (const auto& format : output.picture_options[k].formats)
      for (const auto& frame : frames)
        for (const auto& slice : run::slices_of_pictures(output, k))
          drawings.require_free(
              run::picture_files(output.pictures[k], slice, format).name(frame.number));
}

std::size_t draw_pictures(DrawingsFolder& drawings, const methods::Problem& problem,
                          const std::filesystem::path& results, const std::string& which) {
  const auto all = output::listed_frames(results);
  if (all.empty() || problem.controls().output.pictures.empty()) return 0;
  const auto frames = frames_to_draw(all, which);
  require_free_names(drawings, problem, frames);
  drawings.folder().make_folder("pictures");
  run::PictureSeries series(
      problem,
      [&drawings](const std::string& name, const std::string& bytes) {
        drawings.folder().write(name, bytes);
      },
      results, all);
  return series.draw_again(frames);
}

/// The charts that the options ask for, with the names of their files.
std::vector<run::ResultChart> charts_to_draw(const po::variables_map& values,
                                             const methods::Problem& problem,
                                             const std::filesystem::path& results) {
  const auto formats = listed_values(values, "format");
  std::vector<run::ResultChart> all;
  const auto add = [&](const std::vector<run::ResultChart>& charts, drawing::ImageFormat format) {
    for (const auto& [name, bytes, title] : charts)
      all.push_back({fmt::format("{}.{}", name, name_of(format)), bytes, title});
  };
  for (const auto format : drawing::kImageFormats) {
    if (std::ranges::find(formats, name_of(format)) == formats.end()) continue;
    const run::ChartOptions options{format};
    if (is_wanted(values, "series")) add(run::charts_over_time(problem, results, options), format);
    if (is_wanted(values, "profiles"))
      add(run::charts_of_profiles(problem, results, options), format);
    if (is_wanted(values, "walls")) add(run::charts_of_walls(problem, results, options), format);
  }
  return all;
}

void plot(const po::variables_map& values) {
  require_some_of(values, "what", {"pictures", "series", "profiles", "walls"});
  require_some_of(values, "format", {"png", "pdf", "svg"});
  const std::filesystem::path results = values["folder"].as<std::string>();
  const auto case_file = case_of_results(results).string();
  const auto loaded =
      load_case(case_file, overrides_of_plot(values, case_file), methods::Start::left_out);
  const auto& problem = *loaded.problem;
  const auto charts = charts_to_draw(values, problem, results);
  const auto target = values.count("output")
                          ? std::filesystem::path(values["output"].as<std::string>())
                          : results / "plots";
  DrawingsFolder drawings(target, values["overwrite"].as<bool>());
  for (const auto& chart : charts) drawings.require_free(chart.name);
  std::size_t pictures = 0;
  if (is_wanted(values, "pictures"))
    pictures = draw_pictures(drawings, problem, results, values["frames"].as<std::string>());
  for (const auto& chart : charts) drawings.write(chart.name, chart.bytes);
  fmt::print("pictures: {}, charts: {}; in {}\n", pictures, charts.size(), shown(target.string()));
}
}  // namespace

CommandLine plot_line() {
  po::options_description options("Options");
  auto add = options.add_options();
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  const auto list = [](const char* name, const char* all) {
    return po::value<std::vector<std::string>>()->value_name(name)->default_value({all}, all);
  };
  add("what", list("LIST", "pictures,series,profiles,walls"), "what is drawn");
  add("field", po::value<std::vector<std::string>>()->value_name("LIST"),
      "fields of the pictures, such as p,T; they must be in the frames. Without it those of the "
      "case");
  add("frames", text("WHICH")->default_value("all"), "all, last or the number of a frame");
  add("range", text("RANGE"),
      "colours: auto-series (one range for the whole run, the default), auto-frame or LO,HI");
  add("map", text("MAP"),
      "colour map: auto (by the signs of the values, the default), sequential or diverging");
  add("shading", text("SHADING"), "cells (the default) or smooth: linear between their middles");
  add("zoom", text("X0,Y0,X1,Y1"), "the part of the plane that is drawn");
  add("contours", text("N"), "about N lines of equal value");
  add("streamlines", text("N"), "about N streamlines across the shorter side");
  add("vectors", text("N"), "N arrows along x");
  add("view", text("VIEW"), "plane (the default) or isometric: a box of three axes in one picture");
  add("slices", text("ON"), "in the isometric view, on (the default) or off");
  add("isosurface", text("FIELD,VALUE"), "in the isometric view, where a field has that value");
  add("walls", text("NAME"),
      "in the isometric view, a column of output.walls in the colours of bodies");
  add("width", text("PIXELS"), "width of the pictures");
  add("format", list("LIST", "png"),
      "some of png,pdf,svg; without it the formats of the case, and charts in png");
  add("output", text("DIR"), "folder of the drawings; without it DIR/plots");
  add("overwrite", po::bool_switch(), "replace files that slipflow has not written there, too");
  return {options,
          "folder",
          {"slipflow plot DIR [options]",
           "Draws the results in DIR again: pictures of the fields, charts of history, forces and "
           "probes\nover time, charts of profiles and along walls. Options of pictures are added "
           "to those of the "
           "case (output.picture).",
           "slipflow plot out/first --field p,mach --zoom 2,2,8,8 --contours 20 --format pdf"}};
}

int plot_command(const Call& call) {
  plot(call.values);
  return 0;
}

}  // namespace slipflow::app
