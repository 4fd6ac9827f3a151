// The levels of multigrid for seven-point systems: macros/linear_solvers/multigrid7.h. `begin`: of
// a level in the vectors of all coarser levels; 0 on the finest, which has its own. Once the
// iterations have ended, nothing changes any more.
#include "linear_solvers/level_cells7.h"
#include "linear_solvers/stencil7_matrix.h"

/* A step of the smoother; `from`: the residual that it begins with. */
S7_KERNEL void smooth(S7_PROGRESS_PARAMETER, S7_MATRIX_PARAMETERS, const int count,
                      const int number, const int degree, const int is_before,
                      const real factor_before, const real factor_residual,
                      __global const real* from, __global const real* d, __global real* r,
                      __global real* d_next, __global real* x) {
  S7_TAKE_CELL;
  const S7Smoothing how = {number, degree, is_before};
  const S7Chebyshev factors = {factor_before, factor_residual};
  smooth_cell(&matrix, how, factors, p, from + begin, d + begin, r + begin, d_next + begin,
              x + begin);
}

/* A work-item for each cell (i,j,k) of a level. */
#define S7_TAKE_IJK(cells)                                \
  S7_RETURN_IF_ENDED;                                     \
  const int i = get_global_id(0);                         \
  const int k = (int)get_global_id(1) / (cells).n[1];     \
  const int j = (int)get_global_id(1) - k * (cells).n[1]; \
  if (i >= (cells).n[0] || k >= (cells).n[2]) return

/* A work-item has the cells of an agglomerate with the same i, so that neighbours read adjacent
   values; the first one of a pair adds the sums of both. */
S7_KERNEL void restrict_residual(S7_PROGRESS_PARAMETER, S7_MATRIX_PARAMETERS,
                                 __constant const S7Level* levels, const int level,
                                 __global const real* from, __global const real* restrict d,
                                 __global real* r, __global real* coarse) {
  __local real sums[SF_WORK_GROUP];
  const S7Level own = levels[level], next = levels[level + 1];
  const int i = get_global_id(0), t = get_local_id(0);
  const int k = (int)get_global_id(1) / next.n[1], j = (int)get_global_id(1) - k * next.n[1];
  const int is_cell = progress->outcome == S7_GOES_ON && i < own.n[0] && k < next.n[2];
  S7_TAKE_MATRIX;
  real sum = 0.0;
  if (is_cell) sum = restrict_column(&matrix, own, i, j, k, from + begin, d + begin, r + begin);
  sums[t] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int paired = own.shift[0];
  if (!is_cell || (paired && i % 2 > 0)) return;
  if (paired && i + 1 < own.n[0]) sum += sums[t + 1];
  coarse[next.begin + s7_place(next, i >> paired, j, k)] = sum;
}

/* Adds the corrections of agglomerates, then step 0 of the smoother. */
S7_KERNEL void prolong(S7_PROGRESS_PARAMETER, S7_MATRIX_PARAMETERS,
                       __constant const S7Level* levels, const int level,
                       __global const real* coarse, __global real* r, __global real* d_next,
                       __global real* x) {
  const S7Level own = levels[level], next = levels[level + 1];
  S7_TAKE_IJK(own);
  S7_TAKE_MATRIX;
  prolong_cell(&matrix, own, next, i, j, k, coarse + next.begin, r + begin, d_next + begin,
               x + begin);
}

S7_KERNEL void coarsen(S7_PROGRESS_PARAMETER, S7_MATRIX_PARAMETERS,
                       __constant const S7Level* levels, const int level, const int with_sides,
                       __global const real* side1, __global const real* side2,
                       __global const real* side3, S7_COARSE_PARAMETERS) {
  const S7Level own = levels[level], next = levels[level + 1];
  S7_TAKE_IJK(next);
  S7_TAKE_MATRIX;
  const S7Sides sides = {{with_sides ? side1 + begin : 0, with_sides ? side2 + begin : 0,
                          with_sides && own.plane > 0 ? side3 + begin : 0}};
  coarsen_cell(&matrix, sides, own, next, i, j, k, ratios, to_a0, to_a1, to_a3, to_a5, to_side1,
               to_side2, to_side3);
}
