// Slopes and friction of cut walls in a plane; docs/methods/cut-cells.md 4, 5.
#ifndef SLIPFLOW_CUT_GEOMETRY_H
#define SLIPFLOW_CUT_GEOMETRY_H

#include "simple_ts/cut/cells.h"

/* The slope between the velocity node P and the one before it across the axis; 0 at a mesh point
 * that a body covers, and where one is missing. */
SF_INLINE real sf_cut_slope(const SfContext* c, int axis, SfNode P) {
  const SfNode below = sf_to(P, SF_OTHER(axis), -1);
  if (!sf_cut_flag(c, P, SF_CUT_POINT_IN_GAS) || !sf_is_open(c, axis, P) ||
      !sf_is_open(c, axis, below))
    return 0.0;
  return (sf_q(c, axis, P) - sf_q(c, axis, below)) /
         sf_cut_node_distance(c, axis, SF_OTHER(axis), P);
}

/* Whether a share is one of a smooth piece of wall at a side of a node. */
SF_INLINE int sf_cut_is_share_of(SF_GLOBAL const SfCutShare* s, int piece, int side) {
  return s->piece == piece && s->side == side && !s->corner;
}

/* Weight of a share in means over a piece of wall; positive where its node has no part in t. */
SF_INLINE real sf_cut_weight(SF_GLOBAL const SfCutShare* s) { return SF_ABS(s->own) + 1e-3; }

/* Tangential velocity over the shear rate at the wall. Corners of free slip have no slip. */
SF_INLINE real sf_cut_wall_distance(SF_GLOBAL const SfCutShare* s, real slip) {
  return s->of_gas + (slip < 0.0 ? 0.0 : slip) * s->of_slip;
}

/* Velocity of the wall along t in the equation of a share: its own motion and its creep, which acts
   on a round wall like a rotation. */
SF_INLINE real sf_cut_moving(SF_GLOBAL const SfCutShare* s, real creep) {
  return s->moving + creep * s->of_slip;
}

/* Friction of a share of wall over B Gamma(T_w), per length: of its tangential velocity. */
SF_INLINE real sf_cut_rate(SF_GLOBAL const SfCutShare* s, real slip, real creep, real q,
                           real q_across) {
  const real w = s->own * q + s->other * q_across - sf_cut_moving(s, creep);
  if (slip < 0.0 && !s->corner) return 0.0;
  return w / sf_cut_wall_distance(s, slip);
}

/* Velocity of the gas at a share of wall relative to it; 0 where the gas does not slip. */
SF_INLINE real sf_cut_sliding(SF_GLOBAL const SfCutShare* s, real slip, real creep, real rate) {
  return s->of_slip > 0.0 ? sf_positive_part(slip) * rate + creep : 0.0;
}

#endif
