// Contents of the domain and flows through its boundaries. A work-item goes up a whole column, so
// that the sums have one order on every device, and the host adds the columns.
#include "language.h"
#include "simple_ts/load_context.h"
#include "simple_ts/totals.h"

SF_INLINE void store_totals(__global real* restrict to, SfTotals totals) {
  to[0] = totals.mass;
  to[1] = totals.momentum_x;
  to[2] = totals.momentum_y;
  to[3] = totals.thermal;
  to[4] = totals.kinetic;
}

/* Per index k, five times SF_TOTALS values: contents of column k, flows through the west and east
   faces of row k and the south and north faces of column k. `count` indices. With `mass_alone` the
   other contents are 0: the mass takes one field, all contents take four. */
__kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void measure_totals(
    SF_CONTEXT_PARAMETERS, const int count, const int mass_alone, __global real* restrict partial) {
  const int k = get_global_id(0);
  if (k >= count) return;
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  const SfTotals nothing = {0.0, 0.0, 0.0, 0.0, 0.0};
  __global real* const mine = partial + 5 * SF_TOTALS * k;
  SfTotals column = nothing;
  for (int j = 0; k < SF_NX && j < SF_NY; ++j) {
    if (mass_alone)
      column.mass += sf_cell_mass(&c, k, j);
    else
      column = sf_add_totals(column, sf_cell_totals(&c, k, j));
  }
  store_totals(mine, column);
  store_totals(mine + SF_TOTALS, k < SF_NY ? sf_flow_totals(&c, SF_X, 0, k) : nothing);
  store_totals(mine + 2 * SF_TOTALS, k < SF_NY ? sf_flow_totals(&c, SF_X, SF_NX, k) : nothing);
  store_totals(mine + 3 * SF_TOTALS, k < SF_NX ? sf_flow_totals(&c, SF_Y, k, 0) : nothing);
  store_totals(mine + 4 * SF_TOTALS, k < SF_NX ? sf_flow_totals(&c, SF_Y, k, SF_NY) : nothing);
}
