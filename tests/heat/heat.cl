// A time step of heat conduction, a cell per work-item.
// T, T_next, tag: fields by mesh::Layout; x, y: the axes, macros/indexing.h; walls: heat.h;
// largest: the largest change of T of each work-group. Cells of walls are left alone.
#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif
#include "common/reduce_local.h"
#include "heat.h"

__kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void advance_temperature(
    const int nx, const int ny, __global const real* restrict x, __global const real* restrict y,
    __global const SfTag* restrict tag, __global const real* restrict walls, const real alpha_dt,
    __global const stored* restrict T, __global stored* restrict T_next,
    __global real* restrict largest) {
  __local real scratch[SF_WORK_GROUP];
  const int i = get_global_id(0);
  const int j = get_global_id(1);
  const HeatBox box = {sf_whole_mesh(nx, ny, nx + 2 * SF_PAD, 0, 0, 0, 0, x, y), tag, walls, T};
  const int at = sf_at(&box.mesh, sf_node(i, j));
  real change = 0.0;
  if (i < nx && !tag[at]) {
    const real new_T = heat_next_T(&box, i, j, alpha_dt);
    change = SF_ABS(new_T - (real)T[at]);
    T_next[at] = new_T;
  }
  change = reduce_local_maximum(scratch, get_local_id(0), change);
  if (get_local_id(0) == 0) largest[j * get_num_groups(0) + get_group_id(0)] = change;
}
