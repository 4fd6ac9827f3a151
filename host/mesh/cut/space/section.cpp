#include "section.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "round_lines.hpp"
#include "slipflow/mesh/vectors.hpp"
#include "solid_sections.hpp"

namespace slipflow::mesh::cut {

namespace {
/// Components along an axis of a cylinder's direction: below it lies in the planes across that
/// axis.
constexpr double kAlongPlane = 1e-9;

std::vector<Section> section_at(const Sphere& sphere, int axis, double x, const PlaneLines& lines) {
  const double off = x - sphere.centre[axis];
  if (!(std::abs(off) < sphere.radius)) return {};
  const double radius = std::sqrt((sphere.radius - off) * (sphere.radius + off));
  const Ellipse circle{in_plane(sphere.centre, axis), {radius, 0}, {0, radius}};
  return {section_of(circle, lines, {}, 0)};
}

std::vector<Section> section_at(const Cylinder& cylinder, int axis, double x,
                                const PlaneLines& lines) {
  const Position3 ab = cylinder.b - cylinder.a;
  const double whole_length = length(ab);
  const Position3 n = (1 / whole_length) * ab;
  const Point along = in_plane(n, axis);
  const double slope = std::hypot(along.x, along.y);
  const double off = x - cylinder.a[axis], R = cylinder.radius;
  const Point a = in_plane(cylinder.a, axis);
  // n.(x - a) in the plane: `off` times the component across it, and the rest.
  const double at_a = n[axis] * off - along.x * a.x - along.y * a.y;
  const HalfPlane low{{-along.x, -along.y}, at_a}, high{along, whole_length - at_a};
  Section section;
  if (std::abs(n[axis]) < kAlongPlane) {
    if (!(std::abs(off) < R)) return {};
    const double half = std::sqrt((R - off) * (R + off));
    const Point across{-along.y * half, along.x * half},
        end{a.x + whole_length * along.x, a.y + whole_length * along.y};
    section.outline.rule = FillRule::nonzero;
    const std::array<Point, 4> corners = {{{a.x - across.x, a.y - across.y},
                                           {end.x - across.x, end.y - across.y},
                                           {end.x + across.x, end.y + across.y},
                                           {a.x + across.x, a.y + across.y}}};
    for (std::size_t k = 0; k < 4; ++k)
      add_edge(corners[k], corners[(k + 1) % 4], k == 1 ? 2 : k == 3 ? 1 : 0, section);
    return {section};
  }
  const double distance_along = off / n[axis];
  const Point centre{a.x + distance_along * along.x, a.y + distance_along * along.y};
  if (slope < kAlongPlane) {
    if (distance_along < 0 || distance_along > whole_length) return {};
    return {section_of(Ellipse{centre, {R, 0}, {0, R}}, lines, {}, 0)};
  }
  const Point u{along.x / slope, along.y / slope};
  const double longer = R / std::abs(n[axis]);
  const Ellipse ellipse{centre, {longer * u.x, longer * u.y}, {-R * u.y, R * u.x}};
  std::vector<double> angles;
  for (const HalfPlane& end : {low, high}) {
    const double cosine = -end.beyond(centre) / (longer * (end.n.x * u.x + end.n.y * u.y));
    if (std::abs(cosine) < 1) angles.insert(angles.end(), {std::acos(cosine), -std::acos(cosine)});
  }
  section = section_of(ellipse, lines, angles, 0);
  cut_off(low, 1, section);
  cut_off(high, 2, section);
  if (section.facets.size() < 3) return {};
  return {section};
}

Position3 unit(const Position3& a) { return (1 / length(a)) * a; }
}  // namespace

Facet facet_of(const Sphere& sphere, int /*facet*/) { return {sphere.centre, {}, sphere.radius}; }

Facet facet_of(const Cylinder& cylinder, int facet) {
  return {facet == 2 ? cylinder.b : cylinder.a, unit(cylinder.b - cylinder.a),
          facet == 0 ? cylinder.radius : 0};
}

Facet facet_of(const Surface& surface, int facet) {
  const auto& [a, b, c] = surface.triangles[static_cast<std::size_t>(facet)];
  const Position3& at = surface.points[a];
  return {at, unit(cross(surface.points[b] - at, surface.points[c] - at)), 0};
}

Sections::Sections(Solid solid) : solid_(std::move(solid)), box_(bounds(solid_)) {
  const auto* surface = std::get_if<Surface>(&solid_);
  if (!surface) return;
  for (const auto& [a, b, c] : surface->triangles) {
    const Position3 n =
        cross(surface->points[b] - surface->points[a], surface->points[c] - surface->points[a]);
    const double area = length(n);
    normals_.push_back(area > 0 ? (1 / area) * n : Position3{});
  }
  facets_ = facets_of(*surface, normals_);
}

bool Sections::has_side_in(int axis, double x, double near) const {
  const auto is_in = [&](double a, double b) {
    return std::abs(a - x) < near && std::abs(b - x) < near;
  };
  if (const auto* prism = std::get_if<Prism>(&solid_))
    return cut::has_side_in(*prism, axis, x, near);
  if (const auto* cylinder = std::get_if<Cylinder>(&solid_)) {
    const Position3 n = cylinder->b - cylinder->a;
    return std::hypot(in_plane(n, axis).x, in_plane(n, axis).y) < kAlongPlane * length(n) &&
           (is_in(cylinder->a[axis], x) || is_in(cylinder->b[axis], x));
  }
  if (const auto* surface = std::get_if<Surface>(&solid_))
    return std::ranges::any_of(surface->triangles, [&](const auto& t) {
      const auto& p = surface->points;
      return is_in(p[t[0]][axis], p[t[1]][axis]) && is_in(p[t[2]][axis], x);
    });
  return false;
}

std::vector<Section> Sections::across(int axis, double x, const PlaneLines& lines) const {
  return std::visit(
      [&](const auto& solid) {
        if constexpr (std::is_same_v<std::decay_t<decltype(solid)>, Surface>)
          return section_at(solid, axis, x, facets_);
        else
          return section_at(solid, axis, x, lines);
      },
      solid_);
}

Position3 Sections::on_facet(int facet, const Position3& near, const Position3& periods) const {
  Position3 best = on_facet(facet, near);
  for (int image = 0; image < 27; ++image) {
    const std::array<int, 3> moves = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
    Position3 by{};
    for (std::size_t a = 0; a < 3; ++a) by[a] = moves[a] * periods[a];
    const Position3 at = on_facet(facet, near - by) + by;
    if (length(at - near) < length(best - near)) best = at;
  }
  return best;
}

Position3 Sections::on_facet(int facet, const Position3& near) const {
  if (const auto* sphere = std::get_if<Sphere>(&solid_)) {
    const Position3 r = near - sphere->centre;
    const double distance = length(r);
    return distance > 0 ? sphere->centre + (sphere->radius / distance) * r : near;
  }
  const auto onto = [&](const Position3& a, const Position3& n, double radius) {
    const Position3 r = near - a, along = dot(r, n) * n, out = r - along;
    const double distance = length(out);
    return distance > 0 ? a + along + (radius / distance) * out : near;
  };
  if (const auto* cylinder = std::get_if<Cylinder>(&solid_); cylinder && facet == 0) {
    const Position3 n = cylinder->b - cylinder->a;
    return onto(cylinder->a, (1 / length(n)) * n, cylinder->radius);
  }
  if (const auto* prism = std::get_if<Prism>(&solid_); prism && facet == 2)
    if (const auto* circle = std::get_if<Circle>(&prism->outline))
      return onto({circle->centre.x, circle->centre.y, 0}, {0, 0, 1}, circle->radius);
  return near;
}

Position3 Sections::normal_of(int facet) const {
  return normals_.empty() ? Position3{} : normals_[static_cast<std::size_t>(facet)];
}

}  // namespace slipflow::mesh::cut

namespace slipflow::mesh {

Facet facet_of(const Solid& solid, int facet) {
  return std::visit([facet](const auto& of) { return cut::facet_of(of, facet); }, solid);
}

}  // namespace slipflow::mesh
