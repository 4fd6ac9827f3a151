// What the march of the fused inner iteration loads: the row ahead in the own column, the
// neighbouring columns, and all rows before the first. For advance_inner_iteration.cl, with
// SF_MARCH.
#ifndef SLIPFLOW_INNER_ITERATION_LOADS_H
#define SLIPFLOW_INNER_ITERATION_LOADS_H

#include "simple_ts/march_windows.h"

/* The last row of T and u that the lead phase reads; of v and rho it reads one more. What lies a
   row above is loaded at the same time. */
#define SF_LAST_ROW (SF_CONVECTION == SF_UPWIND ? 1 : 2)

/* Rows of the march between two shifts of the windows. A second one saves half the moves between
   registers, where there are enough of them: on NVIDIA's GPUs, with the windows of corrections only
   away from boundaries and on a uniform mesh. There the old level is loaded a row ahead too. */
#ifdef __NV_CL_C_VERSION
#define SF_ROWS_PER_SHIFT (SF_CONVECTION == SF_UPWIND ? 2 : 1)
#if defined(SF_HX) && defined(SF_HY)
#define SF_ROWS_PER_SHIFT_AWAY 2
#else
#define SF_ROWS_PER_SHIFT_AWAY SF_ROWS_PER_SHIFT
#endif
#else
#define SF_ROWS_PER_SHIFT 1
#define SF_ROWS_PER_SHIFT_AWAY 1
#endif

/* Rows between the one at hand and the one that is prefetched into the cache. Registers hold the
   loads of one row: at two warps a scheduler these are too few to keep the memory busy. */
#define SF_ROWS_PREFETCHED 4
SF_INLINE void prefetch_row(const SfContext* c, const int j) {
  const int at = place_in_column(c, j + SF_ROWS_PREFETCHED);
  SF_PREFETCH(c->u + at);
  SF_PREFETCH(c->v + at);
  SF_PREFETCH(c->T + at);
  SF_PREFETCH(c->rho + at);
  SF_PREFETCH(c->u_old + at);
  SF_PREFETCH(c->v_old + at);
  SF_PREFETCH(c->T_old + at);
  SF_PREFETCH(c->rho_old + at);
#if SF_EXPLICIT
  SF_PREFETCH(c->C_u + at);
  SF_PREFETCH(c->C_v + at);
  SF_PREFETCH(c->C_T + at);
#endif
}

/* Loads for the next lead phase in the own column; j is the row at hand. */
SF_INLINE void load_ahead(SfContext* c, const int rows_per_shift, const int j) {
  const int at = place_in_column(c, j + SF_LAST_ROW + 1);
  const int above = place_in_column(c, j + SF_LAST_ROW + 2);
  const int old_row = j + rows_per_shift - 1;
  const int old = place_in_column(c, old_row);
  const int old_above = place_in_column(c, old_row + 1);
  prefetch_row(c, j);
  SF_LOAD(c, u, 0, j + SF_LAST_ROW + 1, at);
  SF_LOAD(c, T, 0, j + SF_LAST_ROW + 1, at);
  SF_LOAD(c, v, 0, j + SF_LAST_ROW + 2, above);
  SF_LOAD(c, rho, 0, j + SF_LAST_ROW + 2, above);
  SF_LOAD(c, u_old, 0, old_row, old);
  SF_LOAD(c, T_old, 0, old_row, old);
  SF_LOAD(c, v_old, 0, old_row + 1, old_above);
  SF_LOAD(c, rho_old, 0, old_row + 1, old_above);
}
/* What friction heat reads besides: the gas at a wall face depends on the velocities at both its
   ends, with thermal creep on the temperatures and pressures on both sides of these. */
SF_INLINE void load_for_friction_heat(SfContext* c, const int j) {
  const int far_west = sf_at(&c->mesh, sf_node(-2, j + 1));
  const int far_east = sf_at(&c->mesh, sf_node(2, j + 1));
  const int above_west = place_in_column(c, j + 2) - 1;
  SF_LOAD(c, u, 2, j + 1, far_east);
  SF_LOAD(c, v, -1, j + 2, above_west);
  SF_LOAD(c, T, -2, j + 1, far_west);
  SF_LOAD(c, T, 2, j + 1, far_east);
  SF_LOAD(c, T, -1, j + 2, above_west);
  SF_LOAD(c, rho, -2, j + 1, far_west);
  SF_LOAD(c, rho, 2, j + 1, far_east);
  SF_LOAD(c, rho, -1, j + 2, above_west);
}
/* The neighbouring columns in the lead row, which their own work-items loaded some steps ago. */
SF_INLINE void load_beside(SfContext* c, const int j) {
  const int west = sf_at(&c->mesh, sf_node(-1, j + 1));
  const int east = sf_at(&c->mesh, sf_node(1, j + 1));
  SF_LOAD(c, u, -1, j + 1, west);
  SF_LOAD(c, u, 1, j + 1, east);
  SF_LOAD(c, v, -1, j + 1, west);
  SF_LOAD(c, v, 1, j + 1, east);
  SF_LOAD(c, T, -1, j + 1, west);
  SF_LOAD(c, T, 1, j + 1, east);
  SF_LOAD(c, rho, -1, j + 1, west);
  SF_LOAD(c, rho, 1, j + 1, east);
  SF_LOAD(c, rho_old, -1, j + 1, west);
#if SF_FRICTION_HEAT
  if (c->has_walls) load_for_friction_heat(c, j);
#endif
#if SF_CONVECTION != SF_UPWIND
  const int far_west = sf_at(&c->mesh, sf_node(-2, j + 1));
  SF_LOAD(c, rho, -2, j + 1, far_west);
  /* The slip of v at a wall, in the shear rate of the corner. */
  if (!sf_density_at_wall(c) && c->has_walls)
    SF_LOAD(c, rho, -1, j + 2, place_in_column(c, j + 2) - 1);
#if !SF_EXPLICIT
  SF_LOAD(c, u, 2, j + 1, sf_at(&c->mesh, sf_node(2, j + 1)));
  SF_LOAD(c, T, -2, j + 1, far_west);
  SF_LOAD(c, v, -2, j + 1, far_west);
#endif
#endif
}
/* All of row j, before the march. */
SF_INLINE void load_all(SfContext* c, const SfNode P) {
  const int at = sf_at(&c->mesh, P);
  SF_LOAD(c, u, P.i, P.j, at);
  SF_LOAD(c, v, P.i, P.j, at);
  SF_LOAD(c, T, P.i, P.j, at);
  SF_LOAD(c, rho, P.i, P.j, at);
  SF_LOAD(c, u_old, P.i, P.j, at);
  SF_LOAD(c, v_old, P.i, P.j, at);
  SF_LOAD(c, T_old, P.i, P.j, at);
  SF_LOAD(c, rho_old, P.i, P.j, at);
}
SF_INLINE void load_first_row(SfContext* c, const int j) {
  load_all(c, sf_node(-2, j));
  load_all(c, sf_node(-1, j));
  load_all(c, sf_node(0, j));
  load_all(c, sf_node(1, j));
  load_all(c, sf_node(2, j));
}

#endif
