// Vectors and numbers of the iterations for A x = f, macros/linear_solvers/krylov.h. Once the
// iterations have ended, nothing changes any more.
#include "linear_solvers/add_lanes.h"
#include "linear_solvers/krylov.h"

#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif
#define S7_KERNEL __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))

#define S7_ENTRIES                                                                     \
  __global const S7Progress *restrict progress, __global const real *restrict numbers, \
      const int count
/* A work-item has several entries, so that it does not wait for a number before each. */
#define S7_FOR_ENTRIES(p)                                      \
  const int apart = get_global_size(0);                        \
  const int end = progress->outcome == S7_GOES_ON ? count : 0; \
  _Pragma("unroll 4") for (int p = get_global_id(0); p < end; p += apart)

/* For one work-item. Not while outer iterations have ended: while number `outer_at` of `outer` is
 * not 0. None: -1. */
__kernel void begin_iterations(__global S7Progress* progress, __global const int* outer,
                               const int outer_at) {
  const int ended = outer_at >= 0 && outer[outer_at] != 0;
  const S7Progress none = {0.0, 0.0, 0.0, 0, ended ? S7_CONVERGED : S7_GOES_ON};
  *progress = none;
}

/* Iterations that broke down leave no solution. */
S7_KERNEL void discard_broken_solution(__global const S7Progress* restrict progress,
                                       const int count, __global real* restrict x) {
  const int p = get_global_id(0);
  if (p < count && progress->outcome > S7_CONVERGED) x[p] = NAN;
}

/* For one work-item. */
__kernel void set_number(const int number, const real value, __global real* restrict numbers) {
  numbers[number] = value;
}

S7_KERNEL void copy_vector(S7_ENTRIES, __global const real* restrict from,
                           __global real* restrict to) {
  S7_FOR_ENTRIES(p)
  to[p] = from[p];
}

S7_KERNEL void subtract(S7_ENTRIES, __global const real* restrict a,
                        __global const real* restrict b, __global real* restrict to) {
  S7_FOR_ENTRIES(p)
  to[p] = a[p] - b[p];
}

S7_KERNEL void set_cg_direction(S7_ENTRIES, __global const real* restrict z,
                                __global real* restrict direction) {
  S7_FOR_ENTRIES(p)
  direction[p] = s7_cg_direction(numbers, z[p], direction[p]);
}

S7_KERNEL void set_shadow_direction(S7_ENTRIES, __global const real* restrict r,
                                    __global const real* restrict v,
                                    __global real* restrict direction) {
  S7_FOR_ENTRIES(p)
  direction[p] = s7_shadow_direction(numbers, r[p], direction[p], v[p]);
}

S7_KERNEL void set_half_residual(S7_ENTRIES, __global const real* restrict r,
                                 __global const real* restrict v, __global real* restrict s) {
  S7_FOR_ENTRIES(p)
  s[p] = s7_half_residual(numbers, r[p], v[p]);
}

S7_KERNEL void add_scaled(S7_ENTRIES, const int number, __global const real* restrict q,
                          __global real* restrict x) {
  S7_FOR_ENTRIES(p)
  x[p] += numbers[number] * q[p];
}

S7_KERNEL void add_vector(S7_ENTRIES, __global const real* restrict z, __global real* restrict x) {
  S7_FOR_ENTRIES(p)
  x[p] += z[p];
}

SF_SUM_KERNEL void advance_cg(S7_ENTRIES, __global const real* restrict direction,
                              __global const real* restrict q, __global real* restrict x,
                              __global real* restrict r, __global real* restrict sums) {
  SF_TAKE_VALUES(progress->outcome == S7_GOES_ON ? count : 0);
  const real alpha = numbers[S7_ALPHA];
  SF_FOR_VALUES(k, p) {
    if (p >= end) continue;
    x[p] += alpha * direction[p];
    const real residual = r[p] - alpha * q[p];
    r[p] = residual;
    mine[k] = residual * residual;
  }
  sf_store_sums(values, mine, sums);
}

