// What the data of walls have of a piece of cut wall; docs/methods/simple-ts.md (78).
#ifndef SLIPFLOW_CUT_WALL_VALUES_H
#define SLIPFLOW_CUT_WALL_VALUES_H

#include "simple_ts/cut/loads.h"

/* Force on a wall by its parts along the normal out of the gas and along the tangent
   t = (-n_y, n_x). */
typedef struct {
  real normal;
  real tangential;
} SfCutForce;
SF_INLINE SfCutForce sf_cut_force(SF_GLOBAL const SfCutPiece* piece, real x, real y) {
  const SfCutForce force = {piece->n[SF_X] * x + piece->n[SF_Y] * y,
                            piece->n[SF_X] * y - piece->n[SF_Y] * x};
  return force;
}

/* Viscous force on a piece of wall of cell P without that at corners: normal stress and friction
   of its nodes. */
SF_INLINE SfCutForce sf_cut_viscous_force(const SfContext* c, SfNode P, int piece) {
  SF_GLOBAL const SfCutPiece* of = c->cut_pieces + piece;
  real force[2] = {0.0, 0.0};
  for (int axis = 0; axis < 2; ++axis) {
    const SfWallLoads loads = sf_cut_loads(c, P, piece, axis);
    force[axis] += c->gas.B * (of->n[axis] < 0.0 ? -loads.normal : loads.normal);
    force[SF_OTHER(axis)] += c->gas.B * loads.friction;
  }
  return sf_cut_force(of, force[SF_X], force[SF_Y]);
}

/* Force at the corners at which a piece of wall of cell P ends, over its length. */
SF_INLINE SfCutForce sf_cut_corner_force(const SfContext* c, SfNode P, int piece) {
  SF_GLOBAL const SfCutPiece* of = c->cut_pieces + piece;
  return sf_cut_force(of, sf_cut_loads(c, P, piece, SF_X).corner / of->length,
                      sf_cut_loads(c, P, piece, SF_Y).corner / of->length);
}

/* Velocity of the gas at a piece of wall of cell P along t, relative to the wall: slip length times
   shear rate and that by its slip law, with free slip that of its nodes. */
SF_INLINE real sf_cut_slip_velocity(const SfContext* c, SfNode P, int piece) {
  SF_GLOBAL const SfCutWallGas* gas = c->cut_walls + piece;
  return gas->slip >= 0.0 ? gas->creep - gas->slip * gas->rate
                          : sf_cut_velocity_over_wall(c, P, piece);
}

#endif
