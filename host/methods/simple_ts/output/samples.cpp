#include "slipflow/simple_ts/samples.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>

#include "slipflow/mesh/near_wall.hpp"
#include "state/cut_pieces.hpp"
#include "state_equations.hpp"
#include "stencil_near_walls.hpp"

namespace slipflow::simple_ts {

namespace {
constexpr std::size_t kNodes = setup::PointStencil::kNodes;

// Whether the gas ends at a side of a gas cell, a mesh::Side: at a wall, a body or a boundary that
// is not periodic.
bool ends_at(const Case& c, const Cell& cell, int side) {
  Cell beyond = cell;
  const int axis = mesh::axis_across(side);
  beyond[axis] += side % 2 == 0 ? -1 : 1;
  if (c.mesh.solid(beyond[0], beyond[1], beyond[2])) return true;
  const bool inside = beyond[axis] >= 0 && beyond[axis] < c.mesh.axis(axis).cells();
  return !inside && !c.continues(static_cast<mesh::Side>(side));
}

// p, T or rho on walls and boundaries at the sides of cells where the gas ends, and velocities next
// to nodes; docs/methods/simple-ts.md (64).
class BoundaryGas {
 public:
  BoundaryGas(const Case& c, const State& s) : case_(c), equations_(equations_of(c, s)) {}

  // p, T or rho on a side of a cell; nothing where the gas does not end.
  std::optional<double> of_cell(double SampleValues::*field, const Cell& cell, int side) const {
    if (!ends_at(case_, cell, side)) return std::nullopt;
    return equations_->gas_on_boundary(cell, side, case_.sides[side] == BoundaryKind::pressure).*
           field;
  }

  // The velocity along an axis, 0 for x, next to its node; nothing on a side across that axis,
  // where the node itself lies.
  std::optional<double> of_node(int axis, const Cell& node, int side) const {
    if (mesh::axis_across(side) == axis) return std::nullopt;
    return equations_->velocity_on_boundary(axis, node, side);
  }

 private:
  const Case& case_;
  std::unique_ptr<StateEquations> equations_;
};

// `boundary`: not null if the point has a boundary near.
SampleValues values_at(const SamplePoint& point, const NodeValues* nodes,
                       const BoundaryGas* boundary) {
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  if (!point.in_gas) return {nothing, nothing, nothing, nothing, nothing, nothing};
  const auto of_cell = [&](double SampleValues::*field, auto of_node) {
    return setup::value_at(
        point.cell, point.near, [&](int k) { return of_node(nodes[k]); },
        [&](const auto& cell, int side) { return boundary->of_cell(field, cell, side); });
  };
  SampleValues values{of_cell(&SampleValues::p, [](const NodeValues& n) { return n.rho * n.T; }),
                      of_cell(&SampleValues::T, [](const NodeValues& n) { return n.T; }),
                      of_cell(&SampleValues::rho, [](const NodeValues& n) { return n.rho; })};
  constexpr std::array<std::pair<double SampleValues::*, double NodeValues::*>, 3> components = {
      {{&SampleValues::u, &NodeValues::u},
       {&SampleValues::v, &NodeValues::v},
       {&SampleValues::w, &NodeValues::w}}};
  for (std::size_t axis = 0; axis < point.velocity.size(); ++axis)
    values.*components[axis].first = setup::value_at(
        point.velocity[axis], point.near,
        [&](int k) { return nodes[(axis + 1) * kNodes + k].*components[axis].second; },
        [&](const auto& node, int side) {
          return boundary->of_node(static_cast<int>(axis), node, side);
        });
  return values;
}

std::vector<SampleValues> values_at(const std::vector<SamplePoint>& points,
                                    const std::vector<NodeValues>& nodes,
                                    const BoundaryGas* boundary) {
  std::vector<SampleValues> values;
  const NodeValues* of_point = nodes.data();
  for (const SamplePoint& point : points) {
    values.push_back(values_at(point, of_point, boundary));
    of_point += (1 + point.velocity.size()) * kNodes;
  }
  return values;
}

// The stencil of the nodes of a velocity, or of cells where `normal` is -1. A node on a wall face
// has the wall's normal velocity, which is 0; a node inside a wall has no velocity.
setup::PointStencil stencil_of(const Case& c, int normal, const std::array<double, 3>& point) {
  const auto counts = [&](int i, int j, int k) {
    return !c.mesh.solid(i, j, k) ||
           (normal >= 0 && !c.mesh.solid(i - (normal == 0), j - (normal == 1), k - (normal == 2)));
  };
  const auto nodes = [&](int axis) {
    return setup::AxisNodes{c.mesh.axis(axis), axis == normal, c.periodic(axis)};
  };
  return setup::point_stencil(c.axes(), nodes, point, counts);
}
}  // namespace

SamplePoint sample_point(const Case& c, const std::array<double, 3>& point) {
  SamplePoint sample;
  sample.velocity.resize(static_cast<std::size_t>(c.axes()));
  const auto cell = setup::free_cell_at(c.mesh, point);
  sample.in_gas = cell && !(c.cut && mesh::wall_before(c.mesh, *c.cut, 1, (*cell)[0], (*cell)[1],
                                                       point[0], point[1]));
  if (!sample.in_gas) return sample;
  const auto stencil = [&](int normal) {
    return stencil_near_cut_walls(c, normal, *cell, point).value_or(stencil_of(c, normal, point));
  };
  sample.cell = stencil(-1);
  for (int axis = 0; axis < c.axes(); ++axis) sample.velocity[axis] = stencil(axis);
  if (c.cut && is_near_cut_walls(c, *cell)) return sample;
  sample.near = setup::boundaries_near(c.mesh, *cell, point,
                                       [&](int side) { return ends_at(c, *cell, side); });
  return sample;
}

std::vector<int> places_of(const std::vector<SamplePoint>& points) {
  std::vector<int> places;
  for (const SamplePoint& point : points) {
    places.insert(places.end(), point.cell.place.begin(), point.cell.place.end());
    for (const auto& q : point.velocity)
      places.insert(places.end(), q.place.begin(), q.place.end());
  }
  return places;
}

std::vector<SampleValues> sample(const std::vector<SamplePoint>& points,
                                 const std::vector<NodeValues>& nodes) {
  return values_at(points, nodes, nullptr);
}

std::vector<SampleValues> sample(const Case& c, const std::vector<SamplePoint>& points,
                                 const State& s) {
  std::vector<NodeValues> nodes;
  for (const int at : places_of(points))
    nodes.push_back({s.u[at], s.v[at], s.T[at], s.rho[at], s.axes == 3 ? s.w[at] : 0});
  const BoundaryGas boundary(c, s);
  return values_at(points, nodes, &boundary);
}

}  // namespace slipflow::simple_ts
