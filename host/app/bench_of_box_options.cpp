// The options of slipflow bench --of spmv and --of pressure.
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <sstream>

#include "bench_of_options.hpp"
#include "bench_of_values.hpp"
#include "bench_options.hpp"
#include "option_values.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace po = boost::program_options;

namespace {
using linear_solvers::Box7;
using linear_solvers::Coefficients7;

constexpr int kMostCellsAlong = 1'000'000;
constexpr std::pair<const char*, Coefficients7> kKinds[] = {{"free", Coefficients7::free},
                                                            {"symmetric", Coefficients7::symmetric},
                                                            {"general", Coefficients7::general}};

Box7 box_of(const std::string& text) {
  std::vector<int> n;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, 'x');)
    n.push_back(number_of("mesh", part, kMostCellsAlong));
  if (n.size() != 3)
    throw refused("--mesh {} must be 3 whole numbers with an x between them", shown(text));
  if ((n[0] + 2.0) * (n[1] + 2.0) * (n[2] + 2.0) > std::numeric_limits<int>::max())
    throw refused("--mesh {}: a box has up to 2.1e9 cells", text);
  return {n[0], n[1], n[2]};
}

// The first `count` kinds are allowed.
std::vector<Coefficients7> kinds_from(const po::variables_map& values, std::size_t count) {
  std::vector<Coefficients7> kinds;
  std::vector<std::string> allowed;
  for (std::size_t k = 0; k < count; ++k) allowed.emplace_back(kKinds[k].first);
  for (const auto& name : listed_values(values, "coefficients")) {
    const auto found = std::ranges::find(allowed, name);
    if (found == allowed.end())
      throw refused("--coefficients {} must be one of {}", shown(name), fmt::join(allowed, ", "));
    kinds.push_back(kKinds[found - allowed.begin()].second);
  }
  return kinds;
}

std::vector<bench::PressureSolver> solvers_from(const po::variables_map& values) {
  const auto& all = bench::pressure_solvers();
  const auto names = listed_values(values, "solver");
  if (names.empty()) return all;
  std::vector<std::string> allowed;
  for (const auto& solver : all) allowed.emplace_back(solver.name);
  std::vector<bench::PressureSolver> solvers;
  for (const auto& name : names) {
    const auto found = std::ranges::find(allowed, name);
    if (found == allowed.end())
      throw refused("--solver {} must be one of {}", shown(name), fmt::join(allowed, ", "));
    solvers.push_back(all[found - allowed.begin()]);
  }
  return solvers;
}
}  // namespace

std::vector<Box7> boxes_from(const po::variables_map& values) {
  std::vector<Box7> boxes;
  for (const auto& text : listed_values(values, "mesh")) boxes.push_back(box_of(text));
  return boxes;
}

const std::vector<std::string>& options_of_boxes() {
  static const std::vector<std::string> options = {"coefficients", "solver"};
  return options;
}

bench::SpmvOptions spmv_options_from(const po::variables_map& values) {
  require_only(values, kOfSpmv, {"mesh", "coefficients"});
  bench::SpmvOptions options;
  options.boxes = boxes_from(values);
  options.kinds = kinds_from(values, std::size(kKinds));
  if (options.kinds.empty())
    for (const auto& [name, kind] : kKinds) options.kinds.push_back(kind);
  options.parity = values["parity"].as<bool>();
  options.repeats = repeats_from(values);
  return options;
}

bench::PressureOptions pressure_options_from(const po::variables_map& values) {
  require_only(values, kOfPressure, {"mesh", "coefficients", "solver"});
  bench::PressureOptions options;
  options.boxes = boxes_from(values);
  options.solvers = solvers_from(values);
  const auto kinds = kinds_from(values, 2);
  if (kinds.size() > 1) throw refused("--coefficients can be given once with --of {}", kOfPressure);
  if (!kinds.empty()) options.kind = kinds.front();
  options.parity = values["parity"].as<bool>();
  options.repeats = repeats_from(values);
  return options;
}

}  // namespace slipflow::app
