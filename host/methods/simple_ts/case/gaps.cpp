#include "gaps.hpp"

#include <algorithm>

namespace slipflow::simple_ts {

setup::GapRegion gap_region(const Case& c) {
  setup::GapRegion region{c.mesh, c.bodies, {}, c.output.units.get()};
  const auto acts = [](const Wall& wall) { return wall.values.acts_on_gas(); };
  for (std::size_t side = 0; side < c.sides.size(); ++side) {
    if (c.sides[side] == BoundaryKind::periodic) region.sides[side] = setup::GapSide::periodic;
    if (c.sides[side] != BoundaryKind::wall) continue;
    const bool is_wall = acts(*std::ranges::find(c.walls, mesh::side_names[side], &Wall::name));
    region.sides[side] = is_wall ? setup::GapSide::wall : setup::GapSide::frictionless;
  }
  region.acts_of_bodies = {false};  // no wall
  for (const Wall& wall : c.walls) region.acts_of_bodies.push_back(acts(wall));
  return region;
}

}  // namespace slipflow::simple_ts
