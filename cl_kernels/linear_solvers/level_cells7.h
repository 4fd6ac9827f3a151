// What a cell of a level takes part in: macros/linear_solvers/multigrid7.h in a device's memory.
#ifndef SLIPFLOW_LEVEL_CELLS7_H
#define SLIPFLOW_LEVEL_CELLS7_H

#include "linear_solvers/multigrid7.h"
#include "linear_solvers/stencil7_matrix.h"

/* A step of the smoother in cell p. */
SF_INLINE void smooth_cell(const S7Matrix* matrix, S7Smoothing how, S7Chebyshev factors, int p,
                           __global const real* from, __global const real* d, __global real* r,
                           __global real* d_next, __global real* x) {
  const int from_zero = s7_from_zero(how), is_last = s7_is_last(how);
  real residual = from[p];
  if (!from_zero) residual -= s7_symmetric_times(matrix, d, p);
  if (!from_zero && !is_last) r[p] = residual;
  const real direction =
      s7_next_direction(matrix, factors, residual, from_zero ? (real)0.0 : d[p], p);
  s7_add_directions(how, x, d_next, d, direction, p);
  if (!is_last) d_next[p] = direction;
}

/* Sums over the cells of agglomerate (i,j,k). */
#define S7_FOR_MEMBERS_ALONG(own, axis, f, at) \
  for (int f = (at) << (own).shift[axis];      \
       f < min(((at) << (own).shift[axis]) + 1 + (own).shift[axis], (own).n[axis]); ++f)
#define S7_FOR_MEMBERS(own, fi, fj, fk) \
  S7_FOR_MEMBERS_ALONG(own, 2, fk, k)   \
  S7_FOR_MEMBERS_ALONG(own, 1, fj, j) S7_FOR_MEMBERS_ALONG(own, 0, fi, i)

/* The residuals of the cells of an agglomerate that have the same fi, and their sum; (j,k) are
   numbers of the agglomerate. */
SF_INLINE real restrict_column(const S7Matrix* matrix, S7Level own, int fi, int j, int k,
                               __global const real* from, __global const real* d,
                               __global real* r) {
  real sum = 0.0;
  S7_FOR_MEMBERS_ALONG(own, 2, fk, k)
  S7_FOR_MEMBERS_ALONG(own, 1, fj, j) {
    const int p = s7_place(own, fi, fj, fk);
    if (!S7_IS_CELL(matrix, p)) continue;
    const real residual = from[p] - s7_symmetric_times(matrix, d, p);
    r[p] = residual;
    sum += residual;
  }
  return sum;
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
  r[p] = residual;
  const real direction = s7_next_direction(matrix, s7_chebyshev(0), residual, 0.0, p);
  d_next[p] = direction;
  x[p] = x[p] + coarse[copied.from] + direction;
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
