// Sections of prisms across their length and along it.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "../clip_edges.hpp"
#include "round_lines.hpp"
#include "solid_sections.hpp"

namespace slipflow::mesh::cut {

namespace {
/// A side of a prism's outline.
struct OutlineSide {
  Point a, b;
  int facet;
};

/// Where a line across the x or y axis (0 or 1) leaves or enters the outline.
struct Crossing {
  double at;
  int direction, facet;
};

void add_rectangle(const Rectangle& r, const std::array<int, 4>& facets, Section& section) {
  const auto edges = edges_of(r);
  for (std::size_t k = 0; k < edges.size(); ++k)
    add_edge(edges[k].a, edges[k].b, facets[k], section);
}

/// The parts of a prism's outline as straight sides; facets 0 and 1 are the ends. A circle has no
/// sides.
std::vector<std::pair<FillRule, std::vector<OutlineSide>>> sides_of(const Shape& shape) {
  std::vector<std::pair<FillRule, std::vector<OutlineSide>>> parts;
  int facet = 2;
  const auto add = [&](const std::vector<Edge>& edges, FillRule rule) {
    auto& part = parts.emplace_back(rule, std::vector<OutlineSide>());
    for (const Edge& edge : edges) part.second.push_back({edge.a, edge.b, facet++});
  };
  if (const auto* r = std::get_if<Rectangle>(&shape))
    add(edges_of(*r), FillRule::even_odd);
  else if (const auto* polygon = std::get_if<Polygon>(&shape))
    add(edges_of(polygon->corners), FillRule::even_odd);
  else if (const auto* drawing = std::get_if<Drawing>(&shape))
    for (const Outline& part : drawing->parts) add(part.edges, part.rule);
  else if (std::holds_alternative<PlacedMask>(shape))
    throw std::logic_error("a mask cannot cut cells");
  return parts;
}

std::vector<Section> across_prism(const Prism& prism, double z) {
  if (!(z > prism.z0 && z < prism.z1)) return {};
  std::vector<Section> sections;
  for (const auto& [rule, sides] : sides_of(prism.outline)) {
    Section section;
    section.outline.rule = rule;
    for (const OutlineSide& side : sides) add_edge(side.a, side.b, side.facet, section);
    sections.push_back(std::move(section));
  }
  return sections;
}

/// The part of a section along z between two crossings.
void add_strip(const Crossing& from, const Crossing& to, const std::array<double, 2>& z,
               Section& section) {
  add_rectangle({from.at, z[0], to.at, z[1]}, {0, to.facet, 1, from.facet}, section);
}

std::vector<Section> along_prism(const Prism& prism, int axis, double x, const PlaneLines& lines) {
  // Infinite ends are moved outside the mesh.
  const auto [lowest, highest] = std::ranges::minmax(lines.second);
  const double margin = highest - lowest;
  const std::array<double, 2> z = {std::max(prism.z0, lowest - margin),
                                   std::min(prism.z1, highest + margin)};
  if (!(z[0] < z[1])) return {};
  Section section;
  section.outline.rule = FillRule::nonzero;
  if (const auto* circle = std::get_if<Circle>(&prism.outline)) {
    const double off = x - (axis == 0 ? circle->centre.x : circle->centre.y);
    if (!(std::abs(off) < circle->radius)) return {};
    const double half = std::sqrt((circle->radius - off) * (circle->radius + off));
    const double centre = axis == 0 ? circle->centre.y : circle->centre.x;
    add_strip({centre - half, 1, 2}, {centre + half, -1, 2}, z, section);
    return {section};
  }
  for (const auto& part : sides_of(prism.outline)) {
    const FillRule rule = part.first;
    std::vector<Crossing> crossings;
    for (const OutlineSide& side : part.second) {
      const double a = axis == 0 ? side.a.x : side.a.y, b = axis == 0 ? side.b.x : side.b.y;
      if ((a < x) == (b < x)) continue;
      const double c = axis == 0 ? side.a.y : side.a.x, d = axis == 0 ? side.b.y : side.b.x;
      crossings.push_back({c + (d - c) * ((x - a) / (b - a)), a < b ? 1 : -1, side.facet});
    }
    std::ranges::stable_sort(crossings, {}, &Crossing::at);
    int winding = 0;
    const Crossing* from = nullptr;
    for (const Crossing& crossing : crossings) {
      const auto is_solid = [&] {
        return rule == FillRule::even_odd ? winding % 2 != 0 : winding != 0;
      };
      const bool before = is_solid();
      winding += crossing.direction;
      if (!before && is_solid()) from = &crossing;
      if (before && !is_solid()) add_strip(*from, crossing, z, section);
    }
  }
  if (section.facets.empty()) return {};
  return {section};
}

/// A side of the outline, numbered as in sides_of().
Edge edge_of(const Shape& shape, std::size_t side) {
  if (const auto* r = std::get_if<Rectangle>(&shape)) return edges_of(*r)[side];
  if (const auto* polygon = std::get_if<Polygon>(&shape)) {
    const auto& corners = polygon->corners;
    return {corners[side], corners[(side + 1) % corners.size()]};
  }
  for (const Outline& part : std::get<Drawing>(shape).parts) {
    if (side < part.edges.size()) return part.edges[side];
    side -= part.edges.size();
  }
  throw std::logic_error("a prism has no such side");
}

}  // namespace

Facet facet_of(const Prism& prism, int facet) {
  constexpr Position3 kAlong = {0, 0, 1};
  if (facet < 2) return {{0, 0, facet == 0 ? prism.z0 : prism.z1}, kAlong, 0};
  if (const auto* circle = std::get_if<Circle>(&prism.outline))
    return {{circle->centre.x, circle->centre.y, 0}, kAlong, circle->radius};
  const Edge edge = edge_of(prism.outline, static_cast<std::size_t>(facet) - 2);
  const double x = edge.b.x - edge.a.x, y = edge.b.y - edge.a.y, length = std::hypot(x, y);
  return {{edge.a.x, edge.a.y, 0}, {y / length, -x / length, 0}, 0};
}

std::vector<Section> section_at(const Prism& prism, int axis, double x, const PlaneLines& lines) {
  if (axis != 2) return along_prism(prism, axis, x, lines);
  const auto* circle = std::get_if<Circle>(&prism.outline);
  if (!circle) return across_prism(prism, x);
  if (!(x > prism.z0 && x < prism.z1)) return {};
  const double R = circle->radius;
  return {section_of(Ellipse{circle->centre, {R, 0}, {0, R}}, lines, {}, 2)};
}

bool has_side_in(const Prism& prism, int axis, double x, double near) {
  const auto is_in = [&](double a, double b) {
    return std::abs(a - x) < near && std::abs(b - x) < near;
  };
  if (axis == 2) return is_in(prism.z0, prism.z0) || is_in(prism.z1, prism.z1);
  for (const auto& [rule, sides] : sides_of(prism.outline))
    for (const OutlineSide& side : sides)
      if (axis == 0 ? is_in(side.a.x, side.b.x) : is_in(side.a.y, side.b.y)) return true;
  return false;
}

}  // namespace slipflow::mesh::cut
