#include "slipflow/setup/bodies.hpp"

#include <fmt/format.h>

#include "parts.hpp"
#include "quantities.hpp"
#include "slipflow/box/conditions.hpp"
#include "slipflow/setup/box_mesh.hpp"
#include "state/space/cut_tables_in_space.hpp"

namespace slipflow::simple_ts {

namespace {
using config::Directive;
using config::Settings;

bool same_wall(const WallValues& a, const WallValues& b) {
  return a.velocity == b.velocity && a.temperature == b.temperature && a.slip == b.slip &&
         a.jump == b.jump && a.heat_flow == b.heat_flow &&
         a.jump_of_heat_flow == b.jump_of_heat_flow && a.slip_law == b.slip_law &&
         a.turning == b.turning && a.turns_about == b.turns_about &&
         a.turning_in_space == b.turning_in_space &&
         a.turns_about_in_space == b.turns_about_in_space;
}

setup::BodyWalls walls_of_bodies(const Settings& s, Case& c) {
  const auto add = [&](const Directive& d, const std::string& name) {
    boxes::check_z_of_body(s, d, c.mesh);
    c.walls.push_back({name, wall_from(s, d, c), {}});
    return static_cast<int>(c.walls.size());
  };
  const auto difference = [&](int wall, int other) -> std::string {
    if (same_wall(c.walls[wall - 1].values, c.walls[other - 1].values)) return "";
    return "another temperature, velocity, slip or jump";
  };
  return {add, difference, read_cut_walls(s, c)};
}

/// True for gas in a cell of the domain, or in its image outside a periodic boundary.
bool is_gas(const Case& c, std::array<int, 3> cell) {
  for (int axis = 0; axis < c.axes(); ++axis)
    if (!c.periodic(axis) && (cell[axis] < 0 || cell[axis] >= c.mesh.axis(axis).cells()))
      return false;
  return !c.mesh.solid(cell[0], cell[1], cell[2]);
}

/// Whether one of the two cells next to a cell along an axis is gas.
bool has_gas_along(const Case& c, std::array<int, 3> cell, int axis) {
  auto below = cell, above = cell;
  --below[axis], ++above[axis];
  return is_gas(c, below) || is_gas(c, above);
}

/// A body may slide along its faces, not through them.
void check_motion(const Settings& s, const Directive& d, const Body& body, const Case& c) {
  const WallValues& wall = c.walls[body.wall - 1].values;
  if (wall.velocity == std::array<double, 3>{}) return;
  const auto layout = c.mesh.layout();
  mesh::for_cells(body.cells, [&](int i, int j, int k) {
    if (c.mesh.tags[layout.at(i, j, k)] != body.wall) return;
    for (int axis = 0; axis < c.axes(); ++axis)
      if (wall.velocity[axis] != 0 && has_gas_along(c, {i, j, k}, axis))
        throw s.error(d, fmt::format("{}can only move along its faces: the {} component of its "
                                     "velocity must be 0, as it has a face across {} at {}",
                                     setup::in_a_row(d, body.name), setup::kAxes[axis],
                                     setup::kAxes[axis], cell_in_words(c, {i, j, k})));
  });
}

std::array<bool, 4> open_sides(const Case& c) {
  std::array<bool, 4> open{};
  for (std::size_t side = 0; side < open.size(); ++side)
    open[side] = c.sides[side] != BoundaryKind::wall && c.sides[side] != BoundaryKind::periodic;
  return open;
}
}  // namespace

setup::GapRegion gap_region(const Case& c) {
  setup::GapRegion region{c.mesh, c.bodies, {}, c.output.units.get()};
  const auto acts = [](const Wall& wall) { return wall.values.acts_on_gas(); };
  for (int side = 0; side < c.side_count(); ++side) {
    if (c.sides[side] == BoundaryKind::periodic) region.sides[side] = setup::GapSide::periodic;
    if (c.sides[side] != BoundaryKind::wall) continue;
    const bool is_wall = acts(*std::ranges::find(c.walls, mesh::side_names[side], &Wall::name));
    region.sides[side] = is_wall ? setup::GapSide::wall : setup::GapSide::frictionless;
  }
  region.acts_of_bodies = {false};  // no wall
  for (const Wall& wall : c.walls) region.acts_of_bodies.push_back(acts(wall));
  region.cut = c.cut.get();
  return region;
}

void read_bodies(const Settings& s, const std::vector<int>& side_walls, Case& c) {
  auto placed = setup::read_bodies(s, walls_of_bodies(s, c), c.mesh, c.notes);
  setup::tag_ghosts(c.outside(), side_walls, c.mesh);
  if (c.axes() == 3)
    c.cut_in_space =
        setup::cut_by_solids(s, {c.periodic(0), c.periodic(1), c.periodic(2)}, placed, c.mesh);
  else
    c.cut =
        setup::cut_by_bodies(s, {c.periodic_x(), c.periodic_y()}, open_sides(c), placed, c.mesh);
  c.bodies = placed.bodies;
  if (c.cut_in_space) c.cut_tables = std::make_shared<const CutTables>(cut_tables_in_space(c));
  for (std::size_t k = 0; k < c.bodies.size(); ++k)
    if (!c.bodies[k].cuts_cells()) check_motion(s, *placed.lines[k], c.bodies[k], c);
  check_motion_of_cut_bodies(s, c, placed.lines);
  setup::check_gaps(s, gap_region(c), placed.lines);
}

}  // namespace slipflow::simple_ts
