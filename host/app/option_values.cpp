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
/// "2x3".
mesh::Grid grid_of(const std::string& text) {
  const auto parts = split_at(text, 'x');
  const auto columns = parsed<int>(parts.front()), rows = parsed<int>(parts.back());
  if (parts.size() == 2 && columns && rows) return {*columns, *rows};
  throw Error(ExitStatus::bad_input,
              fmt::format("--grid {} must be the numbers of pieces along x and y, such as 2x3",
                          shown(text)));
}

std::optional<mesh::Grid> given_grid(const po::variables_map& values) {
  if (!values.count("grid")) return std::nullopt;
  return grid_of(values["grid"].as<std::string>());
}

bool is_line(const mesh::Grid& grid) { return grid.columns == 1 || grid.rows == 1; }

/// Throws Error(bad_input) if the mesh cannot be cut so.
mesh::Grid grid_for(const std::optional<mesh::Grid>& given, const mesh::Mesh& mesh, int ranks,
                    bool weighted) {
  const int nx = mesh.x.cells(), ny = mesh.y.cells();
  if (!given && !weighted) return mesh::choose_grid(nx, ny, ranks);
  const mesh::Grid grid = given.value_or(mesh::Grid{1, ranks});
  mesh::check_grid(grid, nx, ny, ranks);
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
  add("grid", po::value<std::string>()->value_name("PXxPY"),
      "under a launcher of several ranks: pieces of the mesh along x and y");
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
  const auto given = given_grid(values);
  if (!values.count("weights")) return mesh::cut_mesh(mesh, grid_for(given, mesh, ranks, false));
  const auto weights = weights_in(values["weights"].as<std::string>(), ranks);
  if (given && !is_line(*given))
    throw Error(ExitStatus::bad_input,
                fmt::format("--weights needs a grid of one row or one column of pieces, and --grid "
                            "{}x{} has several of both",
                            given->columns, given->rows));
  return mesh::cut_mesh(mesh, grid_for(given, mesh, ranks, true), weights);
}

bool may_cut_by_speed(const po::variables_map& values, const mesh::Mesh& mesh, int ranks) {
  if (values.count("weights")) return false;
  const auto given = given_grid(values);
  return given ? is_line(*given) : mesh.y.cells() / ranks >= mesh::kLeastCells;
}

mesh::Cuts cuts_by_speed(const po::variables_map& values, const mesh::Mesh& mesh,
                         const std::vector<double>& speeds) {
  const int ranks = static_cast<int>(speeds.size());
  return mesh::cut_mesh(mesh, grid_for(given_grid(values), mesh, ranks, true), speeds);
}

}  // namespace slipflow::app
