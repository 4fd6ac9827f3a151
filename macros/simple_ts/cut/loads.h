// Loads of the gas on a piece of cut wall: the terms of the equations that it gives, so that all
// loads close the balances of momentum and internal energy; docs/methods/cut-cells.md 10. In a
// member of SfWallLoads they count as on a face across an axis, whose side a piece has by the sign
// of its normal.
#ifndef SLIPFLOW_CUT_LOADS_H
#define SLIPFLOW_CUT_LOADS_H

#include "simple_ts/cut/wall_gas.h"
#include "simple_ts/wall_loads.h"

SF_INLINE SfWallLoads sf_no_loads(void) {
  const SfWallLoads none = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  return none;
}

/* Adds what a velocity node along the axis takes of a piece, from its share: `across` and `along`
   are loads on faces across the axis and along it. */
SF_INLINE void sf_cut_add_share_loads(const SfContext* c, SfCutNodeOfCell of, SfNode P,
                                      SF_GLOBAL const SfCutShare* share, real push,
                                      SfWallLoads* across, SfWallLoads* along) {
  SF_GLOBAL const SfCutWallGas* gas = c->cut_walls + share->piece;
  const real rate = sf_cut_rate(share, gas->slip, gas->creep, sf_q(c, of.axis, of.node),
                                sf_cut_mean_q(c, SF_OTHER(of.axis), P));
  const real drag = gas->gamma * share->length * share->own * rate;
  if (share->corner) {
    across->corner += c->gas.B * drag;
    return;
  }
  across->normal -= gas->stress * share->normal / (c->gas.B * push);
  along->friction += drag;
  along->friction_heat += drag * share->own * sf_cut_sliding(share, gas->slip, gas->creep, rate);
  along->work += drag * share->own * share->moving;
}

/* Loads of piece number `piece` of cell P on faces across the axis: pressure and normal stress
   along it, friction along the other one, and the heat if most of the piece is across the axis. */
SF_INLINE SfWallLoads sf_cut_loads(const SfContext* c, SfNode P, int piece, int axis) {
  SF_GLOBAL const SfCutPiece* of = c->cut_pieces + piece;
  SF_GLOBAL const SfCutWallGas* gas = c->cut_walls + piece;
  const int other = SF_OTHER(axis);
  const real S = of->length * of->n[axis], push = S < 0.0 ? -1.0 : 1.0;
  SfWallLoads loads = sf_no_loads(), unused = sf_no_loads();
  loads.pressure = sf_p(c, P) * SF_ABS(S);
  for (int k = 0; k < 4; ++k) {
    const SfCutNodeOfCell node = sf_cut_node_of_cell(P, k);
    SF_GLOBAL const SfCutCell* cell = sf_cut_cell(c, node.node);
    for (int s = cell->first_share[node.axis]; s < sf_cut_end_of_shares(cell, node.axis); ++s) {
      SF_GLOBAL const SfCutShare* share = c->cut_shares + s;
      if (share->piece != piece || share->side != node.side) continue;
      if (node.axis == axis)
        sf_cut_add_share_loads(c, node, P, share, push, &loads, &unused);
      else
        sf_cut_add_share_loads(c, node, P, share, push, &unused, &loads);
    }
  }
  const int has_heat = SF_ABS(of->n[axis]) > SF_ABS(of->n[other]) ||
                       (axis == SF_X && SF_ABS(of->n[axis]) == SF_ABS(of->n[other]));
  if (has_heat) loads.conduction = gas->conductance * (sf_T(c, P) - gas->T) + gas->taken;
  if (has_heat) loads.limited = gas->limited;
  return loads;
}

#endif
