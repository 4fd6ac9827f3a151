// The matrix of a seven-point system as parameters of kernels. With `begin` above 0 the arrays are
// those of a coarser level, which share the memory of all of them.
#ifndef SLIPFLOW_STENCIL7_MATRIX_H
#define SLIPFLOW_STENCIL7_MATRIX_H

#include "linear_solvers/krylov.h"
#include "linear_solvers/stencil7.h"

#ifdef S7_FLAT
#define S7_A5_PARAMETER
#define S7_A56_PARAMETERS
#define S7_A5_OR_A3 a3
#define S7_A5_AND_A6 a3 + begin, a3 + begin
#else
#define S7_A5_PARAMETER , __global const real* restrict a5
#define S7_A56_PARAMETERS , __global const real *restrict a5, __global const real *restrict a6
#define S7_A5_OR_A3 a5
#define S7_A5_AND_A6 a5 + begin, a6 + begin
#endif

/* A program for a box with periodic axes has their bits as S7_PERIODIC. */
#ifdef S7_PERIODIC
#define S7_LAST_PARAMETER , const int cells_of_last
#define S7_BOX row, plane, cells_of_last, S7_PERIODIC
#define S7_BOX_OF(level) \
  (level).row, (level).plane, (level).plane > 0 ? (level).n[2] : (level).n[1], S7_PERIODIC
#else
#define S7_LAST_PARAMETER
#define S7_BOX row, plane
#define S7_BOX_OF(level) (level).row, (level).plane
#endif

#if S7_KIND == S7_FREE
#define S7_MATRIX_PARAMETERS                                                                       \
  const int begin, const int row, const int plane S7_LAST_PARAMETER, const real c1, const real c3, \
      const real c5, __global const uchar *restrict codes, __global const real *restrict diagonals
#define S7_TAKE_MATRIX const S7Matrix matrix = {S7_BOX, c1, c3, c5, codes + begin, diagonals}
#elif S7_KIND == S7_SYMMETRIC
#define S7_MATRIX_PARAMETERS                                              \
  const int begin, const int row, const int plane S7_LAST_PARAMETER,      \
      __global const real *restrict a0, __global const real *restrict a1, \
      __global const real *restrict a3 S7_A5_PARAMETER
#define S7_TAKE_MATRIX \
  const S7Matrix matrix = {S7_BOX, a0 + begin, a1 + begin, a3 + begin, S7_A5_OR_A3 + begin}
#else
#define S7_MATRIX_PARAMETERS                                              \
  const int begin, const int row, const int plane S7_LAST_PARAMETER,      \
      __global const real *restrict a0, __global const real *restrict a1, \
      __global const real *restrict a2, __global const real *restrict a3, \
      __global const real *restrict a4 S7_A56_PARAMETERS
#define S7_TAKE_MATRIX                                                      \
  const S7Matrix matrix = {S7_BOX,     a0 + begin, a1 + begin,  a2 + begin, \
                           a3 + begin, a4 + begin, S7_A5_AND_A6}
#endif

/* Iterations that have ended do nothing more. */
#define S7_PROGRESS_PARAMETER __global const S7Progress* restrict progress
#define S7_RETURN_IF_ENDED \
  if (progress->outcome != S7_GOES_ON) return

#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif
#define S7_KERNEL __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))

/* The place of this work-item, if there is a cell. */
#define S7_TAKE_CELL              \
  const int p = get_global_id(0); \
  S7_RETURN_IF_ENDED;             \
  S7_TAKE_MATRIX;                 \
  if (p >= count || !S7_IS_CELL(&matrix, p)) return

#endif
