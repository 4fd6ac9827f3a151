// Loads of the gas on a piece of cut wall in space: the terms of the equations that it gives, so
// that all loads close the balances of momentum and internal energy;
// docs/methods/cut-cells-in-space.md 8. In a member of SfWallLoads they count as on a face across
// an axis, whose side a piece has by the sign of its normal.
#ifndef SLIPFLOW_CUT_SPACE_LOADS_H
#define SLIPFLOW_CUT_SPACE_LOADS_H

#include "simple_ts/cut/space/wall_gas.h"
#include "simple_ts/wall_loads.h"

SF_INLINE SfWallLoads sf_no_loads(void) {
  const SfWallLoads none = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  return none;
}

/* The part of the friction along `along` that counts on faces across the axis: by the squares of
   the normal along both axes that it may act across. */
SF_INLINE real sf_cut_part_across(SF_GLOBAL const SfCutPiece* piece, int axis, int along) {
  const real own = piece->n[axis], other = piece->n[SF_THIRD(axis, along)];
  const real both = own * own + other * other;
  return both > 0.0 ? own * own / both : 0.5;
}

/* Friction of a share on its piece, along the axis of its node: over B, with its heat and work. */
SF_INLINE SfFriction sf_cut_friction_of_share(const SfContext* c, SfCutNodeOfCell node, SfNode P,
                                              SF_GLOBAL const SfCutShare* share) {
  SF_GLOBAL const SfCutPiece* of = c->cut_pieces + share->piece;
  SF_GLOBAL const SfCutWallGas* gas = c->cut_walls + share->piece;
  const SfCutTangential creep = {{gas->creep[0], gas->creep[1]}};
  const SfCutTangential moving = {{share->friction.moving[0], share->friction.moving[1]}};
  const SfCutVector v = sf_cut_velocity_with(c, node.axis, sf_q(c, node.axis, node.node), P);
  const SfCutTangential rates = sf_cut_rates(of, &share->friction, gas->slip, creep, v);
  const real drag = gas->gamma * share->area * sf_cut_along_axis(of, node.axis, rates);
  const SfFriction friction = {
      drag, drag * sf_cut_along_axis(of, node.axis, sf_cut_slide(gas->slip, creep, rates)),
      drag * sf_cut_along_axis(of, node.axis, moving)};
  return friction;
}

/* Adds what a velocity node of cell P takes of a piece to its loads on faces across the axis. */
SF_INLINE void sf_cut_add_share_loads(const SfContext* c, int axis, SfCutNodeOfCell node, SfNode P,
                                      SF_GLOBAL const SfCutShare* share, SfWallLoads* loads) {
  SF_GLOBAL const SfCutPiece* of = c->cut_pieces + share->piece;
  if (node.axis == axis) {
    const real push = of->n[axis] < 0.0 ? -1.0 : 1.0;
    loads->normal -= c->cut_walls[share->piece].stress * share->normal / (c->gas.B * push);
    return;
  }
  const real part = sf_cut_part_across(of, axis, node.axis);
  const SfFriction friction = sf_cut_friction_of_share(c, node, P, share);
  if (node.axis == SF_NEXT(axis))
    loads->friction += part * friction.drag;
  else
    loads->friction_after += part * friction.drag;
  loads->friction_heat += part * friction.heat;
  loads->work += part * friction.work;
}

/* Loads of piece number `piece` of cell P on faces across the axis: pressure and normal stress
   along it, friction along the other ones, and the heat if most of the piece is across the axis. */
SF_INLINE SfWallLoads sf_cut_loads(const SfContext* c, SfNode P, int piece, int axis) {
  SF_GLOBAL const SfCutPiece* of = c->cut_pieces + piece;
  SF_GLOBAL const SfCutWallGas* gas = c->cut_walls + piece;
  SfWallLoads loads = sf_no_loads();
  loads.pressure = sf_p(c, P) * SF_ABS(of->area * of->n[axis]);
  for (int k = 0; k < 2 * SF_AXES; ++k) {
    const SfCutNodeOfCell node = sf_cut_node_of_cell(P, k);
    SF_GLOBAL const SfCutCell* cell = sf_cut_cell(c, node.node);
    for (int s = cell->first_share[node.axis]; s < sf_cut_end_of_shares(cell, node.axis); ++s) {
      SF_GLOBAL const SfCutShare* share = c->cut_shares + s;
      if (share->piece == piece && share->side == node.side)
        sf_cut_add_share_loads(c, axis, node, P, share, &loads);
    }
  }
  int largest = SF_X;
  for (int along = SF_Y; along < SF_AXES; ++along)
    if (SF_ABS(of->n[along]) > SF_ABS(of->n[largest])) largest = along;
  if (axis != largest) return loads;
  loads.conduction = gas->conductance * (sf_T(c, P) - gas->T) + gas->taken;
  loads.limited = gas->limited;
  return loads;
}

#endif
