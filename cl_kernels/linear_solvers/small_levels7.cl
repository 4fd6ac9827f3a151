// The small levels of multigrid, all in one launch of one work-group: on a device with many
// work-items at once the launches of each of their steps would take longer than the steps. Where a
// work-item is a thread of a processor, one of them does all.
#include "linear_solvers/level_cells7.h"

#define S7_ONE_GROUP __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))

#if SF_WORK_GROUP > 1
#define S7_STEP_IS_DONE barrier(CLK_GLOBAL_MEM_FENCE)
#else
#define S7_STEP_IS_DONE
#endif

/* The matrix of a level. */
#define S7_LEVEL_MATRIX(matrix, own)                                                             \
  const S7Matrix matrix = {S7_BOX_OF(own), a0 + (own).begin, a1 + (own).begin, a3 + (own).begin, \
                           S7_A5_OR_A3 + (own).begin}
#define S7_FOR_PLACES(p, own)                                                             \
  for (int p = get_local_id(0), places = (own).plane > 0 ? (own).plane * ((own).n[2] + 2) \
                                                         : (own).row * ((own).n[1] + 2);  \
       p < places; p += SF_WORK_GROUP)
#define S7_FOR_CELLS(i, j, k, own)                                                            \
  for (int c = get_local_id(0); c < (own).n[0] * (own).n[1] * (own).n[2]; c += SF_WORK_GROUP) \
    for (int row = c / (own).n[0], i = c - row * (own).n[0], k = row / (own).n[1],            \
             j = row - k * (own).n[1], once = 1;                                              \
         once; once = 0)

SF_INLINE void smooth_level(const S7Matrix* matrix, S7Level own, S7Smoothing how,
                            __global const real* d, __global real* r, __global real* d_next,
                            __global real* x) {
  const S7Chebyshev factors = s7_chebyshev(how.number);
  S7_FOR_PLACES(p, own) {
    if (S7_IS_CELL(matrix, p)) smooth_cell(matrix, how, factors, p, r, d, r, d_next, x);
  }
  S7_STEP_IS_DONE;
}

S7_ONE_GROUP void cycle_small_levels(S7_PROGRESS_PARAMETER, S7_MATRIX_PARAMETERS,
                                     __constant const S7Level* levels, const int first,
                                     const int last, const int degree, __global real* r,
                                     __global real* d, __global real* d_next, __global real* x) {
  const int end = progress->outcome == S7_GOES_ON ? last : first; /* no barrier is left out */
  for (int level = first; level < end; ++level) {
    const S7Level own = levels[level], next = levels[level + 1];
    S7_LEVEL_MATRIX(matrix, own);
    __global real *now = d + own.begin, *then = d_next + own.begin;
    for (int step = 0; step < degree; ++step) {
      const S7Smoothing before = {step, degree, 1};
      smooth_level(&matrix, own, before, now, r + own.begin, then, x + own.begin);
      __global real* const swapped = now;
      now = then;
      then = swapped;
    }
    S7_FOR_CELLS(i, j, k, next)
    restrict_cell(&matrix, own, i, j, k, r + own.begin, now, r + own.begin,
                  r + next.begin + s7_place(next, i, j, k));
    S7_STEP_IS_DONE;
  }
  if (get_local_id(0) == 0 && progress->outcome == S7_GOES_ON) {
    const S7Level own = levels[last];
    const int p = own.begin + s7_place(own, 0, 0, 0);
    x[p] = a0[p] > 0.0 ? SF_DIVIDE(r[p], a0[p]) : (real)0.0;
  }
  S7_STEP_IS_DONE;
  for (int level = end - 1; level >= first; --level) {
    const S7Level own = levels[level], next = levels[level + 1];
    S7_LEVEL_MATRIX(matrix, own);
    __global real *now = d + own.begin, *then = d_next + own.begin;
    S7_FOR_CELLS(i, j, k, own)
    prolong_cell(&matrix, own, next, i, j, k, x + next.begin, r + own.begin, now, x + own.begin);
    S7_STEP_IS_DONE;
    for (int step = 1; step < degree; ++step) {
      const S7Smoothing after = {step, degree, 0};
      smooth_level(&matrix, own, after, now, r + own.begin, then, x + own.begin);
      __global real* const swapped = now;
      now = then;
      then = swapped;
    }
  }
}

/* Coefficients of the levels after `first`. */
S7_ONE_GROUP void coarsen_small_levels(S7_PROGRESS_PARAMETER, __constant const S7Level* levels,
                                       const int first, const int last, S7_COARSE_PARAMETERS) {
  const int end = progress->outcome == S7_GOES_ON ? last : first;
  for (int level = first; level < end; ++level) {
    const S7Level own = levels[level], next = levels[level + 1];
    const S7Matrix matrix = {S7_BOX_OF(own), to_a0 + own.begin, to_a1 + own.begin,
                             to_a3 + own.begin, to_a5 + own.begin};
    const S7Sides sides = {{to_side1 + own.begin, to_side2 + own.begin, to_side3 + own.begin}};
    S7_FOR_CELLS(i, j, k, next)
    coarsen_cell(&matrix, sides, own, next, i, j, k, ratios, to_a0, to_a1, to_a3, to_a5, to_side1,
                 to_side2, to_side3);
    S7_STEP_IS_DONE;
  }
}
