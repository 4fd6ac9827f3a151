// The options of slipflow bench --of sweep.
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
constexpr int kMostCellsOfAxis = 1'000'000, kMostRowsOfTile = 1024;

// Whole numbers with an x between them, such as "640x224x448".
std::vector<int> numbers_from(const std::string& option, const std::string& text, std::size_t count,
                              int most) {
  std::vector<int> numbers;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, 'x');)
    numbers.push_back(number_of(option, part, most));
  if (numbers.size() != count)
    throw refused("--{} {} must be {} whole numbers with an x between them", option, shown(text),
                  count);
  return numbers;
}

std::optional<linear_solvers::Box7> box_from(const po::variables_map& values) {
  const auto texts = listed_values(values, "mesh");
  if (texts.empty()) return std::nullopt;
  if (texts.size() > 1) throw refused("--mesh can be given once with --of {}", kOfSweep);
  const auto n = numbers_from("mesh", texts.front(), 3, kMostCellsOfAxis);
  const linear_solvers::Box7 box{n[0], n[1], n[2]};
  const double places = (n[0] + 2.0) * (n[1] + 2.0) * (n[2] + 2.0);
  if (box.flat() || places > std::numeric_limits<int>::max())
    throw refused("--mesh {}: a box has at least 2 cells along z, and up to 2.1e9 in all",
                  texts.front());
  return box;
}

linear_solvers::SweepShape tile_from(const std::string& text) {
  const auto n = numbers_from("tile", text, 4, kMostRowsOfTile);
  if (n[0] * n[1] % n[2] != 0)
    throw refused("--tile {}: {} rows are no multiple of a run of {} cells", text, n[0] * n[1],
                  n[2]);
  return {n[0], n[1], 0, n[2], n[3]};
}

std::vector<bench::SweepVariant> sweep_variants_from(const po::variables_map& values) {
  using linear_solvers::Schedule7;
  std::vector<linear_solvers::SweepShape> tiles;
  for (const auto& text : listed_values(values, "tile")) tiles.push_back(tile_from(text));
  if (tiles.empty()) tiles = {{}};
  auto names = listed_values(values, "schedule");
  if (names.empty()) names = {"planes", "tiles", "pipeline"};
  std::vector<bench::SweepVariant> variants;
  for (const auto& name : names) {
    const auto schedule = linear_solvers::schedule7_named(name);
    if (!schedule || *schedule == Schedule7::automatic)
      throw refused("--schedule {} must be one of planes, tiles, pipeline", shown(name));
    for (const auto& shape : tiles) {
      variants.push_back({*schedule, shape});
      if (*schedule == Schedule7::planes) break;  // has no tiles
    }
  }
  return variants;
}
}  // namespace

const std::vector<std::string>& options_of_sweep() {
  static const std::vector<std::string> options = {"schedule", "tile"};
  return options;
}

bench::SweepOptions sweep_options_from(const po::variables_map& values) {
  auto allowed = options_of_sweep();
  allowed.emplace_back("mesh");
  require_only(values, kOfSweep, allowed);
  bench::SweepOptions options;
  options.box = box_from(values);
  options.variants = sweep_variants_from(values);
  options.parity = values["parity"].as<bool>();
  options.repeats = repeats_from(values);
  return options;
}

}  // namespace slipflow::app
