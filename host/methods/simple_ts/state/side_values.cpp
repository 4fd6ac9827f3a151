// Values that boundaries prescribe for a whole run.
#include <algorithm>

#include "shared_types.h"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

namespace {
using mesh::kPad;

/// The cell of the domain whose value cell k has; k may be a ghost cell.
int cell_of(int k, int n, bool periodic) {
  return periodic ? (k % n + n) % n : std::clamp(k, 0, n - 1);
}

/// The node at the south (west) end of cell k, between the cells k-1 and k; outside the axis the
/// outermost one or the periodic image.
int node_of(int k, int n, bool periodic) {
  return periodic ? (k % n + n) % n : std::clamp(k, 0, n);
}

/// The cells [first, end) along a boundary for which an inflow prescribes values.
struct Range {
  int first, end;
};

/// The columns of a south or north boundary with its corners. West and east inflows overwrite the
/// corners later; those next to a stream are left out and keep its values.
Range columns_beyond(const Case& c) {
  const int nx = c.mesh.x.cells();
  const auto stream = [&](int side) { return c.sides[side] == BoundaryKind::stream; };
  return {stream(mesh::west) ? 0 : -kPad, stream(mesh::east) ? nx : nx + kPad};
}

/// The normal velocity of an inflow on its faces and the ghost faces outside, or the tangential one
/// in the ghost cells, corners included. The outer end of the outermost ghost cells is never read.
ImposedVelocities imposed(const Case& c, int side, double factor, bool through) {
  const auto layout = c.mesh.layout();
  const bool across_x = mesh::across_x(side);
  const bool low = side == mesh::west || side == mesh::south;
  const bool is_u = through == across_x;
  const Range along = across_x ? Range{-kPad, layout.ny + kPad} : columns_beyond(c);
  const int first = through ? along.first : std::max(along.first, 1 - kPad);
  const int count = along.end - first;
  const int beyond = low ? (through ? 1 - kPad : -kPad) : across_x ? layout.nx : layout.ny;
  ImposedVelocities v{is_u ? &State::u : &State::v, across_x ? beyond : first,
                      across_x ? first : beyond,    across_x ? kPad : count,
                      across_x ? count : kPad,      {}};
  const SideValues& values = c.side_values[side];
  const int n = across_x ? layout.ny : layout.nx;
  const bool periodic = across_x ? c.periodic_y() : c.periodic_x();
  for (int j = v.j0; j < v.j0 + v.rows; ++j)
    for (int i = v.i0; i < v.i0 + v.columns; ++i) {
      const bool wall = c.mesh.solid(i - is_u, j - !is_u) || c.mesh.solid(i, j);
      const int k = across_x ? j : i;
      const double velocity =
          through ? values.across[cell_of(k, n, periodic)] : values.along[node_of(k, n, periodic)];
      v.values.push_back(wall ? 0 : factor * velocity);
    }
  return v;
}

/// Sets T and rho outside an inflow; columns_beyond() has the rule for corners.
void set_gas_beyond(const Case& c, int side, State& s) {
  const auto layout = c.mesh.layout();
  const bool across_x = side == mesh::west || side == mesh::east;
  const Range columns = columns_beyond(c);
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

int prescribed_sides(const Case& c) {
  const int bits[] = {SF_PRESCRIBED_WEST, SF_PRESCRIBED_EAST, SF_PRESCRIBED_SOUTH,
                      SF_PRESCRIBED_NORTH};
  int prescribed = 0;
  for (int side = 0; side < 4; ++side)
    if (c.sides[side] == BoundaryKind::inflow) prescribed |= bits[side];
  return prescribed;
}

std::vector<double> Case::metrics(int axis) const {
  if (!piece_metrics[axis].empty()) return piece_metrics[axis];
  return axis == 0 ? setup::axis_metrics(mesh.x, periodic_x())
                   : setup::axis_metrics(mesh.y, periodic_y());
}

bool Case::has_heat_flow() const {
  return has_friction_heat() ||
         std::ranges::any_of(walls, [](const Wall& wall) { return wall.values.heat_flow != 0; });
}

// A wall without slip may share nodes with one that slips.
bool Case::has_friction_heat() const {
  const auto slips = [](const Wall& wall) { return wall.values.slip > 0; };
  const auto takes_it = [](const Wall& wall) {
    return wall.values.jump < 0 && wall.values.slip >= 0;
  };
  return std::ranges::any_of(walls, takes_it) && std::ranges::any_of(walls, slips);
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
  for (const int side : {mesh::south, mesh::north, mesh::west, mesh::east})
    for (const bool through : {true, false})
      if (c.sides[side] == BoundaryKind::inflow)
        all.push_back(imposed(c, side, factors[side], through));
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

bool Case::is_closed() const {
  return std::ranges::all_of(sides, [](BoundaryKind side) {
    return side == BoundaryKind::wall || side == BoundaryKind::periodic;
  });
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
