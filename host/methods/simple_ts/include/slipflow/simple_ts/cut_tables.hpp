// What the equations near cut walls read of a case, as arrays of the structs of
// macros/simple_ts/cut/types.h in double precision; docs/methods/cut-cells.md.
#pragma once

#include <cstddef>
#include <vector>

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// A piece of wall as a load on a side of its wall has it: once for each axis.
struct CutSide {
  int i, j;  ///< its cell
  int piece;
  int axis;
  int wall;  ///< an index of Case::walls
  int side;  ///< mesh::Side: where the piece looks along the axis
};

struct CutTables {
  std::vector<int> codes;  ///< by Layout::at()
  int listed = 0;          ///< cells, numbered from 1; one more before and after them
  std::vector<std::byte> cells, pieces, shares;
  std::vector<std::byte> values, parts;           ///< before the first iteration
  std::size_t walls_bytes = 0, slopes_bytes = 0;  ///< of the arrays that iterations make
  std::vector<int> of_mesh;    ///< pieces by their numbers in mesh::CutMesh; -1: left out; of a
                               ///< piece of the mesh empty
  std::vector<CutSide> sides;  ///< of all cells of the domain that follow the rules of cut walls
};

/// Empty for a case without cut walls.
CutTables cut_tables(const Case& c);

/// The tables of one rank's piece of a mesh with cut walls: every number is that of the tables of
/// the whole mesh.
CutTables cut_tables_of_piece(const Case& whole, const Case& piece, const mesh::CellBox& cells);

}  // namespace slipflow::simple_ts
