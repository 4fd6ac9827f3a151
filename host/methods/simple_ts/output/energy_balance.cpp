#include "energy_balance.hpp"

#include "slipflow/simple_ts/forces.hpp"

namespace slipflow::simple_ts {

namespace {
bool is_wall(const Case& c, int side) { return c.sides[side] == BoundaryKind::wall; }

// If neither boundary across an axis lets gas pass, no mass of a steady flow passes any line across
// the axis, and gravity along it does no work.
double power_of_gravity(const Case& c, const Totals& contents) {
  const double momentum[] = {contents.momentum_x, contents.momentum_y, contents.momentum_z};
  double power = 0;
  for (int axis = 0; axis < c.axes(); ++axis)
    if (!is_wall(c, 2 * axis) || !is_wall(c, 2 * axis + 1))
      power += c.gas.gravity[axis] * momentum[axis];
  return power;
}
}  // namespace

std::optional<methods::EnergyBalance> energy_balance_of(const Case& c, const WallLoads& loads,
                                                        const Totals& contents) {
  if (!c.is_closed()) return {};
  methods::EnergyBalance balance{.unit = c.axes() == 3 ? "rho0 V0^3 L^2" : "rho0 V0^3 L"};
  for (const auto& wall : loads)
    for (int side = 0; side < c.side_count(); ++side) {
      const SideForces f = side_forces(c, wall[side], side);
      balance.add_heat(-f.heat());
      balance.add_work(-f.work);
    }
  balance.add_work(power_of_gravity(c, contents));
  if (!(balance.in() > 0)) return {};
  return balance;
}

}  // namespace slipflow::simple_ts
