// slipflow_studies sweep.
#include "boxes.hpp"
#include "option_values.hpp"
#include "study_command.hpp"
#include "sweep.hpp"

namespace slipflow::bench::studies {

namespace {
constexpr int kMostRowsOfTile = 1024;

std::optional<linear_solvers::Box7> box_from(const Values& values) {
  const auto boxes = boxes_from(values);
  if (boxes.empty()) return std::nullopt;
  if (boxes.size() > 1) throw refused("--mesh: the sweeps take one box");
  if (boxes.front().flat())
    throw refused("--mesh {}: a box has at least 2 cells along z", name_of(boxes.front()));
  return boxes.front();
}

linear_solvers::SweepShape tile_from(const std::string& text) {
  const auto n = numbers_of("tile", text, 4, kMostRowsOfTile);
  if (n[0] * n[1] % n[2] != 0)
    throw refused("--tile {}: {} rows are no multiple of a run of {} cells", text, n[0] * n[1],
                  n[2]);
  return {n[0], n[1], 0, n[2], n[3]};
}

std::vector<SweepVariant> sweep_variants_from(const Values& values) {
  using linear_solvers::Schedule7;
  std::vector<linear_solvers::SweepShape> tiles;
  for (const auto& text : app::listed_values(values, "tile")) tiles.push_back(tile_from(text));
  if (tiles.empty()) tiles = {{}};
  auto names = app::listed_values(values, "schedule");
  if (names.empty()) names = {"planes", "tiles", "pipeline"};
  std::vector<SweepVariant> variants;
  for (const auto& name : names) {
    require_one_of("schedule", name, {"planes", "tiles", "pipeline"});
    const Schedule7 schedule = value_of(linear_solvers::kSchedules7, name);
    for (const auto& shape : tiles) {
      variants.push_back({schedule, shape});
      if (schedule == Schedule7::planes) break;  // has no tiles
    }
  }
  return variants;
}

void options_of_sweep(Add& add) {
  add("mesh", names("NXxNYxNZ"), "cells of the box; else 640x224x448, on processors 160x56x112");
  add("schedule", names("NAME"), "planes, tiles or pipeline (repeatable); else all");
  add("tile", names("NYxNZxRUNxNX"),
      "rows of a tile along y and z, cells of a row in a step and, with tiles, in the tile "
      "(repeatable)");
}

int run_sweep(const Values& values, const std::string& command) {
  SweepOptions options;
  options.box = box_from(values);
  options.variants = sweep_variants_from(values);
  return run_solver_study<SweepReport>("sweep", options, values, command);
}
}  // namespace

Study sweep_study() {
  return {"triangular sweeps of seven-point systems", options_of_sweep, run_sweep};
}

}  // namespace slipflow::bench::studies
