#include "slipflow/mesh/shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace slipflow::mesh {

namespace {
/// As a fraction of a shape's size: far above rounding, far below what a mesh resolves.
constexpr double kTolerance = 1e-9;

/// First and one-past-last cell whose centre lies in [lo, hi].
struct Span {
  int first = 0, last = 0;
};

Span cells_between(const Axis& axis, double lo, double hi) {
  const auto count_while = [&](const auto& holds) {
    const auto begin = axis.widths.begin();  // a cell has the index of its width
    const auto end = std::partition_point(begin, axis.widths.end(), [&](const double& width) {
      return holds(axis.centre(static_cast<int>(&width - axis.widths.data())));
    });
    return static_cast<int>(end - begin);
  };
  const int first = count_while([&](double centre) { return centre < lo; });
  return {first, std::max(first, count_while([&](double centre) { return centre <= hi; }))};
}

/// Adds the runs of one row, which may overlap, as runs that do not.
void add_row(std::vector<CellRun>& runs, int j, std::vector<Span> spans) {
  std::ranges::sort(spans, {}, &Span::first);
  for (const Span& span : spans) {
    if (span.first == span.last) continue;
    if (!runs.empty() && runs.back().j == j && span.first <= runs.back().i1)
      runs.back().i1 = std::max(runs.back().i1, span.last);
    else
      runs.push_back({j, span.first, span.last});
  }
}

Rectangle widened(const Rectangle& r) {
  const double by = kTolerance * std::max(r.x1 - r.x0, r.y1 - r.y0);
  return {r.x0 - by, r.y0 - by, r.x1 + by, r.y1 + by};
}

std::vector<CellRun> inside(const Axis& x, const Axis& y, const Rectangle& outline) {
  const Rectangle r = widened(outline);
  const Span columns = cells_between(x, r.x0, r.x1), rows = cells_between(y, r.y0, r.y1);
  std::vector<CellRun> runs;
  for (int j = rows.first; j < rows.last; ++j) add_row(runs, j, {columns});
  return runs;
}

std::vector<CellRun> inside(const Axis& x, const Axis& y, const Circle& c) {
  const double radius = c.radius * (1 + kTolerance);
  const Span rows = cells_between(y, c.centre.y - radius, c.centre.y + radius);
  std::vector<CellRun> runs;
  for (int j = rows.first; j < rows.last; ++j) {
    const double up = y.centre(j) - c.centre.y;
    const double half = std::sqrt(std::max(radius * radius - up * up, 0.0));
    add_row(runs, j, {cells_between(x, c.centre.x - half, c.centre.x + half)});
  }
  return runs;
}

/// Where the outline crosses the line at this y, from west to east: in and out alternately.
std::vector<double> crossings(const Polygon& p, double y) {
  std::vector<double> xs;
  for (std::size_t k = 0; k < p.corners.size(); ++k) {
    const Point &a = p.corners[k], &b = p.corners[(k + 1) % p.corners.size()];
    if ((a.y <= y) == (b.y <= y)) continue;
    xs.push_back(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
  }
  std::ranges::sort(xs);
  return xs;
}

std::vector<CellRun> inside(const Axis& x, const Axis& y, const Polygon& p) {
  const Rectangle box = bounds(p);
  const double tolerance = kTolerance * std::max(box.x1 - box.x0, box.y1 - box.y0);
  const Span rows = cells_between(y, box.y0 - tolerance, box.y1 + tolerance);
  std::vector<CellRun> runs;
  for (int j = rows.first; j < rows.last; ++j) {
    std::vector<Span> spans;
    // Just below and just above the centres: edges along the row count on either side of it.
    for (const double line : {y.centre(j) - tolerance, y.centre(j) + tolerance}) {
      const auto xs = crossings(p, line);
      for (std::size_t k = 0; k + 1 < xs.size(); k += 2)
        spans.push_back(cells_between(x, xs[k] - tolerance, xs[k + 1] + tolerance));
    }
    add_row(runs, j, std::move(spans));
  }
  return runs;
}

/// The pixels that a position touches: two where it lies between them.
Span pixels_at(double position, double lo, double hi, int pixels) {
  const double at = (position - lo) / (hi - lo) * pixels;
  // A place may be so narrow that the position lies more pixels away than an int holds.
  const auto pixel = [&](double k) { return static_cast<int>(std::clamp(k, 0.0, pixels - 1.0)); };
  return {pixel(std::floor(at - kTolerance * pixels)),
          pixel(std::floor(at + kTolerance * pixels)) + 1};
}

bool any_dark(const Mask& mask, const Span& columns, const Span& rows) {
  for (int row = rows.first; row < rows.last; ++row)
    for (int column = columns.first; column < columns.last; ++column)
      if (mask.at(column, row)) return true;
  return false;
}

std::vector<CellRun> inside(const Axis& x, const Axis& y, const PlacedMask& m) {
  const Rectangle place = widened(m.place);
  const Span columns = cells_between(x, place.x0, place.x1);
  const Span rows = cells_between(y, place.y0, place.y1);
  std::vector<Span> pixel_columns;
  for (int i = columns.first; i < columns.last; ++i)
    pixel_columns.push_back(pixels_at(x.centre(i), m.place.x0, m.place.x1, m.mask.width));
  std::vector<CellRun> runs;
  for (int j = rows.first; j < rows.last; ++j) {
    const Span pixel_rows = pixels_at(y.centre(j), m.place.y0, m.place.y1, m.mask.height);
    std::vector<Span> solid;
    for (int i = columns.first; i < columns.last; ++i)
      if (any_dark(m.mask, pixel_columns[i - columns.first], pixel_rows))
        solid.push_back({i, i + 1});
    add_row(runs, j, std::move(solid));
  }
  return runs;
}

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
}  // namespace

std::vector<CellRun> cells_inside(const Axis& x, const Axis& y, const Shape& shape) {
  return std::visit([&](const auto& s) { return inside(x, y, s); }, shape);
}

std::vector<CellRun> cells_inside(const Mesh& mesh, const Solid& solid) {
  const Rectangle box = bounds(solid.outline);
  const bool has_rows = mesh.y.cells() > 0;
  auto plane =
      cells_inside(mesh.x, has_rows ? mesh.y : uniform_axis(box.y0, box.y1, 1), solid.outline);
  if (mesh.z.cells() == 0) return plane;
  const Span planes = cells_between(mesh.z, solid.z0, solid.z1);
  std::vector<CellRun> runs;
  for (int k = planes.first; k < planes.last; ++k)
    for (CellRun run : plane) {
      run.k = k;
      runs.push_back(run);
    }
  return runs;
}

Rectangle bounds(const Shape& shape) {
  return std::visit([](const auto& s) { return box_of(s); }, shape);
}

Shape moved(const Shape& shape, double dx, double dy) {
  const Mover move{dx, dy};
  if (const auto* r = std::get_if<Rectangle>(&shape)) return move(*r);
  if (const auto* p = std::get_if<Polygon>(&shape)) return changed(*p, move);
  if (const auto* c = std::get_if<Circle>(&shape)) return Circle{move(c->centre), c->radius};
  const auto& m = std::get<PlacedMask>(shape);
  return PlacedMask{m.mask, move(m.place)};
}

Shape turned(const Shape& shape, const Point& centre, double degrees) {
  const double angle = degrees * std::numbers::pi / 180;
  const Turner turn{centre, std::cos(angle), std::sin(angle)};
  if (const auto* r = std::get_if<Rectangle>(&shape)) return changed(corners_of(*r), turn);
  if (const auto* p = std::get_if<Polygon>(&shape)) return changed(*p, turn);
  if (const auto* c = std::get_if<Circle>(&shape)) return Circle{turn(c->centre), c->radius};
  throw std::logic_error("a mask cannot be turned");
}

}  // namespace slipflow::mesh
