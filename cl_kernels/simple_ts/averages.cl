// Adds the state of a time step to the mean and the fluctuation of one field; a work-item per cell.
// mean, squares: values of the cells, row-major, without ghosts.
#include "simple_ts/column_pieces.h"
/* which comes first: the others use the constants of the case */
#include "language.h"
#include "moments.h"
#include "simple_ts/centre_value.h"

__kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void add_to_average(
    SF_CONTEXT_PARAMETERS, const int which, const real weight, const real part,
    __global real* restrict mean, __global real* restrict squares) {
  const int i = get_global_id(0);
  const int line = get_global_id(1);
  if (i >= SF_NX) return;
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  const int at = line * SF_NX + i;
  SfMoments m = {mean[at], squares[at]};
  m = sf_add_to_moments(m, sf_centre_value(&c, which, node_at(i, line, SF_NY)), weight, part);
  mean[at] = m.mean;
  squares[at] = m.squares;
}
