#include "slipflow/simple_ts/samples.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipflow::simple_ts {

namespace {
// Two neighbouring nodes along an axis and the weight of the second.
struct Pair {
  int lo, hi;
  double weight_hi;
};

// Cell centres, or faces, as positions of nodes 0..count-1.
struct Nodes {
  const mesh::Axis& axis;
  bool on_faces;
  bool periodic;

  int count() const { return axis.cells() + (on_faces ? 1 : 0); }
  double position(int k) const { return on_faces ? axis.faces[k] : axis.centre(k); }

  // Between the nodes on both sides of x; beyond the outermost its own value, or that of the image.
  Pair around(double x) const {
    int hi = 0;
    while (hi < count() && position(hi) <= x) ++hi;
    if (hi > 0 && hi < count()) return between(hi - 1, hi, x - position(hi - 1));
    if (!periodic) return {std::clamp(hi, 0, count() - 1), std::clamp(hi, 0, count() - 1), 0};
    const double half = 0.5 * axis.widths.front() + 0.5 * axis.widths.back();
    const double from_lo = hi == 0 ? half - (position(0) - x) : x - position(count() - 1);
    return {hi - 1, hi, from_lo / half};  // of cell -1, or cells(), the image is at hand
  }

 private:
  Pair between(int lo, int hi, double from_lo) const {
    return {lo, hi, from_lo / (position(hi) - position(lo))};
  }
};

// The four nodes around a point; those that are no gas leave their weight to the others.
template <class IsGas>
Stencil stencil(const Case& c, const Pair& x, const Pair& y, IsGas is_gas) {
  const auto layout = c.mesh.layout();
  Stencil s;
  double sum = 0;
  for (int k = 0; k < 4; ++k) {
    const int i = k % 2 ? x.hi : x.lo, j = k / 2 ? y.hi : y.lo;
    const double weight =
        (k % 2 ? x.weight_hi : 1 - x.weight_hi) * (k / 2 ? y.weight_hi : 1 - y.weight_hi);
    s.place[k] = static_cast<int>(layout.at(i, j));
    s.weight[k] = is_gas(i, j) ? weight : 0;
    sum += s.weight[k];
  }
  for (double& weight : s.weight) weight = sum > 0 ? weight / sum : 0;
  return s;
}

// f(node) of the four nodes from `first` on, weighted. What has no weight may be anything.
template <class Value>
double weighted(const Stencil& s, const NodeValues* nodes, Value value) {
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
  const Pair column = Nodes{mesh.x, false, c.periodic_x()}.around(x);
  const Pair row = Nodes{mesh.y, false, c.periodic_y()}.around(y);
  // A node on a wall face has the wall's velocity across it, which is 0; one inside a wall has
  // none.
  point.cell = stencil(c, column, row, [&](int i, int j) { return !mesh.solid(i, j); });
  point.u = stencil(c, Nodes{mesh.x, true, c.periodic_x()}.around(x), row,
                    [&](int i, int j) { return !mesh.solid(i - 1, j) || !mesh.solid(i, j); });
  point.v = stencil(c, column, Nodes{mesh.y, true, c.periodic_y()}.around(y),
                    [&](int i, int j) { return !mesh.solid(i, j - 1) || !mesh.solid(i, j); });
  return point;
}

std::vector<int> places_of(const std::vector<SamplePoint>& points) {
  std::vector<int> places;
  for (const SamplePoint& point : points)
    for (const Stencil* s : {&point.cell, &point.u, &point.v})
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
