// Pieces of wall from the lines in which they meet the faces of a cell: triangles between each line
// and a point of the patch.
#include <algorithm>
#include <cmath>

#include "cell_gas.hpp"

namespace slipflow::mesh::cut {

namespace {
/// As shares of the least width: ends of lines so near are one.
constexpr double kSameEnd = 1e-6;
/// Weight of the mean place relative to the planes of facets, which may have no common point.
constexpr double kNoCorner = 1e-8;

Position3 mean_place(const PatchOutline& outline) {
  Position3 sum{};
  double weight = 0;
  for (const PatchLine& line : outline.lines) {
    const double l = length(line.along);
    sum = sum + l * line.middle, weight += l;
  }
  return weight > 0 ? (1 / weight) * sum : outline.lines.front().middle;
}

PatchLine line_between(const Position3& from, const Position3& to) {
  return {0.5 * (from + to), to - from};
}

/// Ends and starts of an outline's lines that no other line of it continues.
struct OpenEnds {
  std::vector<Position3> ends, starts;
};

OpenEnds open_ends(const PatchOutline& outline, double near) {
  OpenEnds open;
  for (const PatchLine& line : outline.lines) open.starts.push_back(line.from());
  for (const PatchLine& line : outline.lines) {
    const Position3 end = line.to();
    const auto next = std::ranges::find_if(
        open.starts, [&](const Position3& start) { return length(start - end) < near; });
    if (next == open.starts.end())
      open.ends.push_back(end);
    else
      open.starts.erase(next);
  }
  return open;
}

bool has_near(const std::vector<Position3>& places, const Position3& at, double near) {
  return std::ranges::any_of(places,
                             [&](const Position3& place) { return length(place - at) < near; });
}

/// Whether another outline has the edge from an open end to an open start the other way round.
bool is_edge(const Position3& end, const Position3& start, const std::vector<OpenEnds>& all,
             double near) {
  return std::ranges::any_of(all, [&](const OpenEnds& other) {
    return has_near(other.starts, end, near) && has_near(other.ends, start, near);
  });
}

/// Closes an outline at its open ends: by straight edges that another outline has too, else with
/// the nearest open start, through the corner if there is one.
void close(PatchOutline& outline, OpenEnds open, const std::vector<OpenEnds>& all,
           const std::optional<Position3>& corner, double near) {
  for (const Position3& end : open.ends) {
    if (open.starts.empty()) return;
    auto start = std::ranges::find_if(
        open.starts, [&](const Position3& at) { return is_edge(end, at, all, near); });
    const bool is_common = start != open.starts.end();
    if (!is_common)
      start = std::ranges::min_element(open.starts, {},
                                       [&](const Position3& at) { return length(at - end); });
    if (corner && !is_common) {
      outline.lines.push_back(line_between(end, *corner));
      outline.lines.push_back(line_between(*corner, *start));
    } else {
      outline.lines.push_back(line_between(end, *start));
    }
    open.starts.erase(start);
  }
}

/// The sum over the triangles between the lines of an outline and a point of its patch.
MeasuredPatch measure(const PatchOutline& outline, const Position3& apex) {
  MeasuredPatch sum;
  Position3 place{};
  double weight = 0;
  for (const PatchLine& line : outline.lines) {
    const Position3 a = line.from(), b = line.to();
    const Position3 S = 0.5 * cross(line.middle - apex, line.along);
    const Position3 middle = (1.0 / 3) * (apex + a + b);
    sum.patch.S = sum.patch.S + S;
    sum.volume += dot(S, middle) / 3;
    for (std::size_t d = 0; d < 3; ++d)
      sum.moments[d] += S[d] *
                        (apex[d] * apex[d] + a[d] * a[d] + b[d] * b[d] + apex[d] * a[d] +
                         a[d] * b[d] + b[d] * apex[d]) /
                        12;
    const double area = length(S);
    place = place + area * middle, weight += area;
  }
  sum.patch.at = weight > 0 ? (1 / weight) * place : apex;
  sum.patch.body = outline.body, sum.patch.facet = outline.facet;
  return sum;
}

/// Solves a symmetric system of three equations.
Position3 solve(const std::array<Position3, 3>& A, const Position3& b) {
  const double det = dot(A[0], cross(A[1], A[2]));
  return (1 / det) *
         (b[0] * cross(A[1], A[2]) + b[1] * cross(A[2], A[0]) + b[2] * cross(A[0], A[1]));
}

/// The point that is nearest to the planes of the patches.
Position3 common_corner(const std::vector<MeasuredPatch>& patches, const Position3& widths) {
  std::array<Position3, 3> A{};
  Position3 b{}, mean{};
  for (const MeasuredPatch& of : patches) mean = mean + (1.0 / patches.size()) * of.patch.at;
  for (const MeasuredPatch& of : patches) {
    const double area = length(of.patch.S);
    if (!(area > 0)) continue;
    const Position3 n = (1 / area) * of.patch.S;
    const double along = dot(n, of.patch.at - mean);
    for (std::size_t d = 0; d < 3; ++d) {
      A[d] = A[d] + n[d] * n;
      b[d] += n[d] * along;
    }
  }
  for (std::size_t d = 0; d < 3; ++d) A[d][d] += kNoCorner;
  Position3 corner = mean + solve(A, b);
  for (std::size_t d = 0; d < 3; ++d) corner[d] = std::clamp(corner[d], 0.0, widths[d]);
  return corner;
}
}  // namespace

std::vector<MeasuredPatch> measure_patches(const std::vector<PatchOutline>& outlines,
                                           const std::vector<Sections>& sections,
                                           const Position3& corner, const Position3& widths,
                                           const Position3& periods) {
  const double near = kSameEnd * *std::ranges::min_element(widths);
  const auto measured = [&](const PatchOutline& outline) {
    Position3 apex = mean_place(outline);
    const Sections& of = sections[static_cast<std::size_t>(outline.body)];
    apex = of.on_facet(outline.facet, corner + apex, periods) - corner;
    for (std::size_t d = 0; d < 3; ++d) apex[d] = std::clamp(apex[d], 0.0, widths[d]);
    return measure(outline, apex);
  };
  std::vector<OpenEnds> open;
  for (const PatchOutline& outline : outlines) open.push_back(open_ends(outline, near));
  const auto all_measured = [&](const std::optional<Position3>& common) {
    std::vector<MeasuredPatch> patches;
    for (std::size_t n = 0; n < outlines.size(); ++n) {
      PatchOutline outline = outlines[n];
      if (outlines.size() > 1) close(outline, open[n], open, common, near);
      patches.push_back(measured(outline));
    }
    return patches;
  };
  auto patches = all_measured(std::nullopt);
  if (outlines.size() > 2) patches = all_measured(common_corner(patches, widths));
  return patches;
}

}  // namespace slipflow::mesh::cut
