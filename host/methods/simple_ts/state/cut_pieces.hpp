// Cut walls as outputs read them: pieces of wall, and the gas in cells.
#pragma once

#include <array>
#include <vector>

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// Pieces of wall that are shorter, as a part of the cell's smaller width, are rounding.
constexpr double kLeastPiece = 1e-10;

/// Whether the walls of a cell are pieces of cut_tables.hpp instead of faces.
bool is_near_cut_walls(const Case& c, const std::array<int, 3>& cell);

/// Length of the part of a cell's face through which gas can flow or, on a wall of the domain, that
/// gas touches. Without cut walls, and in space, the area of the face.
double gas_area(const Case& c, const std::array<int, 3>& cell, int side);

/// The part of the volume of a cell of the domain that is gas.
double gas_share(const Case& c, const std::array<int, 3>& cell);

/// A piece of wall that the equations have.
struct CutWallPiece {
  int i = 0, j = 0;  ///< its cell, one of the domain
  int number = 0;    ///< in mesh::CutMesh
};

/// All of them, in the order of the mesh.
std::vector<CutWallPiece> pieces_of_cut_walls(const Case& c);

}  // namespace slipflow::simple_ts
