// Sums over cells, in the order of macros/sums.h, and the largest of their values.
#include "linear_solvers/add_lanes.h"

/* The sums of blocks of `count` values from number `first` on. */
SF_SUM_KERNEL void sum_cells(const int first, const int count, __global const real* restrict from,
                             __global real* restrict blocks) {
  SF_TAKE_VALUES(count);
  SF_FOR_VALUES(k, i) if (i < end) mine[k] = from[first + i];
  sf_store_sums(values, mine, blocks);
}

SF_PARTIAL_KERNEL void sum_blocks(const int count, __global const real* restrict from,
                                  __global real* restrict to, const int at) {
  __local real lanes[SF_PARTIAL_LANES];
  const real sum = sf_add_partial_sums(lanes, from, count);
  if (get_local_id(0) == 0) to[at + get_group_id(0)] = sum;
}

/* The largest one of each block of partial sums. */
SF_PARTIAL_KERNEL void find_largest(const int count, __global const real* restrict from,
                                    __global real* restrict to, const int at) {
  __local real lanes[SF_PARTIAL_LANES];
  const int t = get_local_id(0), begin = get_group_id(0) * SF_PARTIAL_BLOCK;
  const int end = min(begin + SF_PARTIAL_BLOCK, count);
  real largest = 0.0;
  for (int k = begin + t; k < end; k += SF_PARTIAL_LANES)
    largest = sf_max_keeping_nan(largest, from[k]);
  lanes[t] = largest;
  for (int half_lanes = SF_PARTIAL_LANES / 2; half_lanes > 0; half_lanes /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < half_lanes) lanes[t] = sf_max_keeping_nan(lanes[t], lanes[t + half_lanes]);
  }
  if (t == 0) to[at + get_group_id(0)] = lanes[0];
}
