// Rows of seven-point systems, for the kind of coefficients that S7_KIND names:
// macros/linear_solvers/stencil7.h. Once the iterations have ended, nothing changes any more.
#include "linear_solvers/add_lanes.h"
#include "linear_solvers/multigrid7.h"
#include "linear_solvers/stencil7_matrix.h"

SF_SUM_KERNEL void find_residual(S7_PROGRESS_PARAMETER, S7_MATRIX_PARAMETERS, const int count,
                                 __global const real* restrict f, __global const real* restrict x,
                                 __global real* restrict r, __global real* restrict sums) {
  SF_TAKE_VALUES(progress->outcome == S7_GOES_ON ? count : 0);
  S7_TAKE_MATRIX;
  SF_FOR_VALUES(k, p) {
    if (p >= end || !S7_IS_CELL(&matrix, p)) continue;
    const real residual = f[p] - s7_times(&matrix, x, p);
    r[p] = residual;
    mine[k] = residual * residual;
  }
  sf_store_sums(values, mine, sums);
}

/* y = A x, or that of the symmetric part; sums of y `with`. */
SF_SUM_KERNEL void multiply(S7_PROGRESS_PARAMETER, S7_MATRIX_PARAMETERS, const int count,
                            const int symmetric, __global const real* x, __global real* restrict y,
                            __global const real* with, __global real* restrict sums) {
  SF_TAKE_VALUES(progress->outcome == S7_GOES_ON ? count : 0);
  S7_TAKE_MATRIX;
  SF_FOR_VALUES(k, p) {
    if (p >= end || !S7_IS_CELL(&matrix, p)) continue;
    const real product = symmetric ? s7_symmetric_times(&matrix, x, p) : s7_times(&matrix, x, p);
    y[p] = product;
    mine[k] = product * with[p];
  }
  sf_store_sums(values, mine, sums);
}

SF_SUM_KERNEL void sum_weighted(S7_PROGRESS_PARAMETER, S7_MATRIX_PARAMETERS, const int count,
                                const int inverse, __global const real* restrict a,
                                __global real* restrict sums) {
  SF_TAKE_VALUES(progress->outcome == S7_GOES_ON ? count : 0);
  S7_TAKE_MATRIX;
  SF_FOR_VALUES(k, p) {
    if (p < end && S7_IS_CELL(&matrix, p))
      mine[k] = s7_weighted(S7_DIAGONAL(&matrix, p), a[p], inverse);
  }
  sf_store_sums(values, mine, sums);
}

S7_KERNEL void multiply_upper(S7_PROGRESS_PARAMETER, S7_MATRIX_PARAMETERS, const int count,
                              __global const real* restrict x, __global real* restrict y) {
  S7_TAKE_CELL;
  y[p] = s7_upper_times(&matrix, x, p);
}

S7_KERNEL void divide_by_diagonal(S7_PROGRESS_PARAMETER, S7_MATRIX_PARAMETERS, const int count,
                                  __global const real* restrict r, __global real* restrict z) {
  S7_TAKE_CELL;
  z[p] = SF_DIVIDE(r[p], S7_DIAGONAL(&matrix, p));
}

S7_KERNEL void take_mean_out(S7_PROGRESS_PARAMETER, S7_MATRIX_PARAMETERS, const int count,
                             __global const real* restrict numbers, __global real* restrict a) {
  S7_TAKE_CELL;
  a[p] -= SF_DIVIDE(numbers[S7_SUM], numbers[S7_CELLS]);
}

#if S7_KIND != S7_FREE
/* The symmetric part in single precision. */
S7_KERNEL void round_coefficients(S7_PROGRESS_PARAMETER, S7_MATRIX_PARAMETERS, const int count,
                                  __global float* restrict to_a0, __global float* restrict to_a1,
                                  __global float* restrict to_a3, __global float* restrict to_a5) {
  S7_TAKE_CELL;
  to_a0[p] = S7_DIAGONAL(&matrix, p);
  to_a1[p] = S7_S1(&matrix, p);
  to_a3[p] = S7_S3(&matrix, p);
  to_a5[p] = S7_ALONG_Z(S7_S5(&matrix, p));
}
#endif

/* The systems of the lines of cells along an axis, side by side: row k of a line is at
   k lines + line. */
typedef struct {
  int at; /* in the arrays of the lines */
  int p;  /* in those of the system */
} S7LineCell;

SF_INLINE S7LineCell line_cell(int axis, int n1, int n2, int n3, int i, int j, int k) {
  const int in_line = axis == 0 ? i : axis == 1 ? j : k;
  const int line = axis == 0 ? j + n2 * k : axis == 1 ? i + n1 * k : i + n1 * j;
  const int lines = axis == 0 ? n2 * n3 : axis == 1 ? n1 * n3 : n1 * n2;
#ifdef S7_FLAT
  const int ghosts_of_z = 0;
#else
  const int ghosts_of_z = (n1 + 2) * (n2 + 2) * (k + 1);
#endif
  const S7LineCell cell = {in_line * lines + line, i + 1 + (n1 + 2) * (j + 1) + ghosts_of_z};
  return cell;
}

#define S7_LINE_PARAMETERS \
  S7_PROGRESS_PARAMETER, const int axis, const int n1, const int n2, const int n3
#define S7_TAKE_LINE_CELL                                         \
  S7_RETURN_IF_ENDED;                                             \
  const int i = get_global_id(0), k = (int)get_global_id(1) / n2; \
  const int j = (int)get_global_id(1) - k * n2;                   \
  if (i >= n1 || k >= n3) return;                                 \
  const S7LineCell cell = line_cell(axis, n1, n2, n3, i, j, k)

S7_KERNEL void set_line_rows(S7_LINE_PARAMETERS, S7_MATRIX_PARAMETERS, __global real* restrict low,
                             __global real* restrict middle, __global real* restrict high) {
  S7_TAKE_LINE_CELL;
  S7_TAKE_MATRIX;
  const S7Matrix* m = &matrix;
  const int p = cell.p, is_cell = S7_IS_CELL(m, p);
  const real before[3] = {S7_OPEN(m, p, p - 1, S7_S2(m, p)), S7_OPEN(m, p, p - row, S7_S4(m, p)),
                          S7_ALONG_Z(S7_OPEN(m, p, p - plane, S7_S6(m, p)))};
  const real after[3] = {S7_OPEN(m, p, p + 1, S7_S1(m, p)), S7_OPEN(m, p, p + row, S7_S3(m, p)),
                         S7_ALONG_Z(S7_OPEN(m, p, p + plane, S7_S5(m, p)))};
  low[cell.at] = is_cell ? -before[axis] : 0.0;
  middle[cell.at] = is_cell ? S7_DIAGONAL(m, p) : 1.0;
  high[cell.at] = is_cell ? -after[axis] : 0.0;
}

/* Right-hand sides of the lines. */
S7_KERNEL void gather_lines(S7_LINE_PARAMETERS, __global const real* restrict r,
                            __global real* restrict right) {
  S7_TAKE_LINE_CELL;
  right[cell.at] = r[cell.p];
}

/* Their solutions, to be added or not. */
S7_KERNEL void scatter_lines(S7_LINE_PARAMETERS, const int add,
                             __global const real* restrict solution, __global real* restrict z) {
  S7_TAKE_LINE_CELL;
  z[cell.p] = add ? z[cell.p] + solution[cell.at] : solution[cell.at];
}
