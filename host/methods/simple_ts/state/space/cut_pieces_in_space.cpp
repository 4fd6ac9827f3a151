#include "cut_pieces_in_space.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "cut_arrays_in_space.hpp"
#include "slipflow/simple_ts/cut_table_arrays.hpp"

namespace slipflow::simple_ts {

bool is_near_in_space(const Case& c, const std::array<int, 3>& cell) {
  const int at = c.cut_tables->codes[c.mesh.layout().at(cell[0], cell[1], cell[2])];
  return (at & SF_CUT_CELL >> SF_CUT_KINDS) != 0;
}

double gas_share_in_space(const Case& c, const std::array<int, 3>& cell) {
  const mesh::CutCell3* of = c.cut_in_space->find(cell[0], cell[1], cell[2]);
  if (!of) return 1;
  double whole = 1;
  for (int axis = 0; axis < 3; ++axis)
    whole *= c.mesh.axis(axis).widths[static_cast<std::size_t>(cell[axis])];
  return std::min(of->volume / whole, 1.0);
}

double gas_area_in_space(const Case& c, const std::array<int, 3>& cell, int side) {
  const int axis = mesh::axis_across(side);
  std::array<int, 3> above = cell;
  above[axis] += side % 2;
  const int number =
      c.cut_tables->codes[c.mesh.layout().at(above[0], above[1], above[2])] >> SF_CUT_NUMBER;
  if (number == 0) return mesh::area_of_face(c.mesh, cell, side);
  SfCutValues values;
  std::memcpy(&values,
              c.cut_tables->values.data() + static_cast<std::size_t>(number) * sizeof(SfCutValues),
              sizeof(SfCutValues));
  return values.open[axis];
}

std::vector<CutWallPiece> pieces_in_space(const Case& c) {
  std::vector<CutWallPiece> pieces;
  for (const CutSide& side : c.cut_tables->sides) {
    if (side.axis != 0) continue;
    SfCutPiece piece;
    std::memcpy(
        &piece,
        c.cut_tables->pieces.data() + static_cast<std::size_t>(side.piece) * sizeof(SfCutPiece),
        sizeof(SfCutPiece));
    pieces.push_back({side.i, side.j, side.k, side.piece, side.wall + 1, piece.area});
  }
  return pieces;
}

}  // namespace slipflow::simple_ts
