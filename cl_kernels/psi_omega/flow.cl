// The parts of a step of method psi_omega that work on each node by itself.
//
// Arrays have a value per node, by po_place(). A work-item has a node (1 + x, 1 + y) of the inner
// ones, or a number of a list. For a maximum it has several nodes of a column. `largest` takes the
// maximum of each work-group.
#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif
#include "common/reduce_local.h"
#include "psi_omega/rows.h"
#include "psi_omega/wall_vorticity.h"

#define PO_KERNEL __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))

SF_INLINE void store_largest(__global real* largest, __local real* scratch, real value) {
  value = reduce_local_maximum(scratch, get_local_id(0), value);
  if (get_local_id(0) == 0) largest[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = value;
}

/* With an outlet the nodes on it have a u. */
PO_KERNEL void set_velocities(const int nx, const int ny, __global const real* restrict x,
                              __global const real* restrict y, __global const SfTag* restrict kind,
                              const int has_outlet, __global const real* restrict psi,
                              __global real* restrict u, __global real* restrict v) {
  const int i = 1 + get_global_id(0), j = 1 + get_global_id(1);
  if (i > nx || j >= ny) return;
  const PoNodes n = {nx, ny, x, y, kind, u, v, psi, psi};
  const int at = po_at(&n, i, j);
  if (i == nx && has_outlet) u[at] = po_u(&n, i, j);
  if (i == nx || kind[at] != PO_FLOW) return;
  u[at] = po_u(&n, i, j);
  v[at] = po_v(&n, i, j);
}

/* The largest |u|/dx + |v|/dy. */
PO_KERNEL void find_courant_rate(const int nx, const int ny, __global const real* restrict x,
                                 __global const real* restrict y,
                                 __global const SfTag* restrict kind,
                                 __global const real* restrict u, __global const real* restrict v,
                                 __global real* restrict largest) {
  __local real scratch[SF_WORK_GROUP];
  const int i = 1 + get_global_id(0);
  const PoNodes n = {nx, ny, x, y, kind, u, v, u, u};
  real rate = 0.0;
  for (int j = 1 + get_global_id(1); i < nx && j < ny; j += get_global_size(1))
    if (kind[po_at(&n, i, j)] == PO_FLOW)
      rate = sf_max_keeping_nan(rate, po_courant_rate(&n, i, j));
  store_largest(largest, scratch, rate);
}

/* Vorticity at walls; `jensen`: by Jensen's formula. */
PO_KERNEL void set_wall_vorticity(__global const PoWallNode* restrict walls, const int count,
                                  const int jensen, const real relaxation,
                                  __global const real* restrict psi, __global real* restrict omega,
                                  __global real* restrict largest) {
  __local real scratch[SF_WORK_GROUP];
  const int k = get_global_id(0);
  real size = 0.0;
  if (k < count) {
    const PoWallNode wall = walls[k];
    const real change = (jensen ? po_jensen(&wall, psi) : po_thom(&wall, psi)) - omega[wall.node];
    omega[wall.node] += relaxation * change;
    size = SF_ABS(change);
  }
  store_largest(largest, scratch, size);
}

/* Adds an amount to omega at the nodes of the flow in columns [i0, i1] and rows [j0, j1]. */
PO_KERNEL void add_kick(const int nx, __global const SfTag* restrict kind, const int i0,
                        const int i1, const int j0, const int j1, const real amount,
                        __global real* restrict omega) {
  const int i = i0 + get_global_id(0), j = j0 + get_global_id(1);
  if (i > i1 || j > j1) return;
  const int at = po_place(nx, i, j);
  if (kind[at] == PO_FLOW) omega[at] += amount;
}

/* omega at the outlet after a step, by j; `spacing` of the last column of cells. */
PO_KERNEL void find_outlet_omega(const int nx, const int ny, const real dt, const real spacing,
                                 __global const real* restrict u,
                                 __global const real* restrict omega,
                                 __global real* restrict outlet) {
  const int j = 1 + get_global_id(0);
  const PoNodes n = {nx, ny, u, u, 0, u, u, omega, omega};
  if (j < ny) outlet[j] = po_outlet_omega(&n, dt, spacing, nx, j);
}

PO_KERNEL void store_outlet_omega(const int nx, const int ny, __global const real* restrict outlet,
                                  __global real* restrict omega) {
  const int j = 1 + get_global_id(0);
  if (j < ny) omega[po_place(nx, nx, j)] = outlet[j];
}

/* omega at the outlet is that of the column before. */
PO_KERNEL void copy_to_outlet(const int nx, const int ny, __global real* restrict omega) {
  const int j = 1 + get_global_id(0);
  if (j < ny) omega[po_place(nx, nx, j)] = omega[po_place(nx, nx - 1, j)];
}

PO_KERNEL void copy_values(const int count, __global const real* restrict from,
                           __global real* restrict to) {
  const int k = get_global_id(0);
  if (k < count) to[k] = from[k];
}

/* The largest |a - b| at nodes of the flow. */
PO_KERNEL void find_largest_change(const int nx, const int ny, __global const SfTag* restrict kind,
                                   __global const real* restrict a, __global const real* restrict b,
                                   __global real* restrict largest) {
  __local real scratch[SF_WORK_GROUP];
  const int i = 1 + get_global_id(0);
  real change = 0.0;
  for (int j = 1 + get_global_id(1); i < nx && j < ny; j += get_global_size(1)) {
    const int at = po_place(nx, i, j);
    if (kind[at] == PO_FLOW) change = sf_max_keeping_nan(change, SF_ABS(a[at] - b[at]));
  }
  store_largest(largest, scratch, change);
}

/* The largest of the maxima of all work-groups, by one group. */
PO_KERNEL void find_largest(const int count, __global const real* restrict values, const int number,
                            __global real* restrict numbers) {
  __local real scratch[SF_WORK_GROUP];
  real mine = 0.0;
  for (int k = get_local_id(0); k < count; k += SF_WORK_GROUP)
    mine = sf_max_keeping_nan(mine, values[k]);
  mine = reduce_local_maximum(scratch, get_local_id(0), mine);
  if (get_local_id(0) == 0) numbers[number] = mine;
}
