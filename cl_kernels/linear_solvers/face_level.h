// A level of a system on polyhedra, and the operations on one of its cells: macros/linear_solvers/
// face_rows.h. The arrays of all levels follow one another; face_levels.h says where.
#ifndef SLIPFLOW_FACE_LEVEL_H
#define SLIPFLOW_FACE_LEVEL_H

#include "linear_solvers/face_levels.h"
#include "linear_solvers/face_rows.h"
#include "linear_solvers/krylov.h"

#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif
#define SF_FACE_KERNEL __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))

#define SF_LEVEL_PARAMETERS                                                           \
  __global const S7Progress *restrict progress, __constant const SfFaceLevel *levels, \
      const int level
/* The matrices of all levels. */
#define SF_MATRIX_PARAMETERS                                                      \
  __global const int *restrict columns, __global const int *restrict long_starts, \
      __global const real *restrict entries, __global const real *restrict diagonal
#define SF_IS_GOING_ON (progress->outcome == S7_GOES_ON)

/* Row i of a level. */
SF_INLINE SfFaceRow sf_face_row(SfFaceLevel own, __global const int* columns,
                                __global const int* long_starts, int i) {
  const int first = columns[own.slots + i];
  if (first > SF_LONG_ROW(0)) {
    const SfFaceRow row = {own.slots + i, own.padded, own.width};
    return row;
  }
  const int number = own.long_row + SF_LONG_ROW(0) - first;
  const SfFaceRow row = {long_starts[number], 1, long_starts[number + 1] - long_starts[number]};
  return row;
}

#define SF_TIMES(own, x, i)                                                  \
  sf_face_times(columns, entries, sf_face_row(own, columns, long_starts, i), \
                diagonal[(own).cell + (i)], x, i)

/* A step of the smoother from zero has no product; `d` is the direction before. */
SF_INLINE void smooth_face_cell(SfFaceLevel own, S7Chebyshev factors, int step, int from_zero,
                                real product, __global const real* from, __global const real* d,
                                __global real* r, __global real* d_next, __global real* x,
                                real diagonal, int i) {
  const real residual = step > 0 ? from[i] - product : from[i];
  const real before = step > 0 ? d[i] : (real)0.0;
  const real direction = sf_face_direction(factors, residual, diagonal, before);
  r[i] = residual;
  d_next[i] = direction;
  x[i] = from_zero && step == 0 ? direction : x[i] + direction;
}

#endif
