// slipflow_studies tridiagonal.
#include <algorithm>
#include <bit>
#include <limits>

#include "option_values.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "study_command.hpp"
#include "tridiagonal.hpp"

namespace slipflow::bench::studies {

namespace po = boost::program_options;

namespace {
using linear_solvers::LineAlgorithm;

constexpr int kMostLines = 1'000'000'000;
constexpr int kMostRowsPerItem = 16, kMostItems = 1024;

std::vector<LineSize> sizes_from(const Values& values) {
  const auto lines = number_given(values, "lines", kMostLines);
  const auto rows = number_given(values, "rows", kMostLines);
  if (!lines && !rows) return usual_line_sizes();
  if (!lines || !rows)
    throw refused("--lines and --rows, the rows of a line, go together: give both or neither");
  const LineSize size{*lines, *rows};
  if (size.all_rows() >= std::numeric_limits<std::uint32_t>::max())
    throw refused("--lines {} --rows {}: a solver takes less than 2^32 - 1 rows in all", *lines,
                  *rows);
  return {size};
}

std::vector<LineAlgorithm> algorithms_from(const Values& values) {
  std::vector<LineAlgorithm> algorithms;
  for (const auto& name : app::listed_values(values, "algorithm")) {
    require_one_of("algorithm", name, {"auto", "pta", "cr", "pcr", "partition"});
    algorithms.push_back(
        value_of(linear_solvers::kLineAlgorithms, name == "auto" ? "automatic" : name));
  }
  return algorithms;
}

std::optional<bool> interleaved_from(const Values& values) {
  if (!values.count("layout")) return std::nullopt;
  const auto& name = values["layout"].as<std::string>();
  require_one_of("layout", name, {"contiguous", "interleaved"});
  return name == "interleaved";
}

int power_of_two_from(const Values& values, const char* option) {
  const int number = number_given(values, option, kMostItems).value_or(0);
  if (number != 0 && !std::has_single_bit(static_cast<unsigned>(number)))
    throw refused("--{} {} must be a power of two", option, number);
  return number;
}

// The usual variants that --algorithm and --layout leave.
std::vector<LineVariant> chosen_variants(const std::vector<LineAlgorithm>& algorithms,
                                         std::optional<bool> interleaved) {
  auto variants = usual_line_variants();
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
std::vector<LineVariant> variants_from(const Values& values) {
  auto algorithms = algorithms_from(values);
  for (const char* option : {"rows-per-item", "items", "abreast"}) {
    if (!values.count(option)) continue;
    if (algorithms.empty()) algorithms = {LineAlgorithm::partition};
    if (algorithms != std::vector{LineAlgorithm::partition})
      throw refused("--{} is for --algorithm partition alone", option);
  }
  std::vector<int> rows;
  for (const auto& text : app::listed_values(values, "rows-per-item"))
    rows.push_back(app::number_of("rows-per-item", text, kMostRowsPerItem));
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

void options_of_tridiagonal(Add& add) {
  add("lines", one_name("N"), "number of systems, with --rows; else the usual sizes");
  add("rows", one_name("N"), "rows of each of them");
  add("algorithm", names("NAME"), "auto, pta, cr, pcr or partition (repeatable)");
  add("layout", one_name("NAME"), "contiguous or interleaved");
  add("rows-per-item", names("N"), "partition: rows of a work-item (repeatable), up to 16");
  add("items", one_name("N"), "partition: work-items of a line, a power of two");
  add("abreast", one_name("N"), "partition: lines of a work-group, a power of two");
  add("precision", po::value<std::string>()->default_value("double")->value_name("NAME"),
      "double or single");
}

int run_tridiagonal(const Values& values, const std::string& command) {
  TridiagonalOptions options;
  options.sizes = sizes_from(values);
  options.variants = variants_from(values);
  const auto& precision = values["precision"].as<std::string>();
  require_one_of("precision", precision, {"double", "single"});
  options.precision = *setup::precision_named(precision);
  return run_solver_study<TridiagonalReport>("tridiagonal", options, values, command,
                                             options.precision);
}
}  // namespace

Study tridiagonal_study() {
  return {"solvers of tridiagonal systems", options_of_tridiagonal, run_tridiagonal};
}

}  // namespace slipflow::bench::studies
