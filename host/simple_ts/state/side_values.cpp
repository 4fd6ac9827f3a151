// What sides impose for a whole run.
#include <algorithm>

#include "shared_types.h"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

namespace {
using mesh::kPad;

/// Gas beyond an inflow across x and the velocity of its faces; (30). Corners belong to it too.
void set_inflow_x(const Case& c, int side, State& s) {
  const auto layout = c.mesh.layout();
  const SideValues& values = c.side_values[side];
  const bool west = side == mesh::west;
  for (int j = -kPad; j < layout.ny + kPad; ++j) {
    const int k = std::clamp(j, 0, layout.ny - 1);
    for (int g = 1; g <= kPad; ++g) {
      const int ghost = west ? -g : layout.nx - 1 + g;
      const int face = west ? 1 - g : layout.nx - 1 + g;
      if (c.mesh.solid(ghost, j)) continue;
      s.T[layout.at(ghost, j)] = values.temperature;
      s.rho[layout.at(ghost, j)] = values.density;
      s.v[layout.at(ghost, j)] = values.along[k];
      s.u[layout.at(face, j)] =
          c.mesh.solid(face - 1, j) || c.mesh.solid(face, j) ? 0 : values.across[k];
    }
    if (west && !c.mesh.solid(-kPad, j)) s.u[layout.at(-kPad, j)] = values.across[k];
  }
}

void set_inflow_y(const Case& c, int side, State& s) {
  const auto layout = c.mesh.layout();
  const SideValues& values = c.side_values[side];
  const bool south = side == mesh::south;
  for (int i = 0; i < layout.nx; ++i)
    for (int g = 1; g <= kPad; ++g) {
      const int ghost = south ? -g : layout.ny - 1 + g;
      const int face = south ? 1 - g : layout.ny - 1 + g;
      if (c.mesh.solid(i, ghost)) continue;
      s.T[layout.at(i, ghost)] = values.temperature;
      s.rho[layout.at(i, ghost)] = values.density;
      s.u[layout.at(i, ghost)] = values.along[i];
      s.v[layout.at(i, face)] =
          c.mesh.solid(i, face - 1) || c.mesh.solid(i, face) ? 0 : values.across[i];
    }
}

double temperature_of(const Case& c, const Wall& wall, int i, int j) {
  if (wall.temperatures.empty()) return wall.values.temperature;
  const auto layout = c.mesh.layout();
  const bool along_y = wall.name == "west" || wall.name == "east";
  const int k = along_y ? std::clamp(j, 0, layout.ny - 1) : std::clamp(i, 0, layout.nx - 1);
  return wall.temperatures[static_cast<std::size_t>(k)];
}

void set_wall_temperatures(const Case& c, State& s) {
  const auto layout = c.mesh.layout();
  for (int j = -kPad; j < layout.ny + kPad; ++j)
    for (int i = -kPad; i < layout.nx + kPad; ++i)
      if (const int tag = c.mesh.tags[layout.at(i, j)])
        s.T[layout.at(i, j)] = temperature_of(c, c.walls[tag - 1], i, j);
}
}  // namespace

int given_sides(const Case& c) {
  const int bits[] = {SF_GIVEN_WEST, SF_GIVEN_EAST, SF_GIVEN_SOUTH, SF_GIVEN_NORTH};
  int given = 0;
  for (int side = 0; side < 4; ++side)
    if (c.sides[side] == mesh::SideKind::open_given) given |= bits[side];
  return given;
}

bool Case::has_heat_flow() const {
  return std::any_of(walls.begin(), walls.end(),
                     [](const Wall& wall) { return wall.values.heat_flow != 0; });
}

bool Case::has_slip_laws() const {
  return std::any_of(walls.begin(), walls.end(),
                     [](const Wall& wall) { return wall.values.slip_law != 0; });
}

bool Case::walls_vary() const {
  return std::any_of(walls.begin(), walls.end(),
                     [](const Wall& wall) { return !wall.temperatures.empty(); });
}

void set_side_values(const Case& c, State& s) {
  for (const int side : {mesh::south, mesh::north})
    if (c.sides[side] == mesh::SideKind::open_given) set_inflow_y(c, side, s);
  for (const int side : {mesh::west, mesh::east})
    if (c.sides[side] == mesh::SideKind::open_given) set_inflow_x(c, side, s);
  if (c.walls_vary()) set_wall_temperatures(c, s);
}

}  // namespace slipflow::simple_ts
