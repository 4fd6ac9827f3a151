#include "side_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "case/quantities.hpp"
#include "state/cut_pieces.hpp"

namespace slipflow::simple_ts {

namespace {
// Crossings of the domain by sound, in time and in the pseudo-time of a march.
constexpr double kCrossings = 2, kCrossingsOfMarch = 20;

// Adds the flow through a face; a negative velocity does not count.
void add(const Case& c, const NodeValues& cell, double velocity, double area, PassingGas& gas) {
  if (!(velocity > 0)) return;
  const double mass = cell.rho * velocity * area;
  const double mach = velocity / std::sqrt(c.gas.sound2() * cell.T);
  gas.mass += mass;
  if (mach >= 1) return;
  gas.subsonic += mass;
  gas.subsonic_times_mach += mass * mach;
}

double normal_velocity(const SideFaces::Face& face, const NodeValues& node) {
  const double velocity[] = {node.u, node.v, node.w};
  return velocity[mesh::axis_across(face.side)];
}
}  // namespace

SideFaces::SideFaces(const Case& c, const std::vector<BoundaryKind>& kinds, Gas gas) {
  const auto layout = c.mesh.layout();
  const auto place = [&](const std::array<int, 3>& at) {
    return static_cast<int>(layout.at(at[0], at[1], at[2]));
  };
  for (int side = 0; side < c.side_count(); ++side) {
    if (std::ranges::find(kinds, c.sides[side]) == kinds.end()) continue;
    const bool far = side % 2 == 1;
    const int normal = mesh::axis_across(side);
    mesh::for_cells(mesh::first_ghosts(layout, side), [&](int i, int j, int k) {
      const std::array<int, 3> outside = {i, j, k};
      std::array<int, 3> inside = outside;
      inside[normal] += far ? -1 : 1;
      if (c.mesh.solid(inside[0], inside[1], inside[2])) return;
      const auto& node = far ? outside : inside;
      std::array<double, 3> centre{};
      for (int axis = 0; axis < c.axes(); ++axis)
        centre[axis] = axis == normal ? c.mesh.axis(axis).faces[node[axis]]
                                      : c.mesh.axis(axis).centre(inside[axis]);
      faces_.push_back({side, centre, gas_area(c, inside, side), far});
      places_.push_back(place(node));
      places_.push_back(place(gas == Gas::inside ? inside : outside));
    });
  }
}

OutflowSideFlow::OutflowSideFlow(const Case& c)
    : case_(c), faces_(c, {BoundaryKind::outflow}, SideFaces::Gas::inside) {}

std::string OutflowSideFlow::warning(const std::vector<NodeValues>& nodes) const {
  std::array<PassingGas, 6> by_side{};
  for (std::size_t k = 0; k < faces_.all().size(); ++k) {
    const auto& face = faces_.all()[k];
    const double velocity = normal_velocity(face, nodes[2 * k]);
    add(case_, nodes[2 * k + 1], face.far ? velocity : -velocity, face.area, by_side[face.side]);
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
    const double velocity = state.velocity(mesh::axis_across(face.side))[at];
    add(case_, {0, 0, state.T[cell], state.rho[cell]}, face.far ? -velocity : velocity, face.area,
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
  double longest = 0;
  for (int axis = 0; axis < case_.axes(); ++axis)
    longest = std::max(longest, length(case_.mesh.axis(axis)));
  const double crossing = longest / std::sqrt(case_.gas.sound2());
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
      mesh::side_names[where->side], largest, place_in_words(case_, where->centre));
}

std::string PressureSideFlow::warning(const State& state) const {
  std::vector<NodeValues> nodes;
  for (const int at : places())
    nodes.push_back(
        {state.u[at], state.v[at], state.T[at], state.rho[at], state.axes == 3 ? state.w[at] : 0});
  return warning(nodes);
}

}  // namespace slipflow::simple_ts
