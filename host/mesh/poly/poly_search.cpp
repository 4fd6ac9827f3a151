#include "slipflow/mesh/poly_search.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "slipflow/mesh/vectors.hpp"

namespace slipflow::mesh {

namespace {
constexpr double kTolerance = 0.01;
constexpr int kCellsOfLeaf = 4;

Vector3 mean_of_points(const PolyMesh& mesh, int face) {
  Vector3 sum{};
  const auto labels = mesh.points_of(face);
  for (const int label : labels) sum = sum + mesh.points[static_cast<std::size_t>(label)];
  return 1.0 / static_cast<double>(labels.size()) * sum;
}

double volume(const Vector3& a, const Vector3& b, const Vector3& c) { return dot(a, cross(b, c)); }

// The smallest barycentric coordinate of x in a tetrahedron with corners 0, a, b and c: positive
// inside, at most 1/4.
double least_coordinate(const Vector3& x, const Vector3& a, const Vector3& b, const Vector3& c) {
  const double all = volume(a, b, c);
  if (all == 0) return -std::numeric_limits<double>::infinity();
  const double u = volume(x, b, c) / all, v = volume(a, x, c) / all, w = volume(a, b, x) / all;
  return std::min({u, v, w, 1 - u - v - w});
}
}  // namespace

PolySearch::PolySearch(std::shared_ptr<const PolyMesh> mesh, int axes)
    : mesh_(std::move(mesh)), axes_(axes), faces_(faces_of_cells(*mesh_)) {
  order_.resize(static_cast<std::size_t>(mesh_->cells));
  std::iota(order_.begin(), order_.end(), 0);
  std::vector<Box> boxes;
  for (int cell = 0; cell < mesh_->cells; ++cell) boxes.push_back(box_of(cell));
  if (mesh_->cells > 0) add_node(0, mesh_->cells, boxes);
}

// Any point about which the cell can be divided into tetrahedra.
Vector3 PolySearch::middle_of(int cell) const {
  Vector3 sum{};
  const auto faces = faces_.of(cell);
  for (const int face : faces) sum = sum + mean_of_points(*mesh_, face);
  return 1.0 / static_cast<double>(faces.size()) * sum;
}

PolySearch::Box PolySearch::box_of(int cell) const {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  Box box{{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}};
  for (const int face : faces_.of(cell))
    for (const int label : mesh_->points_of(face))
      for (std::size_t k = 0; k < 3; ++k) {
        const double x = mesh_->points[static_cast<std::size_t>(label)][k];
        box.low[k] = std::min(box.low[k], x);
        box.high[k] = std::max(box.high[k], x);
      }
  const double margin = kTolerance * length(box.high - box.low);
  for (std::size_t k = 0; k < 3; ++k) box.low[k] -= margin, box.high[k] += margin;
  return box;
}

// The cells are divided at the middle one along the longest axis of their box.
int PolySearch::add_node(int begin, int end, const std::vector<Box>& boxes) {
  const auto box = [&](int cell) -> const Box& { return boxes[static_cast<std::size_t>(cell)]; };
  const auto first = order_.begin() + begin, last = order_.begin() + end;
  Box around = box(*first);
  for (auto at = first; at != last; ++at)
    for (std::size_t k = 0; k < 3; ++k) {
      around.low[k] = std::min(around.low[k], box(*at).low[k]);
      around.high[k] = std::max(around.high[k], box(*at).high[k]);
    }
  const auto number = static_cast<int>(nodes_.size());
  nodes_.push_back({around, begin, end, 0});
  if (end - begin <= kCellsOfLeaf) return number;
  const Vector3 size = around.high - around.low;
  const auto axis =
      static_cast<std::size_t>(std::max_element(size.begin(), size.end()) - size.begin());
  const int half = begin + (end - begin) / 2;
  std::nth_element(first, order_.begin() + half, last, [&](int a, int b) {
    const double at_a = box(a).low[axis] + box(a).high[axis];
    const double at_b = box(b).low[axis] + box(b).high[axis];
    return at_a != at_b ? at_a < at_b : a < b;
  });
  add_node(begin, half, boxes);
  const int right = add_node(half, end, boxes);
  nodes_[static_cast<std::size_t>(number)].right = right;
  return number;
}

bool PolySearch::holds(const Box& box, const Vector3& point) const {
  for (std::size_t k = 0; k < static_cast<std::size_t>(axes_); ++k)
    if (!(point[k] >= box.low[k] && point[k] <= box.high[k])) return false;
  return true;
}

// How deep the point lies in the tetrahedra between the middle of the cell and those of its faces:
// neighbours share them, so warped faces leave no gaps.
double PolySearch::depth_in(int cell, Vector3 point) const {
  const Vector3 middle = middle_of(cell);
  if (axes_ < 3) point[2] = middle[2];
  double depth = -std::numeric_limits<double>::infinity();
  for (const int face : faces_.of(cell)) {
    const Vector3 top = mean_of_points(*mesh_, face) - middle;
    const auto labels = mesh_->points_of(face);
    for (std::size_t k = 0; k < labels.size(); ++k) {
      const auto& a = mesh_->points[static_cast<std::size_t>(labels[k])];
      const auto& b = mesh_->points[static_cast<std::size_t>(labels[(k + 1) % labels.size()])];
      depth = std::max(depth, least_coordinate(point - middle, top, a - middle, b - middle));
    }
  }
  return depth;
}

std::optional<int> PolySearch::cell_at(const Vector3& point) const {
  Nearest nearest{-kTolerance, -1};
  std::vector<int> open;
  if (!nodes_.empty()) open.push_back(0);
  while (!open.empty()) {
    const int number = open.back();
    const Node& node = nodes_[static_cast<std::size_t>(number)];
    open.pop_back();
    if (!holds(node.box, point)) continue;
    if (node.right > 0) {
      open.insert(open.end(), {node.right, number + 1});
      continue;
    }
    for (int k = node.begin; k < node.end; ++k) {
      const int cell = order_[static_cast<std::size_t>(k)];
      const double depth = depth_in(cell, point);
      if (depth > nearest.depth) nearest = {depth, cell};
    }
  }
  return nearest.cell < 0 ? std::nullopt : std::optional(nearest.cell);
}

std::array<std::array<double, 2>, 3> extent_of(const PolyMesh& mesh) {
  std::array<std::array<double, 2>, 3> extent{};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto ends = std::ranges::minmax_element(mesh.points, {},
                                                  [k](const Vector3& point) { return point[k]; });
    if (!mesh.points.empty()) extent[k] = {(*ends.min)[k], (*ends.max)[k]};
  }
  return extent;
}

}  // namespace slipflow::mesh
