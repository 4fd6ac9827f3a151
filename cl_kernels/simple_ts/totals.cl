// Contents of the domain and flows through its boundaries, as exact sums: a work-item adds a piece
// of a column or has one face of a boundary, a work-group adds those of its work-items.
#include "common/reduce_local.h"
#include "language.h"
#include "simple_ts/load_context.h"
#include "simple_ts/totals.h"

/* Launched over all columns or rows, whichever are more, and over `pieces` of a column and the four
   boundaries. Into partial[d n + g], with n work-groups along the first dimension and g this one:
   for d < pieces contents of columns; then, by SF_FACES_, flows through faces of a boundary. A
   piece has at most 2^22 cells. With `mass_alone` the other contents are 0: the mass takes one
   field, all contents take four. */
__kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void measure_totals(
    SF_CONTEXT_PARAMETERS, const int pieces, const int mass_alone, const real per_area,
    const real limit_of_contents, const real per_length, const real limit_of_flows,
    __global SfExactTotals* restrict partial) {
  __local SfExactSum scratch[SF_WORK_GROUP];
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  const int k = get_global_id(0), lid = get_local_id(0);
  const int piece = get_global_id(1), side = piece - pieces;
  SfExactTotals sum = sf_no_totals();
  if (side < 0) {
    const SfSumUnit unit = {per_area, limit_of_contents};
    const int end = (int)((long)SF_NY * (piece + 1) / pieces);
    for (int j = (int)((long)SF_NY * piece / pieces); k < SF_NX && j < end; ++j) {
      if (mass_alone)
        sum.mass = sf_add_term(sum.mass, sf_cell_mass(&c, sf_node(k, j)), unit);
      else
        sum = sf_add_totals(sum, sf_cell_totals(&c, sf_node(k, j)), unit);
    }
  } else {
    const SfSumUnit unit = {per_length, limit_of_flows};
    if (side < SF_FACES_SOUTH && k < SF_NY)
      sum = sf_add_totals(
          sum, sf_flow_totals(&c, SF_X, sf_node(side == SF_FACES_WEST ? 0 : SF_NX, k)), unit);
    else if (side >= SF_FACES_SOUTH && k < SF_NX)
      sum = sf_add_totals(
          sum, sf_flow_totals(&c, SF_Y, sf_node(k, side == SF_FACES_SOUTH ? 0 : SF_NY)), unit);
  }
  sum.mass = reduce_local_sum(scratch, lid, sum.mass);
  sum.momentum_x = reduce_local_sum(scratch, lid, sum.momentum_x);
  sum.momentum_y = reduce_local_sum(scratch, lid, sum.momentum_y);
  sum.thermal = reduce_local_sum(scratch, lid, sum.thermal);
  sum.kinetic = reduce_local_sum(scratch, lid, sum.kinetic);
  if (lid == 0) partial[piece * get_num_groups(0) + get_group_id(0)] = sum;
}
