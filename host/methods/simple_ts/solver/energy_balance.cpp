#include "energy_balance.hpp"

#include "slipflow/simple_ts/forces.hpp"
#include "slipflow/simple_ts/host_context.hpp"

namespace slipflow::simple_ts {

namespace {
bool is_wall(const Case& c, int side) { return c.sides[side] == BoundaryKind::wall; }

// (27) Of the lower face of cell (i, j).
double conductance(const SfContext& s, int axis, int i, int j) {
  const int il = i - (axis == SF_X), jl = j - (axis == SF_Y);
  const double lo = sf_transport(&s, sf_T(&s, il, jl)), hi = sf_transport(&s, sf_T(&s, i, j));
  const double distances = sf_h(&s.mesh, axis, il, jl) / lo + sf_h(&s.mesh, axis, i, j) / hi;
  return s.gas.CT1 * 2 * sf_h(&s.mesh, SF_OTHER(axis), i, j) / distances;
}

// Velocity along an axis at the centre of a cell.
double centre_velocity(const SfContext& s, int axis, int i, int j) {
  return 0.5 * (sf_q(&s, axis, i, j) + sf_q(&s, axis, i + (axis == SF_X), j + (axis == SF_Y)));
}

// Viscous stress across the axis in cell (i, j); times B.
double normal_stress(const SfContext& s, int axis, int i, int j) {
  const auto slope = [&](int of) {
    return (sf_q(&s, of, i + (of == SF_X), j + (of == SF_Y)) - sf_q(&s, of, i, j)) *
           sf_rh(&s.mesh, of, i, j);
  };
  return sf_transport(&s, sf_T(&s, i, j)) *
         (4.0 / 3 * slope(axis) - 2.0 / 3 * slope(SF_OTHER(axis)));
}

// (86) Energy that passes the lower face of cell (i, j) along +x or +y: internal and kinetic energy
// as (62), conduction, work of the pressure and of the viscous stress. Both are means of the two
// cells, as in the equation of the face's velocity: a ghost cell may have no stress, and its
// pressure makes up for that. The shear is that of the velocity along the boundary alone.
double energy_flow(const Case& c, const SfContext& s, int axis, int i, int j) {
  const int il = i - (axis == SF_X), jl = j - (axis == SF_Y), along = SF_OTHER(axis);
  const GasFactors gas = c.gas.factors();
  const double length = sf_h(&s.mesh, along, i, j);
  const SfTotals carried = sf_flow_totals(&s, axis, i, j);
  const double conduction = conductance(s, axis, i, j) * (sf_T(&s, il, jl) - sf_T(&s, i, j));
  const double normal = 0.5 * (normal_stress(s, axis, il, jl) + normal_stress(s, axis, i, j));
  const double lo = centre_velocity(s, along, il, jl), hi = centre_velocity(s, along, i, j);
  const double shear = sf_transport(&s, 0.5 * (sf_T(&s, il, jl) + sf_T(&s, i, j))) * (hi - lo) /
                       (0.5 * (sf_h(&s.mesh, axis, il, jl) + sf_h(&s.mesh, axis, i, j)));
  const double u = sf_q(&s, axis, i, j);
  return gas.A / (c.gas.gamma - 1) * (carried.thermal + conduction) + carried.kinetic +
         length * (gas.A * sf_face_pressure(&s, axis, i, j) * u -
                   gas.B * (normal * u + shear * 0.5 * (lo + hi)));
}

// What enters through a boundary that gas can pass. Bodies may cover a part of it.
double energy_entering(const Case& c, const SfContext& s, int side) {
  const bool across_x = mesh::across_x(side);
  const bool is_upper = side == mesh::east || side == mesh::north;
  const int faces = (across_x ? c.mesh.y : c.mesh.x).cells();
  const int at = is_upper ? (across_x ? c.mesh.x : c.mesh.y).cells() : 0, inside = at - is_upper;
  double sum = 0;
  for (int k = 0; k < faces; ++k)
    if (!sf_tag(&s, across_x ? inside : k, across_x ? k : inside))
      sum += across_x ? energy_flow(c, s, SF_X, at, k) : energy_flow(c, s, SF_Y, k, at);
  return is_upper ? -sum : sum;
}

// If neither boundary across an axis lets gas pass, no mass of a steady flow passes any line across
// the axis, and gravity along it does no work.
double power_of_gravity(const Case& c, const Totals& contents) {
  double power = 0;
  if (!is_wall(c, mesh::west) || !is_wall(c, mesh::east))
    power += c.gas.gravity_x * contents.momentum_x;
  if (!is_wall(c, mesh::south) || !is_wall(c, mesh::north))
    power += c.gas.gravity_y * contents.momentum_y;
  return power;
}
}  // namespace

std::optional<methods::EnergyBalance> energy_balance_of(const Case& c, const State& state,
                                                        const WallLoads& loads,
                                                        const Totals& contents) {
  methods::EnergyBalance balance{.unit = "rho0 V0^3 L"};
  for (const auto& wall : loads)
    for (int side = 0; side < 4; ++side) {
      const SideForces f = side_forces(c, wall[side], side);
      balance.add_heat(-f.heat());
      balance.add_other(-f.work);
    }
  // One term: energies that flow have an arbitrary zero.
  const HostContext equations(c);
  const SfContext seen = equations.view(state, state, 1.0);
  double flow = 0;
  for (int side = 0; side < 4; ++side)
    if (!is_wall(c, side) && c.sides[side] != BoundaryKind::periodic)
      flow += energy_entering(c, seen, side);
  balance.add_other(flow);
  balance.add_other(power_of_gravity(c, contents));
  if (!(balance.in() > 0)) return {};
  return balance;
}

}  // namespace slipflow::simple_ts
