#include "side_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "slipflow/config/units.hpp"
#include "slipflow/setup/side_table.hpp"

namespace slipflow::simple_ts {

namespace {
// Crossings of the domain by sound, in time and in the pseudo-time of a march.
constexpr double kCrossings = 2, kCrossingsOfMarch = 20;

// Adds the flow through a face; a negative velocity does not count.
void add(const Case& c, const NodeValues& cell, double velocity, double width, PassingGas& gas) {
  if (!(velocity > 0)) return;
  const double mass = cell.rho * velocity * width;
  const double mach = velocity / std::sqrt(c.gas.sound2() * cell.T);
  gas.mass += mass;
  if (mach >= 1) return;
  gas.subsonic += mass;
  gas.subsonic_times_mach += mass * mach;
}

double normal_velocity(const SideFaces::Face& face, const NodeValues& node) {
  return mesh::across_x(face.side) ? node.u : node.v;
}
}  // namespace

SideFaces::SideFaces(const Case& c, const std::vector<BoundaryKind>& kinds, Gas gas) {
  const auto layout = c.mesh.layout();
  for (int side = 0; side < 4; ++side) {
    if (std::ranges::find(kinds, c.sides[side]) == kinds.end()) continue;
    const bool across_x = mesh::across_x(side), far = side == mesh::east || side == mesh::north;
    const auto& along = setup::axis_along(c.mesh, side);
    const auto& across = across_x ? c.mesh.x : c.mesh.y;
    const int cells = across.cells();
    const int inside = far ? cells - 1 : 0, outside = far ? cells : -1, face = far ? cells : 0;
    const int of_gas = gas == Gas::inside ? inside : outside;
    const double position = across.faces[static_cast<std::size_t>(face)];
    const auto at = [&](int n, int k) {
      return static_cast<int>(across_x ? layout.at(n, k) : layout.at(k, n));
    };
    for (int k = 0; k < along.cells(); ++k) {
      if (c.mesh.solid(across_x ? inside : k, across_x ? k : inside)) continue;
      const double centre = along.centre(k);
      faces_.push_back({side, across_x ? position : centre, across_x ? centre : position,
                        along.widths[static_cast<std::size_t>(k)], far});
      places_.push_back(at(face, k));
      places_.push_back(at(of_gas, k));
    }
  }
}

OutflowSideFlow::OutflowSideFlow(const Case& c)
    : case_(c), faces_(c, {BoundaryKind::outflow}, SideFaces::Gas::inside) {}

std::string OutflowSideFlow::warning(const std::vector<NodeValues>& nodes) const {
  std::array<PassingGas, 4> by_side{};
  for (std::size_t k = 0; k < faces_.all().size(); ++k) {
    const auto& face = faces_.all()[k];
    const double velocity = normal_velocity(face, nodes[2 * k]);
    add(case_, nodes[2 * k + 1], face.far ? velocity : -velocity, face.width, by_side[face.side]);
  }
  const auto worst = std::ranges::find_if(by_side, &PassingGas::is_subsonic);
  if (worst == by_side.end()) return "";
  return fmt::format(
      "more than half of the gas that leaves through the {} boundary does so below the speed of "
      "sound, at Ma {:.3g} on average: an outflow boundary is for supersonic flow and gives no "
      "pressure; take pressure",
      mesh::side_names[worst - by_side.begin()], worst->mach());
}

std::string OutflowSideFlow::warning_of_inflow(const State& state) const {
  if (faces_.all().empty()) return "";
  const SideFaces sides(case_, {BoundaryKind::inflow, BoundaryKind::stream},
                        SideFaces::Gas::outside);
  PassingGas entering;
  for (std::size_t k = 0; k < sides.all().size(); ++k) {
    const auto& face = sides.all()[k];
    const auto at = static_cast<std::size_t>(sides.places()[2 * k]);
    const auto cell = static_cast<std::size_t>(sides.places()[2 * k + 1]);
    const double velocity = normal_velocity(face, {state.u[at], state.v[at], 0, 0});
    add(case_, {0, 0, state.T[cell], state.rho[cell]}, face.far ? -velocity : velocity, face.width,
        entering);
  }
  if (!entering.is_subsonic()) return "";
  return fmt::format(
      "gas enters below the speed of sound, at Ma {:.3g} on average, and leaves through an outflow "
      "boundary, which is for supersonic flow and gives no pressure: unless the flow becomes "
      "supersonic, take pressure there",
      entering.mach());
}

double OutflowSideFlow::settling_time() const {
  const auto length = [](const mesh::Axis& axis) { return axis.faces.back() - axis.faces.front(); };
  const double crossing =
      std::max(length(case_.mesh.x), length(case_.mesh.y)) / std::sqrt(case_.gas.sound2());
  return (case_.march == March::steady ? kCrossingsOfMarch : kCrossings) * crossing;
}

PressureSideFlow::PressureSideFlow(const Case& c)
    : case_(c), faces_(c, {BoundaryKind::pressure}, SideFaces::Gas::inside) {}

std::string PressureSideFlow::warning(const std::vector<NodeValues>& nodes) const {
  double largest = 1;
  const SideFaces::Face* where = nullptr;
  for (std::size_t k = 0; k < faces_.all().size(); ++k) {
    const auto& face = faces_.all()[k];
    const double mach = std::abs(normal_velocity(face, nodes[2 * k])) /
                        std::sqrt(case_.gas.sound2() * nodes[2 * k + 1].T);
    if (mach > largest) largest = mach, where = &face;
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
  for (const int at : places())
    nodes.push_back({state.u[at], state.v[at], state.T[at], state.rho[at]});
  return warning(nodes);
}

}  // namespace slipflow::simple_ts
