// Conjugate gradients and multigrid for psi: macros/psi_omega/poisson.h on each node of a level.
//
// A level has nodes (i, j), 0 <= i < columns, 0 <= j < rows, in arrays by po_place(nx, i, j). A
// work-item has one of them, or a number of a list.
#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif
#include "linear_solvers/add_lanes.h"
#include "psi_omega/island_psi.h"
#include "psi_omega/poisson.h"

#define PO_KERNEL __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))
#define PO_LEVEL                                                                       \
  const int nx, const int columns, const int rows, __global const real *restrict west, \
      __global const real *restrict south, __global const real *restrict sum,          \
      __global const real *restrict reciprocal
#define PO_THIS_LEVEL \
  { nx, west, south, sum, reciprocal }

/* Right-hand side and residual; h_x and h_y: widths of the cells. */
PO_KERNEL void find_residual(const int nx, const int ny, __global const real* restrict h_x,
                             __global const real* restrict h_y, __global const SfTag* restrict kind,
                             __global const real* restrict psi, __global const real* restrict omega,
                             __global real* restrict right_hand_side,
                             __global real* restrict residual) {
  const int i = 1 + get_global_id(0), j = 1 + get_global_id(1);
  const int at = po_place(nx, i, j);
  if (i >= nx || j >= ny || kind[at] != PO_FLOW) return;
  const PoSource source =
      po_source(kind, psi, omega, nx, at, h_x[i - 1], h_x[i], h_y[j - 1], h_y[j]);
  right_hand_side[at] = source.right_hand_side;
  residual[at] = source.residual;
}

/* A step of the smoother: r becomes the residual before the direction d was added to x. From zero,
   x and the last direction are 0, whatever they hold. */
PO_KERNEL void smooth(PO_LEVEL, const int from_zero, const real factor_before,
                      const real factor_residual, __global const real* restrict d_before,
                      __global real* restrict r, __global real* restrict d,
                      __global real* restrict x) {
  const int i = get_global_id(0), j = get_global_id(1);
  if (i >= columns || j >= rows) return;
  const PoLevel level = PO_THIS_LEVEL;
  const S7Chebyshev factors = {factor_before, factor_residual};
  const int at = po_place(nx, i, j);
  const real residual = from_zero ? r[at] : po_next_residual(&level, r[at], d_before, at);
  const real direction =
      po_next_direction(&level, factors, residual, from_zero ? (real)0.0 : d_before[at], at);
  r[at] = residual;
  d[at] = direction;
  x[at] = (from_zero ? (real)0.0 : x[at]) + direction;
}

/* The residual of each coarse node (i, j) is the sum of those of its 2 x 2 nodes here. */
PO_KERNEL void restrict_residual(PO_LEVEL, const int coarse_nx, const int coarse_columns,
                                 const int coarse_rows, __global const real* restrict d,
                                 __global real* restrict r, __global real* restrict coarse) {
  const int i = get_global_id(0), j = get_global_id(1);
  if (i >= coarse_columns || j >= coarse_rows) return;
  const PoLevel level = PO_THIS_LEVEL;
  real total = 0.0;
  for (int row = 2 * j; row < 2 * j + 2 && row < rows; ++row)
    for (int column = 2 * i; column < 2 * i + 2 && column < columns; ++column) {
      const int at = po_place(nx, column, row);
      r[at] = po_next_residual(&level, r[at], d, at);
      total += r[at];
    }
  coarse[po_place(coarse_nx, i, j)] = total;
}

/* Adds the correction of the coarser level, which becomes the last direction. */
PO_KERNEL void prolong(const int nx, const int columns, const int rows,
                       __global const real* restrict reciprocal, const int coarse_nx,
                       __global const real* restrict coarse, __global real* restrict d,
                       __global real* restrict x) {
  const int i = get_global_id(0), j = get_global_id(1);
  if (i >= columns || j >= rows) return;
  const int at = po_place(nx, i, j);
  d[at] = reciprocal[at] > 0.0 ? coarse[po_place(coarse_nx, i / 2, j / 2)] : (real)0.0;
  x[at] += d[at];
}

