// The system of a step of method transport, and the end of the step. Arrays have a value per cell
// and one layer of ghosts, transport/box.h; a work-item has cell (x, y % n2, y / n2). Cells of
// bodies are left alone. Arrays that a case does not need may be any other one.
#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif
#include "common/reduce_local.h"
#include "transport/rows.h"

#define TR_KERNEL __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))

#define TR_BOX_PARAMETERS                                                                        \
  const int n1, const int n2, const int n3, const int row, const int plane, const int has_scale, \
      const int has_flow, const int is_upwind, const int sources, const real k1, const real k2,  \
      const real k3, const real reaction, __global const real *restrict widths,                  \
      __global const SfTag *restrict tag, __global const real *restrict scale,                   \
      __global const real *restrict u, __global const real *restrict v,                          \
      __global const real *restrict w, __global const TrWall *restrict walls,                    \
      __global const real *restrict wall_values, __global const TrSource *restrict source,       \
      __global const real *restrict source_values, __global const real *restrict factors
#define TR_BOX                                                                                 \
  {                                                                                            \
    {n1, n2, n3}, row, plane, has_scale, has_flow, is_upwind, sources, {k1, k2, k3}, reaction, \
        widths, tag, scale, u, v, w, walls, wall_values, source, source_values, factors        \
  }

#define TR_TAKE_CELL                                          \
  const int i = get_global_id(0), line = get_global_id(1);    \
  const TrBox box = TR_BOX;                                   \
  if (i >= n1 || line >= n2 * n3) return;                     \
  const TrCell cell = tr_cell(&box, i, line % n2, line / n2); \
  if (tag[cell.p]) return

/* The coefficients of linear_solvers/stencil7.h; of a symmetric matrix every second one alone. */
TR_KERNEL void set_coefficients(TR_BOX_PARAMETERS, const real mass, const int is_symmetric,
                                __global real* restrict a0, __global real* restrict a1,
                                __global real* restrict a2, __global real* restrict a3,
                                __global real* restrict a4, __global real* restrict a5,
                                __global real* restrict a6, __global real* restrict fixed_x,
                                __global real* restrict fixed_y, __global real* restrict fixed_z) {
  TR_TAKE_CELL;
  const TrRow equation = tr_row(&box, &cell, mass);
  a0[cell.p] = equation.a[0];
  a1[cell.p] = equation.a[1];
  a3[cell.p] = equation.a[3];
  fixed_x[cell.p] = equation.fixed[0];
  fixed_y[cell.p] = equation.fixed[1];
  if (!is_symmetric) {
    a2[cell.p] = equation.a[2];
    a4[cell.p] = equation.a[4];
  }
  if (plane > 0) {
    a5[cell.p] = equation.a[5];
    fixed_z[cell.p] = equation.fixed[2];
    if (!is_symmetric) a6[cell.p] = equation.a[6];
  }
}

/* Sets the right-hand side, the initial guess x, and phi before the step. */
TR_KERNEL void set_right_hand_side(TR_BOX_PARAMETERS, const real mass,
                                   __global const real* restrict phi, __global real* restrict f,
                                   __global real* restrict x, __global real* restrict before) {
  TR_TAKE_CELL;
  f[cell.p] = tr_right_hand_side(&box, &cell, mass, phi[cell.p]);
  x[cell.p] = phi[cell.p];
  before[cell.p] = phi[cell.p];
}

/* The largest change of phi of each work-group goes to `largest`. */
TR_KERNEL void end_step(const int n1, const int n2, const int n3, const int row, const int plane,
                        __global const SfTag* restrict tag, const int is_middle,
                        __global const real* restrict x, __global const real* restrict before,
                        __global real* restrict phi, __global real* restrict largest) {
  __local real scratch[SF_WORK_GROUP];
  const int i = get_global_id(0);
  real change = 0.0;
  for (int line = get_global_id(1); i < n1 && line < n2 * n3; line += get_global_size(1)) {
    const int p = i + 1 + row * (line % n2 + 1) + plane * (line / n2 + 1);
    if (tag[p]) continue;
    phi[p] = tr_end_of_step(before[p], x[p], is_middle);
    SF_KEEP_LARGEST(change, phi[p] - before[p]);
  }
  change = reduce_local_maximum(scratch, get_local_id(0), change);
  if (get_local_id(0) == 0) largest[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = change;
}
