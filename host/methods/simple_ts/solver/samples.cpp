#include "slipflow/simple_ts/samples.hpp"

#include <limits>

namespace slipflow::simple_ts {

namespace {
// f(node) of the four nodes from `first` on, weighted. What has no weight may be anything.
template <class Value>
double weighted(const setup::PointStencil& s, const NodeValues* nodes, Value value) {
  double sum = 0;
  for (int k = 0; k < 4; ++k)
    if (s.weight[k] > 0) sum += s.weight[k] * value(nodes[k]);
  return sum;
}

SampleValues values_at(const SamplePoint& point, const NodeValues* nodes) {
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  if (!point.in_gas) return {nothing, nothing, nothing, nothing, nothing};
  return {weighted(point.cell, nodes, [](const NodeValues& n) { return n.rho * n.T; }),
          weighted(point.cell, nodes, [](const NodeValues& n) { return n.T; }),
          weighted(point.cell, nodes, [](const NodeValues& n) { return n.rho; }),
          weighted(point.u, nodes + 4, [](const NodeValues& n) { return n.u; }),
          weighted(point.v, nodes + 8, [](const NodeValues& n) { return n.v; })};
}
}  // namespace

SamplePoint sample_point(const Case& c, double x, double y) {
  const auto& mesh = c.mesh;
  SamplePoint point;
  point.in_gas = !mesh.solid(mesh.x.cell_at(x), mesh.y.cell_at(y));
  const setup::AxisNodes columns{mesh.x, false, c.periodic_x()},
      rows{mesh.y, false, c.periodic_y()};
  // A node on a wall face has the wall's velocity across it, which is 0; one inside a wall has
  // none.
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
