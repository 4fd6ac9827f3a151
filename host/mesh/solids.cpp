#include "slipflow/mesh/solids.hpp"

#include <algorithm>
#include <cmath>

#include "cells_near.hpp"

namespace slipflow::mesh {

namespace {
/// What a solid has of a line along x.
struct Chord {
  double from, to;
};

Chord common(const Chord& a, const Chord& b) {
  return {std::max(a.from, b.from), std::min(a.to, b.to)};
}

constexpr Chord kWhole = {-std::numeric_limits<double>::infinity(),
                          std::numeric_limits<double>::infinity()};
constexpr Chord kNothing = {kWhole.to, kWhole.from};

/// Where a s^2 + 2 b s + c is at most 0, for a of at least 0.
Chord at_most_zero(double a, double b, double c) {
  if (a == 0) return c <= 0 ? kWhole : kNothing;
  const double root = b * b - a * c;
  if (root < 0) return kNothing;
  return {(-b - std::sqrt(root)) / a, (-b + std::sqrt(root)) / a};
}

Chord chord_of(const Sphere& sphere, double y, double z) {
  const double up = std::hypot(y - sphere.centre[1], z - sphere.centre[2]);
  const Chord c = at_most_zero(1, 0, (up - sphere.radius) * (up + sphere.radius));
  return {sphere.centre[0] + c.from, sphere.centre[0] + c.to};
}

Chord chord_of(const Cylinder& cylinder, double y, double z) {
  const auto& [a, b, radius] = cylinder;
  const double length = std::hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  const Position3 n = {(b[0] - a[0]) / length, (b[1] - a[1]) / length, (b[2] - a[2]) / length};
  // The point of the line at the x of a: its distances from a, across and along the cylinder.
  const double dy = y - a[1], dz = z - a[2], along = n[1] * dy + n[2] * dz;
  const Chord mantle = at_most_zero(n[1] * n[1] + n[2] * n[2], -n[0] * along,
                                    dy * dy + dz * dz - along * along - radius * radius);
  Chord ends = along >= 0 && along <= length ? kWhole : kNothing;
  if (n[0] != 0)
    ends = {std::min(-along / n[0], (length - along) / n[0]),
            std::max(-along / n[0], (length - along) / n[0])};
  const Chord both = common(mantle, ends);
  return {a[0] + both.from, a[0] + both.to};
}

/// Directions from a cell's centre in which lines near it are tried, too. They find convex solids
/// that only touch what is near the centre.
constexpr std::array<std::array<int, 2>, 5> kLines = {{{0, 0}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};

template <class Convex>
std::vector<CellRun> inside_convex(const Mesh& m, const Convex& solid) {
  const Extent3 box = bounds(Solid(solid));
  const Span rows = cells_near(m.y, box.lo[1], box.hi[1]);
  const Span planes = cells_near(m.z, box.lo[2], box.hi[2]);
  std::vector<CellRun> runs;
  for (int k = planes.first; k < planes.last; ++k)
    for (int j = rows.first; j < rows.last; ++j)
      for (const auto& [up, on] : kLines) {
        const Chord c = chord_of(solid, m.y.centre(j) + up * near_centre(m.y, j),
                                 m.z.centre(k) + on * near_centre(m.z, k));
        if (!(c.from <= c.to)) continue;
        const Span columns = cells_near(m.x, c.from, c.to);
        if (columns.first < columns.last) runs.push_back({j, columns.first, columns.last, k});
      }
  return merged(std::move(runs));
}

std::vector<CellRun> inside(const Mesh& m, const Sphere& sphere) {
  return inside_convex(m, sphere);
}
std::vector<CellRun> inside(const Mesh& m, const Cylinder& c) { return inside_convex(m, c); }
std::vector<CellRun> inside(const Mesh& m, const Surface& s) { return cells_inside(m, s); }

std::vector<CellRun> inside(const Mesh& m, const Prism& prism) {
  const Rectangle box = bounds(prism.outline);
  const bool has_rows = m.y.cells() > 0;
  auto plane = cells_inside(m.x, has_rows ? m.y : uniform_axis(box.y0, box.y1, 1), prism.outline);
  if (m.z.cells() == 0) return plane;
  const Span planes = cells_near(m.z, prism.z0, prism.z1);
  std::vector<CellRun> runs;
  for (int k = planes.first; k < planes.last; ++k)
    for (CellRun run : plane) {
      run.k = k;
      runs.push_back(run);
    }
  return runs;
}

Extent3 box_of(const Prism& prism) {
  const Rectangle r = bounds(prism.outline);
  return {{r.x0, r.y0, prism.z0}, {r.x1, r.y1, prism.z1}};
}

Extent3 box_of(const Sphere& s) {
  Extent3 box{s.centre, s.centre};
  for (int axis = 0; axis < 3; ++axis) box.lo[axis] -= s.radius, box.hi[axis] += s.radius;
  return box;
}

Extent3 box_of(const Cylinder& c) {
  const double length = std::hypot(c.b[0] - c.a[0], c.b[1] - c.a[1], c.b[2] - c.a[2]);
  Extent3 box{};
  for (int axis = 0; axis < 3; ++axis) {
    const double n = (c.b[axis] - c.a[axis]) / length;
    const double across = c.radius * std::sqrt(std::max(1 - n * n, 0.0));
    box.lo[axis] = std::min(c.a[axis], c.b[axis]) - across;
    box.hi[axis] = std::max(c.a[axis], c.b[axis]) + across;
  }
  return box;
}

Extent3 box_of(const Surface& surface) {
  Extent3 box{surface.points.front(), surface.points.front()};
  for (const Position3& p : surface.points)
    for (int axis = 0; axis < 3; ++axis) {
      box.lo[axis] = std::min(box.lo[axis], p[axis]);
      box.hi[axis] = std::max(box.hi[axis], p[axis]);
    }
  return box;
}
}  // namespace

std::vector<CellRun> cells_inside(const Mesh& mesh, const Solid& solid) {
  return std::visit([&](const auto& s) { return inside(mesh, s); }, solid);
}

Extent3 bounds(const Solid& solid) {
  return std::visit([](const auto& s) { return box_of(s); }, solid);
}

}  // namespace slipflow::mesh
