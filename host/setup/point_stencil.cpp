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

// Nodes that do not count leave their weight to the others.
template <std::size_t Nodes>
StencilOf<Nodes> with_sum_1(StencilOf<Nodes> s) {
  double sum = 0;
  for (const double weight : s.weight) sum += weight;
  for (double& weight : s.weight) weight = sum > 0 ? weight / sum : 0;
  return s;
}
}  // namespace

PointStencil point_stencil(const AxisNodes& nodes_x, double x, const AxisNodes& nodes_y, double y,
                           const std::function<bool(int i, int j)>& counts) {
  const int pitch = nodes_x.axis.cells() + 2 * nodes_x.ghosts;
  const Pair column = pair_around(nodes_x, x), row = pair_around(nodes_y, y);
  PointStencil s;
  for (int k = 0; k < 4; ++k) {
    const int i = k % 2 ? column.hi : column.lo, j = k / 2 ? row.hi : row.lo;
    const double weight = (k % 2 ? column.weight_hi : 1 - column.weight_hi) *
                          (k / 2 ? row.weight_hi : 1 - row.weight_hi);
    s.at[k] = {i, j, 0};
    s.place[k] = (j + nodes_y.ghosts) * pitch + i + nodes_x.ghosts;
    s.weight[k] = counts(i, j) ? weight : 0;
  }
  return with_sum_1(s);
}

SpaceStencil in_space(const PointStencil& flat) {
  SpaceStencil stencil;
  std::ranges::copy(flat.at, stencil.at.begin());
  std::ranges::copy(flat.place, stencil.place.begin());
  std::ranges::copy(flat.weight, stencil.weight.begin());
  return stencil;
}

SpaceStencil point_stencil(const std::array<AxisNodes, 3>& nodes,
                           const std::array<double, 3>& point,
                           const std::function<bool(int i, int j, int k)>& counts) {
  std::array<Pair, 3> pairs{};
  for (std::size_t axis = 0; axis < 3; ++axis) pairs[axis] = pair_around(nodes[axis], point[axis]);
  const auto extent = [&](std::size_t axis) {
    return nodes[axis].axis.cells() + 2 * nodes[axis].ghosts;
  };
  SpaceStencil s;
  for (std::size_t n = 0; n < s.place.size(); ++n) {
    std::array<int, 3> at{};
    double weight = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const bool high = (n >> axis & 1) != 0;
      at[axis] = high ? pairs[axis].hi : pairs[axis].lo;
      weight *= high ? pairs[axis].weight_hi : 1 - pairs[axis].weight_hi;
    }
    const auto place = [&](std::size_t axis) { return at[axis] + nodes[axis].ghosts; };
    s.at[n] = at;
    s.place[n] = (place(2) * extent(1) + place(1)) * extent(0) + place(0);
    s.weight[n] = counts(at[0], at[1], at[2]) ? weight : 0;
  }
  return with_sum_1(s);
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
