#include "round_lines.hpp"

#include <algorithm>
#include <numbers>

namespace slipflow::mesh::cut {

namespace {
/// Angles that differ by less are one.
constexpr double kSameAngle = 1e-9;
/// A round line has no longer steps, as an angle.
constexpr double kLargestStep = std::numbers::pi / 8;
/// Parts between two crossings with lines of the mesh: chords alone would leave slivers of gas 15 %
/// too small.
constexpr int kPartsOfStep = 4;

/// A point of an ellipse by its angle, and where it crosses a line of the mesh.
struct OnEllipse {
  double angle;
  Point at;
};

/// Adds the crossings with lines across the first or the second axis of the plane.
void add_crossings(const Ellipse& ellipse, const std::vector<double>& lines, bool along_first,
                   std::vector<OnEllipse>& points) {
  const double centre = along_first ? ellipse.centre.x : ellipse.centre.y;
  const double p = along_first ? ellipse.p.x : ellipse.p.y;
  const double q = along_first ? ellipse.q.x : ellipse.q.y;
  const double reach = std::hypot(p, q), phase = std::atan2(q, p);
  for (const double line : lines) {
    if (!(std::abs(line - centre) < reach)) continue;
    const double turn = std::acos((line - centre) / reach);
    for (const double angle : {phase - turn, phase + turn}) {
      Point at = ellipse.at(angle);
      (along_first ? at.x : at.y) = line;
      points.push_back({angle, at});
    }
  }
}

/// The corners of the closed line.
std::vector<Point> polygon_of(const Ellipse& ellipse, const PlaneLines& lines,
                              const std::vector<double>& angles) {
  std::vector<OnEllipse> points;
  add_crossings(ellipse, lines.first, true, points);
  add_crossings(ellipse, lines.second, false, points);
  for (const double angle : angles) points.push_back({angle, ellipse.at(angle)});
  constexpr double turn = 2 * std::numbers::pi;
  for (OnEllipse& point : points) point.angle -= turn * std::floor(point.angle / turn);
  if (points.empty()) points.push_back({0, ellipse.at(0)});
  std::ranges::stable_sort(points, {}, &OnEllipse::angle);
  std::vector<Point> polygon;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double from = points[k].angle;
    const double to = k + 1 < points.size() ? points[k + 1].angle : points[0].angle + turn;
    polygon.push_back(points[k].at);
    if (to - from < kSameAngle) continue;
    const int parts =
        std::max(kPartsOfStep, static_cast<int>(std::ceil((to - from) / kLargestStep)));
    for (int part = 1; part < parts; ++part)
      polygon.push_back(ellipse.at(from + (to - from) * part / parts));
  }
  return polygon;
}

}  // namespace

void add_edge(const Point& a, const Point& b, int facet, Section& section) {
  section.outline.edges.push_back({a, b});
  section.facets.push_back(facet);
}

Section section_of(const Ellipse& ellipse, const PlaneLines& lines,
                   const std::vector<double>& angles, int facet) {
  const auto corners = polygon_of(ellipse, lines, angles);
  Section section;
  section.outline.rule = FillRule::nonzero;
  for (std::size_t k = 0; k < corners.size(); ++k)
    add_edge(corners[k], corners[(k + 1) % corners.size()], facet, section);
  return section;
}

void cut_off(const HalfPlane& half, int facet, Section& section) {
  struct End {
    Point at;
    bool leaves;
  };
  Section kept;
  kept.outline.rule = section.outline.rule;
  std::vector<End> ends;
  for (std::size_t k = 0; k < section.facets.size(); ++k) {
    const auto [a, b] = section.outline.edges[k];
    const double at_a = half.beyond(a), at_b = half.beyond(b);
    if (at_a > 0 && at_b > 0) continue;
    if (at_a <= 0 && at_b <= 0) {
      add_edge(a, b, section.facets[k], kept);
      continue;
    }
    const double part = at_a / (at_a - at_b);
    const Point between{a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
    ends.push_back({between, at_a <= 0});
    at_a > 0 ? add_edge(between, b, section.facets[k], kept)
             : add_edge(a, between, section.facets[k], kept);
  }
  for (std::size_t k = 0; k < ends.size(); ++k)
    if (ends[k].leaves) add_edge(ends[k].at, ends[(k + 1) % ends.size()].at, facet, kept);
  section = std::move(kept);
}

}  // namespace slipflow::mesh::cut
