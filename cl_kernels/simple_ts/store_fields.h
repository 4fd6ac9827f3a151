// Stores new values of a node together with the ghosts that follow it.
#ifndef SLIPFLOW_STORE_FIELDS_H
#define SLIPFLOW_STORE_FIELDS_H

#include "simple_ts/boundary/pressure_side.h"
#include "simple_ts/load_context.h"

/* The fields of iteration k that a kernel stores. */
typedef struct {
  __global stored* restrict u;
  __global stored* restrict v;
  SF_IN_SPACE(__global stored* restrict w;)
  __global stored* restrict T;
  __global stored* restrict rho;
} NewFields;
/* Whether nodes as near to a boundary as P have images at all. Written out with the case's
   constants: with a loop over the axes plane kernels were 8 % slower on NVIDIA. */
SF_INLINE int may_have_images(const SfMesh* m, SfNode P) {
  const int column = m->column + P.i, row = m->row + P.j;
  SF_IN_SPACE(const int layer = m->layer + P.k;)
  return !m->away_from_sides &&
         (column < SF_PAD || column >= SF_NX - SF_PAD || row < SF_PAD ||
          row >= SF_NY - SF_PAD SF_IN_SPACE(|| layer < SF_PAD || layer >= SF_NZ - SF_PAD));
}

/* Where a value is: at the centre of cell P, or on its lower face normal to an axis, as the
   velocity along that axis. */
#define SF_AT_CENTRE SF_AXES

/* What is outside the boundary on the low or the high side of an axis. */
#define SF_LOW_SIDE(axis) SF_BY_AXIS(axis, SF_WEST, SF_SOUTH, SF_BOTTOM)
#define SF_HIGH_SIDE(axis) SF_BY_AXIS(axis, SF_EAST, SF_NORTH, SF_TOP)

/* The images of a value of node P along an axis. */
SF_INLINE SfImages images_along(const SfMesh* m, int axis, int location, SfNode P) {
  const int is_velocity = location != SF_AT_CENTRE;
  const int n = SF_BY_AXIS(axis, SF_NX, SF_NY, SF_NZ);
  const int low = SF_LOW_SIDE(axis), high = SF_HIGH_SIDE(axis);
  return sf_images(sf_place(m, axis, P), n, location == axis ? n : n - 1,
                   is_velocity ? SF_SIDE_OF_VELOCITY(low) : low,
                   is_velocity ? SF_SIDE_OF_VELOCITY(high) : high);
}

/* Stores the value of a location, that of a velocity's axis or SF_AT_CENTRE, at node P. */
SF_INLINE void store(const SfMesh* m, __global stored* field, int location, SfNode P,
                     stored value) {
  if (may_have_images(m, P)) {
    const SfImages x = images_along(m, SF_X, location, P);
    const SfImages y = images_along(m, SF_Y, location, P);
#if SF_AXES == 3
    sf_store_in_space(m, field, P, x, y, images_along(m, SF_Z, location, P), value);
#else
    sf_store(m, field, P, x, y, value);
#endif
  } else {
    field[sf_at(m, P)] = value;
  }
}

/* The ghosts of cell P, whose new values are T and rho, outside prescribed pressures. */
#define SF_PRESSURE_ALONG(axis) \
  (SF_LOW_SIDE(axis) == SF_SIDE_PRESSURE || SF_HIGH_SIDE(axis) == SF_SIDE_PRESSURE)
#if SF_AXES == 3
#define SF_HAS_PRESSURE_SIDES \
  (SF_PRESSURE_ALONG(SF_X) || SF_PRESSURE_ALONG(SF_Y) || SF_PRESSURE_ALONG(SF_Z))
#else
#define SF_HAS_PRESSURE_SIDES (SF_PRESSURE_ALONG(SF_X) || SF_PRESSURE_ALONG(SF_Y))
#endif
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
#ifndef SF_BOTTOM_AT_GHOST
#define SF_BOTTOM_AT_GHOST 0
#endif
#ifndef SF_TOP_AT_GHOST
#define SF_TOP_AT_GHOST 0
#endif
/* What a boundary prescribes, by SF_FACES_. */
SF_INLINE SfPressureSide pressure_side(const SfContext* c, int side) {
  const int axis = side / 2;
  const int low = SF_BY_AXIS(axis, SF_WEST_AT_GHOST, SF_SOUTH_AT_GHOST, SF_BOTTOM_AT_GHOST);
  const int high = SF_BY_AXIS(axis, SF_EAST_AT_GHOST, SF_NORTH_AT_GHOST, SF_TOP_AT_GHOST);
  const SfPressureSide prescribed = {c->sides.p[side], c->sides.T[side],
                                     side % 2 == 0 ? low : high};
  return prescribed;
}
#if SF_HAS_PRESSURE_SIDES
/* Stores the ghosts outside a boundary, by SF_FACES_, and their images along it: an edge or a
   corner outside several such boundaries belongs to the one of the first axis. */
SF_INLINE void store_ghosts_outside(const SfContext* c, int side, __global stored* T_next,
                                    __global stored* rho_next, SfNode P, real T, real rho) {
  const SfMesh* m = &c->mesh;
  const int axis = side / 2, step = side % 2 == 0 ? -1 : 1;
  __global const stored* const q_old = SF_BY_AXIS(axis, c->u_old, c->v_old, c->w_old);
  const real inwards =
      step < 0 ? (real)q_old[sf_at(m, P)] : -(real)q_old[sf_at(m, sf_to(P, axis, 1))];
  const SfGhostState ghost = sf_pressure_ghost(pressure_side(c, side), T, rho, inwards);
  /* As a velocity along the axis: it is copied outside the boundaries of the axes that follow. */
#define SF_ALONG(other) images_along(m, other, (other) > axis ? axis : SF_AT_CENTRE, P)
#if SF_AXES == 3
  sf_store_ghosts(m, axis, T_next, rho_next, P, step, SF_ALONG(SF_NEXT(axis)),
                  SF_ALONG(SF_AFTER(axis)), ghost);
#else
  sf_store_ghosts(m, axis, T_next, rho_next, P, step, SF_ALONG(SF_NEXT(axis)), ghost);
#endif
#undef SF_ALONG
}
SF_INLINE void store_pressure_ghosts(const SfContext* c, __global stored* T_next,
                                     __global stored* rho_next, SfNode P, real T, real rho) {
  const SfMesh* m = &c->mesh;
  if (!may_have_images(m, P)) return;
#define SF_STORE_OUTSIDE(axis)                                                                 \
  if (SF_LOW_SIDE(axis) == SF_SIDE_PRESSURE && sf_place(m, axis, P) == 0)                      \
    store_ghosts_outside(c, 2 * (axis), T_next, rho_next, P, T, rho);                          \
  if (SF_HIGH_SIDE(axis) == SF_SIDE_PRESSURE && sf_place(m, axis, P) == sf_cells(m, axis) - 1) \
    store_ghosts_outside(c, 2 * (axis) + 1, T_next, rho_next, P, T, rho);
  SF_STORE_OUTSIDE(SF_X)
  SF_STORE_OUTSIDE(SF_Y)
  SF_IN_SPACE(SF_STORE_OUTSIDE(SF_Z))
#undef SF_STORE_OUTSIDE
}
#endif

#endif
