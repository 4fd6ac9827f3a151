// Outlines of bodies and of their periodic images as straight edges.
#pragma once

#include <array>
#include <vector>

#include "slipflow/mesh/cut_mesh.hpp"

namespace slipflow::mesh::cut {

/// A straight part of an outline, sorted from west to east.
struct ClipEdge {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;  ///< x0 <= x1
  int direction = 1;                      ///< change of the winding number from below to above it
  int region = 0;
  int source = 0;

  double y_at(double x) const;  ///< x is moved into [x0, x1]
  double x_at(double y) const;
  double south() const { return y0 < y1 ? y0 : y1; }
  double north() const { return y0 < y1 ? y1 : y0; }
};

/// A corner of an outline with sharp turning, between two sources.
struct SharpCorner {
  Point at;
  Point before, after;  ///< unit directions of the sides
  int source_before = 0, source_after = 0;
};

/// What an outline encloses. Regions of a body are united.
struct Region {
  int body = 0;
  FillRule rule = FillRule::even_odd;
};

/// All outlines. A source is one straight side or one circle: what a cell has of it is one piece.
struct Outlines {
  std::vector<ClipEdge> edges;
  std::vector<WallPiece> sources;  ///< without S and point
  std::vector<SharpCorner> corners;
  std::vector<Region> regions;
  std::vector<int> unresolved;  ///< see CutMesh
};

/// The crossings of a circle with the lines of a mesh, counter-clockwise. Those closer than `near`
/// to a mesh point lie on it.
std::vector<Point> crossings_of(const Circle& circle, const Axis& x, const Axis& y, double near);

/// The sides of a polygon, and of a rectangle, counter-clockwise from its south side.
std::vector<Edge> edges_of(const std::vector<Point>& corners);
std::vector<Edge> edges_of(const Rectangle& rectangle);

/// The outlines of the bodies and of those images that reach into the mesh. x and y have their
/// ghost cells; the periods are 0 where there is none.
Outlines outlines_of(const std::vector<CutBody>& bodies, const Axis& x, const Axis& y,
                     const std::array<double, 2>& periods);

}  // namespace slipflow::mesh::cut
