// Largest of many partial maxima: `partial` holds `count` groups of SF_RESIDUALS values, `largest`
// receives SF_RESIDUALS. One work-group of SF_WORK_GROUP work-items; a NaN stays a NaN.
#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif
#include "language.h"
#include "shared_types.h"
#include "common/reduce_local.h"

__kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void reduce_residuals(
    __global const real *restrict partial, const int count, __global real *restrict largest) {
  __local real scratch[SF_WORK_GROUP];
  const int lid = get_local_id(0);
  for (int r = 0; r < SF_RESIDUALS; ++r) {
    real mine = 0.0;
    for (int k = lid; k < count; k += SF_WORK_GROUP)
      mine = sf_max_keeping_nan(mine, partial[k * SF_RESIDUALS + r]);
    barrier(CLK_LOCAL_MEM_FENCE); /* work-item 0 has read the last maximum */
    const real result = reduce_local_maximum(scratch, lid, mine);
    if (lid == 0) largest[r] = result;
  }
}
