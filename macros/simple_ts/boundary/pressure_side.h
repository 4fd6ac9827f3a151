// Ghost cells outside a boundary with a prescribed pressure; docs/methods/simple-ts.md (55), (56).
//
//     ghost   |  cell
//      p_g   p_b   p        p_b on the face: the mean of both
//
// Velocities have no gradient there. Inflow has the temperature of the boundary, outflow its own.
#ifndef SLIPFLOW_PRESSURE_SIDE_H
#define SLIPFLOW_PRESSURE_SIDE_H

#include "simple_ts/ghost_images.h"

/* What a boundary imposes, on the face or, as older programs do, in the centre of a ghost cell. */
typedef struct {
  real p;
  real T;
  int at_ghost;
} SfPressureSide;

typedef struct {
  real T;
  real rho;
} SfGhostState;

/* (55) The value beyond a face whose mean with the value inside is that on the face; never less
   than a quarter of it, which only a poor initial state needs. A NaN stays one. */
SF_INLINE real sf_mirrored(real on_face, real inside) {
  const real beyond = 2.0 * on_face - inside;
  const real least = 0.25 * on_face;
  return beyond < least ? least : beyond;
}

/* The velocity into the domain, in V0, from which on gas has the temperature of inflow. Slower gas
   has a mixture of both, so that the temperature does not jump where the flow reverses. */
#define SF_ENTERS_AT 0x1p-10

/* (56) State of the ghost cells from that of the cell inside, both of one iteration; `inwards`:
   velocity into the domain at the old time level. */
SF_INLINE SfGhostState sf_pressure_ghost(SfPressureSide side, real T, real rho, real inwards) {
  const real T_entering = side.at_ghost ? side.T : sf_mirrored(side.T, T);
  const real p = side.at_ghost ? side.p : sf_mirrored(side.p, rho * T);
  const real part = inwards * (1.0 / SF_ENTERS_AT);
  const real mixture = part > 0.0 ? T + part * (T_entering - T) : T;
  SfGhostState ghost;
  ghost.T = sf_as_stored(part < 1.0 ? mixture : T_entering);
  ghost.rho = SF_DIVIDE(p, ghost.T);
  return ghost;
}

/* The other ghosts of an axis, from the first one outside a boundary on; step: -1 or 1, away from
   the domain. */
SF_INLINE SfImages sf_other_ghosts(int step) {
  SfImages others = {0, 0, 0, 0};
  if (step < 0) others.lo0 = 1 - SF_PAD;
  if (step > 0) others.hi0 = 1, others.hi1 = SF_PAD;
  return others;
}

#if SF_AXES == 3
/* Stores the ghosts of cell P outside a boundary normal to the axis, and their images along the
   boundary: of the axes that follow. */
SF_INLINE void sf_store_ghosts(const SfMesh* m, int axis, SF_GLOBAL stored* T,
                               SF_GLOBAL stored* rho, SfNode P, int step, SfImages next,
                               SfImages after, SfGhostState ghost) {
  const SfNode outside = sf_to(P, axis, step);
  const SfImages others = sf_other_ghosts(step);
  const SfImages of_x = SF_BY_AXIS(axis, others, after, next);
  const SfImages of_y = SF_BY_AXIS(axis, next, others, after);
  const SfImages of_z = SF_BY_AXIS(axis, after, next, others);
  sf_store_in_space(m, T, outside, of_x, of_y, of_z, (stored)ghost.T);
  sf_store_in_space(m, rho, outside, of_x, of_y, of_z, (stored)ghost.rho);
}
#else
/* Stores the ghosts of cell P outside a boundary normal to the axis, and their images along it.
 */
SF_INLINE void sf_store_ghosts(const SfMesh* m, int axis, SF_GLOBAL stored* T,
                               SF_GLOBAL stored* rho, SfNode P, int step, SfImages along,
                               SfGhostState ghost) {
  const SfNode outside = sf_to(P, axis, step);
  const SfImages others = sf_other_ghosts(step);
  const SfImages of_x = axis == SF_X ? others : along;
  const SfImages of_y = axis == SF_X ? along : others;
  sf_store(m, T, outside, of_x, of_y, (stored)ghost.T);
  sf_store(m, rho, outside, of_x, of_y, (stored)ghost.rho);
}
#endif

#endif
