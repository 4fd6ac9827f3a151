#include <algorithm>
#include <cmath>

#include "cells_near.hpp"
#include "slipflow/mesh/shapes.hpp"

namespace slipflow::mesh {

namespace {
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

std::vector<CellRun> inside(const Axis& x, const Axis& y, const Rectangle& r) {
  const Span columns = cells_near(x, r.x0, r.x1), rows = cells_near(y, r.y0, r.y1);
  std::vector<CellRun> runs;
  for (int j = rows.first; j < rows.last; ++j) add_row(runs, j, {columns});
  return runs;
}

std::vector<CellRun> inside(const Axis& x, const Axis& y, const Circle& c) {
  const Span rows = cells_near(y, c.centre.y - c.radius, c.centre.y + c.radius);
  std::vector<CellRun> runs;
  for (int j = rows.first; j < rows.last; ++j) {
    const double up = std::max(std::abs(y.centre(j) - c.centre.y) - near_centre(y, j), 0.0);
    const double half = std::sqrt(std::max(c.radius * c.radius - up * up, 0.0));
    add_row(runs, j, {cells_near(x, c.centre.x - half, c.centre.x + half)});
  }
  return runs;
}

struct Edge {
  Point a, b;
  double x_at(double y) const {
    const auto [west, east] = std::minmax(a.x, b.x);
    return std::clamp(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x), west, east);
  }
};

/// The cells of row j that the edge passes through, as far as it is near their centres.
Span cells_along(const Axis& x, const Axis& y, int j, const Edge& edge) {
  const auto [south, north] = std::minmax(edge.a.y, edge.b.y);
  if (south == north)
    return cells_near(x, std::min(edge.a.x, edge.b.x), std::max(edge.a.x, edge.b.x));
  const double near = near_centre(y, j);
  const auto [west, east] = std::minmax({edge.x_at(std::clamp(y.centre(j) - near, south, north)),
                                         edge.x_at(std::clamp(y.centre(j) + near, south, north))});
  return cells_near(x, west, east);
}

std::vector<CellRun> inside(const Axis& x, const Axis& y, const Polygon& p) {
  const Rectangle box = bounds(p);
  const Span rows = cells_near(y, box.y0, box.y1);
  std::vector<CellRun> runs;
  for (int j = rows.first; j < rows.last; ++j) {
    std::vector<Span> spans;
    std::vector<double> crossings;  // of the outline with the line of centres
    for (std::size_t k = 0; k < p.corners.size(); ++k) {
      const Edge edge{p.corners[k], p.corners[(k + 1) % p.corners.size()]};
      const auto [south, north] = std::minmax(edge.a.y, edge.b.y);
      const double centre = y.centre(j), near = near_centre(y, j);
      if (centre + near < south || centre - near > north) continue;
      spans.push_back(cells_along(x, y, j, edge));
      if ((edge.a.y <= centre) != (edge.b.y <= centre)) crossings.push_back(edge.x_at(centre));
    }
    std::ranges::sort(crossings);  // from west to east: in and out alternately
    for (std::size_t k = 0; k + 1 < crossings.size(); k += 2)
      spans.push_back(cells_near(x, crossings[k], crossings[k + 1]));
    add_row(runs, j, std::move(spans));
  }
  return runs;
}

/// The pixels around the centre of cell k: two where it lies between them.
Span pixels_at(const Axis& axis, int k, double lo, double hi, int pixels) {
  // A place may be so narrow that the position lies more pixels away than an int holds.
  const auto pixel = [&](double position) {
    const double at = std::floor((position - lo) / (hi - lo) * pixels);
    return static_cast<int>(std::clamp(at, 0.0, pixels - 1.0));
  };
  const double near = near_centre(axis, k);
  return {pixel(axis.centre(k) - near), pixel(axis.centre(k) + near) + 1};
}

bool any_dark(const Mask& mask, const Span& columns, const Span& rows) {
  for (int row = rows.first; row < rows.last; ++row)
    for (int column = columns.first; column < columns.last; ++column)
      if (mask.at(column, row)) return true;
  return false;
}

std::vector<CellRun> inside(const Axis& x, const Axis& y, const PlacedMask& m) {
  const Span columns = cells_near(x, m.place.x0, m.place.x1);
  const Span rows = cells_near(y, m.place.y0, m.place.y1);
  std::vector<Span> pixel_columns;
  for (int i = columns.first; i < columns.last; ++i)
    pixel_columns.push_back(pixels_at(x, i, m.place.x0, m.place.x1, m.mask.width));
  std::vector<CellRun> runs;
  for (int j = rows.first; j < rows.last; ++j) {
    const Span pixel_rows = pixels_at(y, j, m.place.y0, m.place.y1, m.mask.height);
    std::vector<Span> solid;
    for (int i = columns.first; i < columns.last; ++i)
      if (any_dark(m.mask, pixel_columns[i - columns.first], pixel_rows))
        solid.push_back({i, i + 1});
    add_row(runs, j, std::move(solid));
  }
  return runs;
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
  const Span planes = cells_near(mesh.z, solid.z0, solid.z1);
  std::vector<CellRun> runs;
  for (int k = planes.first; k < planes.last; ++k)
    for (CellRun run : plane) {
      run.k = k;
      runs.push_back(run);
    }
  return runs;
}

}  // namespace slipflow::mesh
