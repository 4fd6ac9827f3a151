// A plane, and the part of it that a picture shows.
#pragma once

namespace slipflow::drawing {

/// A plane through a mesh of three axes: a layer of cells of a box, or a cut through polyhedra.
struct Plane {
  int axis = 2;  ///< across it
  int cell = 0;
  double position = 0;
};

/// A rectangle of the plane, x0 < x1 and y0 < y1.
struct Window {
  double x0 = 0, y0 = 0, x1 = 1, y1 = 1;
  double width() const { return x1 - x0; }
  double height() const { return y1 - y0; }
  bool operator==(const Window&) const = default;
};

}  // namespace slipflow::drawing
