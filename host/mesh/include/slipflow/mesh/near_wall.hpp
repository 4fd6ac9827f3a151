// The walls of bodies that cut cells, near a point.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "slipflow/mesh/cut_mesh.hpp"

namespace slipflow::mesh {

/// As a share of a cell's least width: closer to a wall a point is in the gas.
constexpr double kOnWall = 1e-6;

/// The pieces of wall in a cell, by Layout::at(); none in one that is not listed.
std::span<const WallPiece> pieces_in(const CutMesh& cut, std::size_t cell);

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
/// gas, or within kOnWall of the wall.
const WallPiece* wall_before(const Mesh& mesh, const CutMesh& cut, double factor, int i, int j,
                             double x, double y);

}  // namespace slipflow::mesh
