#include "slipflow/simple_ts/samples.hpp"

#include <array>
#include <limits>
#include <optional>

#include "solver/state_context.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {
#include "simple_ts/boundary/boundary_values.h"
}  // namespace SF_PRECISION

namespace {
int direction_of(int side) { return side == mesh::west || side == mesh::south ? -1 : 1; }
int axis_of(int side) { return mesh::across_x(side) ? SF_X : SF_Y; }

// Whether the gas ends at a side of a gas cell, a mesh::Side: at a wall, a body or a boundary that
// is not periodic.
bool ends_at(const Case& c, const std::array<int, 3>& cell, int side) {
  std::array<int, 3> beyond = cell;
  const int axis = mesh::axis_across(side);
  beyond[axis] += direction_of(side);
  if (c.mesh.solid(beyond[0], beyond[1])) return true;
  const bool inside = beyond[axis] >= 0 && beyond[axis] < c.mesh.axis(axis).cells();
  return !inside && !c.continues(static_cast<mesh::Side>(side));
}

// p, T or rho on walls and boundaries at the sides of cells where the gas ends, and velocities next
// to nodes; docs/methods/simple-ts.md (64).
class BoundaryGas : public StateContext {
 public:
  BoundaryGas(const Case& c, const State& s) : StateContext(c, s), case_(c) {}

  // p, T or rho on a side of a cell; nothing where the gas does not end.
  std::optional<double> of_cell(double SampleValues::*field, const std::array<int, 3>& cell,
                                int side) const {
    if (!ends_at(case_, cell, side)) return std::nullopt;
    const SfGasOnFace gas =
        sf_gas_on_boundary(&context(), axis_of(side), sf_node(cell[0], cell[1]), direction_of(side),
                           case_.sides[side] == BoundaryKind::pressure);
    const SampleValues values{gas.p, gas.T, gas.rho};
    return values.*field;
  }

  // The velocity along an axis, 0 for x, next to its node; nothing on a side across that axis,
  // where the node itself lies.
  std::optional<double> of_node(int axis, const std::array<int, 3>& node, int side) const {
    if (mesh::axis_across(side) == axis) return std::nullopt;
    return sf_velocity_on_boundary(&context(), axis == 0 ? SF_X : SF_Y,
                                   SF_OTHER(axis == 0 ? SF_X : SF_Y), sf_node(node[0], node[1]),
                                   direction_of(side));
  }

 private:
  const Case& case_;
};

// `boundary`: not null if the point has a boundary near.
SampleValues values_at(const SamplePoint& point, const NodeValues* nodes,
                       const BoundaryGas* boundary) {
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  if (!point.in_gas) return {nothing, nothing, nothing, nothing, nothing};
  const auto of_cell = [&](double SampleValues::*field, auto of_node) {
    return setup::value_at(
        point.cell, point.near, [&](int k) { return of_node(nodes[k]); },
        [&](const auto& cell, int side) { return boundary->of_cell(field, cell, side); });
  };
  const auto velocity = [&](int axis, const setup::PointStencil& stencil, auto of_node) {
    return setup::value_at(stencil, point.near, of_node, [&](const auto& node, int side) {
      return boundary->of_node(axis, node, side);
    });
  };
  return {of_cell(&SampleValues::p, [](const NodeValues& node) { return node.rho * node.T; }),
          of_cell(&SampleValues::T, [](const NodeValues& node) { return node.T; }),
          of_cell(&SampleValues::rho, [](const NodeValues& node) { return node.rho; }),
          velocity(0, point.u, [&](int k) { return nodes[4 + k].u; }),
          velocity(1, point.v, [&](int k) { return nodes[8 + k].v; })};
}

std::vector<SampleValues> values_at(const std::vector<SamplePoint>& points,
                                    const std::vector<NodeValues>& nodes,
                                    const BoundaryGas* boundary) {
  std::vector<SampleValues> values;
  for (std::size_t k = 0; k < points.size(); ++k)
    values.push_back(values_at(points[k], &nodes[12 * k], boundary));
  return values;
}
}  // namespace

SamplePoint sample_point(const Case& c, double x, double y) {
  const auto& mesh = c.mesh;
  SamplePoint point;
  const auto at = setup::free_cell_at(mesh, {x, y, 0});
  point.in_gas = at.has_value();
  if (!at) return point;
  const setup::AxisNodes columns{mesh.x, false, c.periodic_x()},
      rows{mesh.y, false, c.periodic_y()};
  // A node on a wall face has the wall's normal velocity, which is 0; a node inside a wall has no
  // velocity.
  point.cell =
      setup::point_stencil(columns, x, rows, y, [&](int i, int j) { return !mesh.solid(i, j); });
  point.u = setup::point_stencil({mesh.x, true, c.periodic_x()}, x, rows, y, [&](int i, int j) {
    return !mesh.solid(i - 1, j) || !mesh.solid(i, j);
  });
  point.v = setup::point_stencil(columns, x, {mesh.y, true, c.periodic_y()}, y, [&](int i, int j) {
    return !mesh.solid(i, j - 1) || !mesh.solid(i, j);
  });
  point.near =
      setup::boundaries_near(mesh, *at, {x, y, 0}, [&](int side) { return ends_at(c, *at, side); });
  return point;
}

std::vector<int> places_of(const std::vector<SamplePoint>& points) {
  std::vector<int> places;
  for (const SamplePoint& point : points)
    for (const setup::PointStencil* s : {&point.cell, &point.u, &point.v})
      places.insert(places.end(), s->place.begin(), s->place.end());
  return places;
}

std::vector<SampleValues> sample(const std::vector<SamplePoint>& points,
                                 const std::vector<NodeValues>& nodes) {
  return values_at(points, nodes, nullptr);
}

std::vector<SampleValues> sample(const Case& c, const std::vector<SamplePoint>& points,
                                 const State& s) {
  std::vector<NodeValues> nodes;
  for (const int at : places_of(points)) nodes.push_back({s.u[at], s.v[at], s.T[at], s.rho[at]});
  const BoundaryGas boundary(c, s);
  return values_at(points, nodes, &boundary);
}

}  // namespace slipflow::simple_ts
