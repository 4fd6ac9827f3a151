// Sums over blocks in the order of macros/sums.h: a work-group of SF_SUM_LANES adds a block.
#ifndef SLIPFLOW_ADD_LANES_H
#define SLIPFLOW_ADD_LANES_H

#include "language.h"
#include "sums.h"

#define SF_SUM_KERNEL __kernel __attribute__((reqd_work_group_size(SF_SUM_LANES, 1, 1)))

/* The sum of the lanes, in work-item 0. `lanes`: SF_SUM_LANES values. */
SF_INLINE real sf_add_lanes(__local real* lanes, real mine) {
  const int t = get_local_id(0);
  lanes[t] = mine;
  for (int half_lanes = SF_SUM_LANES / 2; half_lanes > 0; half_lanes /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < half_lanes) lanes[t] += lanes[t + half_lanes];
  }
  return lanes[t];
}

/* The entries of this work-item's lane in the block of its group, in order. */
#define SF_FOR_LANE(p, count)                                                    \
  for (int p = (int)(get_group_id(0) * SF_SUM_BLOCK + get_local_id(0)),          \
           end_of_block = min((int)(get_group_id(0) + 1) * SF_SUM_BLOCK, count); \
       p < end_of_block; p += SF_SUM_LANES)

/* Stores the sum of the block. */
SF_INLINE void sf_store_sum(__local real* lanes, real mine, __global real* sums) {
  const real sum = sf_add_lanes(lanes, mine);
  if (get_local_id(0) == 0) sums[get_group_id(0)] = sum;
}

#endif
