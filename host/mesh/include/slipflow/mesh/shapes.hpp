// Shapes of bodies and the cells they cover: those whose centres lie inside. A centre on the
// outline, or off it by no more than kNearCentre of its cell along an axis, counts as inside, so
// that a mirrored shape on a mirrored mesh covers the mirrored cells although positions are
// rounded.
#pragma once

#include <variant>
#include <vector>

#include "slipflow/mesh/mask.hpp"
#include "slipflow/mesh/mesh.hpp"

namespace slipflow::mesh {

/// As a fraction of a cell's width: above what numbers of six digits lose on meshes of thousands of
/// cells, far below what staircase walls resolve.
constexpr double kNearCentre = 1e-3;

struct Point {
  double x = 0, y = 0;
};

/// An axis-aligned rectangle (unit: reference length).
struct Rectangle {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

struct Circle {
  Point centre;
  double radius = 0;
};

/// A polygon, filled by the even-odd rule where its outline crosses itself.
struct Polygon {
  std::vector<Point> corners;  ///< at least three, in either sense; the last joins the first
};

/// A straight line from a to b.
struct Edge {
  Point a, b;
};

enum class FillRule { even_odd, nonzero };

/// Closed lines. Each edge ends where another one begins, so that every line across them crosses as
/// many edges one way as the other.
struct Outline {
  std::vector<Edge> edges;
  FillRule rule = FillRule::even_odd;
};

/// Outlines, filled one by one.
struct Drawing {
  std::vector<Outline> parts;
};

/// A mask stretched over a rectangle.
struct PlacedMask {
  Mask mask;
  Rectangle place;
};

using Shape = std::variant<Rectangle, Polygon, Circle, PlacedMask, Drawing>;

/// The cells [i0, i1) of row j in plane k.
struct CellRun {
  int j = 0, i0 = 0, i1 = 0;
  int k = 0;
  bool operator==(const CellRun&) const = default;
};

/// The cells the shape covers, as runs that neither overlap nor touch, by rows and then from west
/// to east. Cells outside the mesh are left out.
std::vector<CellRun> cells_inside(const Axis& x, const Axis& y, const Shape& shape);

/// The cells inside an outline, likewise.
std::vector<CellRun> cells_inside(const Axis& x, const Axis& y, const Outline& outline);

/// Runs of any order that may overlap, as runs by planes, rows and from west to east that do not.
std::vector<CellRun> merged(std::vector<CellRun> runs);

/// The smallest rectangle around the shape; of a drawing without edges, one without cells.
Rectangle bounds(const Shape& shape);

/// The shape moved by (dx, dy).
Shape moved(const Shape& shape, double dx, double dy);

/// The shape turned about a point, counter-clockwise; a rectangle becomes a polygon. Masks cannot
/// be turned.
Shape turned(const Shape& shape, const Point& centre, double degrees);

}  // namespace slipflow::mesh
