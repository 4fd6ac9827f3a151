#include "stencil_near_walls.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "slipflow/mesh/near_wall.hpp"
#include "state/cut_pieces.hpp"

namespace slipflow::simple_ts {

namespace {
constexpr double kAtNode = 1e-6;  // of a cell's width: closer to a node this has all the weight
constexpr double kDegenerate =
    0.02;  // least determinant of the second moments over their squared trace
constexpr int kStencilReach = 2;  // cells on each side of the point's

using Place = std::array<double, 2>;

// A velocity or a cell with gas, seen from the point.
struct Node {
  int i = 0, j = 0;
  Place from_point{};  // in cells of the point
  double distance2() const { return from_point[0] * from_point[0] + from_point[1] * from_point[1]; }
  double weight() const { return 1 / (distance2() + kAtNode * kAtNode); }
};

// The nodes around a point that no wall hides from it.
class NodesAround {
 public:
  NodesAround(const Case& c, int normal, const std::array<int, 3>& cell, const Place& point)
      : case_(c), normal_(normal), cell_(cell), point_(point) {}

  // At most PointStencil::kNodes, the nearest first.
  std::vector<Node> nearest() const {
    std::vector<Node> nodes;
    for (int j = cell_[1] - kStencilReach; j <= cell_[1] + kStencilReach + (normal_ == 1); ++j)
      for (int i = cell_[0] - kStencilReach; i <= cell_[0] + kStencilReach + (normal_ == 0); ++i) {
        const Source x = source_of(0, i), y = source_of(1, j);
        auto at = place_of(x.k, y.k);
        if (!at) continue;
        *at = {(*at)[0] + x.offset, (*at)[1] + y.offset};
        if (!is_hidden(*at)) nodes.push_back(node_at(x.k, y.k, *at));
      }
    std::ranges::stable_sort(nodes, {}, &Node::distance2);
    nodes.resize(std::min<std::size_t>(nodes.size(), setup::PointStencil::kNodes));
    return nodes;
  }

 private:
  // The index whose image a node across a periodic boundary is, and the distance between both.
  struct Source {
    int k = 0;
    double offset = 0;
  };
  Source source_of(int axis, int k) const {
    const mesh::Axis& along = case_.mesh.axis(axis);
    const int n = along.cells();
    if (!case_.periodic(axis)) return {k, 0};
    const double period = along.faces.back() - along.faces.front();
    return {(k + n) % n, k < 0 ? -period : k < n ? 0 : period};
  }

  const mesh::CutCell* listed(int i, int j) const {
    const int n = case_.cut->place[case_.mesh.layout().at(i, j)];
    return n < 0 ? nullptr : &case_.cut->cells[static_cast<std::size_t>(n)];
  }

  // Where the node lies; nothing if there is none, or if it is one of the ghosts.
  std::optional<Place> place_of(int i, int j) const {
    const mesh::Axis &x = case_.mesh.x, &y = case_.mesh.y;
    if (i < 0 || j < 0 || i >= x.cells() + (normal_ == 0) || j >= y.cells() + (normal_ == 1))
      return std::nullopt;
    const mesh::CutCell* of = listed(i, j);
    if (normal_ == 0) {
      if (of) return of->open_x > 0 ? std::optional(Place{x.faces[i], of->y_x}) : std::nullopt;
      return Place{x.faces[i], y.centre(j)};
    }
    if (normal_ == 1) {
      if (of) return of->open_y > 0 ? std::optional(Place{of->x_y, y.faces[j]}) : std::nullopt;
      return Place{x.centre(i), y.faces[j]};
    }
    if (case_.mesh.solid(i, j)) return std::nullopt;
    return of ? Place{of->x, of->y} : Place{x.centre(i), y.centre(j)};
  }

  Node node_at(int i, int j, const Place& at) const {
    return {i,
            j,
            {(at[0] - point_[0]) / case_.mesh.x.widths[cell_[0]],
             (at[1] - point_[1]) / case_.mesh.y.widths[cell_[1]]}};
  }

  // Whether a piece of wall lies between the point and a node.
  bool is_hidden(const Place& node) const {
    for (int j = cell_[1] - kStencilReach; j <= cell_[1] + kStencilReach; ++j)
      for (int i = cell_[0] - kStencilReach; i <= cell_[0] + kStencilReach; ++i) {
        for (const mesh::WallPiece& piece :
             mesh::pieces_in(*case_.cut, case_.mesh.layout().at(i, j)))
          if (is_between(piece, node)) return true;
      }
    return false;
  }

  bool is_between(const mesh::WallPiece& piece, const Place& node) const {
    const double length = std::hypot(piece.S_x, piece.S_y);
    if (length == 0) return false;
    const Place n = {piece.S_x / length, piece.S_y / length};
    const auto across = [&](const Place& at) {
      return n[0] * (at[0] - piece.x) + n[1] * (at[1] - piece.y);
    };
    const auto along = [&](const Place& at) {
      return n[0] * (at[1] - piece.y) - n[1] * (at[0] - piece.x);
    };
    const double here = across(point_), there = across(node);
    const double least =
        mesh::kOnWall * std::min(case_.mesh.x.widths[cell_[0]], case_.mesh.y.widths[cell_[1]]);
    if (!(std::max(here, there) > least && std::min(here, there) < -least)) return false;
    const double part = here / (here - there);
    return std::abs((1 - part) * along(point_) + part * along(node)) < 0.5 * length;
  }

  const Case& case_;
  const int normal_;
  const std::array<int, 3> cell_;
  const Place point_;
};

// Weights of the value at the point of the plane through the nodes' values, by least squares.
// Without a plane, of nodes on a line, their weighted mean.
std::vector<double> fit(const std::vector<Node>& nodes) {
  double a = 0, ax = 0, ay = 0, xx = 0, xy = 0, yy = 0;
  for (const Node& node : nodes) {
    const double w = node.weight(), dx = node.from_point[0], dy = node.from_point[1];
    a += w, ax += w * dx, ay += w * dy, xx += w * dx * dx, xy += w * dx * dy, yy += w * dy * dy;
  }
  // The mean's place, and the second moments about it.
  const double mx = ax / a, my = ay / a;
  const double cxx = xx - a * mx * mx, cxy = xy - a * mx * my, cyy = yy - a * my * my;
  const double det = cxx * cyy - cxy * cxy;
  const bool is_plane = det > kDegenerate * (cxx + cyy) * (cxx + cyy);
  std::vector<double> weights;
  for (const Node& node : nodes) {
    double share = 1 / a;
    if (is_plane) {
      const double dx = node.from_point[0] - mx, dy = node.from_point[1] - my;
      share -= ((cyy * mx - cxy * my) * dx + (cxx * my - cxy * mx) * dy) / det;
    }
    weights.push_back(node.weight() * share);
  }
  return weights;
}
}  // namespace

std::optional<setup::PointStencil> stencil_near_cut_walls(const Case& c, int normal,
                                                          const std::array<int, 3>& cell,
                                                          const std::array<double, 3>& point) {
  if (!c.cut || !is_near_cut_walls(c, cell)) return std::nullopt;
  const auto nodes = NodesAround(c, normal, cell, {point[0], point[1]}).nearest();
  if (nodes.empty()) return std::nullopt;
  const auto weights = fit(nodes);
  setup::PointStencil stencil;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    stencil.at[k] = {nodes[k].i, nodes[k].j, 0};
    stencil.place[k] = static_cast<int>(c.mesh.layout().at(nodes[k].i, nodes[k].j));
    stencil.weight[k] = weights[k];
  }
  return stencil;
}

}  // namespace slipflow::simple_ts
