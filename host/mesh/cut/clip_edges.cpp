#include "clip_edges.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace slipflow::mesh::cut {

double ClipEdge::y_at(double x) const {
  if (x <= x0) return y0;
  if (x >= x1) return y1;
  return y0 + (y1 - y0) * ((x - x0) / (x1 - x0));
}

double ClipEdge::x_at(double y) const {
  if (y <= south()) return y0 < y1 ? x0 : x1;
  if (y >= north()) return y0 < y1 ? x1 : x0;
  return x0 + (x1 - x0) * ((y - y0) / (y1 - y0));
}

namespace {
/// Crossings closer to a mesh line than this share of the least width lie on it.
constexpr double kOnLine = 1e-11;
/// tan 20 degrees.
constexpr double kSharpTurning = 0.36397023426620234;

double least_width(const Axis& axis) { return *std::ranges::min_element(axis.widths); }

bool same(const Point& a, const Point& b) { return a.x == b.x && a.y == b.y; }

/// The position, or the face of the axis that is no more than `near` away.
double moved_to_face(double position, const Axis& axis, double near) {
  const auto above = std::ranges::lower_bound(axis.faces, position);
  if (above != axis.faces.end() && *above - position < near) return *above;
  if (above != axis.faces.begin() && position - *(above - 1) < near) return *(above - 1);
  return position;
}

/// The faces of the axis between two positions, without these.
std::vector<double> faces_between(const Axis& axis, double lo, double hi) {
  return {std::ranges::upper_bound(axis.faces, lo), std::ranges::lower_bound(axis.faces, hi)};
}

Point direction_of(const Edge& edge) {
  const double x = edge.b.x - edge.a.x, y = edge.b.y - edge.a.y;
  const double length = std::sqrt(x * x + y * y);
  return {x / length, y / length};
}

class OutlineBuilder {
 public:
  OutlineBuilder(const Axis& x, const Axis& y)
      : x_(x), y_(y), near_(kOnLine * std::min(least_width(x), least_width(y))) {}

  /// Adds a body at each of these distances from its place.
  void add(int number, const CutBody& body, const std::vector<Point>& images) {
    body_ = number, wall_ = body.wall;
    const int first_curve = curve_;
    const auto regions = outlines_.regions.size();
    for (const auto& [dx, dy] : images) {
      curve_ = first_curve;
      add(moved(body.shape, dx, dy), body.gas_inside);
    }
    const bool has_none = outlines_.regions.size() == regions;
    if (std::holds_alternative<Circle>(body.shape) && !images.empty() && has_none)
      outlines_.unresolved.push_back(number);
  }

  Outlines take() { return std::move(outlines_); }

 private:
  void add(const Shape& shape, bool gas_inside) {
    if (const auto* circle = std::get_if<Circle>(&shape)) return add(*circle, gas_inside);
    if (const auto* r = std::get_if<Rectangle>(&shape))
      return add(edges_of(*r), FillRule::even_odd);
    if (const auto* polygon = std::get_if<Polygon>(&shape))
      return add(edges_of(polygon->corners), FillRule::even_odd);
    const auto* drawing = std::get_if<Drawing>(&shape);
    if (!drawing) throw std::logic_error("a mask cannot cut cells");
    for (const Outline& part : drawing->parts) add(part.edges, part.rule);
  }

  void add(const Circle& circle, bool gas_inside) {
    const int curve = curve_++;
    const auto corners = crossings_of(circle, x_, y_, near_);
    if (corners.size() < 3) return;
    outlines_.regions.push_back({body_, FillRule::nonzero});
    const int source = add_source(curve, -1);
    WallPiece& piece = outlines_.sources.back();
    piece.curvature = (gas_inside ? -1 : 1) / circle.radius;
    piece.centre_x = circle.centre.x, piece.centre_y = circle.centre.y;
    for (const Edge& edge : edges_of(corners)) add_edge(edge, source);
  }

  /// Adds straight sides, numbered as given.
  void add(const std::vector<Edge>& given, FillRule rule) {
    const int curve = curve_++;
    outlines_.regions.push_back({body_, rule});
    std::vector<Edge> sides;
    std::vector<int> sources;
    for (std::size_t k = 0; k < given.size(); ++k) {
      if (same(given[k].a, given[k].b)) continue;
      sides.push_back(given[k]);
      sources.push_back(add_source(curve, static_cast<int>(k)));
      add_edge(sides.back(), sources.back());
    }
    add_corners(sides, sources);
  }

