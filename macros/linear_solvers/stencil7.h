// One row of a seven-point system A x = f on the cells of a box, in two or three dimensions:
//
//   a0 x_p - a1 x_{i+1} - a2 x_{i-1} - a3 x_{j+1} - a4 x_{j-1} - a5 x_{k+1} - a6 x_{k-1} = f_p
//
// Arrays have a layer of ghosts around the cells, in two dimensions none along k; p is the place of
// cell (i,j,k), p + 1 that of the next one along x, p + row along y, p + plane along z. Where a0 is
// 0, in ghosts and in holes, is no cell: vectors are 0 there.
//
// A program chooses how the coefficients are given by S7_KIND, and S7_FLAT for two dimensions.
#ifndef SLIPFLOW_STENCIL7_H
#define SLIPFLOW_STENCIL7_H

#include "language.h"

#define S7_FREE 1      /* a constant per direction; the diagonal from a table */
#define S7_SYMMETRIC 2 /* the diagonal, and the coefficient of each face */
#define S7_GENERAL 3   /* seven coefficients of each cell */
#ifndef S7_KIND
#define S7_KIND S7_SYMMETRIC
#endif

/* S7_FREE: the code of a cell tells how many faces it has along x, y and z, each counted twice
   where a value is given on it: 1 + n1 + 5 n2 + 25 n3. Code 0 is no cell. */
#define S7_CODES 126
SF_INLINE int s7_code(int n1, int n2, int n3) { return 1 + n1 + 5 * n2 + 25 * n3; }
SF_INLINE real s7_diagonal_of_code(int code, real c1, real c3, real c5) {
  const int faces = code - 1;
  return code == 0 ? 0.0
                   : c1 * (real)(faces % 5) + c3 * (real)(faces / 5 % 5) + c5 * (real)(faces / 25);
}

/* Places from a cell to the next one along y and z. With S7_PERIODIC also the cells along the last
   axis, and 1, 2 and 4 for each of x, y and z whose ends are joined: the cell after the last one is
   the first one. */
#ifdef S7_PERIODIC
#define S7_BOX_FIELDS int row, plane, last, periodic;
#else
#define S7_BOX_FIELDS int row, plane;
#endif
#if S7_KIND == S7_FREE
typedef struct {
  S7_BOX_FIELDS
  real c1, c3, c5;
  SF_GLOBAL const SfTag* codes;
  SF_GLOBAL const real* diagonals; /* S7_CODES values */
} S7Matrix;
#define S7_DIAGONAL(m, p) ((m)->diagonals[(m)->codes[p]])
#define S7_A1(m, p) ((m)->c1)
#define S7_A2(m, p) ((m)->c1)
#define S7_A3(m, p) ((m)->c3)
#define S7_A4(m, p) ((m)->c3)
#define S7_A5(m, p) ((m)->c5)
#define S7_A6(m, p) ((m)->c5)
#elif S7_KIND == S7_SYMMETRIC
typedef struct {
  S7_BOX_FIELDS
  SF_GLOBAL const real* a0;
  SF_GLOBAL const real* a1; /* of the face between p and the next cell */
  SF_GLOBAL const real* a3;
  SF_GLOBAL const real* a5;
} S7Matrix;
#define S7_DIAGONAL(m, p) ((m)->a0[p])
#define S7_A1(m, p) ((m)->a1[p])
#define S7_A2(m, p) ((m)->a1[S7_BEFORE_X(m, p)])
#define S7_A3(m, p) ((m)->a3[p])
#define S7_A4(m, p) ((m)->a3[S7_BEFORE_Y(m, p)])
#define S7_A5(m, p) ((m)->a5[p])
#define S7_A6(m, p) ((m)->a5[S7_BEFORE_Z(m, p)])
#else
typedef struct {
  S7_BOX_FIELDS
  SF_GLOBAL const real* a0;
  SF_GLOBAL const real* a1;
  SF_GLOBAL const real* a2;
  SF_GLOBAL const real* a3;
  SF_GLOBAL const real* a4;
  SF_GLOBAL const real* a5;
  SF_GLOBAL const real* a6;
} S7Matrix;
#define S7_DIAGONAL(m, p) ((m)->a0[p])
#define S7_A1(m, p) ((m)->a1[p])
#define S7_A2(m, p) ((m)->a2[p])
#define S7_A3(m, p) ((m)->a3[p])
#define S7_A4(m, p) ((m)->a4[p])
#define S7_A5(m, p) ((m)->a5[p])
#define S7_A6(m, p) ((m)->a6[p])
#endif

