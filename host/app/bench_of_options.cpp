#include "bench_of_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "bench_of_values.hpp"
#include "bench_options.hpp"
#include "methods.hpp"
#include "option_values.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace po = boost::program_options;

namespace {
using bench::LineVariant;
using linear_solvers::LineAlgorithm;
using Words = std::vector<std::string>;

constexpr int kMostLines = 1'000'000'000;
constexpr int kMostRowsPerItem = 16, kMostItems = 1024;
constexpr const char* kLayouts[] = {"contiguous", "interleaved"};

// Options that belong to each kind, besides those that every benchmark has.
const Words kOfTridiagonalOnly = {"lines",         "algorithm", "layout",
                                  "rows-per-item", "items",     "abreast"};
const Words kOfStudyOnly = {"variant"};

// The value that an option has once, or nothing.
std::optional<int> number_once(const po::variables_map& values, const char* option, int most) {
  const auto words = listed_values(values, option);
  if (words.empty()) return std::nullopt;
  if (words.size() > 1) throw refused("--{} takes one number with --of {}", option, kOfTridiagonal);
  return number_of(option, words.front(), most);
}

std::vector<bench::LineSize> sizes_from(const po::variables_map& values) {
  const auto lines = number_once(values, "lines", kMostLines);
  const auto rows = number_once(values, "rows", kMostLines);
  if (!lines && !rows) return bench::usual_line_sizes();
  if (!lines || !rows)
    throw refused("--lines and --rows, the rows of a line, go together: give both or neither");
  const bench::LineSize size{*lines, *rows};
  if (size.all_rows() >= std::numeric_limits<std::uint32_t>::max())
    throw refused("--lines {} --rows {}: a solver takes less than 2^32 - 1 rows in all", *lines,
                  *rows);
  return {size};
}

std::vector<LineAlgorithm> algorithms_from(const po::variables_map& values) {
  std::vector<LineAlgorithm> algorithms;
  for (const auto& name : listed_values(values, "algorithm")) {
    const auto found = linear_solvers::line_algorithm_named(name == "auto" ? "automatic" : name);
    if (!found || *found == LineAlgorithm::thomas)
      throw refused("--algorithm {} must be one of auto, pta, cr, pcr, partition", shown(name));
    algorithms.push_back(*found);
  }
  return algorithms;
}

std::optional<bool> interleaved_from(const po::variables_map& values) {
  if (!values.count("layout")) return std::nullopt;
  const auto& name = values["layout"].as<std::string>();
  if (name != kLayouts[0] && name != kLayouts[1])
    throw refused("--layout {} must be {} or {}", shown(name), kLayouts[0], kLayouts[1]);
  return name == kLayouts[1];
}

int power_of_two_from(const po::variables_map& values, const char* option) {
  const int number = number_once(values, option, kMostItems).value_or(0);
  if (number != 0 && !std::has_single_bit(static_cast<unsigned>(number)))
    throw refused("--{} {} must be a power of two", option, number);
  return number;
}

// The usual variants that --algorithm and --layout leave.
std::vector<LineVariant> chosen_variants(const std::vector<LineAlgorithm>& algorithms,
                                         std::optional<bool> interleaved) {
  auto variants = bench::usual_line_variants();
  for (const bool each : {false, true})
    if (std::ranges::count(algorithms, LineAlgorithm::automatic))
      variants.push_back({LineAlgorithm::automatic, each});
  std::erase_if(variants, [&](const LineVariant& v) {
    return (!algorithms.empty() && std::ranges::count(algorithms, v.algorithm) == 0) ||
           (interleaved && v.interleaved != *interleaved);
  });
  return variants;
}

// With --rows-per-item, --items and --abreast, which are parameters of partition.
std::vector<LineVariant> variants_from(const po::variables_map& values) {
  auto algorithms = algorithms_from(values);
  for (const char* option : {"rows-per-item", "items", "abreast"}) {
    if (!values.count(option)) continue;
    if (algorithms.empty()) algorithms = {LineAlgorithm::partition};
    if (algorithms != std::vector{LineAlgorithm::partition})
      throw refused("--{} is for --algorithm partition alone", option);
  }
  std::vector<int> rows;
  for (const auto& text : listed_values(values, "rows-per-item"))
    rows.push_back(number_of("rows-per-item", text, kMostRowsPerItem));
  if (rows.empty()) rows = {0};
  std::vector<LineVariant> variants;
  for (LineVariant variant : chosen_variants(algorithms, interleaved_from(values)))
    for (const int rows_per_item : rows) {
      variant.rows_per_item = rows_per_item;
      variant.items = power_of_two_from(values, "items");
      variant.lines_abreast = power_of_two_from(values, "abreast");
      variants.push_back(variant);
    }
  return variants;
}

// The cases of the study that --mesh and --variant leave.
std::vector<methods::StudyCase> cases_from(const po::variables_map& values,
                                           std::vector<methods::StudyCase> cases) {
  const auto keep = [&](const char* option, const auto& name_of_case) {
    std::vector<std::string> names;
    for (const auto& c : cases)
      if (!std::ranges::count(names, name_of_case(c))) names.push_back(name_of_case(c));
    const auto wanted = listed_values(values, option);
    for (const auto& name : wanted)
      if (!std::ranges::count(names, name))
        throw refused("--{} {} must be one of {}", option, shown(name), fmt::join(names, ", "));
    if (!wanted.empty())
      std::erase_if(cases,
                    [&](const auto& c) { return !std::ranges::count(wanted, name_of_case(c)); });
  };
  keep("mesh", [](const auto& c) { return fmt::format("{}x{}", c.mesh.nx, c.mesh.ny); });
  keep("variant", [](const auto& c) { return c.variant; });
  return cases;
}
}  // namespace

