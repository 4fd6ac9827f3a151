// Stores new values of a node together with the ghosts that follow it.
#ifndef SLIPFLOW_STORE_FIELDS_H
#define SLIPFLOW_STORE_FIELDS_H

#include "simple_ts/boundary/pressure_side.h"
#include "simple_ts/load_context.h"

/* Whether nodes as near to a boundary as (i,j) have images at all. */
SF_INLINE int may_have_images(const SfMesh* m, int i, int j) {
  const int column = m->column + i;
  const int row = m->row + j;
  return !m->away_from_sides &&
         (column < SF_PAD || column >= SF_NX - SF_PAD || row < SF_PAD || row >= SF_NY - SF_PAD);
}

/* Where a value is: at the centre of cell (i,j), or on its lower face normal to an axis, as the
   velocity along that axis. */
#define SF_AT_CENTRE 2

/* The images of a value at (i,j) along each axis. */
SF_INLINE SfImages images_in_x(const SfMesh* m, int location, int i) {
  const int is_velocity = location != SF_AT_CENTRE;
  return sf_images(m->column + i, SF_NX, location == SF_X ? SF_NX : SF_NX - 1,
                   is_velocity ? SF_SIDE_OF_VELOCITY(SF_WEST) : SF_WEST,
                   is_velocity ? SF_SIDE_OF_VELOCITY(SF_EAST) : SF_EAST);
}
SF_INLINE SfImages images_in_y(const SfMesh* m, int location, int j) {
  const int is_velocity = location != SF_AT_CENTRE;
  return sf_images(m->row + j, SF_NY, location == SF_Y ? SF_NY : SF_NY - 1,
                   is_velocity ? SF_SIDE_OF_VELOCITY(SF_SOUTH) : SF_SOUTH,
                   is_velocity ? SF_SIDE_OF_VELOCITY(SF_NORTH) : SF_NORTH);
}

/* Stores the value of a location, SF_X, SF_Y or SF_AT_CENTRE, at (i,j). */
SF_INLINE void store(const SfMesh* m, __global stored* field, int location, int i, int j,
                     stored value) {
  if (may_have_images(m, i, j))
    sf_store(m, field, i, j, images_in_x(m, location, i), images_in_y(m, location, j), value);
  else
    field[sf_at(m, i, j)] = value;
}

/* The ghosts of cell (i,j), whose new values are T and rho, outside prescribed pressures. */
#define SF_HAS_PRESSURE_SIDES                                                                    \
  (SF_WEST == SF_SIDE_PRESSURE || SF_EAST == SF_SIDE_PRESSURE || SF_SOUTH == SF_SIDE_PRESSURE || \
   SF_NORTH == SF_SIDE_PRESSURE)
#if SF_HAS_PRESSURE_SIDES
/* Stores the ghosts outside a boundary normal to the axis; step: -1 or 1, away from the domain. */
SF_INLINE void store_ghosts_outside(const SfContext* c, SfPressureSide side, int axis, int step,
                                    SfImages along, __global stored* T_next,
                                    __global stored* rho_next, int i, int j, real T, real rho) {
  const SfMesh* m = &c->mesh;
  const int ai = axis == SF_X, aj = axis == SF_Y;
  __global const stored* const q_old = axis == SF_X ? c->u_old : c->v_old;
  const real inwards =
      step < 0 ? (real)q_old[sf_at(m, i, j)] : -(real)q_old[sf_at(m, i + ai, j + aj)];
  sf_store_ghosts(m, axis, T_next, rho_next, i, j, step, along,
                  sf_pressure_ghost(side, T, rho, inwards));
}
SF_INLINE void store_pressure_ghosts(const SfContext* c, __global stored* T_next,
                                     __global stored* rho_next, int i, int j, real T, real rho) {
  const SfMesh* m = &c->mesh;
  const int column = m->column + i;
  const int row = m->row + j;
  if (!may_have_images(m, i, j)) return;
  /* A corner outside two such boundaries belongs to the one normal to x. */
  const SfImages along_y = images_in_y(m, SF_X, j);
  const SfImages along_x = images_in_x(m, SF_AT_CENTRE, i);
#if SF_WEST == SF_SIDE_PRESSURE
  const SfPressureSide west = {c->sides.p[0], c->sides.T[0], SF_WEST_AT_GHOST};
  if (column == 0) store_ghosts_outside(c, west, SF_X, -1, along_y, T_next, rho_next, i, j, T, rho);
#endif
#if SF_EAST == SF_SIDE_PRESSURE
  const SfPressureSide east = {c->sides.p[1], c->sides.T[1], SF_EAST_AT_GHOST};
  if (column == SF_NX - 1)
    store_ghosts_outside(c, east, SF_X, 1, along_y, T_next, rho_next, i, j, T, rho);
#endif
#if SF_SOUTH == SF_SIDE_PRESSURE
  const SfPressureSide south = {c->sides.p[2], c->sides.T[2], SF_SOUTH_AT_GHOST};
  if (row == 0) store_ghosts_outside(c, south, SF_Y, -1, along_x, T_next, rho_next, i, j, T, rho);
#endif
#if SF_NORTH == SF_SIDE_PRESSURE
  const SfPressureSide north = {c->sides.p[3], c->sides.T[3], SF_NORTH_AT_GHOST};
  if (row == SF_NY - 1)
    store_ghosts_outside(c, north, SF_Y, 1, along_x, T_next, rho_next, i, j, T, rho);
#endif
}
#endif

#endif
