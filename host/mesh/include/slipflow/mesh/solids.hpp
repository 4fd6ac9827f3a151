// Solids in space and the cells of a mesh of any number of axes that they cover, by the rule of
// shapes: those whose centres lie inside, or near it.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "slipflow/mesh/shapes.hpp"

namespace slipflow::mesh {

using Position3 = std::array<double, 3>;

/// A shape that extends along z from z0 to z1; along x alone it is cut through its middle.
struct Prism {
  Shape outline;
  double z0 = -std::numeric_limits<double>::infinity();
  double z1 = std::numeric_limits<double>::infinity();
};

struct Sphere {
  Position3 centre;
  double radius = 0;
};

/// Between the centres a and b of its ends, in any direction.
struct Cylinder {
  Position3 a, b;
  double radius = 0;
};

/// A surface of triangles that encloses a solid: what an odd number of its sheets is around.
struct Surface {
  std::vector<Position3> points;
  std::vector<std::array<int, 3>> triangles;  ///< numbers of points, three different ones each
};

using Solid = std::variant<Prism, Sphere, Cylinder, Surface>;

/// The cells the solid covers, as runs that neither overlap nor touch, by planes, rows and then
/// from west to east. All but prisms need a mesh of three axes.
std::vector<CellRun> cells_inside(const Mesh& mesh, const Solid& solid);
std::vector<CellRun> cells_inside(const Mesh& mesh, const Surface& surface);

/// Lowest and highest coordinates along x, y and z.
struct Extent3 {
  Position3 lo, hi;
};

Extent3 bounds(const Solid& solid);

/// Why the surface encloses nothing, to follow the name of its file: "has no triangles", or where
/// it is open. Empty if it is closed.
std::string fault_of(const Surface& surface);

/// The surface's section at height z, where solid just below or just above counts: flat tops and
/// bottoms at this height are part of it. Without parts if z misses the surface.
Drawing section_of(const Surface& surface, double z);

}  // namespace slipflow::mesh
