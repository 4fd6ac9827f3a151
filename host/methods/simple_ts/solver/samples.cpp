#include "slipflow/simple_ts/samples.hpp"

#include <limits>

namespace slipflow::simple_ts {

namespace {
SampleValues values_at(const SamplePoint& point, const NodeValues* nodes) {
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  if (!point.in_gas) return {nothing, nothing, nothing, nothing, nothing};
  return {point.cell.sum_of([&](int k) { return nodes[k].rho * nodes[k].T; }),
          point.cell.sum_of([&](int k) { return nodes[k].T; }),
          point.cell.sum_of([&](int k) { return nodes[k].rho; }),
          point.u.sum_of([&](int k) { return nodes[4 + k].u; }),
          point.v.sum_of([&](int k) { return nodes[8 + k].v; })};
}
}  // namespace

SamplePoint sample_point(const Case& c, double x, double y) {
  const auto& mesh = c.mesh;
  SamplePoint point;
  point.in_gas = !mesh.solid(mesh.x.cell_at(x), mesh.y.cell_at(y));
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
  std::vector<SampleValues> values;
  for (std::size_t k = 0; k < points.size(); ++k)
    values.push_back(values_at(points[k], &nodes[12 * k]));
  return values;
}

std::vector<SampleValues> sample(const std::vector<SamplePoint>& points, const State& s) {
  std::vector<NodeValues> nodes;
  for (const int at : places_of(points)) nodes.push_back({s.u[at], s.v[at], s.T[at], s.rho[at]});
  return sample(points, nodes);
}

}  // namespace slipflow::simple_ts
