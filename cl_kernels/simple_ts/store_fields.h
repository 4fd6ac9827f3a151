// Stores new values of a node together with the ghosts that follow it.
#ifndef SLIPFLOW_STORE_FIELDS_H
#define SLIPFLOW_STORE_FIELDS_H

#include "simple_ts/boundary/pressure_side.h"
#include "simple_ts/load_context.h"

/* The fields of iteration k that a kernel stores. */
typedef struct {
  __global stored* restrict u;
  __global stored* restrict v;
  __global stored* restrict T;
  __global stored* restrict rho;
} NewFields;

/* Whether nodes as near to a boundary as P have images at all. */
SF_INLINE int may_have_images(const SfMesh* m, SfNode P) {
  const int column = m->column + P.i;
  const int row = m->row + P.j;
  return !m->away_from_sides &&
         (column < SF_PAD || column >= SF_NX - SF_PAD || row < SF_PAD || row >= SF_NY - SF_PAD);
}

/* Where a value is: at the centre of cell P, or on its lower face normal to an axis, as the
   velocity along that axis. */
#define SF_AT_CENTRE 2

/* The images of a value of node P along each axis. */
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

/* Stores the value of a location, SF_X, SF_Y or SF_AT_CENTRE, at node P. */
SF_INLINE void store(const SfMesh* m, __global stored* field, int location, SfNode P,
                     stored value) {
  if (may_have_images(m, P))
    sf_store(m, field, P, images_in_x(m, location, P.i), images_in_y(m, location, P.j), value);
  else
    field[sf_at(m, P)] = value;
}

/* The ghosts of cell P, whose new values are T and rho, outside prescribed pressures. */
#define SF_HAS_PRESSURE_SIDES                                                                    \
  (SF_WEST == SF_SIDE_PRESSURE || SF_EAST == SF_SIDE_PRESSURE || SF_SOUTH == SF_SIDE_PRESSURE || \
   SF_NORTH == SF_SIDE_PRESSURE)
/* Defined for boundaries with a prescribed pressure only. */
#ifndef SF_WEST_AT_GHOST
#define SF_WEST_AT_GHOST 0
#endif
#ifndef SF_EAST_AT_GHOST
#define SF_EAST_AT_GHOST 0
#endif
#ifndef SF_SOUTH_AT_GHOST
#define SF_SOUTH_AT_GHOST 0
#endif
#ifndef SF_NORTH_AT_GHOST
#define SF_NORTH_AT_GHOST 0
#endif
/* What a boundary prescribes, by SF_FACES_. */
SF_INLINE SfPressureSide pressure_side(const SfContext* c, int side) {
  const int at_ghost = side == SF_FACES_WEST    ? SF_WEST_AT_GHOST
                       : side == SF_FACES_EAST  ? SF_EAST_AT_GHOST
                       : side == SF_FACES_SOUTH ? SF_SOUTH_AT_GHOST
                                                : SF_NORTH_AT_GHOST;
  const SfPressureSide prescribed = {c->sides.p[side], c->sides.T[side], at_ghost};
  return prescribed;
}
#if SF_HAS_PRESSURE_SIDES
/* Stores the ghosts outside a boundary, by SF_FACES_; step: -1 or 1, away from the domain. */
SF_INLINE void store_ghosts_outside(const SfContext* c, int side, int step, SfImages along,
                                    __global stored* T_next, __global stored* rho_next, SfNode P,
                                    real T, real rho) {
  const SfMesh* m = &c->mesh;
  const int axis = side < SF_FACES_SOUTH ? SF_X : SF_Y;
  __global const stored* const q_old = axis == SF_X ? c->u_old : c->v_old;
  const real inwards =
      step < 0 ? (real)q_old[sf_at(m, P)] : -(real)q_old[sf_at(m, sf_to(P, axis, 1))];
  sf_store_ghosts(m, axis, T_next, rho_next, P, step, along,
                  sf_pressure_ghost(pressure_side(c, side), T, rho, inwards));
}
SF_INLINE void store_pressure_ghosts(const SfContext* c, __global stored* T_next,
                                     __global stored* rho_next, SfNode P, real T, real rho) {
  const SfMesh* m = &c->mesh;
  const int column = m->column + P.i;
  const int row = m->row + P.j;
  if (!may_have_images(m, P)) return;
  /* A corner outside two such boundaries belongs to the one normal to x. */
  const SfImages along_y = images_in_y(m, SF_X, P.j);
  const SfImages along_x = images_in_x(m, SF_AT_CENTRE, P.i);
  if (SF_WEST == SF_SIDE_PRESSURE && column == 0)
    store_ghosts_outside(c, SF_FACES_WEST, -1, along_y, T_next, rho_next, P, T, rho);
  if (SF_EAST == SF_SIDE_PRESSURE && column == SF_NX - 1)
    store_ghosts_outside(c, SF_FACES_EAST, 1, along_y, T_next, rho_next, P, T, rho);
  if (SF_SOUTH == SF_SIDE_PRESSURE && row == 0)
    store_ghosts_outside(c, SF_FACES_SOUTH, -1, along_x, T_next, rho_next, P, T, rho);
  if (SF_NORTH == SF_SIDE_PRESSURE && row == SF_NY - 1)
    store_ghosts_outside(c, SF_FACES_NORTH, 1, along_x, T_next, rho_next, P, T, rho);
}
#endif

#endif
