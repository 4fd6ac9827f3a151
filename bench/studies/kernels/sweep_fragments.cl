// The published decomposition of a sweep: the box is cut into blocks along y and fragments along x
// and z. In step r block b sweeps fragment r - b, fragments counted along x first: the ones that it
// depends on are done. A work-group for each block, which sweeps the tiles of its fragment one
// after another.
#include "linear_solvers/sweep_march.h"

/* The first row of a part. All parts have the same size; the last one also has the remainder. */
SF_INLINE int s7_part_begin(int all, int parts, int part) {
  return part < parts ? all / parts * part : all;
}

S7_SWEEP_KERNEL void sweep_fragments(S7_SWEEP_PARAMETERS, const int fragments_x,
                                     const int fragments_z, const int blocks, const int turn,
                                     const int first_block) {
#if SF_WORK_GROUP > 1
  __local real staged[S7_STAGED_NUMBERS], solved[S7_SOLVED_NUMBERS];
#endif
  S7_RETURN_IF_ENDED;
  S7_TAKE_MATRIX;
  const int block = first_block + get_group_id(0), fragment = turn - block;
  const int fx = fragment % fragments_x, fz = fragment / fragments_x;
  const int i = s7_part_begin(n1, fragments_x, fx), i_end = s7_part_begin(n1, fragments_x, fx + 1);
  const int j_end = s7_part_begin(n2, blocks, block + 1);
  const int k_end = s7_part_begin(n3, fragments_z, fz + 1);
  for (int k = s7_part_begin(n3, fragments_z, fz); k < k_end; k += S7_ROWS_Z)
    for (int j = s7_part_begin(n2, blocks, block); j < j_end; j += S7_ROWS_Y) {
      const S7Tile tile = s7_tile(matrix, numbers[S7_W], right, solution, first, i, j, k, i_end - i,
                                  j_end - j, k_end - k);
#if SF_WORK_GROUP > 1
      s7_sweep_tile(&tile, staged, solved);
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); /* the next tile needs this one */
#else
      s7_sweep_alone(&tile, 0, tile.columns);
#endif
    }
}
