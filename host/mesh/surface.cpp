#include <fmt/format.h>

#include <algorithm>

#include "cells_near.hpp"
#include "slipflow/mesh/solids.hpp"

namespace slipflow::mesh {

namespace {
using Triangles = std::vector<std::array<int, 3>>;

/// The triangles by their lowest points, and which of them are near a height that increases.
class TrianglesByHeight {
 public:
  explicit TrianglesByHeight(const Surface& surface)
      : points_(surface.points), triangles_(surface.triangles) {
    std::ranges::sort(triangles_, {}, [&](const auto& triangle) { return height(triangle, true); });
  }
  const Triangles& between(double lo, double hi) {
    while (next_ < triangles_.size() && height(triangles_[next_], true) <= hi)
      near_.push_back(triangles_[next_++]);
    std::erase_if(near_, [&](const auto& triangle) { return height(triangle, false) < lo; });
    return near_;
  }

 private:
  double height(const std::array<int, 3>& triangle, bool lowest) const {
    const double a = points_[triangle[0]][2], b = points_[triangle[1]][2],
                 c = points_[triangle[2]][2];
    return lowest ? std::min({a, b, c}) : std::max({a, b, c});
  }

  const std::vector<Position3>& points_;
  Triangles triangles_, near_;
  std::size_t next_ = 0;
};

/// Whether a point counts as above the plane of a section: a rule without ties.
using IsAbove = bool (*)(double z, double plane);
constexpr IsAbove kAboveOrOn = [](double z, double plane) { return z >= plane; };
constexpr IsAbove kAbove = [](double z, double plane) { return z > plane; };

/// Closed lines: both triangles at a side of theirs give the same point of it.
Outline section(const std::vector<Position3>& points, const Triangles& triangles, double z,
                IsAbove is_above) {
  Outline outline;
  for (const auto& triangle : triangles) {
    std::vector<Point> ends;
    for (int k = 0; k < 3; ++k) {
      const Position3 *p = &points[triangle[k]], *q = &points[triangle[(k + 1) % 3]];
      if (is_above((*p)[2], z) == is_above((*q)[2], z)) continue;
      if (is_above((*p)[2], z)) std::swap(p, q);
      const double part = (z - (*p)[2]) / ((*q)[2] - (*p)[2]);
      ends.push_back({(*p)[0] + part * ((*q)[0] - (*p)[0]), (*p)[1] + part * ((*q)[1] - (*p)[1])});
    }
    if (ends.size() == 2) outline.edges.push_back({ends[0], ends[1]});
  }
  return outline;
}

}  // namespace

std::vector<CellRun> cells_inside(const Mesh& m, const Surface& surface) {
  TrianglesByHeight triangles(surface);
  std::vector<CellRun> runs;
  for (int k = 0; k < m.z.cells(); ++k) {
    const double centre = m.z.centre(k), near = near_centre(m.z, k);
    const Triangles& crossed = triangles.between(centre - near, centre + near);
    for (const double z : {centre - near, centre, centre + near})
      for (CellRun run : cells_inside(m.x, m.y, section(surface.points, crossed, z, kAboveOrOn))) {
        run.k = k;
        runs.push_back(run);
      }
  }
  return merged(std::move(runs));
}

std::string fault_of(const Surface& surface) {
  if (surface.triangles.empty()) return "has no triangles";
  std::vector<std::array<int, 2>> sides;
  for (const auto& triangle : surface.triangles)
    for (int k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax(triangle[k], triangle[(k + 1) % 3]);
      sides.push_back({low, high});
    }
  std::ranges::sort(sides);
  std::vector<std::array<int, 2>> open;
  for (auto side = sides.begin(); side != sides.end();) {
    const auto next = std::find_if(side, sides.end(), [&](const auto& s) { return s != *side; });
    if ((next - side) % 2 != 0) open.push_back(*side);
    side = next;
  }
  if (open.empty()) return "";
  const Position3 &a = surface.points[open[0][0]], &b = surface.points[open[0][1]];
  return fmt::format(
      "is not a closed surface: {} of the triangles' edges {} no second triangle, the first from "
      "({:.6g}, {:.6g}, {:.6g}) to ({:.6g}, {:.6g}, {:.6g})",
      open.size(), open.size() == 1 ? "has" : "have", a[0], a[1], a[2], b[0], b[1], b[2]);
}

Drawing section_of(const Surface& surface, double z) {
  Drawing drawing;
  // Just below the plane and just above it: they differ where a point is on the plane.
  const bool has_ties =
      std::ranges::any_of(surface.points, [&](const auto& p) { return p[2] == z; });
  for (const IsAbove is_above : {kAboveOrOn, kAbove}) {
    Outline outline = section(surface.points, surface.triangles, z, is_above);
    if (!outline.edges.empty()) drawing.parts.push_back(std::move(outline));
    if (!has_ties) break;
  }
  return drawing;
}

}  // namespace slipflow::mesh
