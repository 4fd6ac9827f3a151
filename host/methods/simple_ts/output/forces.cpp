#include "slipflow/simple_ts/forces.hpp"

namespace slipflow::simple_ts {

SideForces side_forces(const Case& c, const SideLoads& loads, int side) {
  const GasFactors gas = c.gas.factors();
  const double into = side % 2 == 0 ? 1 : -1;  // along the axis
  return {into * gas.A * loads.pressure,
          into * gas.B * loads.normal,
          gas.B * loads.friction,
          gas.B * loads.friction_after,
          gas.A / (c.gas.gamma - 1) * loads.conduction,
          gas.B * loads.friction_heat,
          gas.B * loads.work,
          loads.corner};
}

WallForces wall_forces(const Case& c, const std::array<SideLoads, 6>& loads) {
  WallForces sum;
  const int axes = c.axes();
  for (int side = 0; side < c.side_count(); ++side) {
    const SideForces f = side_forces(c, loads[side], side);
    const int axis = mesh::axis_across(side);
    sum.force[axis] += f.pressure + f.normal + f.corner;
    sum.force[(axis + 1) % axes] += f.friction;
    if (axes == 3) sum.force[(axis + 2) % axes] += f.friction_after;
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
    const SideLoads &west = side[0], &east = side[1], &south = side[2], &north = side[3];
    forces.push_back({(west.pressure - east.pressure) / (length * u2),
                      friction * (south.friction + north.friction) / length,
                      (south.pressure - north.pressure) / (length * u2),
                      friction * (west.friction + east.friction) / length});
  }
  return forces;
}

double frontal_area(const Case& c, const Body& body) {
  const auto extent = [](const mesh::Axis& axis, int first, int last) {
    return axis.faces[static_cast<std::size_t>(last)] - axis.faces[static_cast<std::size_t>(first)];
  };
  const auto& box = body.cells;
  return extent(c.mesh.y, box.j0, box.j1) * extent(c.mesh.z, box.k0, box.k1);
}

std::vector<SpaceCoefficients> coefficients_in_space(const Case& c, const WallLoads& loads) {
  std::vector<SpaceCoefficients> all;
  for (const Body& body : c.bodies) {
    const double area = frontal_area(c, body);
    const double unit = 0.5 * c.gas.u_stream * c.gas.u_stream * area;
    const auto force = wall_forces(c, loads[static_cast<std::size_t>(body.wall - 1)]).force;
    all.push_back({force[0] / unit, force[1] / unit, force[2] / unit, area});
  }
  return all;
}

}  // namespace slipflow::simple_ts
