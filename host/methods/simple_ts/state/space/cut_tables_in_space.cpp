#include "cut_tables_in_space.hpp"

#include <algorithm>

#include "cut_rows_in_space.hpp"
#include "state/cut_lists.hpp"
#include "table_maker_in_space.hpp"

namespace slipflow::simple_ts {
namespace {
std::vector<CutSide> sides_in_space(const Case& c, const CutArraysInSpace& arrays) {
  const mesh::CellBox domain = mesh::cells_of(c.mesh.layout());
  std::vector<CutSide> sides;
  for (std::size_t n = 1; n + 1 < arrays.cells.size(); ++n) {
    const SfCutCell& cell = arrays.cells[n];
    if (!domain.has(cell.i, cell.j, cell.k) || !(cell.flags & SF_CUT_CELL)) continue;
    for (int piece = cell.first_piece; piece < arrays.cells[n + 1].first_piece; ++piece)
      for (int axis = 0; axis < 3; ++axis) {
        const SfCutPiece& of = arrays.pieces[static_cast<std::size_t>(piece)];
        // The normal points out of the gas, so the wall looks the other way.
        const int side = 2 * axis + (of.n[axis] < 0);
        sides.push_back({cell.i, cell.j, cell.k, piece, axis, static_cast<int>(of.wall), side});
      }
  }
  return sides;
}

SfCutRelaxation no_parts() {
  SfCutRelaxation parts;
  std::ranges::fill(parts.of, real(-1));
  return parts;
}
}  // namespace

CutTables cut_tables_in_space(const Case& c) {
  CutArraysInSpace arrays = cut_arrays_in_space(c);
  add_row_sums_in_space(c, arrays);
  const std::size_t cells = arrays.cells.size();
  std::vector<SfCutValues> values(cells);
  for (std::size_t n = 0; n < cells; ++n) {
    values[n].V = arrays.cells[n].V;
    std::ranges::copy(arrays.gas_on_faces[n], values[n].open);
    std::ranges::copy(arrays.cells[n].share, values[n].share);
  }
  return {
      .codes = arrays.codes,
      .of_state = numbers_with(SF_CUT_STATE, arrays.cells),
      .of_values = numbers_of_values(
          SF_CUT_NODE(SF_X) | SF_CUT_NODE(SF_Y) | SF_CUT_NODE(SF_Z) | SF_CUT_CELL, arrays.cells),
      .cells = bytes_of(arrays.cells),
      .pieces = bytes_of(arrays.pieces),
      .shares = bytes_of(arrays.shares),
      .values = bytes_of(values),
      .parts = bytes_of(std::vector<SfCutRelaxation>(cells, no_parts())),
      .walls_bytes = arrays.pieces.size() * sizeof(SfCutWallGas),
      .slopes_bytes = cells * sizeof(SfCutSlopes),
      .of_mesh = arrays.of_mesh,
      .sides = sides_in_space(c, arrays)};
}

}  // namespace slipflow::simple_ts