  /// Adds the ends of sides at which an outline turns by more than 20 degrees.
  void add_corners(const std::vector<Edge>& sides, const std::vector<int>& sources) {
    const auto start = [](const Edge& e) { return std::pair(e.a.x, e.a.y); };
    std::vector<std::size_t> by_start(sides.size());
    for (std::size_t k = 0; k < sides.size(); ++k) by_start[k] = k;
    std::ranges::stable_sort(by_start, {}, [&](std::size_t k) { return start(sides[k]); });
    for (std::size_t k = 0; k < sides.size(); ++k) {
      std::size_t next = k + 1;
      if (next == sides.size() || !same(sides[next].a, sides[k].b)) {
        const auto found =
            std::ranges::lower_bound(by_start, std::pair(sides[k].b.x, sides[k].b.y), {},
                                     [&](std::size_t other) { return start(sides[other]); });
        if (found == by_start.end() || !same(sides[*found].a, sides[k].b)) continue;
        next = *found;
      }
      const Point before = direction_of(sides[k]), after = direction_of(sides[next]);
      const double sine = before.x * after.y - before.y * after.x;
      const double cosine = before.x * after.x + before.y * after.y;
      if (std::abs(sine) > kSharpTurning * cosine)
        outlines_.corners.push_back({sides[k].b, before, after, sources[k], sources[next]});
    }
  }

  int add_source(int curve, int side) {
    WallPiece source;
    source.wall = wall_, source.curve = curve, source.side = side;
    outlines_.sources.push_back(source);
    return static_cast<int>(outlines_.sources.size()) - 1;
  }

  void add_edge(const Edge& e, int source) {
    const int region = static_cast<int>(outlines_.regions.size()) - 1;
    if (e.a.x <= e.b.x)
      outlines_.edges.push_back({e.a.x, e.a.y, e.b.x, e.b.y, 1, region, source});
    else
      outlines_.edges.push_back({e.b.x, e.b.y, e.a.x, e.a.y, -1, region, source});
  }

  const Axis& x_;
  const Axis& y_;
  double near_;
  Outlines outlines_;
  int body_ = 0, wall_ = 0, curve_ = 0;
};

/// Where a body and its images lie that reach into the mesh.
std::vector<Point> images_of(const Shape& shape, const Axis& x, const Axis& y,
                             const std::array<double, 2>& periods) {
  const Rectangle box = bounds(shape);
  std::vector<Point> images;
  for (int row = periods[1] > 0 ? -1 : 0; row <= (periods[1] > 0 ? 1 : 0); ++row)
    for (int column = periods[0] > 0 ? -1 : 0; column <= (periods[0] > 0 ? 1 : 0); ++column) {
      const double dx = column * periods[0], dy = row * periods[1];
      if (box.x1 + dx <= x.faces.front() || box.x0 + dx >= x.faces.back()) continue;
      if (box.y1 + dy <= y.faces.front() || box.y0 + dy >= y.faces.back()) continue;
      images.push_back({dx, dy});
    }
  return images;
}
}  // namespace

std::vector<Point> crossings_of(const Circle& circle, const Axis& x, const Axis& y, double near) {
  const Point centre = circle.centre;
  const double radius = circle.radius;
  const auto height = [radius](double d) { return std::sqrt((radius - d) * (radius + d)); };
  std::vector<Point> points;
  for (const double face : faces_between(x, centre.x - radius, centre.x + radius))
    for (const int sign : {1, -1})
      points.push_back({face, centre.y + sign * height(face - centre.x)});
  for (const double face : faces_between(y, centre.y - radius, centre.y + radius))
    for (const int sign : {1, -1})
      points.push_back({centre.x + sign * height(face - centre.y), face});
  for (Point& p : points) p = {moved_to_face(p.x, x, near), moved_to_face(p.y, y, near)};
  std::ranges::stable_sort(
      points, {}, [&](const Point& p) { return std::atan2(p.y - centre.y, p.x - centre.x); });
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  while (points.size() > 1 && same(points.front(), points.back())) points.pop_back();
  return points;
}

std::vector<Edge> edges_of(const std::vector<Point>& corners) {
  std::vector<Edge> edges;
  for (std::size_t k = 0; k < corners.size(); ++k)
    edges.push_back({corners[k], corners[(k + 1) % corners.size()]});
  return edges;
}

std::vector<Edge> edges_of(const Rectangle& r) {
  return edges_of(std::vector<Point>{{r.x0, r.y0}, {r.x1, r.y0}, {r.x1, r.y1}, {r.x0, r.y1}});
}

Outlines outlines_of(const std::vector<CutBody>& bodies, const Axis& x, const Axis& y,
                     const std::array<double, 2>& periods) {
  OutlineBuilder builder(x, y);
  for (std::size_t k = 0; k < bodies.size(); ++k)
    builder.add(static_cast<int>(k), bodies[k], images_of(bodies[k].shape, x, y, periods));
  return builder.take();
}

}  // namespace slipflow::mesh::cut
