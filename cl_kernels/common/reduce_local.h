// Maxima over a work-group, keeping a NaN. Every work-item must call them.
#ifndef SLIPFLOW_REDUCE_LOCAL_H
#define SLIPFLOW_REDUCE_LOCAL_H

#include "language.h"
#include "shared_types.h"

/* `scratch` holds SF_WORK_GROUP values; the result is valid in work-item 0. */
SF_INLINE real reduce_local_maximum(__local real* scratch, int lid, real value) {
  scratch[lid] = value;
  for (int stride = SF_WORK_GROUP / 2; stride > 0; stride /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < stride) scratch[lid] = sf_max_keeping_nan(scratch[lid], scratch[lid + stride]);
  }
  return scratch[lid]; /* its own: the others would read scratch[0] while 0 may still write it */
}

/* SF_RESIDUALS maxima with the barriers of one. `scratch` holds as many times SF_WORK_GROUP values;
   `values` are the results in work-item 0. */
SF_INLINE void reduce_local_maxima(__local real* scratch, int lid, real* values) {
  for (int r = 0; r < SF_RESIDUALS; ++r) scratch[r * SF_WORK_GROUP + lid] = values[r];
  for (int stride = SF_WORK_GROUP / 2; stride > 0; stride /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int r = 0; lid < stride && r < SF_RESIDUALS; ++r) {
      const int at = r * SF_WORK_GROUP + lid;
      scratch[at] = sf_max_keeping_nan(scratch[at], scratch[at + stride]);
    }
  }
  for (int r = 0; r < SF_RESIDUALS; ++r) values[r] = scratch[r * SF_WORK_GROUP + lid];
}

#endif