/* The places of the neighbours of cell p. */
#ifdef S7_PERIODIC
SF_INLINE int s7_step(const S7Matrix* m, int axis) {
  return axis == 0 ? 1 : axis == 1 ? m->row : m->plane;
}
/* Cells along an axis, and the number of cell p among them, from 1. */
SF_INLINE int s7_cells_along(const S7Matrix* m, int axis) {
  return axis == 0 ? m->row - 2 : axis == 1 && m->plane > 0 ? m->plane / m->row - 2 : m->last;
}
SF_INLINE int s7_number_along(const S7Matrix* m, int axis, int p) {
  if (axis == 0) return p % m->row;
  return axis == 2 ? p / m->plane : p / m->row % (s7_cells_along(m, 1) + 2);
}
SF_INLINE int s7_after(const S7Matrix* m, int axis, int p) {
  const int cells = s7_cells_along(m, axis), step = s7_step(m, axis);
  const int joined = m->periodic >> axis & 1;
  return joined && s7_number_along(m, axis, p) == cells ? p - (cells - 1) * step : p + step;
}
SF_INLINE int s7_before(const S7Matrix* m, int axis, int p) {
  const int cells = s7_cells_along(m, axis), step = s7_step(m, axis);
  const int joined = m->periodic >> axis & 1;
  return joined && s7_number_along(m, axis, p) == 1 ? p + (cells - 1) * step : p - step;
}
#define S7_AFTER_X(m, p) s7_after(m, 0, p)
#define S7_AFTER_Y(m, p) s7_after(m, 1, p)
#define S7_AFTER_Z(m, p) s7_after(m, 2, p)
#define S7_BEFORE_X(m, p) s7_before(m, 0, p)
#define S7_BEFORE_Y(m, p) s7_before(m, 1, p)
#define S7_BEFORE_Z(m, p) s7_before(m, 2, p)
#else
#define S7_AFTER_X(m, p) ((p) + 1)
#define S7_AFTER_Y(m, p) ((p) + (m)->row)
#define S7_AFTER_Z(m, p) ((p) + (m)->plane)
#define S7_BEFORE_X(m, p) ((p)-1)
#define S7_BEFORE_Y(m, p) ((p) - (m)->row)
#define S7_BEFORE_Z(m, p) ((p) - (m)->plane)
#endif

/* The symmetric part A0 = (A + A^T)/2 has the same diagonal and these coefficients. */
#if S7_KIND == S7_GENERAL
#define S7_S1(m, p) (0.5 * (S7_A1(m, p) + S7_A2(m, S7_AFTER_X(m, p))))
#define S7_S2(m, p) (0.5 * (S7_A2(m, p) + S7_A1(m, S7_BEFORE_X(m, p))))
#define S7_S3(m, p) (0.5 * (S7_A3(m, p) + S7_A4(m, S7_AFTER_Y(m, p))))
#define S7_S4(m, p) (0.5 * (S7_A4(m, p) + S7_A3(m, S7_BEFORE_Y(m, p))))
#define S7_S5(m, p) (0.5 * (S7_A5(m, p) + S7_A6(m, S7_AFTER_Z(m, p))))
#define S7_S6(m, p) (0.5 * (S7_A6(m, p) + S7_A5(m, S7_BEFORE_Z(m, p))))
#else
#define S7_S1(m, p) S7_A1(m, p)
#define S7_S2(m, p) S7_A2(m, p)
#define S7_S3(m, p) S7_A3(m, p)
#define S7_S4(m, p) S7_A4(m, p)
#define S7_S5(m, p) S7_A5(m, p)
#define S7_S6(m, p) S7_A6(m, p)
#endif

