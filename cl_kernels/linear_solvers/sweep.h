// A triangular sweep of a seven-point system: (D + w R1) y = r in ascending order of the cells or,
// with S7_UPPER, (D + w R2) q = D y in descending order. `right` is r or y, and `solution` y or q;
// both may be the same array.
//
// Kernels count the cells in the order of the sweep: (0,0,0) is the first cell of the box, at the
// place `first`, and the cells "before" (i,j,k) are those with an i, j or k smaller by 1.
#ifndef SLIPFLOW_SWEEP_H
#define SLIPFLOW_SWEEP_H

#include "linear_solvers/stencil7_matrix.h"

#ifdef S7_UPPER
#define S7_ORDER (-1)
#define S7_TRIANGLE(m, p) s7_upper_triangle(m, p)
#define S7_RIGHT(t, value) ((t).a0 * (value))
#else
#define S7_ORDER 1
#define S7_TRIANGLE(m, p) s7_lower_triangle(m, p)
#define S7_RIGHT(t, value) (value)
#endif

/* n1, n2, n3: cells of the box. */
#define S7_SWEEP_PARAMETERS                                                               \
  S7_MATRIX_PARAMETERS, S7_PROGRESS_PARAMETER, __global const real *restrict numbers,     \
      __global const real *right, __global real *solution, const int first, const int n1, \
      const int n2, const int n3

/* The place of the cell (i,j,k), counted from a cell at the place `origin`. */
SF_INLINE int s7_sweep_place(const S7Matrix* m, int origin, int i, int j, int k) {
  return origin + S7_ORDER * (i + j * m->row + k * m->plane);
}

/* The solution in a cell from that in the cells before it. What is no cell has 0. */
SF_INLINE real s7_sweep_cell(S7Triangle t, real w, real right, real x, real y, real z) {
  return t.a0 == 0.0 ? (real)0.0 : s7_triangle_row(t, w, S7_RIGHT(t, right), x, y, z);
}

#endif
