// What sides impose for a whole run.
#include <algorithm>

#include "shared_types.h"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

namespace {
using mesh::kPad;

/// The cell along an axis whose values a ghost beyond its ends has.
int cell_of(int k, int n, bool periodic) {
  return periodic ? (k % n + n) % n : std::clamp(k, 0, n - 1);
}

/// The node at the south (west) end of cell k, between the cells k-1 and k; beyond the ends of
/// the axis, the outermost.
int node_of(int k, int n, bool periodic) {
  return periodic ? (k % n + n) % n : std::clamp(k, 0, n);
}

/// The nodes [i0, i0 + columns) x [j0, j0 + rows) with the value of each.
template <class Value>
ImposedVelocities imposed(std::vector<double> State::*field, int i0, int j0, int columns, int rows,
                          Value value) {
  ImposedVelocities v{field, i0, j0, columns, rows, {}};
  for (int j = j0; j < j0 + rows; ++j)
    for (int i = i0; i < i0 + columns; ++i) v.values.push_back(value(i, j));
  return v;
}

/// Beyond an inflow across x, corners too: u on its faces and the ghost faces, v in the ghost
/// columns. Nothing reads west of the first column of cells.
void impose_across_x(const Case& c, int side, double factor, std::vector<ImposedVelocities>& all) {
  const auto layout = c.mesh.layout();
  const SideValues& values = c.side_values[side];
  const bool west = side == mesh::west;
  const auto across = [&](int j) {
    return factor * values.across[cell_of(j, layout.ny, c.periodic_y())];
  };
  const auto along = [&](int j) {
    return factor * values.along[node_of(j, layout.ny, c.periodic_y())];
  };
  all.push_back(imposed(&State::u, west ? 1 - kPad : layout.nx, -kPad, kPad, layout.rows(),
                        [&](int i, int j) {
                          const bool wall = c.mesh.solid(i - 1, j) || c.mesh.solid(i, j);
                          return wall ? 0 : across(j);
                        }));
  all.push_back(imposed(&State::v, west ? -kPad : layout.nx, 1 - kPad, kPad, layout.rows() - 1,
                        [&](int i, int j) {
                          const bool wall = c.mesh.solid(i, j - 1) || c.mesh.solid(i, j);
                          return wall ? 0 : along(j);
                        }));
}

/// The columns that an inflow across y imposes something on: [first, end).
struct Columns {
  int first, end;
};

/// With the corners, which the sides across x override where they impose something. A stream is at
/// its corners as it is elsewhere.
Columns columns_beyond(const Case& c) {
  const int nx = c.mesh.x.cells();
  const auto stream = [&](int side) { return c.sides[side] == BoundaryKind::stream; };
  return {stream(mesh::west) ? 0 : -kPad, stream(mesh::east) ? nx : nx + kPad};
}

void impose_across_y(const Case& c, int side, double factor, std::vector<ImposedVelocities>& all) {
  const auto layout = c.mesh.layout();
  const SideValues& values = c.side_values[side];
  const bool south = side == mesh::south;
  const Columns columns = columns_beyond(c);
  const auto across = [&](int i) {
    return factor * values.across[cell_of(i, layout.nx, c.periodic_x())];
  };
  const auto along = [&](int i) {
    return factor * values.along[node_of(i, layout.nx, c.periodic_x())];
  };
  all.push_back(imposed(&State::v, columns.first, south ? 1 - kPad : layout.ny,
                        columns.end - columns.first, kPad, [&](int i, int j) {
                          const bool wall = c.mesh.solid(i, j - 1) || c.mesh.solid(i, j);
                          return wall ? 0 : across(i);
                        }));
  const int first_face = std::max(columns.first, 1 - kPad);
  all.push_back(imposed(&State::u, first_face, south ? -kPad : layout.ny, columns.end - first_face,
                        kPad, [&](int i, int j) {
                          const bool wall = c.mesh.solid(i - 1, j) || c.mesh.solid(i, j);
                          return wall ? 0 : along(i);
                        }));
}

/// T and rho beyond an inflow; corners belong to the sides across x, if those impose anything.
void set_gas_beyond(const Case& c, int side, State& s) {
  const auto layout = c.mesh.layout();
  const bool across_x = side == mesh::west || side == mesh::east;
  const Columns columns = columns_beyond(c);
  const int i0 = side == mesh::west ? -kPad : side == mesh::east ? layout.nx : columns.first;
  const int j0 = across_x || side == mesh::south ? -kPad : layout.ny;
  const int i1 = across_x ? i0 + kPad : columns.end;
  const int j1 = across_x ? layout.ny + kPad : j0 + kPad;
  for (int j = j0; j < j1; ++j)
    for (int i = i0; i < i1; ++i) {
      if (c.mesh.solid(i, j)) continue;
      s.T[layout.at(i, j)] = c.side_values[side].temperature;
      s.rho[layout.at(i, j)] = c.side_values[side].density;
    }
}

double temperature_of(const Case& c, const Wall& wall, int i, int j) {
  if (wall.temperatures.empty()) return wall.values.temperature;
  const auto layout = c.mesh.layout();
  const bool along_y = wall.name == "west" || wall.name == "east";
  const int k =
      along_y ? cell_of(j, layout.ny, c.periodic_y()) : cell_of(i, layout.nx, c.periodic_x());
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
    if (c.sides[side] == BoundaryKind::inflow) given |= bits[side];
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

std::vector<ImposedVelocities> imposed_velocities(const Case& c,
                                                  const std::array<double, 4>& factors) {
  std::vector<ImposedVelocities> all;
  for (const int side : {mesh::south, mesh::north})
    if (c.sides[side] == BoundaryKind::inflow) impose_across_y(c, side, factors[side], all);
  for (const int side : {mesh::west, mesh::east})
    if (c.sides[side] == BoundaryKind::inflow) impose_across_x(c, side, factors[side], all);
  return all;
}

double SideValues::factor(double time) const {
  if (times.empty()) return 1;
  const auto above = std::upper_bound(times.begin(), times.end(), time) - times.begin();
  if (above == 0) return factors.front();
  const auto k = static_cast<std::size_t>(above);
  if (k == times.size()) return factors.back();
  const double part = (time - times[k - 1]) / (times[k] - times[k - 1]);
  return factors[k - 1] + part * (factors[k] - factors[k - 1]);
}

std::array<double, 4> side_factors(const Case& c, double time) {
  std::array<double, 4> factors{};
  for (int side = 0; side < 4; ++side) factors[side] = c.side_values[side].factor(time);
  return factors;
}

std::array<setup::Outside, 4> Case::outside() const {
  std::array<setup::Outside, 4> outside{};
  for (int side = 0; side < 4; ++side) {
    const BoundaryKind kind = sides[side];
    const bool copies = kind == BoundaryKind::outflow || kind == BoundaryKind::pressure;
    outside[side] = kind == BoundaryKind::wall       ? setup::Outside::wall
                    : kind == BoundaryKind::periodic ? setup::Outside::periodic
                    : copies                         ? setup::Outside::like_last_cell
                                                     : setup::Outside::gas;
  }
  return outside;
}

bool Case::sides_vary_in_time() const {
  return std::any_of(side_values.begin(), side_values.end(),
                     [](const SideValues& values) { return !values.times.empty(); });
}

double Case::sides_vary_until() const {
  double last = 0;
  for (const SideValues& values : side_values)
    if (!values.times.empty()) last = std::max(last, values.times.back());
  return last;
}

void set_side_values(const Case& c, State& s) {
  for (const int side : {mesh::south, mesh::north, mesh::west, mesh::east})
    if (c.sides[side] == BoundaryKind::inflow) set_gas_beyond(c, side, s);
  const auto layout = c.mesh.layout();
  for (const auto& v : imposed_velocities(c, side_factors(c, 0)))
    for (int j = 0; j < v.rows; ++j)
      for (int i = 0; i < v.columns; ++i)
        (s.*v.field)[layout.at(v.i0 + i, v.j0 + j)] =
            v.values[static_cast<std::size_t>(j) * v.columns + i];
  if (c.walls_vary()) set_wall_temperatures(c, s);
}

}  // namespace slipflow::simple_ts
