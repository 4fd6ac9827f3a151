// Lines whose rows are computed, as a method has them: implicit conduction in each line of a field,
// -x_{i-1} + (2 + s) x_i - x_{i+1} = s T_i, with T of the ends 0. The solution goes into another
// field. Row i of line l is at i * lines + l.
#include "language.h"
#include "linear_solvers/tridiagonal.h"

#define SF_LINE_PARAMETERS                                                       \
  const real s, __global const real *restrict T, __global real *restrict next_T, \
      __global real *restrict kept_d

#define SF_PLACE_OF(i, line) ((long)(i)*lines + (line))

SF_INLINE SfRow conduction_row(real s, real T, int i, int rows) {
  const SfRow row = {i > 0 ? (real)-1.0 : (real)0.0, 2.0 + s, i + 1 < rows ? (real)-1.0 : (real)0.0,
                     s * T};
  return row;
}

#define SF_ROW(i, line) conduction_row(s, T[SF_PLACE_OF(i, line)], i, rows)
#define SF_RIGHT(i, line) (s * T[SF_PLACE_OF(i, line)])
#define SF_STORE(i, line, x) next_T[SF_PLACE_OF(i, line)] = (x)
#define SF_KEEP(i, line, d) kept_d[SF_PLACE_OF(i, line)] = (d)
#define SF_KEPT(i, line) kept_d[SF_PLACE_OF(i, line)]

#include "linear_solvers/line_kernels.h"
