#include "slipflow/simple_ts/cut_tables.hpp"

#include <algorithm>

#include "cut_arrays.hpp"
#include "cut_lists.hpp"
#include "cut_rows.hpp"

namespace slipflow::simple_ts {
namespace {
std::vector<CutSide> sides_of(const Case& c, const CutArrays& arrays) {
  std::vector<CutSide> sides;
  for (std::size_t n = 1; n + 1 < arrays.cells.size(); ++n) {
    const SfCutCell& cell = arrays.cells[n];
    const bool inside =
        cell.i >= 0 && cell.i < c.mesh.x.cells() && cell.j >= 0 && cell.j < c.mesh.y.cells();
    if (!inside || !(cell.flags & SF_CUT_CELL)) continue;
    for (int piece = cell.first_piece; piece < arrays.cells[n + 1].first_piece; ++piece)
      for (int axis = 0; axis < 2; ++axis) {
        const SfCutPiece& of = arrays.pieces[static_cast<std::size_t>(piece)];
        // The normal points out of the gas, so the wall looks the other way.
        const int side = 2 * axis + (of.n[axis] < 0);
        sides.push_back({cell.i, cell.j, 0, piece, axis, static_cast<int>(of.wall), side});
      }
  }
  return sides;
}

CutArrays arrays_of(const Case& c) {
  CutArrays arrays = cut_arrays(c);
  add_row_sums(c, arrays);
  return arrays;
}

CutTables tables_of(const Case& c, const CutArrays& arrays) {
  const std::size_t cells = arrays.cells.size();
  std::vector<SfCutValues> values(cells);
  for (std::size_t n = 0; n < cells; ++n) {
    values[n].V = arrays.cells[n].V;
    std::ranges::copy(arrays.gas_on_faces[n], values[n].open);
    std::ranges::copy(arrays.cells[n].share, values[n].share);
  }
  return {.codes = arrays.codes,
          .of_state = numbers_with(SF_CUT_STATE, arrays.cells),
          .of_values =
              numbers_of_values(SF_CUT_NODE(SF_X) | SF_CUT_NODE(SF_Y) | SF_CUT_CELL, arrays.cells),
          .cells = bytes_of(arrays.cells),
          .pieces = bytes_of(arrays.pieces),
          .shares = bytes_of(arrays.shares),
          .values = bytes_of(values),
          .parts = bytes_of(std::vector<SfCutRelaxation>(cells, {{-1, -1, -1}})),
          .walls_bytes = arrays.pieces.size() * sizeof(SfCutWallGas),
          .slopes_bytes = cells * sizeof(SfCutSlopes),
          .of_mesh = arrays.of_mesh,
          .sides = sides_of(c, arrays)};
}
}  // namespace

CutTables cut_tables(const Case& c) {
  if (c.cut_tables) return *c.cut_tables;
  return c.cut ? tables_of(c, arrays_of(c)) : CutTables{};
}

CutTables cut_tables_of_piece(const Case& whole, const Case& piece, const mesh::CellBox& cells) {
  return tables_of(piece, part_of(arrays_of(whole), whole.mesh.layout(), piece, cells));
}

}  // namespace slipflow::simple_ts
