// The maximum over a work-group, keeping a NaN. Every work-item must call it.
#ifndef SLIPFLOW_REDUCE_LOCAL_H
#define SLIPFLOW_REDUCE_LOCAL_H

#include "language.h"

/* `scratch` holds SF_WORK_GROUP values; the result is valid in work-item 0. */
SF_INLINE real reduce_local_maximum(__local real *scratch, int lid, real value) {
  scratch[lid] = value;
  for (int stride = SF_WORK_GROUP / 2; stride > 0; stride /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < stride) scratch[lid] = sf_max_keeping_nan(scratch[lid], scratch[lid + stride]);
  }
  return scratch[lid]; /* its own: the others would read scratch[0] while 0 may still write it */
}

#endif
