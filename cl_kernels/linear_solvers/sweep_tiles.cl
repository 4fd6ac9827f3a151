// A sweep in one launch for each diagonal of tiles, tx + ty + tz = diagonal: a tile depends on
// tiles of the diagonals before it. A work-group for each (ty,tz), of the layers tz from first_z
// on.
#include "linear_solvers/sweep_march.h"

S7_SWEEP_KERNEL void sweep_tiles(S7_SWEEP_PARAMETERS, const int tile_columns, const int tiles_y,
                                 const int diagonal, const int first_z) {
#if SF_WORK_GROUP > 1
  __local real staged[S7_STAGED_NUMBERS], solved[S7_SOLVED_NUMBERS];
#endif
  S7_RETURN_IF_ENDED;
  const int group = get_group_id(0), ty = group % tiles_y, tz = first_z + group / tiles_y;
  const int i = (diagonal - ty - tz) * tile_columns, j = ty * S7_ROWS_Y, k = tz * S7_ROWS_Z;
  if (i < 0 || i >= n1) return;
  S7_TAKE_MATRIX;
  const S7Tile tile = s7_tile(matrix, numbers[S7_W], right, solution, first, i, j, k,
                              min(n1 - i, tile_columns), n2 - j, n3 - k);
#if SF_WORK_GROUP > 1
  s7_sweep_tile(&tile, staged, solved);
#else
  s7_sweep_alone(&tile, 0, tile.columns);
#endif
}
