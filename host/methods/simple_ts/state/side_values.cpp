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

int cells_along(const Case& c, int axis) { return c.mesh.axis(axis).cells(); }

/// The cells [first, end) along an axis.
struct Range {
  int first, end;
};

/// Those along an axis of a boundary, for which an inflow prescribes values, with the ghosts
/// outside its ends. Inflows through boundaries normal to a lower axis overwrite the ghosts of
/// edges later; next to a stream these are left out and keep its values.
Range cells_beyond(const Case& c, int side, int axis) {
  const int n = cells_along(c, axis);
  const auto keeps = [&](int end) {
    return axis < mesh::axis_across(side) && c.sides[2 * axis + end] == BoundaryKind::stream;
  };
  return {keeps(0) ? 0 : -kPad, keeps(1) ? n : n + kPad};
}

mesh::CellBox box_of(const std::array<Range, 3>& r) {
  return {r[0].first, r[1].first, r[0].end, r[1].end, r[2].first, r[2].end};
}

/// Ghosts outside an inflow, corners included, kPad of them along the normal from `first` on.
std::array<Range, 3> ghosts_beyond(const Case& c, int side, int first) {
  std::array<Range, 3> ranges{{{0, 1}, {0, 1}, {0, 1}}};
  for (int axis = 0; axis < c.axes(); ++axis) ranges[axis] = cells_beyond(c, side, axis);
  ranges[mesh::axis_across(side)] = {first, first + kPad};
  return ranges;
}

/// The velocity along an axis that an inflow prescribes: the normal one on its faces and the ghost
/// faces outside, or a tangential one in the ghost cells. The outer end of the outermost ghost
/// cells is never read.
ImposedVelocities imposed(const Case& c, int side, double factor, int axis) {
  const int normal = mesh::axis_across(side);
  const bool through = axis == normal, low = side % 2 == 0;
  const int first = !low ? cells_along(c, normal) : through ? 1 - kPad : -kPad;
  auto ranges = ghosts_beyond(c, side, first);
  if (!through) ranges[axis].first = std::max(ranges[axis].first, 1 - kPad);
  ImposedVelocities v{axis, box_of(ranges), {}};
  const SideValues& values = c.side_values[side];
  const auto tangents = mesh::axes_along(side, c.axes());
  const auto& velocities = through ? values.across : values.along[axis == tangents.front() ? 0 : 1];
  mesh::for_cells(v.nodes, [&](int i, int j, int k) {
    const std::array<int, 3> place = {i, j, k};
    std::size_t at = 0, row = 1;
    for (const int tangent : tangents) {
      const int n = cells_along(c, tangent), there = place[tangent];
      const bool is_node = tangent == axis;
      at += row * static_cast<std::size_t>(is_node ? node_of(there, n, c.periodic(tangent))
                                                   : cell_of(there, n, c.periodic(tangent)));
      row *= static_cast<std::size_t>(n + is_node);
    }
    const bool wall =
        c.mesh.solid(i, j, k) || c.mesh.solid(i - (axis == 0), j - (axis == 1), k - (axis == 2));
    v.values.push_back(wall ? 0 : factor * velocities[at]);
  });
  return v;
}

/// Sets T and rho outside an inflow.
void set_gas_beyond(const Case& c, int side, State& s) {
  const auto layout = c.mesh.layout();
  const int normal = mesh::axis_across(side);
  const auto box = box_of(ghosts_beyond(c, side, side % 2 == 0 ? -kPad : cells_along(c, normal)));
  mesh::for_cells(box, [&](int i, int j, int k) {
    if (c.mesh.solid(i, j, k)) return;
    s.T[layout.at(i, j, k)] = c.side_values[side].temperature;
    s.rho[layout.at(i, j, k)] = c.side_values[side].density;
  });
}

/// The boundary of that name, or -1.
int side_named(const std::string& name) {
  const auto found = std::ranges::find(mesh::side_names, name);
  return found == mesh::side_names.end() ? -1 : static_cast<int>(found - mesh::side_names.begin());
}

void set_wall_temperatures(const Case& c, State& s) {
  const auto layout = c.mesh.layout();
  mesh::for_cells(mesh::padded_cells_of(layout), [&](int i, int j, int k) {
    if (const int tag = c.mesh.tags[layout.at(i, j, k)])
      s.T[layout.at(i, j, k)] = wall_temperature(c, c.walls[tag - 1], {i, j, k});
  });
}
}  // namespace

double wall_temperature(const Case& c, const Wall& wall, const std::array<int, 3>& place) {
  if (wall.temperatures.empty()) return wall.values.temperature;
  std::size_t at = 0, row = 1;
  for (const int axis : mesh::axes_along(side_named(wall.name), c.axes())) {
    const int n = cells_along(c, axis);
    at += row * static_cast<std::size_t>(cell_of(place[axis], n, c.periodic(axis)));
    row *= static_cast<std::size_t>(n);
  }
  return wall.temperatures[at];
}

int prescribed_sides(const Case& c) {
  const int bits[] = {SF_PRESCRIBED_WEST,  SF_PRESCRIBED_EAST,   SF_PRESCRIBED_SOUTH,
                      SF_PRESCRIBED_NORTH, SF_PRESCRIBED_BOTTOM, SF_PRESCRIBED_TOP};
  int prescribed = 0;
  for (int side = 0; side < c.side_count(); ++side)
    if (c.sides[side] == BoundaryKind::inflow) prescribed |= bits[side];
  return prescribed;
}

std::vector<double> Case::metrics(int axis) const {
  if (!piece_metrics[axis].empty()) return piece_metrics[axis];
  return setup::axis_metrics(mesh.axis(axis), periodic(axis));
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

// Boundaries in the order in which they are set, those normal to x last; an edge belongs to the
// last.
constexpr std::array<mesh::Side, 6> kOrderOfSides = {mesh::bottom, mesh::top,  mesh::south,
                                                     mesh::north,  mesh::west, mesh::east};

std::vector<ImposedVelocities> imposed_velocities(const Case& c,
                                                  const std::array<double, 6>& factors) {
  std::vector<ImposedVelocities> all;
  for (const int side : kOrderOfSides) {
    if (side >= c.side_count() || c.sides[side] != BoundaryKind::inflow) continue;
    all.push_back(imposed(c, side, factors[side], mesh::axis_across(side)));
    for (const int axis : mesh::axes_along(side, c.axes()))
      all.push_back(imposed(c, side, factors[side], axis));
  }
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

std::array<double, 6> side_factors(const Case& c, double time) {
  std::array<double, 6> factors{};
  for (int side = 0; side < c.side_count(); ++side)
    factors[side] = c.side_values[side].factor(time);
  return factors;
}

std::vector<setup::Outside> Case::outside() const {
  std::vector<setup::Outside> outside(static_cast<std::size_t>(side_count()));
  for (int side = 0; side < side_count(); ++side) {
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
  return std::all_of(sides.begin(), sides.begin() + side_count(), [](BoundaryKind side) {
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
  for (const int side : kOrderOfSides)
    if (side < c.side_count() && c.sides[side] == BoundaryKind::inflow) set_gas_beyond(c, side, s);
  const auto layout = c.mesh.layout();
  for (const auto& v : imposed_velocities(c, side_factors(c, 0)))
    v.for_each(
        [&](int i, int j, int k, double value) { s.velocity(v.axis)[layout.at(i, j, k)] = value; });
  if (c.walls_vary()) set_wall_temperatures(c, s);
}

}  // namespace slipflow::simple_ts
