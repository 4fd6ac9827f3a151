#include "slipflow/setup/point_stencil.hpp"

#include <algorithm>

namespace slipflow::setup {

namespace {
constexpr double kOnFace = 1e-9;  // a point that far from a face is on it, over the cell's width

// Two neighbouring nodes along an axis and the weight of the second.
struct Pair {
  int lo, hi;
  double weight_hi;
};

int count(const AxisNodes& nodes) { return nodes.axis.cells() + (nodes.on_faces ? 1 : 0); }

double position(const AxisNodes& nodes, int k) {
  return nodes.on_faces ? nodes.axis.faces[k] : nodes.axis.centre(k);
}

Pair pair_around(const AxisNodes& nodes, double x) {
  const int n = count(nodes);
  const auto first = nodes.axis.faces.begin();  // a node has the index of its lower face
  const auto above = std::upper_bound(first, first + n, x, [&](double, const double& face) {
    return x < position(nodes, static_cast<int>(&face - nodes.axis.faces.data()));
  });
  const int hi = static_cast<int>(above - first);
  if (hi > 0 && hi < n) {
    const double lo = position(nodes, hi - 1);
    return {hi - 1, hi, (x - lo) / (position(nodes, hi) - lo)};
  }
  if (!nodes.periodic) return {std::clamp(hi, 0, n - 1), std::clamp(hi, 0, n - 1), 0};
  const double half = 0.5 * nodes.axis.widths.front() + 0.5 * nodes.axis.widths.back();
  const double from_lo = hi == 0 ? half - (position(nodes, 0) - x) : x - position(nodes, n - 1);
  return {(hi - 1 + n) % n, hi % n, from_lo / half};
}

}  // namespace

PointStencil point_stencil(int axes, const std::function<AxisNodes(int axis)>& nodes,
                           const std::array<double, 3>& point,
                           const std::function<bool(int i, int j, int k)>& counts) {
  std::array<Pair, 3> pairs{};
  std::array<int, 3> stride{}, ghosts{};
  for (int axis = 0, next = 1; axis < axes; ++axis) {
    const AxisNodes along = nodes(axis);
    pairs[axis] = pair_around(along, point[axis]);
    ghosts[axis] = along.ghosts;
    stride[axis] = next;
    next *= along.axis.cells() + 2 * along.ghosts;
  }
  PointStencil s;
  double sum = 0;
  for (std::size_t n = 0; n < std::size_t{1} << axes; ++n) {
    auto& at = s.at[n];
    double weight = 1;
    for (int axis = 0; axis < axes; ++axis) {
      const auto& [lo, hi, weight_hi] = pairs[axis];
      const bool high = (n >> axis & 1) != 0;
      at[axis] = high ? hi : lo;
      weight *= high ? weight_hi : 1 - weight_hi;
      s.place[n] += (at[axis] + ghosts[axis]) * stride[axis];
    }
    s.weight[n] = counts(at[0], at[1], at[2]) ? weight : 0;
    sum += s.weight[n];
  }
  // Nodes that do not count leave their weight to the others.
  for (double& weight : s.weight) weight = sum > 0 ? weight / sum : 0;
  return s;
}

bool covers(const std::vector<double>& faces, const mesh::Axis& axis) {
  const double rounding = 1e-9 * (axis.faces.back() - axis.faces.front());
  return faces.front() <= axis.faces.front() + rounding &&
         faces.back() >= axis.faces.back() - rounding;
}

std::optional<std::array<int, 3>> free_cell_at(const mesh::Mesh& m,
                                               const std::array<double, 3>& point) {
  for (int below = 0; below < 1 << m.axes(); ++below) {  // the axes along which it is the lower one
    std::array<int, 3> cell{};
    bool contains = true;
    for (int axis = 0; axis < m.axes(); ++axis) {
      const mesh::Axis& along = m.axis(axis);
      cell[axis] = along.cell_at(point[axis]);
      if ((below >> axis & 1) == 0) continue;
      const double beyond = point[axis] - along.faces[cell[axis]];
      contains = contains && cell[axis] > 0 && beyond <= kOnFace * along.widths[cell[axis]];
      --cell[axis];
    }
    if (contains && !m.solid(cell[0], cell[1], cell[2])) return cell;
  }
  return std::nullopt;
}

std::vector<NearBoundary> boundaries_near(const mesh::Mesh& m, const std::array<int, 3>& cell,
                                          const std::array<double, 3>& point,
                                          const std::function<bool(int side)>& is_boundary) {
  std::vector<NearBoundary> near;
  for (int axis = 0; axis < m.axes(); ++axis) {
    const mesh::Axis& along = m.axis(axis);
    const double centre = along.centre(cell[axis]);
    const int is_high = point[axis] > centre ? 1 : 0, side = 2 * axis + is_high;
    const double part = (point[axis] - centre) / (along.faces[cell[axis] + is_high] - centre);
    if (part > 0 && is_boundary(side)) near.push_back({side, cell[axis], std::min(part, 1.0)});
  }
  return near;
}

}  // namespace slipflow::setup
