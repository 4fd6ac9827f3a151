// The walls of bodies that cut cells, near a point.
#pragma once

#include <optional>

#include "slipflow/mesh/cut_mesh.hpp"

namespace slipflow::mesh {

/// The wall of a body that cuts cells, as a point near it sees it.
struct NearWall {
  double distance = 0;      ///< in cells across the wall; negative in the body
  double n_x = 0, n_y = 0;  ///< out of the gas
};

/// The wall nearest to a point of the mesh; nothing farther than a cell or two from all walls.
/// Lengths of `cut` times `factor` are those of the mesh.
std::optional<NearWall> wall_near(const Mesh& mesh, const CutMesh& cut, double factor, double x,
                                  double y);

/// The piece of wall of cell (i,j) that a point of the cell lies behind, in the body; none in the
/// gas, or closer to the wall than 1e-6 of the cell's width.
const WallPiece* wall_before(const Mesh& mesh, const CutMesh& cut, double factor, int i, int j,
                             double x, double y);

}  // namespace slipflow::mesh
