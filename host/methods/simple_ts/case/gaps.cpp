#include "gaps.hpp"

#include <fmt/format.h>

#include "quantities.hpp"

namespace slipflow::simple_ts {

setup::GapRegion gap_region(const Case& c) {
  std::vector<bool> acts = {false};  // no wall
  for (const Wall& wall : c.walls) acts.push_back(wall.values.acts_on_gas());
  return {c.mesh, c.periodic_x(), c.periodic_y(), acts};
}

std::string wall_in_gap(const Case& c, int wall) {
  const auto& name = c.walls[wall - 1].name;
  const bool is_body = !c.bodies.empty() && c.bodies.front().wall <= wall;
  return is_body ? name : "the " + name + " side";
}

std::string sentence_on(const Case& c, const setup::Gap& gap) {
  return fmt::format(
      "{} leaves a gap one cell wide to {} at cell ({}, {}), {}: "
      "close it, or make it two cells wide, better four",
      c.walls[gap.wall - 1].name, gap.other == gap.wall ? "itself" : wall_in_gap(c, gap.other),
      gap.i, gap.j, place_of_cell(c, gap.i, gap.j));
}

std::optional<std::string> sentence_on_channel(const Case& c) {
  const auto gap = setup::NarrowGaps(gap_region(c), c.bodies).between_sides();
  if (!gap) return std::nullopt;
  return fmt::format(
      "a single cell between {} and {} lets up to three times too much gas through: "
      "take two cells or more, better four",
      wall_in_gap(c, gap->wall), wall_in_gap(c, gap->other));
}

}  // namespace slipflow::simple_ts
