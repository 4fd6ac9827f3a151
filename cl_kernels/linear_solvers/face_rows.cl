// Rows of a system on polyhedra and of the levels of its multigrid: macros/linear_solvers/
// face_rows.h. A work-item has a cell, or a face. Once the iterations have ended, nothing changes
// any more.
#include "linear_solvers/add_lanes.h"
#include "linear_solvers/face_level.h"

#define SF_TAKE_ITEM(count)              \
  const SfFaceLevel own = levels[level]; \
  const int i = get_global_id(0);        \
  if (!SF_IS_GOING_ON || i >= (count)) return

SF_SUM_KERNEL void find_residual(SF_LEVEL_PARAMETERS, SF_MATRIX_PARAMETERS,
                                 __global const real* restrict f, __global const real* restrict x,
                                 __global real* restrict r, __global real* restrict sums) {
  const SfFaceLevel own = levels[level];
  SF_TAKE_VALUES(SF_IS_GOING_ON ? own.cells : 0);
  SF_FOR_VALUES(k, i) {
    if (i >= end) continue;
    const real residual = f[i] - SF_TIMES(own, x, i);
    r[i] = residual;
    mine[k] = residual * residual;
  }
  sf_store_sums(values, mine, sums);
}

/* y = A x; sums of y `with`. */
SF_SUM_KERNEL void multiply(SF_LEVEL_PARAMETERS, SF_MATRIX_PARAMETERS, __global const real* x,
                            __global real* restrict y, __global const real* with,
                            __global real* restrict sums) {
  const SfFaceLevel own = levels[level];
  SF_TAKE_VALUES(SF_IS_GOING_ON ? own.cells : 0);
  SF_FOR_VALUES(k, i) {
    if (i >= end) continue;
    const real product = SF_TIMES(own, x, i);
    y[i] = product;
    mine[k] = product * with[i];
  }
  sf_store_sums(values, mine, sums);
}

SF_FACE_KERNEL void divide_by_diagonal(SF_LEVEL_PARAMETERS, __global const real* restrict diagonal,
                                       __global const real* restrict r, __global real* restrict z) {
  SF_TAKE_ITEM(own.cells);
  z[i] = SF_DIVIDE(r[i], diagonal[own.cell + i]);
}

SF_FACE_KERNEL void take_mean_out(SF_LEVEL_PARAMETERS, __global const real* restrict numbers,
                                  __global real* restrict a) {
  SF_TAKE_ITEM(own.cells);
  a[i] -= SF_DIVIDE(numbers[S7_SUM], numbers[S7_CELLS]);
}

/* The entries of the rows of a level, and its diagonal. */
SF_FACE_KERNEL void set_rows(SF_LEVEL_PARAMETERS, __global const int* restrict columns,
                             __global const int* restrict long_starts,
                             __global const int* restrict faces, __global const real* restrict a,
                             __global const real* restrict b, __global real* entries,
                             __global real* restrict diagonal) {
  SF_TAKE_ITEM(own.cells);
  const SfFaceRow row = sf_face_row(own, columns, long_starts, i);
  for (int k = 0, at = row.begin; k < row.count && columns[at] >= 0; ++k, at += row.stride)
    entries[at] = a[own.face + faces[at]];
  diagonal[own.cell + i] = sf_face_diagonal(columns, entries, row, b[own.cell + i]);
}

/* The coefficients of the next coarser level. */
SF_FACE_KERNEL void sum_faces(SF_LEVEL_PARAMETERS, __global const int* restrict sum_starts,
                              __global const int* restrict sum_faces,
                              __global const real* restrict sum_ratios, __global real* a) {
  const SfFaceLevel next = levels[level + 1];
  SF_TAKE_ITEM(next.faces);
  a[next.face + i] = sf_sum_of_faces(sum_faces, sum_ratios, a + own.face, sum_starts[own.sum + i],
                                     sum_starts[own.sum + i + 1]);
}

SF_FACE_KERNEL void sum_sides(SF_LEVEL_PARAMETERS, __global const int* restrict member_starts,
                              __global const int* restrict members,
                              __global const real* restrict side_ratios, __global real* b) {
  const SfFaceLevel next = levels[level + 1];
  SF_TAKE_ITEM(next.cells);
  b[next.cell + i] =
      sf_sum_of_sides(members, side_ratios + own.cell, b + own.cell, member_starts[own.member + i],
                      member_starts[own.member + i + 1]);
}

/* Step `number` of the smoother; vectors begin with the cells of the level. */
SF_FACE_KERNEL void smooth(SF_LEVEL_PARAMETERS, SF_MATRIX_PARAMETERS, const int number,
                           const int from_zero, const real factor_before,
                           const real factor_residual, __global const real* from,
                           const int from_begin, __global const real* d, __global real* r,
                           __global real* d_next, __global real* x, const int x_begin) {
  SF_TAKE_ITEM(own.cells);
  const S7Chebyshev factors = {factor_before, factor_residual};
  __global const real* const before = d + own.cell;
  const real product = number > 0 ? SF_TIMES(own, before, i) : (real)0.0;
  smooth_face_cell(own, factors, number, from_zero, product, from + from_begin, before,
                   r + own.cell, d_next + own.cell, x + x_begin, diagonal[own.cell + i], i);
}

/* The residual after the last direction. */
SF_FACE_KERNEL void leave_residual(SF_LEVEL_PARAMETERS, SF_MATRIX_PARAMETERS,
                                   __global const real* restrict d, __global real* restrict r) {
  SF_TAKE_ITEM(own.cells);
  __global const real* const direction = d + own.cell;
  r[own.cell + i] -= SF_TIMES(own, direction, i);
}

/* f of the next coarser level. */
SF_FACE_KERNEL void restrict_residual(SF_LEVEL_PARAMETERS,
                                      __global const int* restrict member_starts,
                                      __global const int* restrict members,
                                      __global const real* restrict r, __global real* restrict f,
                                      const int f_begin) {
  const SfFaceLevel next = levels[level + 1];
  SF_TAKE_ITEM(next.cells);
  f[f_begin + i] = sf_sum_of_members(members, r + own.cell, member_starts[own.member + i],
                                     member_starts[own.member + i + 1]);
}

SF_FACE_KERNEL void prolong(SF_LEVEL_PARAMETERS, __global const int* restrict coarse_of,
                            __global const real* coarse, const int coarse_begin, __global real* x,
                            const int x_begin) {
  SF_TAKE_ITEM(own.cells);
  x[x_begin + i] += coarse[coarse_begin + coarse_of[own.cell + i]];
}

/* r = f - A x. */
SF_FACE_KERNEL void find_level_residual(SF_LEVEL_PARAMETERS, SF_MATRIX_PARAMETERS,
                                        __global const real* f, const int f_begin,
                                        __global const real* x, const int x_begin,
                                        __global real* restrict r) {
  SF_TAKE_ITEM(own.cells);
  __global const real* const solution = x + x_begin;
  r[own.cell + i] = f[f_begin + i] - SF_TIMES(own, solution, i);
}