SF_SUM_KERNEL void advance_full_step(S7_ENTRIES, __global const real* restrict y,
                                     __global const real* restrict z,
                                     __global const real* restrict s,
                                     __global const real* restrict t, __global real* restrict x,
                                     __global real* restrict r, __global real* restrict sums) {
  SF_TAKE_VALUES(progress->outcome == S7_GOES_ON ? count : 0);
  SF_FOR_VALUES(k, p) {
    if (p >= end) continue;
    x[p] += s7_full_step(numbers, y[p], z[p]);
    const real residual = s7_full_residual(numbers, s[p], t[p]);
    r[p] = residual;
    mine[k] = residual * residual;
  }
  sf_store_sums(values, mine, sums);
}

SF_SUM_KERNEL void sum_products(S7_ENTRIES, __global const real* restrict a,
                                __global const real* restrict b, __global real* restrict sums) {
  SF_TAKE_VALUES(progress->outcome == S7_GOES_ON ? count : 0);
  SF_FOR_VALUES(k, p) if (p < end) mine[k] = a[p] * b[p];
  sf_store_sums(values, mine, sums);
}

SF_SUM_KERNEL void sum_values(S7_ENTRIES, __global const real* restrict a,
                              __global real* restrict sums) {
  SF_TAKE_VALUES(progress->outcome == S7_GOES_ON ? count : 0);
  SF_FOR_VALUES(k, p) if (p < end) mine[k] = a[p];
  sf_store_sums(values, mine, sums);
}

/* Sums of partial sums. */
SF_PARTIAL_KERNEL void add_partial_sums(const int count, __global const real* restrict from,
                                        __global real* restrict to) {
  __local real lanes[SF_PARTIAL_LANES];
  const real sum = sf_add_partial_sums(lanes, from, count);
  if (get_local_id(0) == 0) to[get_group_id(0)] = sum;
}

/* The last sum of all, which is that number, and what follows from it; of each iteration three
   numbers are recorded, as far as there is room. */
SF_INLINE void take_sum(real sum, int number, int then, __global real* numbers,
                        __global S7Progress* progress, int room, __global real* record) {
  numbers[number] = sum;
  s7_then(then, numbers, progress);
  if (then == S7_THEN_COUNT && progress->count <= room) {
    const int at = 3 * (progress->count - 1);
    record[at] = progress->last;
    record[at + 1] = numbers[S7_W_USED];
    record[at + 2] = numbers[S7_TAU];
  }
}

SF_PARTIAL_KERNEL void finish_sum(const int count, __global const real* restrict sums,
                                  const int number, const int then, __global real* restrict numbers,
                                  __global S7Progress* restrict progress, const int room,
                                  __global real* restrict record) {
  __local real lanes[SF_PARTIAL_LANES];
  const real sum = sf_add_partial_sums(lanes, sums, count);
  if (get_local_id(0) == 0 && progress->outcome == S7_GOES_ON)
    take_sum(sum, number, then, numbers, progress, room, record);
}

/* Between a system in double precision and its multigrid in single precision: coefficients, and
   residuals and corrections, in multiples of the norm of the residual. */
S7_KERNEL void round_vector(S7_ENTRIES, __global const real* restrict from,
                            __global float* restrict to) {
  S7_FOR_ENTRIES(p)
  to[p] = from[p];
}

S7_KERNEL void round_residual(S7_ENTRIES, __global const real* restrict r,
                              __global float* restrict to) {
  const real norm = progress->last;
  S7_FOR_ENTRIES(p)
  to[p] = SF_DIVIDE(r[p], norm);
}

S7_KERNEL void take_correction(S7_ENTRIES, __global const float* restrict from,
                               __global real* restrict z) {
  const real norm = progress->last;
  S7_FOR_ENTRIES(p)
  z[p] = (real)from[p] * norm;
}
