// Stores new values of a node together with the ghosts that follow it.
#ifndef SLIPFLOW_STORE_FIELDS_H
#define SLIPFLOW_STORE_FIELDS_H

#include "simple_ts/boundary/pressure_side.h"
#include "simple_ts/load_context.h"

/* The boundaries of each axis, as velocities treat them. */
#define SF_VELOCITY_X SF_SIDE_OF_VELOCITY(SF_WEST), SF_SIDE_OF_VELOCITY(SF_EAST)
#define SF_VELOCITY_Y SF_SIDE_OF_VELOCITY(SF_SOUTH), SF_SIDE_OF_VELOCITY(SF_NORTH)

/* Whether nodes as near to a boundary as (i,j) have images at all. */
SF_INLINE int may_have_images(const SfMesh* m, int i, int j) {
  const int column = m->column + i;
  const int row = m->row + j;
  return !m->away_from_sides &&
         (column < SF_PAD || column >= SF_NX - SF_PAD || row < SF_PAD || row >= SF_NY - SF_PAD);
}

/* A value at a cell centre. */
SF_INLINE void store_c(const SfMesh* m, __global stored* field, int i, int j, stored value) {
  if (may_have_images(m, i, j))
    sf_store(m, field, i, j, sf_images(m->column + i, SF_NX, SF_NX - 1, SF_WEST, SF_EAST),
             sf_images(m->row + j, SF_NY, SF_NY - 1, SF_SOUTH, SF_NORTH), value);
  else
    field[sf_at(m, i, j)] = value;
}
/* A value on a face normal to x. */
SF_INLINE void store_fx(const SfMesh* m, __global stored* field, int i, int j, stored value) {
  if (may_have_images(m, i, j))
    sf_store(m, field, i, j, sf_images(m->column + i, SF_NX, SF_NX, SF_VELOCITY_X),
             sf_images(m->row + j, SF_NY, SF_NY - 1, SF_VELOCITY_Y), value);
  else
    field[sf_at(m, i, j)] = value;
}
/* A value on a face normal to y. */
SF_INLINE void store_fy(const SfMesh* m, __global stored* field, int i, int j, stored value) {
  if (may_have_images(m, i, j))
    sf_store(m, field, i, j, sf_images(m->column + i, SF_NX, SF_NX - 1, SF_VELOCITY_X),
             sf_images(m->row + j, SF_NY, SF_NY, SF_VELOCITY_Y), value);
  else
    field[sf_at(m, i, j)] = value;
}

/* The ghosts of cell (i,j), whose new values are T and rho, outside prescribed pressures. */
#define SF_HAS_PRESSURE_SIDES                                                                    \
  (SF_WEST == SF_SIDE_PRESSURE || SF_EAST == SF_SIDE_PRESSURE || SF_SOUTH == SF_SIDE_PRESSURE || \
   SF_NORTH == SF_SIDE_PRESSURE)
#if SF_HAS_PRESSURE_SIDES
SF_INLINE void store_pressure_ghosts(const SfContext* c, __global stored* T_next,
                                     __global stored* rho_next, int i, int j, real T, real rho) {
  const SfMesh* m = &c->mesh;
  const int column = m->column + i;
  const int row = m->row + j;
  if (!may_have_images(m, i, j)) return;
  /* A corner outside two such boundaries belongs to the one normal to x. */
  const SfImages along_y = sf_images(row, SF_NY, SF_NY - 1, SF_VELOCITY_Y);
  const SfImages along_x = sf_images(column, SF_NX, SF_NX - 1, SF_WEST, SF_EAST);
#if SF_WEST == SF_SIDE_PRESSURE
  const SfPressureSide west = {SF_WEST_P, SF_WEST_T, SF_WEST_AT_GHOST};
  if (column == 0)
    sf_store_ghost_x(m, T_next, rho_next, i, j, -1, along_y,
                     sf_pressure_ghost(west, T, rho, (real)c->u_old[sf_at(m, i, j)]));
#endif
#if SF_EAST == SF_SIDE_PRESSURE
  const SfPressureSide east = {SF_EAST_P, SF_EAST_T, SF_EAST_AT_GHOST};
  if (column == SF_NX - 1)
    sf_store_ghost_x(m, T_next, rho_next, i, j, 1, along_y,
                     sf_pressure_ghost(east, T, rho, -(real)c->u_old[sf_at(m, i + 1, j)]));
#endif
#if SF_SOUTH == SF_SIDE_PRESSURE
  const SfPressureSide south = {SF_SOUTH_P, SF_SOUTH_T, SF_SOUTH_AT_GHOST};
  if (row == 0)
    sf_store_ghost_y(m, T_next, rho_next, i, j, -1, along_x,
                     sf_pressure_ghost(south, T, rho, (real)c->v_old[sf_at(m, i, j)]));
#endif
#if SF_NORTH == SF_SIDE_PRESSURE
  const SfPressureSide north = {SF_NORTH_P, SF_NORTH_T, SF_NORTH_AT_GHOST};
  if (row == SF_NY - 1)
    sf_store_ghost_y(m, T_next, rho_next, i, j, 1, along_x,
                     sf_pressure_ghost(north, T, rho, -(real)c->v_old[sf_at(m, i, j + 1)]));
#endif
}
#endif

#endif