/* The last level: x = inverse r for its `count` unknowns; the inverse by columns. */
PO_KERNEL void solve_last_level(const int count, __global const int* restrict places,
                                __global const real* restrict inverse,
                                __global const real* restrict r, __global real* restrict x) {
  const int row = get_global_id(0);
  if (row >= count) return;
  real total = 0.0;
  for (int k = 0; k < count; ++k) total += inverse[k * count + row] * r[places[k]];
  x[places[row]] = total;
}

/* Conjugate gradients: the next direction, and its product with the matrix. */
PO_KERNEL void find_direction(const int count, const int iteration,
                              __global const real* restrict numbers,
                              __global const real* restrict z, __global real* restrict direction) {
  const int k = get_global_id(0);
  if (k < count) direction[k] = po_conjugate(numbers, iteration, z[k], direction[k]);
}

PO_KERNEL void multiply(PO_LEVEL, __global const real* restrict x,
                        __global real* restrict product) {
  const int i = get_global_id(0), j = get_global_id(1);
  if (i >= columns || j >= rows) return;
  const PoLevel level = PO_THIS_LEVEL;
  const int at = po_place(nx, i, j);
  product[at] = po_times(&level, x, at);
}

PO_KERNEL void advance_solution(const int count, const int iteration,
                                __global const real* restrict numbers,
                                __global const real* restrict direction,
                                __global const real* restrict product, __global real* restrict psi,
                                __global real* restrict residual) {
  const int k = get_global_id(0);
  if (k >= count) return;
  const real alpha = po_alpha(numbers, iteration);
  psi[k] += alpha * direction[k];
  residual[k] -= alpha * product[k];
}

/* Sums in the order of macros/sums.h: a group adds a block of products, then one group the sums of
   the blocks. */
SF_SUM_KERNEL void sum_products(const int count, __global const real* restrict a,
                                __global const real* restrict b, __global real* restrict sums) {
  __local real lanes[SF_SUM_LANES];
  const int begin = get_group_id(0) * SF_SUM_BLOCK, end = min(begin + SF_SUM_BLOCK, count);
  real mine = 0.0;
  for (int k = begin + (int)get_local_id(0); k < end; k += SF_SUM_LANES) mine += a[k] * b[k];
  mine = sf_add_lanes(lanes, mine);
  if (get_local_id(0) == 0) sums[get_group_id(0)] = mine;
}

SF_SUM_KERNEL void sum_blocks(const int count, __global const real* restrict blocks,
                              const int number, __global real* restrict numbers) {
  __local real lanes[SF_SUM_LANES];
  real mine = 0.0;
  for (int k = get_local_id(0); k < count; k += SF_SUM_LANES) mine += blocks[k];
  mine = sf_add_lanes(lanes, mine);
  if (get_local_id(0) == 0) numbers[number] = mine;
}

/* The defect of each island, a group for each: faces [first[k], first[k + 1]) are those of island
   k. */
SF_SUM_KERNEL void find_defects(__global const int* restrict first,
                                __global const PoIslandFace* restrict faces,
                                __global const real* restrict psi,
                                __global const real* restrict omega,
                                __global real* restrict defects) {
  __local real lanes[SF_SUM_LANES];
  const int island = get_group_id(0);
  real mine = 0.0;
  for (int k = first[island] + (int)get_local_id(0); k < first[island + 1]; k += SF_SUM_LANES) {
    const PoIslandFace face = faces[k];
    mine += po_defect(&face, psi, omega);
  }
  mine = sf_add_lanes(lanes, mine);
  if (get_local_id(0) == 0) defects[island] = mine;
}

/* psi += the response of an island, times its correction. */
PO_KERNEL void add_response(const int count, const int islands, const int island,
                            __global const real* restrict inverse,
                            __global const real* restrict defects,
                            __global const real* restrict response, __global real* restrict psi) {
  const int k = get_global_id(0);
  if (k < count) psi[k] += po_correction(inverse, defects, islands, island) * response[k];
}
