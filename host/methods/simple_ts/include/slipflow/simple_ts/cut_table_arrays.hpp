// What the equations near cut walls read of a case, as arrays of the structs of
// macros/simple_ts/cut/types.h or, in space, cut/space/types.h in double precision;
// docs/methods/cut-cells.md, docs/methods/cut-cells-in-space.md.
#pragma once

#include <cstddef>
#include <vector>

namespace slipflow::simple_ts {

/// A piece of wall as a load on a side of its wall has it: once for each axis.
struct CutSide {
  int i, j, k;  ///< its cell; k is 0 in a plane
  int piece;
  int axis;
  int wall;  ///< an index of Case::walls
  int side;  ///< mesh::Side: where the piece looks along the axis
};

struct CutTables {
  std::vector<int> codes;                ///< by Layout::at()
  std::vector<int> of_state, of_values;  ///< numbers of the cells whose state is made, whose
                                         ///< equations are solved
  std::vector<std::byte> cells, pieces, shares;   ///< cells from 1; one more before and after them
  std::vector<std::byte> values, parts;           ///< before the first iteration
  std::size_t walls_bytes = 0, slopes_bytes = 0;  ///< of the arrays that iterations make
  std::vector<int> of_mesh;    ///< pieces by their numbers in mesh::CutMesh or, those of cells
                               ///< that are no images, in mesh::CutInSpace; -1: left out; of a
                               ///< piece of the mesh empty
  std::vector<CutSide> sides;  ///< of all cells of the domain that follow the rules of cut walls
};

}  // namespace slipflow::simple_ts
