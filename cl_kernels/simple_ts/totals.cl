// Contents of the domain and flows through its boundaries, as exact sums: a work-item adds a piece
// of a column or one face of a boundary, in space a line of them, a work-group adds those of its
// work-items.
#include "common/reduce_local.h"
#include "language.h"
#include "simple_ts/column_pieces.h"
#include "simple_ts/totals.h"

/* The cell whose lower face is on the boundary `side`: in the k-th line of faces, in space the l-th
   of that line. */
SF_INLINE SfNode node_on(int side, int k, int l) {
  const int axis = side / 2;
  const int next = axis == SF_X ? SF_Y : SF_X;
  SfNode P = SF_NODE(0, 0, 0);
  P = sf_to(P, next, k);
  SF_IN_SPACE(P = sf_to(P, SF_THIRD(axis, next), l);)
  return side % 2 == 0 ? P : sf_to(P, axis, SF_BY_AXIS(axis, SF_NX, SF_NY, SF_NZ));
}

/* Launched over all columns, rows or layers, whichever are most, and over `pieces` of a column and
   the boundaries. Into partial[d n + g], with n work-groups along the first dimension and g this
   one: for d < pieces contents of columns; then, by SF_FACES_, flows through faces of a boundary. A
   piece has at most 2^22 cells. With `mass_alone` the other contents are 0: the mass takes one
   field, all contents take all. */
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
    const long lines = SF_LINES(SF_NY, SF_NZ);
    const int end = (int)(lines * (piece + 1) / pieces);
    for (int line = (int)(lines * piece / pieces); k < SF_NX && line < end; ++line) {
      const SfNode P = node_at(k, line, SF_NY);
      if (mass_alone)
        sum.mass = sf_add_term(sum.mass, sf_cell_mass(&c, P), unit);
      else
        sum = sf_add_totals(sum, sf_cell_totals(&c, P), unit);
    }
  } else {
    const SfSumUnit unit = {per_length, limit_of_flows};
    const int axis = side / 2;
    const int faces = axis == SF_X ? SF_NY : SF_NX;
    const int lines = SF_LINES(1, axis == 2 ? SF_NY : SF_NZ);
    for (int l = 0; k < faces && l < lines; ++l) {
      const SfNode P = node_on(side, k, l);
      /* with a constant axis nothing is left of the choice */
      if (axis == SF_X) sum = sf_add_totals(sum, sf_flow_totals(&c, SF_X, P), unit);
      if (axis == SF_Y) sum = sf_add_totals(sum, sf_flow_totals(&c, SF_Y, P), unit);
      SF_IN_SPACE(if (axis == SF_Z) sum = sf_add_totals(sum, sf_flow_totals(&c, SF_Z, P), unit);)
    }
  }
  sum.mass = reduce_local_sum(scratch, lid, sum.mass);
  sum.momentum_x = reduce_local_sum(scratch, lid, sum.momentum_x);
  sum.momentum_y = reduce_local_sum(scratch, lid, sum.momentum_y);
  SF_IN_SPACE(sum.momentum_z = reduce_local_sum(scratch, lid, sum.momentum_z);)
  sum.thermal = reduce_local_sum(scratch, lid, sum.thermal);
  sum.kinetic = reduce_local_sum(scratch, lid, sum.kinetic);
  if (lid == 0) partial[piece * get_num_groups(0) + get_group_id(0)] = sum;
}
