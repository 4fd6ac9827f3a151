#include <algorithm>
#include <array>
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

double south_of(const Edge& edge) { return std::min(edge.a.y, edge.b.y); }
double north_of(const Edge& edge) { return std::max(edge.a.y, edge.b.y); }

double x_at(const Edge& edge, double y) {
  const auto [west, east] = std::minmax(edge.a.x, edge.b.x);
  const double part = (y - edge.a.y) / (edge.b.y - edge.a.y);
  return std::clamp(edge.a.x + part * (edge.b.x - edge.a.x), west, east);
}

/// The cells of row j whose centres the edge passes near.
Span cells_along(const Axis& x, const Axis& y, int j, const Edge& edge) {
  double from = edge.a.x, to = edge.b.x;
  if (const double south = south_of(edge), north = north_of(edge); south < north) {
    from = x_at(edge, std::clamp(y.centre(j) - near_centre(y, j), south, north));
    to = x_at(edge, std::clamp(y.centre(j) + near_centre(y, j), south, north));
  }
  return cells_near(x, std::min(from, to), std::max(from, to));
}

/// Where an outline crosses the centres of a row; the direction is 1 towards the north, else -1.
struct Crossing {
  double x;
  int direction;
};

/// Adds the spans between crossings that the rule fills.
void add_filled(const Axis& x, std::vector<Crossing>& crossings, FillRule rule,
                std::vector<Span>& spans) {
  std::ranges::sort(crossings, {}, &Crossing::x);
  int winding = 0;
  for (std::size_t k = 0; k + 1 < crossings.size(); ++k) {
    winding = rule == FillRule::even_odd ? 1 - winding : winding + crossings[k].direction;
    if (winding != 0) spans.push_back(cells_near(x, crossings[k].x, crossings[k + 1].x));
  }
}

std::vector<CellRun> inside(const Axis& x, const Axis& y, const Outline& outline) {
  std::vector<Edge> edges = outline.edges;
  std::ranges::sort(edges, {}, south_of);
  std::vector<CellRun> runs;
  std::vector<Edge> crossed;  // those near the row
  std::size_t next = 0;
  for (int j = 0; j < y.cells() && (next < edges.size() || !crossed.empty()); ++j) {
    const double centre = y.centre(j), near = near_centre(y, j);
    while (next < edges.size() && south_of(edges[next]) <= centre + near)
      crossed.push_back(edges[next++]);
    std::erase_if(crossed, [&](const Edge& edge) { return north_of(edge) < centre - near; });
    std::vector<Span> spans;
    std::vector<Crossing> crossings;
    for (const Edge& edge : crossed) {
      spans.push_back(cells_along(x, y, j, edge));
      if ((edge.a.y <= centre) != (edge.b.y <= centre))
        crossings.push_back({x_at(edge, centre), edge.a.y <= centre ? 1 : -1});
    }
    add_filled(x, crossings, outline.rule, spans);
    add_row(runs, j, std::move(spans));
  }
  return runs;
}

std::vector<CellRun> inside(const Axis& x, const Axis& y, const Polygon& p) {
  Outline outline;
  for (std::size_t k = 0; k < p.corners.size(); ++k)
    outline.edges.push_back({p.corners[k], p.corners[(k + 1) % p.corners.size()]});
  return inside(x, y, outline);
}

std::vector<CellRun> inside(const Axis& x, const Axis& y, const Drawing& drawing) {
  std::vector<CellRun> runs;
  for (const Outline& part : drawing.parts) {
    const auto of_part = inside(x, y, part);
    runs.insert(runs.end(), of_part.begin(), of_part.end());
  }
  return merged(std::move(runs));
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

std::vector<CellRun> cells_inside(const Axis& x, const Axis& y, const Outline& outline) {
  return inside(x, y, outline);
}

std::vector<CellRun> merged(std::vector<CellRun> runs) {
  std::ranges::sort(runs, {}, [](const CellRun& r) { return std::array{r.k, r.j, r.i0}; });
  std::vector<CellRun> apart;
  for (const CellRun& run : runs)
    if (!apart.empty() && apart.back().k == run.k && apart.back().j == run.j &&
        run.i0 <= apart.back().i1)
      apart.back().i1 = std::max(apart.back().i1, run.i1);
    else
      apart.push_back(run);
  return apart;
}

}  // namespace slipflow::mesh
