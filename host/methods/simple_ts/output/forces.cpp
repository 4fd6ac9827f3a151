#include "slipflow/simple_ts/forces.hpp"

namespace slipflow::simple_ts {

SideForces side_forces(const Case& c, const SideLoads& loads, int side) {
  const GasFactors gas = c.gas.factors();
  const double into = side == mesh::west || side == mesh::south ? 1 : -1;  // along +x or +y
  return {into * gas.A * loads.pressure,
          into * gas.B * loads.normal,
          gas.B * loads.friction,
          gas.A / (c.gas.gamma - 1) * loads.conduction,
          gas.B * loads.friction_heat,
          gas.B * loads.work,
          loads.corner};
}

WallForces wall_forces(const Case& c, const std::array<SideLoads, 4>& loads) {
  WallForces sum;
  for (int side = 0; side < 4; ++side) {
    const SideForces f = side_forces(c, loads[side], side);
    const bool across_x = mesh::across_x(side);
    (across_x ? sum.x : sum.y) += f.pressure + f.normal + f.corner;
    (across_x ? sum.y : sum.x) += f.friction;
    sum.conduction += f.conduction;
    sum.friction_heat += f.friction_heat;
    sum.work += f.work;
  }
  return sum;
}

std::vector<BodyForces> body_forces(const Case& c, const WallLoads& loads) {
  const double u2 = c.gas.u_stream * c.gas.u_stream;
  const double friction = 2 * c.gas.factors().B / u2;
  std::vector<BodyForces> forces;
  for (const Body& body : c.bodies) {
    const double length = body.reference_length;
    const auto& side = loads[static_cast<std::size_t>(body.wall - 1)];
    const auto& [west, east, south, north] = side;
    forces.push_back({(west.pressure - east.pressure) / (length * u2),
                      friction * (south.friction + north.friction) / length,
                      (south.pressure - north.pressure) / (length * u2),
                      friction * (west.friction + east.friction) / length});
  }
  return forces;
}

}  // namespace slipflow::simple_ts
