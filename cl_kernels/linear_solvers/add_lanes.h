// Sums in the order of macros/sums.h: a work-group adds blocks.
#ifndef SLIPFLOW_ADD_LANES_H
#define SLIPFLOW_ADD_LANES_H

#include "language.h"
#include "sums.h"

#define SF_GROUP_OF(items) __kernel __attribute__((reqd_work_group_size(items, 1, 1)))
#define SF_PARTIAL_KERNEL SF_GROUP_OF(SF_PARTIAL_LANES)

/* The sum over the work-items of a group, in the first of them. `values`: memory for one of each.
 */
SF_INLINE real sf_add_items(__local real* values, int items, real mine) {
  const int t = get_local_id(0);
  values[t] = mine;
  for (int half_items = items / 2; half_items > 0; half_items /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < half_items) values[t] += values[t + half_items];
  }
  return values[t];
}

/* A group of SF_SUM_ITEMS work-items adds SF_SUM_BLOCKS blocks: one item for each value of a block,
   or one for all. Where values take little work, items with several do not wait for each alone.
   `mine` has the values of an item, `end` is the number of entries or 0. */
#ifndef SF_SUM_BLOCKS
#define SF_SUM_BLOCKS 1
#endif
#ifndef SF_SUM_ITEMS
#define SF_SUM_ITEMS SF_SUM_BLOCK
#endif
#define SF_SUM_VALUES (SF_SUM_BLOCKS * SF_SUM_BLOCK)
#define SF_SUM_KERNEL SF_GROUP_OF(SF_SUM_ITEMS)
#define SF_TAKE_VALUES(entries)       \
  __local real values[SF_SUM_VALUES]; \
  const int end = (entries);          \
  real mine[SF_SUM_VALUES / SF_SUM_ITEMS] = {0.0}
#define SF_FOR_VALUES(k, p)                                                        \
  for (int k = 0, p = (int)get_group_id(0) * SF_SUM_VALUES + (int)get_local_id(0); \
       k < SF_SUM_VALUES / SF_SUM_ITEMS; ++k, p += SF_SUM_ITEMS)

/* Stores the sums of the blocks; `values`: memory for all values. */
SF_INLINE void sf_store_sums(__local real* values, const real* mine, __global real* sums) {
  const int t = get_local_id(0);
  for (int k = 0; k < SF_SUM_VALUES / SF_SUM_ITEMS; ++k) values[k * SF_SUM_ITEMS + t] = mine[k];
  for (int half_block = SF_SUM_BLOCK / 2; half_block > 0; half_block /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
/* Equal to the loops below, with which a product A x took 11 % longer on an H200. */
#if SF_SUM_ITEMS == SF_SUM_BLOCK
    if (t < half_block)
      for (int block = 0; block < SF_SUM_BLOCKS; ++block) {
        const int at = block * SF_SUM_BLOCK + t;
        values[at] += values[at + half_block];
      }
#else
    for (int first = 0; first < SF_SUM_VALUES; first += SF_SUM_BLOCK)
      for (int at = t; at < half_block; at += SF_SUM_ITEMS)
        values[first + at] += values[first + at + half_block];
#endif
  }
  if (t == 0)
    for (int block = 0; block < SF_SUM_BLOCKS; ++block)
      sums[get_group_id(0) * SF_SUM_BLOCKS + block] = values[block * SF_SUM_BLOCK];
}

/* The sum of a block of partial sums, in the first work-item. */
SF_INLINE real sf_add_partial_sums(__local real* lanes, __global const real* sums, int count) {
  const int begin = get_group_id(0) * SF_PARTIAL_BLOCK, end = min(begin + SF_PARTIAL_BLOCK, count);
  real mine = 0.0;
  for (int k = begin + (int)get_local_id(0); k < end; k += SF_PARTIAL_LANES) mine += sums[k];
  return sf_add_items(lanes, SF_PARTIAL_LANES, mine);
}

#endif
