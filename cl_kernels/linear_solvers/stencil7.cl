// Rows of seven-point systems and the levels of their multigrid, for the kind of coefficients that
// S7_KIND names: macros/linear_solvers/stencil7.h, multigrid7.h. Once the iterations have ended,
// nothing changes any more.
#include "linear_solvers/add_lanes.h"
#include "linear_solvers/level_cells7.h"
#include "linear_solvers/stencil7_matrix.h"

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

/* Multigrid. `begin`: of a level in the vectors of all coarser levels; 0 on the finest, which has
   its own. A step of the smoother; `from`: the residual that it begins with. */
S7_KERNEL void smooth(S7_PROGRESS_PARAMETER, S7_MATRIX_PARAMETERS, const int count,
                      const int number, const int degree, const int is_before,
                      const real factor_before, const real factor_residual,
                      __global const real* from, __global const real* d, __global real* r,
                      __global real* d_next, __global real* x) {
  S7_TAKE_CELL;
  const S7Smoothing how = {number, degree, is_before};
  const S7Chebyshev factors = {factor_before, factor_residual};
  smooth_cell(&matrix, how, factors, p, from + begin, d + begin, r + begin, d_next + begin,
              x + begin);
}

/* A work-item for each cell (i,j,k) of a level. */
#define S7_TAKE_IJK(cells)                                \
  S7_RETURN_IF_ENDED;                                     \
  const int i = get_global_id(0);                         \
  const int k = (int)get_global_id(1) / (cells).n[1];     \
  const int j = (int)get_global_id(1) - k * (cells).n[1]; \
  if (i >= (cells).n[0] || k >= (cells).n[2]) return

/* A work-item has the cells of an agglomerate with the same i, so that neighbours read adjacent
   values; the first one of a pair adds the sums of both. */
S7_KERNEL void restrict_residual(S7_PROGRESS_PARAMETER, S7_MATRIX_PARAMETERS,
                                 __global const S7Level* restrict levels, const int level,
                                 __global const real* from, __global const real* restrict d,
                                 __global real* r, __global real* coarse) {
  __local real sums[SF_WORK_GROUP];
  const S7Level own = levels[level], next = levels[level + 1];
  const int i = get_global_id(0), t = get_local_id(0);
  const int k = (int)get_global_id(1) / next.n[1], j = (int)get_global_id(1) - k * next.n[1];
  const int is_cell = progress->outcome == S7_GOES_ON && i < own.n[0] && k < next.n[2];
  S7_TAKE_MATRIX;
  real sum = 0.0;
  if (is_cell) sum = restrict_column(&matrix, own, i, j, k, from + begin, d + begin, r + begin);
  sums[t] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int paired = own.shift[0];
  if (!is_cell || (paired && i % 2 > 0)) return;
  if (paired && i + 1 < own.n[0]) sum += sums[t + 1];
  coarse[next.begin + s7_place(next, i >> paired, j, k)] = sum;
}

/* Adds the corrections of agglomerates, then step 0 of the smoother. */
S7_KERNEL void prolong(S7_PROGRESS_PARAMETER, S7_MATRIX_PARAMETERS,
                       __global const S7Level* restrict levels, const int level,
                       __global const real* coarse, __global real* r, __global real* d_next,
                       __global real* x) {
  const S7Level own = levels[level], next = levels[level + 1];
  S7_TAKE_IJK(own);
  S7_TAKE_MATRIX;
  prolong_cell(&matrix, own, next, i, j, k, coarse + next.begin, r + begin, d_next + begin,
               x + begin);
}

S7_KERNEL void coarsen(S7_PROGRESS_PARAMETER, S7_MATRIX_PARAMETERS,
                       __global const S7Level* restrict levels, const int level,
                       const int with_sides, __global const real* side1, __global const real* side2,
                       __global const real* side3, S7_COARSE_PARAMETERS) {
  const S7Level own = levels[level], next = levels[level + 1];
  S7_TAKE_IJK(next);
  S7_TAKE_MATRIX;
  const S7Sides sides = {{with_sides ? side1 + begin : 0, with_sides ? side2 + begin : 0,
                          with_sides && own.plane > 0 ? side3 + begin : 0}};
  coarsen_cell(&matrix, sides, own, next, i, j, k, ratios, to_a0, to_a1, to_a3, to_a5, to_side1,
               to_side2, to_side3);
}

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
