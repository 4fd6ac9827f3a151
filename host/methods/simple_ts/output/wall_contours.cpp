#include "wall_contours.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "state/cut_pieces.hpp"

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
  std::optional<int> piece{};  // of cut wall, part of the face
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

// The ends of a piece of cut wall, with the body on the left, and its normal.
methods::WallFace ends_of(const mesh::WallPiece& piece) {
  const double length = std::hypot(piece.S_x, piece.S_y);
  return {.from = {piece.x - 0.5 * piece.S_y, piece.y + 0.5 * piece.S_x},
          .to = {piece.x + 0.5 * piece.S_y, piece.y - 0.5 * piece.S_x},
          .normal = {-piece.S_x / length, -piece.S_y / length}};
}

const mesh::WallPiece& piece_of(const Case& c, int number) {
  return c.cut->pieces[static_cast<std::size_t>(number)];
}

// Where a piece looks, or rather looks.
int side_of(const mesh::WallPiece& piece) {
  if (std::abs(piece.S_x) >= std::abs(piece.S_y)) return piece.S_x > 0 ? mesh::west : mesh::east;
  return piece.S_y > 0 ? mesh::south : mesh::north;
}

ContourFace face_of(const Case& c, const Edge& e, int part) {
  ContourFace made{e.i, e.j, e.side, {}, e.piece};
  made.face.from = point_of(c, e.from);
  made.face.to = point_of(c, e.to);
  if (e.piece) {
    const methods::WallFace ends = ends_of(piece_of(c, *e.piece));
    const auto place = mesh::across_x(e.side) ? &methods::Point::y : &methods::Point::x;
    made.face.from.*place = ends.from.*place;
    made.face.to.*place = ends.to.*place;
  }
  made.face.part = part;
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

// Chains the pieces of a body that cuts cells: each to the nearest beginning of another one.
class CutContour {
 public:
  CutContour(const Case& c, const std::vector<CutWallPiece>& pieces) : case_(c) {
    for (const CutWallPiece& at : pieces) {
      const mesh::WallPiece& piece = piece_of(c, at.number);
      of_cell_[{at.j, at.i}].push_back(links_.size());
      links_.push_back({{at.i, at.j, side_of(piece), ends_of(piece), at.number}});
    }
  }

  std::vector<ContourFace> faces() {
    for (const Link& link : links_)
      if (const auto next = next_of(link)) links_[*next].has_one_before = true;
    std::vector<std::size_t> order(links_.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::ranges::stable_sort(order, {}, [&](std::size_t k) {
      const Link& link = links_[k];
      const methods::Point& from = link.at.face.from;
      return std::tuple(link.has_one_before, from.y, from.x);
    });
    for (const std::size_t k : order)
      if (!links_[k].used) follow(k);
    return std::move(faces_);
  }

 private:
  struct Link {
    ContourFace at;
    bool has_one_before = false, used = false;
  };

  void follow(std::size_t first) {
    ++part_;
    double distance = 0;
    for (std::optional<std::size_t> k = first; k; k = next_of(links_[*k])) {
      links_[*k].used = true;
      auto made = links_[*k].at;
      const double length = made.face.size();
      made.face.part = part_;
      made.face.distance = distance + 0.5 * length;
      distance += length;
      faces_.push_back(made);
    }
  }

  // In the same cell or one of those around it.
  std::optional<std::size_t> next_of(const Link& link) const {
    const auto& [i, j, side, face, piece] = link.at;
    double least = 0.5 * std::min(case_.mesh.x.widths[static_cast<std::size_t>(i)],
                                  case_.mesh.y.widths[static_cast<std::size_t>(j)]);
    std::optional<std::size_t> next;
    for (int k = 0; k < 9; ++k) {
      const auto found = of_cell_.find({j + k / 3 - 1, i + k % 3 - 1});
      if (found == of_cell_.end()) continue;
      for (const std::size_t n : found->second) {
        const methods::Point& from = links_[n].at.face.from;
        const double gap = std::hypot(from.x - face.to.x, from.y - face.to.y);
        if (&links_[n] == &link || links_[n].used || gap > least) continue;
        least = gap;
        next = n;
      }
    }
    return next;
  }

  const Case& case_;
  std::vector<Link> links_;
  std::map<Corner, std::vector<std::size_t>> of_cell_;
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
  std::ranges::stable_sort(faces, {}, [](const ContourFace& at) { return at.face.distance; });
  return faces;
}

// The body of a wall, null for that of a boundary.
const Body* body_of(const Case& c, std::size_t wall) {
  const auto body = std::ranges::find(c.bodies, static_cast<int>(wall) + 1, &Body::wall);
  return body == c.bodies.end() ? nullptr : &*body;
}

// The contour of a body that cuts cells is made of its pieces alone.
bool cuts(const Body* body) { return body && body->cut; }
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
  std::vector<std::vector<CutWallPiece>> pieces(c.walls.size());
  for (const CutWallPiece& at : pieces_of_cut_walls(c)) {
    const mesh::WallPiece& piece = piece_of(c, at.number);
    const auto wall = static_cast<std::size_t>(piece.wall) - 1;
    if (cuts(body_of(c, wall))) {
      pieces[wall].push_back(at);
    } else {
      edges[wall].push_back(edge_of(at.i, at.j, side_of(piece)));
      edges[wall].back().piece = at.number;
    }
  }
  std::vector<std::vector<ContourFace>> contours;
  for (std::size_t wall = 0; wall < edges.size(); ++wall) {
    const Body* body = body_of(c, wall);
    contours.push_back(cuts(body) ? CutContour(c, pieces[wall]).faces()
                       : body     ? Contour(c, std::move(edges[wall])).faces()
                                  : along_boundary(c, edges[wall]));
  }
  return contours;
}

}  // namespace slipflow::simple_ts
