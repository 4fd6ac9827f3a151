// The exchange of a piece's border values with other ranks: copies rectangles of the four fields
// into a buffer or out of one. One work-item has one value; the blocks are ordered as they are in
// the buffer. Fields are row-major with SF_PAD ghosts, rows `pitch` values apart
// (macros/indexing.h).
#include "shared_types.h"

#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif

#define SF_HALO_KERNEL __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void

/* The block that contains value k of the buffer. */
SF_INLINE SfHaloBlock block_of(__global const SfHaloBlock* blocks, const int n, const int k) {
  int b = 0;
  while (b + 1 < n && blocks[b + 1].begin <= k) ++b;
  return blocks[b];
}

SF_INLINE int place_of(const SfHaloBlock block, const int pitch, const int k) {
  const int in_block = k - block.begin;
  return block.place + in_block / block.columns * pitch + in_block % block.columns;
}

SF_HALO_KERNEL pack_halo(__global const stored* restrict u, __global const stored* restrict v,
                         __global const stored* restrict T, __global const stored* restrict rho,
                         __global const SfHaloBlock* restrict blocks, const int block_count,
                         const int pitch, const int count, __global stored* restrict values) {
  const int k = get_global_id(0);
  if (k >= count) return;
  const SfHaloBlock block = block_of(blocks, block_count, k);
  const int at = place_of(block, pitch, k);
  values[k] = block.field == 0   ? u[at]
              : block.field == 1 ? v[at]
              : block.field == 2 ? T[at]
                                 : rho[at];
}

SF_HALO_KERNEL unpack_halo(__global stored* restrict u, __global stored* restrict v,
                           __global stored* restrict T, __global stored* restrict rho,
                           __global const SfHaloBlock* restrict blocks, const int block_count,
                           const int pitch, const int count,
                           __global const stored* restrict values) {
  const int k = get_global_id(0);
  if (k >= count) return;
  const SfHaloBlock block = block_of(blocks, block_count, k);
  const int at = place_of(block, pitch, k);
  if (block.field == 0)
    u[at] = values[k];
  else if (block.field == 1)
    v[at] = values[k];
  else if (block.field == 2)
    T[at] = values[k];
  else
    rho[at] = values[k];
}
