// Cut walls as outputs read them: pieces of wall, and the gas in cells.
#pragma once

#include <array>
#include <vector>

#include "slipflow/simple_ts/case.hpp"
#include "state/cut_wall_piece.hpp"

namespace slipflow::simple_ts {

/// Pieces of wall that are shorter, as a part of the cell's smaller width, are rounding.
constexpr double kLeastPiece = 1e-10;

/// Whether the walls of a cell are pieces of cut_tables.hpp instead of faces.
bool is_near_cut_walls(const Case& c, const std::array<int, 3>& cell);

/// By Layout::at(), whether a cell is in the lists of cut_tables.hpp; empty without cut walls.
std::vector<char> listed_near_cut_walls(const Case& c);

/// The part of a cell's face through which gas can flow or, on a wall of the domain, that gas
/// touches: a length in a plane. Without cut walls it is the area of the face.
double gas_area(const Case& c, const std::array<int, 3>& cell, int side);

/// The part of the volume of a cell of the domain that is gas.
double gas_share(const Case& c, const std::array<int, 3>& cell);

/// All pieces of wall that the equations have, in the order of the mesh.
std::vector<CutWallPiece> pieces_of_cut_walls(const Case& c);

}  // namespace slipflow::simple_ts
