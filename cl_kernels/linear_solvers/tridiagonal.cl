// Solves tridiagonal systems whose rows are in arrays: line_kernels.h with arrays as hooks.
//
// Row i of line l is at l * line_stride + i * row_stride of all_a, all_b, all_c, all_d and all_x.
// With SF_SHARED_MATRIX all lines have the same matrix: all_a, all_b and all_c have one line, row i
// at i. all_x may be the array all_d.
#include "language.h"
#include "linear_solvers/tridiagonal.h"

#define SF_AT(i, line) ((line)*line_stride + (i)*row_stride)
#ifdef SF_SHARED_MATRIX
#define SF_MATRIX_AT(i, line) (i)
#else
#define SF_MATRIX_AT(i, line) SF_AT(i, line)
#endif

#ifdef SF_FIXED
#define SF_MATRIX_PARAMETERS
#else
#define SF_MATRIX_PARAMETERS                                                \
  __global const real *restrict all_a, __global const real *restrict all_b, \
      __global const real *restrict all_c,
#endif
#define SF_LINE_PARAMETERS                                                                       \
  SF_MATRIX_PARAMETERS __global const real *all_d, __global real *all_x, const long line_stride, \
      const long row_stride

#ifndef SF_FIXED
/* a of the first and c of the last row are never read. */
SF_INLINE SfRow load_row(__global const real* a, __global const real* b, __global const real* c,
                         long matrix_at, real d, int i, int rows) {
  const SfRow row = {i > 0 ? a[matrix_at] : (real)0.0, b[matrix_at],
                     i + 1 < rows ? c[matrix_at] : (real)0.0, d};
  return row;
}
#endif

#define SF_ROW(i, line) \
  load_row(all_a, all_b, all_c, SF_MATRIX_AT(i, line), all_d[SF_AT(i, line)], i, rows)
#define SF_RIGHT(i, line) all_d[SF_AT(i, line)]
#define SF_STORE(i, line, x) all_x[SF_AT(i, line)] = (x)
#define SF_KEEP(i, line, d) all_x[SF_AT(i, line)] = (d)
#define SF_KEPT(i, line) all_x[SF_AT(i, line)]

#include "linear_solvers/line_kernels.h"
