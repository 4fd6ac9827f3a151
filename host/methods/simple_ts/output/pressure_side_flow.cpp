#include "pressure_side_flow.hpp"

#include <fmt/format.h>

#include <cmath>

#include "slipflow/config/quantity_text.hpp"
#include "slipflow/setup/side_table.hpp"

namespace slipflow::simple_ts {

PressureSideFlow::PressureSideFlow(const Case& c) : case_(c) {
  const auto layout = c.mesh.layout();
  for (int side = 0; side < 4; ++side) {
    if (c.sides[side] != BoundaryKind::pressure) continue;
    const bool across_x = mesh::across_x(side), far = side == mesh::east || side == mesh::north;
    const auto& along = setup::axis_along(c.mesh, side);
    const auto& across = across_x ? c.mesh.x : c.mesh.y;
    const int cell = far ? across.cells() - 1 : 0, face = far ? across.cells() : 0;
    const double position = across.faces[static_cast<std::size_t>(face)];
    for (int k = 0; k < along.cells(); ++k) {
      const int i = across_x ? cell : k, j = across_x ? k : cell;
      if (c.mesh.solid(i, j)) continue;
      const double centre = along.centre(k);
      faces_.push_back({side, across_x ? position : centre, across_x ? centre : position});
      places_.push_back(static_cast<int>(across_x ? layout.at(face, j) : layout.at(i, face)));
      places_.push_back(static_cast<int>(layout.at(i, j)));
    }
  }
}

std::string PressureSideFlow::warning(const std::vector<NodeValues>& nodes) const {
  double largest = 1;
  const Face* where = nullptr;
  for (std::size_t k = 0; k < faces_.size(); ++k) {
    const NodeValues& face = nodes[2 * k];
    const double velocity = mesh::across_x(faces_[k].side) ? face.u : face.v;
    const double mach = std::abs(velocity) / std::sqrt(case_.gas.sound2() * nodes[2 * k + 1].T);
    if (mach > largest) largest = mach, where = &faces_[k];
  }
  if (!where) return "";
  return fmt::format(
      "the flow through the {} boundary is supersonic, Ma {:.3g} at {}: a "
      "pressure boundary is for subsonic flow; take outflow, or stream where gas enters",
      mesh::side_names[where->side], largest,
      config::place_text(where->x, where->y, case_.output.units.get()));
}

std::string PressureSideFlow::warning(const State& state) const {
  std::vector<NodeValues> nodes;
  for (const int at : places_)
    nodes.push_back({state.u[at], state.v[at], state.T[at], state.rho[at]});
  return warning(nodes);
}

}  // namespace slipflow::simple_ts
