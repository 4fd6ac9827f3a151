// What the data of walls have of a piece of cut wall in space; docs/methods/simple-ts.md (78).
#ifndef SLIPFLOW_CUT_SPACE_WALL_VALUES_H
#define SLIPFLOW_CUT_SPACE_WALL_VALUES_H

#include "simple_ts/cut/space/loads.h"

/* Viscous force on a piece of wall of cell P: normal stress and friction of its nodes. */
SF_INLINE SfCutVector sf_cut_viscous_force(const SfContext* c, SfNode P, int piece) {
  SF_GLOBAL const SfCutPiece* of = c->cut_pieces + piece;
  SfCutVector force = {{0.0, 0.0, 0.0}};
  for (int axis = 0; axis < SF_AXES; ++axis) {
    const SfWallLoads loads = sf_cut_loads(c, P, piece, axis);
    force.of[axis] += c->gas.B * (of->n[axis] < 0.0 ? -loads.normal : loads.normal);
    force.of[SF_NEXT(axis)] += c->gas.B * loads.friction;
    force.of[SF_AFTER(axis)] += c->gas.B * loads.friction_after;
  }
  return force;
}

/* Velocity of the gas at a piece of wall of cell P along its tangents, relative to the wall: slip
   length times shear rate and that by its slip law, with free slip that of its nodes. */
SF_INLINE SfCutTangential sf_cut_slip_velocity(const SfContext* c, SfNode P, int piece) {
  SF_GLOBAL const SfCutPiece* of = c->cut_pieces + piece;
  SF_GLOBAL const SfCutWallGas* gas = c->cut_walls + piece;
  if (gas->slip < 0.0) return sf_cut_velocity_over_wall(c, P, piece);
  const SfCutVector rate = {{gas->rate[SF_X], gas->rate[SF_Y], gas->rate[SF_Z]}};
  const SfCutTangential creep = {{gas->creep[0], gas->creep[1]}};
  return sf_cut_slide(gas->slip, creep, sf_cut_tangential(of, rate));
}

#endif
