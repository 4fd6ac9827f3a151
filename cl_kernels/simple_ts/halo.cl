// The exchange of a piece's border values with other ranks: copies boxes of the fields into a
// buffer or out of one. One work-item has one value; the blocks are ordered as they are in the
// buffer. Fields are row-major with SF_PAD ghosts, rows `pitch` and layers `plane` values apart
// (macros/indexing.h).
#include "simple_ts/field_list.h"
/* which comes first: types of numbers */
#include "shared_types.h"

#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif

#define SF_HALO_KERNEL __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void

/* The block that contains value k of the buffer. */
SF_INLINE SfHaloBlock block_of(__global const SfHaloBlock* blocks, const int n, const int k) {
  int first = 0, end = n;
  while (end - first > 1) {
    const int middle = (first + end) / 2;
    if (blocks[middle].begin <= k)
      first = middle;
    else
      end = middle;
  }
  return blocks[first];
}

SF_INLINE int place_of(const SfHaloBlock block, const int pitch SF_AND_IN_SPACE(const int plane),
                       const int k) {
  const int in_block = k - block.begin;
  const int row = in_block / block.columns, first = block.place + in_block % block.columns;
#if SF_AXES == 3
  return first + row / block.rows * plane + row % block.rows * pitch;
#else
  return first + row * pitch;
#endif
}

#define SF_BLOCK_PARAMETERS                                           \
  __global const SfHaloBlock *restrict blocks, const int block_count, \
      const int pitch SF_AND_IN_SPACE(const int plane), const int count

/* The array of a field. */
#define SF_FIELD(number) \
  ((number) == 0   ? u                                  \
   : (number) == 1 ? v                                  \
   SF_IN_SPACE(: (number) == 2 ? w) : (number) == SF_AXES ? T : rho)

SF_HALO_KERNEL pack_halo(SF_SET_PARAMETERS(const stored, ), SF_BLOCK_PARAMETERS,
                         __global stored* restrict values) {
  const int k = get_global_id(0);
  if (k >= count) return;
  const SfHaloBlock block = block_of(blocks, block_count, k);
  values[k] = SF_FIELD(block.field)[place_of(block, pitch SF_AND_IN_SPACE(plane), k)];
}

SF_HALO_KERNEL unpack_halo(SF_SET_PARAMETERS(stored, ), SF_BLOCK_PARAMETERS,
                           __global const stored* restrict values) {
  const int k = get_global_id(0);
  if (k >= count) return;
  const SfHaloBlock block = block_of(blocks, block_count, k);
  SF_FIELD(block.field)[place_of(block, pitch SF_AND_IN_SPACE(plane), k)] = values[k];
}