po::options_description bench_of_options() {
  const auto list = [](const char* name) {
    return po::value<Words>()->composing()->value_name(name);
  };
  po::options_description options("Instead of schemes");
  auto add = options.add_options();
  add("of", po::value<std::string>()->value_name("NAME"),
      "tridiagonal: solvers of tridiagonal systems, --rows is then the rows of a line; sweep, "
      "spmv, "
      "pressure: triangular sweeps, products and solvers of seven-point systems, --mesh NXxNYxNZ "
      "is "
      "then their box; or a method, whose published study is timed, --mesh chooses meshes of it, "
      "or "
      "the iterations of its flows, --mesh NXxNYxNZ is then their box");
  add("lines", list("N"), "tridiagonal: number of systems, with --rows; else the usual sizes");
  add("algorithm", list("NAME"), "tridiagonal: auto, pta, cr, pcr or partition (repeatable)");
  add("layout", po::value<std::string>()->value_name("NAME"),
      "tridiagonal: contiguous or interleaved");
  add("rows-per-item", list("N"), "partition: rows of a work-item (repeatable), up to 16");
  add("items", list("N"), "partition: work-items of a line, a power of two");
  add("abreast", list("N"), "partition: lines of a work-group, a power of two");
  add("schedule", list("NAME"), "sweep: planes, tiles or pipeline (repeatable); else all");
  add("tile", list("NYxNZxRUNxNX"),
      "sweep: rows of a tile along y and z, cells of a row in a step and, with tiles, in the tile "
      "(repeatable)");
  add("coefficients", list("KIND"),
      "spmv: free, symmetric or general (repeatable), else all; pressure: symmetric or free");
  add("solver", list("NAME"),
      "pressure: jacobi-cg, atm-cg, x-line-cg, multigrid-cg, single-multigrid-cg or multigrid "
      "(repeatable); else all");
  add("variant", list("NAME"), "a variant of the study or of the flows (repeatable)");
  add("openfoam", list("LOG"),
      "a log of simpleFoam or icoFoam, whose times are compared with those of a method's flows "
      "(repeatable)");
  return options;
}

void require_no_of_options(const po::variables_map& values) {
  for (const auto& option : kOfTridiagonalOnly)
    if (is_given(values, option))
      throw refused("--{} can only be given with --of {}", option, kOfTridiagonal);
  for (const auto& option : options_of_sweep())
    if (is_given(values, option))
      throw refused("--{} can only be given with --of {}", option, kOfSweep);
  for (const auto& option : options_of_boxes())
    if (is_given(values, option))
      throw refused("--{} can only be given with --of {} or {}", option, kOfSpmv, kOfPressure);
  for (const auto& option : options_of_iterations())
    if (is_given(values, option)) throw refused("--{} can only be given with --of METHOD", option);
  for (const auto& option : kOfStudyOnly)
    if (is_given(values, option)) throw refused("--{} can only be given with --of METHOD", option);
}

bench::TridiagonalOptions tridiagonal_options_from(const po::variables_map& values) {
  Words allowed = kOfTridiagonalOnly;
  allowed.insert(allowed.end(), {"rows", "precision"});
  require_only(values, kOfTridiagonal, allowed);
  bench::TridiagonalOptions options;
  options.sizes = sizes_from(values);
  options.variants = variants_from(values);
  options.precision = precision_from(values);
  if (options.precision == setup::Precision::in_mixed)
    throw refused("--precision mixed is not for --of {}: take double or single", kOfTridiagonal);
  options.parity = values["parity"].as<bool>();
  options.repeats = repeats_from(values);
  return options;
}

bench::StudyOptions study_options_from(const po::variables_map& values) {
  const auto& of = values["of"].as<std::string>();
  Words names = {kOfTridiagonal, kOfSweep, kOfSpmv, kOfPressure};
  bench::StudyOptions options;
  for (const auto& method : all_methods()) {
    auto study = method.benchmark->study();
    if (study.cases.empty() && bench::timed_variants(method).empty()) continue;
    names.push_back(method.name);
    if (study.cases.empty() || method.name != of) continue;
    options.method = &method;
    options.cases = std::move(study.cases);
  }
  if (!options.method)
    throw refused("--of {} must be one of {}", shown(of), fmt::join(names, ", "));
  Words allowed = kOfStudyOnly;
  allowed.insert(allowed.end(), {"mesh", "trust-device"});
  require_only(values, of, allowed);
  options.cases = cases_from(values, std::move(options.cases));
  options.parity = values["parity"].as<bool>();
  options.repeats = repeats_from(values);
  return options;
}

}  // namespace slipflow::app
