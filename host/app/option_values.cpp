#include "option_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/split.hpp"

namespace slipflow::app {

namespace po = boost::program_options;

std::vector<std::string> listed_values(const po::variables_map& values, const std::string& option) {
  std::vector<std::string> words;
  if (!values.count(option)) return words;
  for (const auto& text : values[option].as<std::vector<std::string>>())
    std::ranges::move(split_at(text, ','), std::back_inserter(words));
  return words;
}

int number_of(const std::string& option, const std::string& text, int most) {
  const auto value = parsed<int>(text);
  if (!value || *value < 1 || *value > most)
    throw Error(ExitStatus::bad_input,
                fmt::format("--{} {} must be a whole number from 1 to {}", option,
                            text.empty() ? "''" : shown(text), most));
  return *value;
}

bool is_given(const po::variables_map& values, const std::string& option) {
  return values.count(option) > 0 && !values[option].defaulted();
}

namespace po = boost::program_options;

namespace {
/// "2x3", for a mesh of three axes "2x3x1".
mesh::Grid grid_of(const std::string& text, int axes) {
  std::vector<int> pieces;
  const auto parts = split_at(text, 'x');
  for (const auto& part : parts)
    if (const auto number = parsed<int>(part)) pieces.push_back(*number);
  if (pieces.size() == parts.size() && pieces.size() == static_cast<std::size_t>(axes))
    return {pieces[0], pieces[1], axes == 3 ? pieces[2] : 1};
  throw Error(ExitStatus::bad_input,
              fmt::format("--grid {} must be the numbers of pieces along {}", shown(text),
                          axes == 3 ? "x, y and z, such as 1x2x2" : "x and y, such as 2x3"));
}

std::optional<mesh::Grid> given_grid(const po::variables_map& values, const mesh::Mesh& mesh) {
  if (!values.count("grid")) return std::nullopt;
  return grid_of(values["grid"].as<std::string>(), mesh.axes());
}

/// Whether at most one axis is cut.
bool is_line(const mesh::Grid& grid) {
  return (grid.columns > 1) + (grid.rows > 1) + (grid.layers > 1) < 2;
}

/// Throws Error(bad_input) if the mesh cannot be cut so.
mesh::Grid grid_for(const std::optional<mesh::Grid>& given, const mesh::Mesh& mesh, int ranks,
                    bool weighted) {
  if (!given && !weighted) return mesh::choose_grid(mesh.layout(), ranks);
  const mesh::Grid along_last = mesh.axes() == 3 ? mesh::Grid{1, 1, ranks} : mesh::Grid{1, ranks};
  const mesh::Grid grid = given.value_or(along_last);
  mesh::check_grid(grid, mesh.layout(), ranks);
  return grid;
}

double weight_of(const std::string& word, const std::string& all) {
  const auto weight = parsed<double>(word);
  if (!weight || !std::isfinite(*weight) || *weight <= 0)
    throw Error(ExitStatus::bad_input, fmt::format("--weights {}: '{}' is not a positive number",
                                                   shown(all), shown(word)));
  return *weight;
}
}  // namespace

void add_cut_options(po::options_description& options) {
  auto add = options.add_options();
  add("grid", po::value<std::string>()->value_name("PXxPY[xPZ]"),
      "under a launcher of several ranks: pieces of the mesh along its axes");
  add("weights", po::value<std::string>()->value_name("W0,W1,.."),
      "shares of the ranks in the cells; by default equal, or by the speeds of unequal devices");
}

std::vector<double> weights_in(const std::string& text, int ranks) {
  std::vector<double> weights;
  for (const auto& word : split_at(text, ',')) weights.push_back(weight_of(word, text));
  if (weights.size() != static_cast<std::size_t>(ranks))
    throw Error(ExitStatus::bad_input,
                fmt::format("--weights {} must have a number for each of the {} ranks", shown(text),
                            ranks));
  return weights;
}

mesh::Cuts cuts_from(const po::variables_map& values, const mesh::Mesh& mesh, int ranks) {
  const auto given = given_grid(values, mesh);
  if (!values.count("weights")) return mesh::cut_mesh(mesh, grid_for(given, mesh, ranks, false));
  const auto weights = weights_in(values["weights"].as<std::string>(), ranks);
  if (given && !is_line(*given))
    throw Error(ExitStatus::bad_input,
                fmt::format("--weights needs a grid that cuts one axis, and --grid {} cuts several",
                            given->text(mesh.axes(), "x")));
  return mesh::cut_mesh(mesh, grid_for(given, mesh, ranks, true), weights);
}

bool may_cut_by_speed(const po::variables_map& values, const mesh::Mesh& mesh, int ranks) {
  if (values.count("weights")) return false;
  const auto given = given_grid(values, mesh);
  const int last = mesh.axis(mesh.axes() - 1).cells();
  return given ? is_line(*given) : last / ranks >= mesh::kLeastCells;
}

mesh::Cuts cuts_by_speed(const po::variables_map& values, const mesh::Mesh& mesh,
                         const std::vector<double>& speeds) {
  const int ranks = static_cast<int>(speeds.size());
  return mesh::cut_mesh(mesh, grid_for(given_grid(values, mesh), mesh, ranks, true), speeds);
}

}  // namespace slipflow::app
