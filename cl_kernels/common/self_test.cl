// What a device must get right before a case may run on it: arithmetic to the last bit, and
// values passed between work-items across a barrier while private ones survive it. The host
// computes the same from the same inputs.
#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif
#include "language.h"

/* `arithmetic`, eight values per work-item: a + b, a - b, a * b, a / b and sqrt(|a|) as the
   equations have them, a * b + a with its own rounding, max(0, a) and max(|a|, |b|) as they have
   them. `march`: in each row a value goes through local memory to the neighbour, two barriers a
   row, while a private value is carried along, as in the fused kernel. One kernel, because some
   implementations take a third of a second to build each. */
__kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void test_device(
    __global const real* restrict a, __global const real* restrict b, const int rows,
    __global real* restrict arithmetic, __global real* restrict march) {
  const int k = get_global_id(0);
  arithmetic[8 * k] = a[k] + b[k];
  arithmetic[8 * k + 1] = a[k] - b[k];
  arithmetic[8 * k + 2] = a[k] * b[k];
  arithmetic[8 * k + 3] = SF_DIVIDE(a[k], b[k]);
  arithmetic[8 * k + 4] = SF_SQRT(SF_ABS(a[k]));
  arithmetic[8 * k + 5] = a[k] * b[k] + a[k];
  arithmetic[8 * k + 6] = sf_positive_part(a[k]);
  arithmetic[8 * k + 7] = sf_max_keeping_nan(SF_ABS(a[k]), SF_ABS(b[k]));

  __local real shared[SF_WORK_GROUP];
  const int lid = get_local_id(0);
  const int neighbour = (lid + 1) % SF_WORK_GROUP;
  real mine = a[k];
  real carried = 0.0;
  for (int row = 0; row < rows; ++row) {
    shared[lid] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    const real received = shared[neighbour];
    carried = 0.5 * carried + mine / (1.0 + received * received);
    barrier(CLK_LOCAL_MEM_FENCE);
    mine = received - 0.25 * carried;
  }
  march[k] = carried;
}
