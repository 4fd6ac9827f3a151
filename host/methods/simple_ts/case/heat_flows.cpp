#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "parts.hpp"
#include "slipflow/config/units.hpp"
#include "slipflow/simple_ts/diagnostics.hpp"

namespace slipflow::simple_ts {

namespace {
// A sum of heat flows below this part of the largest one is 0 but for rounding.
constexpr double kBalanced = 1e-9;

bool prescribes_heat(const Wall& wall) { return wall.values.jump < 0; }

// Heat into all walls, unit rho0 V0^3 L or in space L^2, and the largest heat flux, unit rho0 V0^3.
struct HeatFlow {
  double sum = 0, largest = 0;
};

HeatFlow prescribed_heat(const Case& c) {
  const WallRuns faces = wall_runs(c);
  HeatFlow heat;
  for (std::size_t k = 0; k < faces.runs.size(); ++k) {
    const WallRun& run = faces.runs[k];
    const double flux = c.walls[static_cast<std::size_t>(faces.walls[k])].values.heat_flow;
    std::array<int, 3> cell = {run.i, run.j, run.k};
    for (int n = 0; n < run.count; ++n, ++cell[mesh::across_x(run.side) ? 1 : 0])
      heat.sum += flux * mesh::area_of_face(c.mesh, cell, run.side);
    heat.largest = std::max(heat.largest, std::abs(flux));
  }
  return heat;
}

const Wall* wall_of_side(const Case& c, int side) {
  const auto found = std::find_if(c.walls.begin(), c.walls.end(), [&](const Wall& wall) {
    return wall.name == mesh::side_names[side];
  });
  return found == c.walls.end() ? nullptr : &*found;
}

// The largest heat flux by conduction alone, the integral of k0 Gamma dT (74) from 0 to the
// temperature of the opposite wall, divided by its distance.
double largest_conduction(const Case& c, const Wall& opposite, int side) {
  const auto& faces = c.mesh.axis(mesh::axis_across(side)).faces;
  const double T = opposite.temperatures.empty() ? opposite.values.temperature
                                                 : *std::max_element(opposite.temperatures.begin(),
                                                                     opposite.temperatures.end());
  const double exponent = c.gas.viscosity_sixteenths / 16.0 + 1;
  const GasFactors gas = c.gas.factors();
  const double conductivity = gas.A * gas.CT1 / (c.gas.gamma - 1);
  return conductivity * std::pow(T, exponent) / (exponent * (faces.back() - faces.front()));
}

void note_beyond_conduction(Case& c, int side) {
  const Wall* wall = wall_of_side(c, side);
  const Wall* opposite = wall_of_side(c, side ^ 1);
  if (!wall || !opposite || prescribes_heat(*opposite)) return;
  const double most = largest_conduction(c, *opposite, side);
  const auto text = [&](double flux, int digits) {
    return quantity_text(flux, "rho0 V0^3", c.output.units.get(), digits);
  };
  if (wall->values.heat_flow > most)
    c.notes.push_back(fmt::format(
        "boundary.{}: flux={} has no steady state while the gas is at rest, which conducts at most "
        "{} from the opposite wall; a flux that would cool the gas at the wall below a tenth "
        "of the temperature next to it is limited",
        wall->name, text(wall->values.heat_flow, 6), text(most, 3)));
}
}  // namespace

void note_heat_flows(Case& c) {
  if (!c.has_heat_flow() || !c.is_closed()) return;
  if (std::all_of(c.walls.begin(), c.walls.end(), prescribes_heat)) {
    const HeatFlow heat = prescribed_heat(c);
    const auto* units = c.output.units.get();
    const std::string unit = c.axes() == 3 ? "rho0 V0^3 L^2" : "rho0 V0^3 L";
    if (std::abs(heat.sum) > kBalanced * heat.largest)
      c.notes.push_back(
          fmt::format("the walls {} the gas with {}{} in all and nothing balances it: there is "
                      "no steady state",
                      heat.sum > 0 ? "cool" : "heat",
                      quantity_text(std::abs(heat.sum), unit, units, 3), units ? "" : " " + unit));
    return;
  }
  if (c.bodies.empty() && c.gas.gravity == std::array<double, 3>{})
    for (int side = 0; side < c.side_count(); ++side) note_beyond_conduction(c, side);
}

}  // namespace slipflow::simple_ts
