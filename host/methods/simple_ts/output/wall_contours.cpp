#include "wall_contours.hpp"

#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <utility>

namespace slipflow::simple_ts {

namespace {
// A corner of cells: their row first, so that the lowest one is the smallest.
struct Corner {
  int j = 0, i = 0;
  auto operator<=>(const Corner&) const = default;
};

// A face with the solid on its left, and its ends.
struct Edge {
  int i, j, side;  // the gas cell, and where the face looks
  Corner from, to;
  bool used = false;
};

Edge edge_of(int i, int j, int side) {
  switch (side) {
    case mesh::west:
      return {i, j, side, {j + 1, i + 1}, {j, i + 1}};
    case mesh::east:
      return {i, j, side, {j, i}, {j + 1, i}};
    case mesh::south:
      return {i, j, side, {j + 1, i}, {j + 1, i + 1}};
    default:
      return {i, j, side, {j, i + 1}, {j, i}};
  }
}

methods::Point point_of(const Case& c, Corner corner) {
  return {c.mesh.x.faces[static_cast<std::size_t>(corner.i)],
          c.mesh.y.faces[static_cast<std::size_t>(corner.j)]};
}

ContourFace face_of(const Case& c, const Edge& e, int part) {
  ContourFace made{e.i, e.j, e.side, {}};
  made.face.part = part;
  made.face.from = point_of(c, e.from);
  made.face.to = point_of(c, e.to);
  const double out = e.side == mesh::west || e.side == mesh::south ? -1 : 1;
  (mesh::across_x(e.side) ? made.face.normal.x : made.face.normal.y) = out;
  return made;
}

// Chains the faces of a body.
class Contour {
 public:
  Contour(const Case& c, std::vector<Edge> edges) : case_(c), edges_(std::move(edges)) {
    std::ranges::stable_sort(edges_, {}, &Edge::from);
    for (std::size_t k = 0; k < edges_.size(); ++k) {
      starts_.emplace(edges_[k].from, k);
      ends_.emplace(edges_[k].to, k);
    }
  }

  std::vector<ContourFace> faces() {
    for (const bool open : {true, false})
      for (std::size_t k = 0; k < edges_.size(); ++k)
        if (!edges_[k].used && (!open || !ends_.contains(edges_[k].from))) follow(k);
    return std::move(faces_);
  }

 private:
  void follow(std::size_t first) {
    ++part_;
    double distance = 0;
    for (std::optional<std::size_t> at = first; at; at = next_of(*at)) {
      edges_[*at].used = true;
      auto made = face_of(case_, edges_[*at], part_);
      const double length = made.face.size();
      made.face.distance = distance + 0.5 * length;
      distance += length;
      faces_.push_back(made);
    }
  }

  // Where two solid cells touch at a corner the contour stays with the gas cell.
  std::optional<std::size_t> next_of(std::size_t at) const {
    const auto [begin, end] = starts_.equal_range(edges_[at].to);
    std::optional<std::size_t> next;
    for (auto found = begin; found != end; ++found) {
      const Edge& edge = edges_[found->second];
      if (edge.used) continue;
      if (!next || (edge.i == edges_[at].i && edge.j == edges_[at].j)) next = found->second;
    }
    return next;
  }

  const Case& case_;
  std::vector<Edge> edges_;
  std::multimap<Corner, std::size_t> starts_, ends_;
  std::vector<ContourFace> faces_;
  int part_ = 0;
};

// The faces of a boundary, along +x or +y.
std::vector<ContourFace> along_boundary(const Case& c, const std::vector<Edge>& edges) {
  std::vector<ContourFace> faces;
  for (const Edge& edge : edges) {
    auto made = face_of(c, edge, 1);
    auto& [part, distance, from, to, normal] = made.face;
    if (to.x < from.x || to.y < from.y) std::swap(from, to);
    distance = mesh::across_x(edge.side) ? 0.5 * (from.y + to.y) - c.mesh.y.faces.front()
                                         : 0.5 * (from.x + to.x) - c.mesh.x.faces.front();
    faces.push_back(made);
  }
  return faces;
}
}  // namespace

std::vector<std::vector<ContourFace>> wall_contours(const Case& c) {
  std::vector<std::vector<Edge>> edges(c.walls.size());
  const WallRuns runs = wall_runs(c);
  for (std::size_t k = 0; k < runs.runs.size(); ++k) {
    const WallRun& run = runs.runs[k];
    const bool across_x = mesh::across_x(run.side);
    for (int n = 0; n < run.count; ++n)
      edges[static_cast<std::size_t>(runs.walls[k])].push_back(
          edge_of(run.i + (across_x ? 0 : n), run.j + (across_x ? n : 0), run.side));
  }
  std::vector<std::vector<ContourFace>> contours;
  for (std::size_t wall = 0; wall < edges.size(); ++wall) {
    const bool is_body = std::ranges::any_of(
        c.bodies, [&](const Body& body) { return body.wall == static_cast<int>(wall) + 1; });
    contours.push_back(is_body ? Contour(c, std::move(edges[wall])).faces()
                               : along_boundary(c, edges[wall]));
  }
  return contours;
}

}  // namespace slipflow::simple_ts
