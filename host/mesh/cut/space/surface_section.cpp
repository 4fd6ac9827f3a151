// Sections of surfaces of triangles.
#include <algorithm>
#include <array>
#include <numeric>

#include "round_lines.hpp"
#include "slipflow/mesh/vectors.hpp"
#include "solid_sections.hpp"

namespace slipflow::mesh::cut {

namespace {
/// Sine of the angle up to which triangles lie in one plane.
constexpr double kSamePlane = 1e-9;
}  // namespace

// Both triangles at a side of theirs give the same point of it.
std::vector<Section> section_at(const Surface& surface, int axis, double x,
                                const std::vector<int>& facets) {
  Section section;
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    std::array<Point, 2> ends;  // of the side that rises, and of the one that falls
    int count = 0;
    for (int k = 0; k < 3; ++k) {
      const Position3* p = &surface.points[surface.triangles[t][k]];
      const Position3* q = &surface.points[surface.triangles[t][(k + 1) % 3]];
      if (((*p)[axis] >= x) == ((*q)[axis] >= x)) continue;
      const bool falls = (*p)[axis] >= x;
      if (falls) std::swap(p, q);
      const double part = (x - (*p)[axis]) / ((*q)[axis] - (*p)[axis]);
      ends[falls] = in_plane(*p + part * (*q - *p), axis);
      ++count;
    }
    if (count == 2) add_edge(ends[0], ends[1], facets[t], section);
  }
  if (section.facets.empty()) return {};
  return {section};
}

std::vector<int> facets_of(const Surface& surface, const std::vector<Position3>& normals) {
  std::vector<int> facets(surface.triangles.size());
  std::iota(facets.begin(), facets.end(), 0);
  const auto root = [&](int t) {
    while (facets[t] != t) t = facets[t] = facets[facets[t]];
    return t;
  };
  struct Side {
    int low, high, triangle;
  };
  std::vector<Side> sides;
  for (std::size_t t = 0; t < surface.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) {
      const auto [low, high] =
          std::minmax(surface.triangles[t][k], surface.triangles[t][(k + 1) % 3]);
      sides.push_back({low, high, static_cast<int>(t)});
    }
  std::ranges::sort(sides, {}, [](const Side& s) { return std::array{s.low, s.high, s.triangle}; });
  for (std::size_t k = 1; k < sides.size(); ++k) {
    const Side &a = sides[k - 1], &b = sides[k];
    if (a.low != b.low || a.high != b.high) continue;
    const Position3 none{};
    if (normals[a.triangle] == none || normals[b.triangle] == none) continue;
    if (length(cross(normals[a.triangle], normals[b.triangle])) > kSamePlane) continue;
    const auto [low, high] = std::minmax({root(a.triangle), root(b.triangle)});
    facets[high] = low;
  }
  for (std::size_t t = 0; t < facets.size(); ++t) facets[t] = root(static_cast<int>(t));
  return facets;
}

}  // namespace slipflow::mesh::cut
