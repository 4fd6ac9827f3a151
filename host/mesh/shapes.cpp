#include "slipflow/mesh/shapes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace slipflow::mesh {

namespace {
Rectangle box_of(const Rectangle& r) { return r; }
Rectangle box_of(const PlacedMask& m) { return m.place; }
Rectangle box_of(const Circle& c) {
  return {c.centre.x - c.radius, c.centre.y - c.radius, c.centre.x + c.radius,
          c.centre.y + c.radius};
}
Rectangle box_of(const Polygon& p) {
  const auto [west, east] = std::ranges::minmax(p.corners, {}, &Point::x);
  const auto [south, north] = std::ranges::minmax(p.corners, {}, &Point::y);
  return {west.x, south.y, east.x, north.y};
}

Rectangle box_of(const Drawing& drawing) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  Rectangle box{kInfinite, kInfinite, -kInfinite, -kInfinite};
  for (const Outline& part : drawing.parts)
    for (const Edge& edge : part.edges)
      for (const Point& p : {edge.a, edge.b})
        box = {std::min(box.x0, p.x), std::min(box.y0, p.y), std::max(box.x1, p.x),
               std::max(box.y1, p.y)};
  return box;
}

Polygon corners_of(const Rectangle& r) {
  return {{{r.x0, r.y0}, {r.x1, r.y0}, {r.x1, r.y1}, {r.x0, r.y1}}};
}

/// Moves points, of any shape.
struct Mover {
  double dx, dy;
  Point operator()(const Point& p) const { return {p.x + dx, p.y + dy}; }
  Rectangle operator()(const Rectangle& r) const {
    return {r.x0 + dx, r.y0 + dy, r.x1 + dx, r.y1 + dy};
  }
};

struct Turner {
  Point centre;
  double cosine, sine;
  Point operator()(const Point& p) const {
    const double x = p.x - centre.x, y = p.y - centre.y;
    return {centre.x + (x * cosine - y * sine), centre.y + (x * sine + y * cosine)};
  }
};

template <class Change>
Polygon changed(Polygon p, const Change& change) {
  for (Point& corner : p.corners) corner = change(corner);
  return p;
}

template <class Change>
Drawing changed(Drawing drawing, const Change& change) {
  for (Outline& part : drawing.parts)
    for (Edge& edge : part.edges) edge = {change(edge.a), change(edge.b)};
  return drawing;
}
}  // namespace

Rectangle bounds(const Shape& shape) {
  return std::visit([](const auto& s) { return box_of(s); }, shape);
}

Shape moved(const Shape& shape, double dx, double dy) {
  const Mover move{dx, dy};
  if (const auto* r = std::get_if<Rectangle>(&shape)) return move(*r);
  if (const auto* p = std::get_if<Polygon>(&shape)) return changed(*p, move);
  if (const auto* c = std::get_if<Circle>(&shape)) return Circle{move(c->centre), c->radius};
  if (const auto* d = std::get_if<Drawing>(&shape)) return changed(*d, move);
  const auto& m = std::get<PlacedMask>(shape);
  return PlacedMask{m.mask, move(m.place)};
}

Shape turned(const Shape& shape, const Point& centre, double degrees) {
  const double angle = degrees * std::numbers::pi / 180;
  const Turner turn{centre, std::cos(angle), std::sin(angle)};
  if (const auto* r = std::get_if<Rectangle>(&shape)) return changed(corners_of(*r), turn);
  if (const auto* p = std::get_if<Polygon>(&shape)) return changed(*p, turn);
  if (const auto* c = std::get_if<Circle>(&shape)) return Circle{turn(c->centre), c->radius};
  if (const auto* d = std::get_if<Drawing>(&shape)) return changed(*d, turn);
  throw std::logic_error("a mask cannot be turned");
}

}  // namespace slipflow::mesh
