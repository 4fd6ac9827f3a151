// The part of an inner iteration near cut walls, before the kernels of all other nodes, which read
// what it makes (macros/simple_ts/cut): a listed cell per work-item, or one of its equations.
//
//   compute_cut_state    gas at the walls, slopes
//   compute_cut_stress   in space: normal stress on the walls, which takes slopes of neighbours
//   compute_cut_values   T, pseudo-velocities, densities on faces; first parts of the diagonals
//   measure_cut_loads    loads of the pieces of wall, of any state that has compute_cut_state
//
// Once the iterations of the step have ended, they store nothing. Local size SF_WORK_GROUP.
#include "simple_ts/load_context.h"
/* which comes first: the others use the constants of the case */
#include "simple_ts/cut/energy.h"
#include "simple_ts/wall_loads.h"
#if SF_AXES == 3
#include "simple_ts/cut/space/loads.h"
#else
#include "simple_ts/cut/loads.h"
#endif

#define SF_CUT_KERNEL __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void

#define SF_LISTED_NODE(cell) SF_NODE((cell).i, (cell).j, (cell).k)

/* Cells, pieces of wall and shares of them. */
#define SF_CUT_TABLES                                                                           \
  __global const SfCutCell *restrict cut_cells, __global const SfCutPiece *restrict cut_pieces, \
      __global const SfCutShare *restrict cut_shares
/* The numbers of the `cut_count` cells that a kernel computes. */
#define SF_CUT_NUMBERS __global const int* restrict cut_numbers, const int cut_count
#define SF_GIVE_CUT_TABLES(c) \
  c.cut_cells = cut_cells;    \
  c.cut_pieces = cut_pieces;  \
  c.cut_shares = cut_shares;  \
  c.cut_has_parts = 0

SF_CUT_KERNEL compute_cut_state(SF_CONTEXT_PARAMETERS, SF_CUT_TABLES,
                                __global SfCutWallGas* cut_walls,
                                __global SfCutSlopes* restrict cut_slopes, SF_PROGRESS_PARAMETER,
                                SF_CUT_NUMBERS) {
  SF_RETURN_IF_ENDED;
  const int item = get_global_id(0);
  if (item >= cut_count) return;
  const int number = cut_numbers[item];
  const SfNode P = SF_LISTED_NODE(cut_cells[number]);
  SfContext c = load_context(1, SF_CONTEXT_ARGUMENTS);
  SF_GIVE_CUT_TABLES(c);
  c.cut_walls = cut_walls; /* of this cell alone, which are written first */
  sf_make_cut_state(&c, P, cut_walls, cut_slopes);
}

#if SF_AXES == 3
SF_CUT_KERNEL compute_cut_stress(SF_CONTEXT_PARAMETERS, SF_CUT_TABLES,
                                 __global SfCutWallGas* cut_walls,
                                 __global const SfCutSlopes* restrict cut_slopes,
                                 SF_PROGRESS_PARAMETER, SF_CUT_NUMBERS) {
  SF_RETURN_IF_ENDED;
  const int item = get_global_id(0);
  if (item >= cut_count) return;
  const int number = cut_numbers[item];
  SfContext c = load_context(1, SF_CONTEXT_ARGUMENTS);
  SF_GIVE_CUT_TABLES(c);
  c.cut_walls = cut_walls;
  c.cut_slopes = cut_slopes;
  sf_make_cut_stress(&c, SF_LISTED_NODE(cut_cells[number]), cut_walls);
}
#endif

/* `makes`: SF_CUT_MAKES_PARTS at the beginning of a time step, then SF_CUT_MAKES_VALUES. */
SF_CUT_KERNEL compute_cut_values(SF_CONTEXT_PARAMETERS, SF_CUT_TABLES,
                                 __global const SfCutWallGas* restrict cut_walls,
                                 __global const SfCutSlopes* restrict cut_slopes,
                                 __global SfCutRelaxation* cut_relaxation,
                                 __global SfCutValues* new_values, const int makes,
                                 SF_PROGRESS_PARAMETER, SF_CUT_NUMBERS) {
  SF_RETURN_IF_ENDED;
  const int item = get_global_id(0);
  if (item >= cut_count * (SF_AXES + 1)) return;
  SfContext c = load_context(1, SF_CONTEXT_ARGUMENTS);
  SF_GIVE_CUT_TABLES(c);
  c.cut_walls = cut_walls;
  c.cut_slopes = cut_slopes;
  c.cut_relaxation = cut_relaxation;
  c.cut_has_parts = makes == SF_CUT_MAKES_VALUES;
  sf_make_cut_values(&c, cut_numbers[item % cut_count], item / cut_count, makes, new_values,
                     cut_relaxation);
}

/* Of side k, into partial[k]. */
SF_CUT_KERNEL measure_cut_loads(SF_CONTEXT_PARAMETERS, SF_CUT_TABLES,
                                __global const SfCutWallGas* restrict cut_walls,
                                __global const SfCutSide* restrict sides, const int count,
                                const real per_length, const real limit,
                                __global SfExactLoads* restrict partial) {
  const int k = get_global_id(0);
  if (k >= count) return;
  SfContext c = load_context(1, SF_CONTEXT_ARGUMENTS);
  SF_GIVE_CUT_TABLES(c);
  c.cut_walls = cut_walls;
  const SfCutSide side = sides[k];
  const SfSumUnit unit = {per_length, limit};
  partial[k] = sf_add_loads(sf_no_sum_of_loads(),
                            sf_cut_loads(&c, SF_LISTED_NODE(side), side.piece, side.axis), unit);
}