/* Sums over the neighbours of cell p. The third direction is left out of a flat box. */
#ifdef S7_FLAT
#define S7_ALONG_Z(sum) (0 ? (sum) : 0.0)
#else
#define S7_ALONG_Z(sum) (sum)
#endif
#define S7_NEIGHBOURS(C, m, x, p)                                               \
  (C##1(m, p) * (x)[S7_AFTER_X(m, p)] + C##2(m, p) * (x)[S7_BEFORE_X(m, p)] +   \
   (C##3(m, p) * (x)[S7_AFTER_Y(m, p)] + C##4(m, p) * (x)[S7_BEFORE_Y(m, p)]) + \
   S7_ALONG_Z(C##5(m, p) * (x)[S7_AFTER_Z(m, p)] + C##6(m, p) * (x)[S7_BEFORE_Z(m, p)]))

/* Row p of A x, and of A0 x. */
SF_INLINE real s7_times(const S7Matrix* m, SF_GLOBAL const real* x, int p) {
  return S7_DIAGONAL(m, p) * x[p] - S7_NEIGHBOURS(S7_A, m, x, p);
}
SF_INLINE real s7_symmetric_times(const S7Matrix* m, SF_GLOBAL const real* x, int p) {
  return S7_DIAGONAL(m, p) * x[p] - S7_NEIGHBOURS(S7_S, m, x, p);
}

/* A0 = R1 + R2 with R2 = R1^T, each with half of the diagonal. Row p of R2 x. Periodic ends are
   left out, here and in the sweeps: vectors are 0 in ghosts. */
SF_INLINE real s7_upper_times(const S7Matrix* m, SF_GLOBAL const real* x, int p) {
  return 0.5 * S7_DIAGONAL(m, p) * x[p] - (S7_S1(m, p) * x[p + 1] + S7_S3(m, p) * x[p + m->row] +
                                           S7_ALONG_Z(S7_S5(m, p) * x[p + m->plane]));
}

/* What a row of a triangular sweep takes from the matrix: the diagonal, and the coefficients of the
   cells along x, y and z that the sweep has been at. */
typedef struct {
  real a0, x, y, z;
} S7Triangle;
SF_INLINE S7Triangle s7_lower_triangle(const S7Matrix* m, int p) {
  const S7Triangle t = {S7_DIAGONAL(m, p), S7_S2(m, p), S7_S4(m, p), S7_ALONG_Z(S7_S6(m, p))};
  return t;
}
SF_INLINE S7Triangle s7_upper_triangle(const S7Matrix* m, int p) {
  const S7Triangle t = {S7_DIAGONAL(m, p), S7_S1(m, p), S7_S3(m, p), S7_ALONG_Z(S7_S5(m, p))};
  return t;
}
SF_INLINE real s7_triangle_row(S7Triangle t, real w, real right, real x, real y, real z) {
  const real sum = t.x * x + t.y * y + S7_ALONG_Z(t.z * z);
  return SF_DIVIDE(right + w * sum, (1.0 + 0.5 * w) * t.a0);
}

/* (D + w R1) y = r in ascending order: y at p from those before it along x, y and z. */
SF_INLINE real s7_lower_row(const S7Matrix* m, real w, real r, real y2, real y4, real y6, int p) {
  return s7_triangle_row(s7_lower_triangle(m, p), w, r, y2, y4, y6);
}
/* (D + w R2) q = D y in descending order. */
SF_INLINE real s7_upper_row(const S7Matrix* m, real w, real y, real q1, real q3, real q5, int p) {
  const S7Triangle t = s7_upper_triangle(m, p);
  return s7_triangle_row(t, w, t.a0 * y, q1, q3, q5);
}

#endif
