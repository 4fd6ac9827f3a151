// What a cell of a level takes part in: macros/linear_solvers/multigrid7.h in a device's memory.
#ifndef SLIPFLOW_LEVEL_CELLS7_H
#define SLIPFLOW_LEVEL_CELLS7_H

#include "linear_solvers/multigrid7.h"
#include "linear_solvers/stencil7_matrix.h"

/* A step of the smoother in cell p. Arrays may be the same one, so a compiler keeps loads behind
   the stores before them: here and below all values are read before one is stored. */
SF_INLINE void smooth_cell(const S7Matrix* matrix, S7Smoothing how, S7Chebyshev factors, int p,
                           __global const real* from, __global const real* d, __global real* r,
                           __global real* d_next, __global real* x) {
  const int from_zero = s7_from_zero(how), is_last = s7_is_last(how);
  real residual = from[p];
  if (!from_zero) residual -= s7_symmetric_times(matrix, d, p);
  const real direction =
      s7_next_direction(matrix, factors, residual, from_zero ? (real)0.0 : d[p], p);
  s7_add_directions(how, x, d_next, d, direction, p);
  if (is_last) return;
  if (!from_zero) r[p] = residual;
  d_next[p] = direction;
}

/* Sums over the cells of agglomerate (i,j,k). */
#define S7_FOR_MEMBERS_ALONG(own, axis, f, at) \
  for (int f = (at) << (own).shift[axis];      \
       f < min(((at) << (own).shift[axis]) + 1 + (own).shift[axis], (own).n[axis]); ++f)
#define S7_FOR_MEMBERS(own, fi, fj, fk) \
  S7_FOR_MEMBERS_ALONG(own, 2, fk, k)   \
  S7_FOR_MEMBERS_ALONG(own, 1, fj, j) S7_FOR_MEMBERS_ALONG(own, 0, fi, i)

/* The residuals of the cells of an agglomerate that have the same fi, and their sum; (fj,fk) are
   the numbers of the first one. There are `most` of them, 1, 2 or 4, a constant for the compiler;
   where the box ends before, the first one stands in for the others, so that no load waits for a
   branch. */
SF_INLINE real restrict_members(int most, const S7Matrix* matrix, S7Level own, int fi, int fj,
                                int fk, __global const real* from, __global const real* d,
                                __global real* r) {
  real residuals[4];
  int places[4];
  SF_UNROLL
  for (int m = 0; m < most; ++m) {
    const int j = own.shift[1] ? m & 1 : 0, k = m >> own.shift[1];
    const int is_inside = fj + j < own.n[1] && fk + k < own.n[2];
    const int p = is_inside ? s7_place(own, fi, fj + j, fk + k) : s7_place(own, fi, fj, fk);
    residuals[m] = from[p] - s7_symmetric_times(matrix, d, p);
    places[m] = is_inside && S7_IS_CELL(matrix, p) ? p : -1;
  }
  real sum = 0.0;
  SF_UNROLL
  for (int m = 0; m < most; ++m) {
    if (places[m] < 0) continue;
    r[places[m]] = residuals[m];
    sum += residuals[m];
  }
  return sum;
}
SF_INLINE real restrict_column(const S7Matrix* matrix, S7Level own, int fi, int j, int k,
                               __global const real* from, __global const real* d,
                               __global real* r) {
  const int fj = j << own.shift[1], fk = k << own.shift[2], paired = own.shift[1] + own.shift[2];
  if (paired == 2) return restrict_members(4, matrix, own, fi, fj, fk, from, d, r);
  if (paired == 1) return restrict_members(2, matrix, own, fi, fj, fk, from, d, r);
  return restrict_members(1, matrix, own, fi, fj, fk, from, d, r);
}

/* The residual of agglomerate (i,j,k). */
SF_INLINE void restrict_cell(const S7Matrix* matrix, S7Level own, int i, int j, int k,
                             __global const real* from, __global const real* d, __global real* r,
                             __global real* coarse) {
  real sum = 0.0;
  S7_FOR_MEMBERS_ALONG(own, 0, fi, i)
  sum += restrict_column(matrix, own, fi, j, k, from, d, r);
  *coarse = sum;
}

SF_INLINE void prolong_cell(const S7Matrix* matrix, S7Level own, S7Level next, int i, int j, int k,
                            __global const real* coarse, __global real* r, __global real* d_next,
                            __global real* x) {
  const S7Copied copied = s7_copied_to(own, next, coarse, i, j, k);
  const int p = copied.p;
  if (!S7_IS_CELL(matrix, p)) return;
  const real residual = r[p] - s7_times_copied(matrix, &copied, own, next);
  const real direction = s7_next_direction(matrix, s7_chebyshev(0), residual, 0.0, p);
  const real corrected = x[p] + coarse[copied.from];
  r[p] = residual;
  d_next[p] = direction;
  x[p] = corrected + direction;
}

/* Coefficients of the next coarser level. `side1` to `side3`: parts of the diagonal from Dirichlet
   conditions; without them they may be any array. */
SF_INLINE void coarsen_cell(const S7Matrix* matrix, S7Sides sides, S7Level own, S7Level next, int i,
                            int j, int k, __global const real* ratios, __global real* to_a0,
                            __global real* to_a1, __global real* to_a3, __global real* to_a5,
                            __global real* to_side1, __global real* to_side2,
                            __global real* to_side3) {
  S7Coarse sum = {0.0, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  S7_FOR_MEMBERS(own, fi, fj, fk)
  s7_add_to_coarse(matrix, sides, own, ratios, fi, fj, fk, &sum);
  const int at = next.begin + s7_place(next, i, j, k);
  to_a0[at] = sum.a0;
  to_a1[at] = sum.next[0];
  to_a3[at] = sum.next[1];
  to_a5[at] = sum.next[2];
  to_side1[at] = sum.sides[0];
  to_side2[at] = sum.sides[1];
  to_side3[at] = sum.sides[2];
}

#define S7_COARSE_PARAMETERS                                                                     \
  __global const real *ratios, __global real *to_a0, __global real *to_a1, __global real *to_a3, \
      __global real *to_a5, __global real *to_side1, __global real *to_side2,                    \
      __global real *to_side3

#endif
