#include "bulk_flow.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "state/cut_pieces.hpp"

namespace slipflow::simple_ts {

namespace {
// Where the gas recirculates the net flow is a remainder of the discretisation.
constexpr double kLeastPartOfFlow = 0.01;

// Whether the boundary is a plane of symmetry, a wall (false), or lets gas pass (none).
std::optional<bool> is_symmetry(const Case& c, int side) {
  if (c.sides[side] != BoundaryKind::wall) return std::nullopt;
  const auto wall = std::ranges::find(c.walls, mesh::side_names[side], &Wall::name);
  return wall != c.walls.end() && !wall->values.acts_on_gas();
}
}  // namespace

BulkFlow bulk_flow_at(const Case& c, const State& s, const ContourFace& face) {
  if (face.face.normal.x != 0 && face.face.normal.y != 0) return {};
  const auto layout = c.mesh.layout();
  const bool across_x = mesh::across_x(face.side);
  const int step = face.side == mesh::west || face.side == mesh::south ? -1 : 1;
  const auto& axis = across_x ? c.mesh.x : c.mesh.y;
  double length = 0, mass = 0, gross = 0, mass_times_T = 0;
  int i = face.i, j = face.j;
  int& place = across_x ? i : j;
  for (; place >= 0 && place < axis.cells() && !c.mesh.solid(i, j); place += step) {
    const auto at = layout.at(i, j);
    const double h = axis.widths[static_cast<std::size_t>(place)] * gas_share(c, {i, j});
    const double along = across_x ? 0.5 * (s.v[at] + s.v[layout.at(i, j + 1)])
                                  : 0.5 * (s.u[at] + s.u[layout.at(i + 1, j)]);
    length += h;
    mass += s.rho[at] * along * h;
    gross += std::abs(s.rho[at] * along * h);
    mass_times_T += s.rho[at] * along * h * s.T[at];
  }
  double walls_apart = length;
  if (place < 0 || place >= axis.cells()) {
    const int end =
        across_x ? (step < 0 ? mesh::west : mesh::east) : (step < 0 ? mesh::south : mesh::north);
    const auto symmetry = is_symmetry(c, end);
    if (!symmetry) return {};
    if (*symmetry) walls_apart *= 2;
  }
  if (std::abs(mass) <= kLeastPartOfFlow * gross) return {};
  return {mass_times_T / mass, 2 * walls_apart};
}

}  // namespace slipflow::simple_ts
