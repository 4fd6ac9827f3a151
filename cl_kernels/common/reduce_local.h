// Maxima, keeping a NaN, and exact sums over a work-group. Every work-item must call them.
#ifndef SLIPFLOW_REDUCE_LOCAL_H
#define SLIPFLOW_REDUCE_LOCAL_H

#include "exact_sum.h"
#include "language.h"
#include "shared_types.h"

#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif

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

/* The largest of `count` groups of SF_RESIDUALS values, in work-item 0. `scratch` as above. */
SF_INLINE void reduce_partial(__global const real* partial, int count, __local real* scratch,
                              real* largest) {
  const int lid = get_local_id(0);
  for (int r = 0; r < SF_RESIDUALS; ++r) largest[r] = 0.0;
  for (int k = lid; k < count; k += SF_WORK_GROUP)
    for (int r = 0; r < SF_RESIDUALS; ++r)
      largest[r] = sf_max_keeping_nan(largest[r], partial[k * SF_RESIDUALS + r]);
  reduce_local_maxima(scratch, lid, largest);
}

/* The sum of sums that need not be carried; valid in work-item 0. First some work-items add, then
   one: at a barrier a CPU saves the private values of all work-items, so there are few. */
#define SF_ADDERS 16
SF_INLINE SfExactSum reduce_local_sum(__local SfExactSum* scratch, int lid, SfExactSum mine) {
  SfExactSum sum = sf_carry_limbs(mine);
  scratch[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < SF_ADDERS) {
    for (int k = lid + SF_ADDERS; k < SF_WORK_GROUP; k += SF_ADDERS)
      sum = sf_add_sums(sum, scratch[k]);
    scratch[lid] = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0)
    for (int k = 1; k < SF_ADDERS && k < SF_WORK_GROUP; ++k) sum = sf_add_sums(sum, scratch[k]);
  barrier(CLK_LOCAL_MEM_FENCE); /* the scratch can be used again */
  return sum;
}

#endif
