// Rows of a symmetric system with a coefficient a per face and b per cell: with the faces of a cell
// in increasing order, A x = D x - sum a x_across, D = b + sum a. And its multigrid: coefficients
// of agglomerates are sums of those of their faces, times ratios of lengths; residuals are added,
// corrections copied. docs/linear-solvers.md.
#ifndef SLIPFLOW_FACE_ROWS_H
#define SLIPFLOW_FACE_ROWS_H

#include "language.h"
#include "linear_solvers/level7.h"

/* Where the entries of a row are: `count` at most, in steps of `stride`; an entry with a negative
   column ends the row. */
typedef struct {
  int begin, stride, count;
} SfFaceRow;

SF_INLINE real sf_face_diagonal(SF_GLOBAL const int* columns, SF_GLOBAL const real* a,
                                SfFaceRow row, real b) {
  real sum = b;
  for (int k = 0, at = row.begin; k < row.count && columns[at] >= 0; ++k, at += row.stride)
    sum += a[at];
  return sum;
}

SF_INLINE real sf_face_times(SF_GLOBAL const int* columns, SF_GLOBAL const real* a, SfFaceRow row,
                             real diagonal, SF_GLOBAL const real* x, int i) {
  real sum = diagonal * x[i];
  for (int k = 0, at = row.begin; k < row.count && columns[at] >= 0; ++k, at += row.stride)
    sum -= a[at] * x[columns[at]];
  return sum;
}

/* A step of the smoother: the direction, from the one before it and the residual. */
SF_INLINE real sf_face_direction(S7Chebyshev factors, real residual, real diagonal, real before) {
  return factors.before * before + factors.residual * SF_DIVIDE(residual, diagonal);
}

/* The coefficient of a coarse face, from those of the fine faces listed from `begin` on. */
SF_INLINE real sf_sum_of_faces(SF_GLOBAL const int* faces, SF_GLOBAL const real* ratios,
                               SF_GLOBAL const real* a, int begin, int end) {
  real sum = 0.0;
  for (int k = begin; k < end; ++k) sum += ratios[k] * a[faces[k]];
  return sum;
}

/* b of an agglomerate, from those of its cells. */
SF_INLINE real sf_sum_of_sides(SF_GLOBAL const int* members, SF_GLOBAL const real* ratios,
                               SF_GLOBAL const real* b, int begin, int end) {
  real sum = 0.0;
  for (int k = begin; k < end; ++k) sum += ratios[members[k]] * b[members[k]];
  return sum;
}

/* The residual of an agglomerate. */
SF_INLINE real sf_sum_of_members(SF_GLOBAL const int* members, SF_GLOBAL const real* r, int begin,
                                 int end) {
  real sum = 0.0;
  for (int k = begin; k < end; ++k) sum += r[members[k]];
  return sum;
}

#endif
