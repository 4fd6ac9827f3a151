// Surfaces on which a field of a box has one value.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "isometric_canvas.hpp"
#include "slipflow/mesh/mesh.hpp"

namespace slipflow::drawing {

/// A triangle of such a surface, and the mean value of another field on it.
struct SurfaceTriangle {
  std::array<Point3, 3> corners;
  double value = 0;
};

/// Calls `act` for the triangles on which `field` is `level`: linear between the middles of cells,
/// within the tetrahedra into which a diagonal cuts the boxes of eight of them (Doi & Koide 1991).
/// Boxes with a solid cell or a value that is not finite have none. Both fields have a value for
/// each cell; cost: one pass over the cells.
void for_isosurface(const mesh::Mesh& mesh, const std::vector<double>& field, double level,
                    const std::vector<double>& shown,
                    const std::function<void(const SurfaceTriangle&)>& act);

}  // namespace slipflow::drawing
