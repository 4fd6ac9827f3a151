#include "slipflow/setup/bodies.hpp"

#include <fmt/format.h>

#include "parts.hpp"
#include "quantities.hpp"
#include "slipflow/setup/box_mesh.hpp"

namespace slipflow::simple_ts {

namespace {
using config::Directive;
using config::Settings;

bool same_wall(const WallValues& a, const WallValues& b) {
  return a.velocity_x == b.velocity_x && a.velocity_y == b.velocity_y &&
         a.temperature == b.temperature && a.slip == b.slip && a.jump == b.jump &&
         a.heat_flow == b.heat_flow && a.jump_of_heat_flow == b.jump_of_heat_flow &&
         a.slip_law == b.slip_law;
}

setup::BodyWalls walls_of_bodies(const Settings& s, Case& c) {
  const auto add = [&](const Directive& d, const std::string& name) {
    c.walls.push_back({name, wall_from(s, d, c.gas), {}});
    return static_cast<int>(c.walls.size());
  };
  const auto difference = [&](int wall, int other) -> std::string {
    if (same_wall(c.walls[wall - 1].values, c.walls[other - 1].values)) return "";
    return "another temperature, velocity, slip or jump";
  };
  return {add, difference};
}

/// True for gas in a cell of the domain, or in its image outside a periodic boundary.
bool is_gas(const Case& c, int i, int j) {
  const auto layout = c.mesh.layout();
  const bool inside = (c.periodic_x() || (i >= 0 && i < layout.nx)) &&
                      (c.periodic_y() || (j >= 0 && j < layout.ny));
  return inside && !c.mesh.solid(i, j);
}

/// A body may slide along its faces, not through them.
void check_motion(const Settings& s, const Directive& d, const Body& body, const Case& c) {
  const WallValues& wall = c.walls[body.wall - 1].values;
  if (wall.velocity_x == 0 && wall.velocity_y == 0) return;
  const auto& b = body.cells;
  const auto layout = c.mesh.layout();
  for (int j = b.j0; j < b.j1; ++j)
    for (int i = b.i0; i < b.i1; ++i) {
      if (c.mesh.tags[layout.at(i, j)] != body.wall) continue;
      const bool across_x = is_gas(c, i - 1, j) || is_gas(c, i + 1, j);
      const bool across_y = is_gas(c, i, j - 1) || is_gas(c, i, j + 1);
      if ((across_x && wall.velocity_x != 0) || (across_y && wall.velocity_y != 0))
        throw s.error(d, fmt::format("{}can only move along its faces: the {} component of its "
                                     "velocity must be 0, as it has a face across {} at cell ({}, "
                                     "{}), {}",
                                     setup::in_a_row(d, body.name),
                                     across_x && wall.velocity_x != 0 ? "x" : "y",
                                     across_x && wall.velocity_x != 0 ? "x" : "y", i, j,
                                     place_of_cell(c, i, j)));
    }
}
}  // namespace

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

void read_bodies(const Settings& s, const std::array<int, 4>& side_walls, Case& c) {
  const auto placed = setup::read_bodies(s, walls_of_bodies(s, c), c.mesh, c.notes);
  c.bodies = placed.bodies;
  setup::tag_ghosts(c.outside(), side_walls, c.mesh);
  for (std::size_t k = 0; k < c.bodies.size(); ++k)
    check_motion(s, *placed.lines[k], c.bodies[k], c);
  setup::check_gaps(s, gap_region(c), placed.lines);
}

}  // namespace slipflow::simple_ts
