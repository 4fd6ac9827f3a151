// What the equations near cut walls in space take explicitly of the viscous stress, and their terms
// of walls; docs/methods/cut-cells-in-space.md 4 to 7.
#ifndef SLIPFLOW_CUT_SPACE_TERMS_H
#define SLIPFLOW_CUT_SPACE_TERMS_H

#include "simple_ts/cut/relaxation.h"
#include "simple_ts/cut/space/wall_gas.h"

/* Normal stress in cell P over its conductance D, without 4/3 of the difference of both nodes. */
SF_INLINE real sf_cut_deferred_stress(const SfContext* c, int axis, SfNode P) {
  const real stress = 2.0 * sf_cut_slope_along(c, axis, P) - (2.0 / 3.0) * sf_cut_divergence(c, P);
  const real difference = sf_q(c, axis, sf_to(P, axis, 1)) - sf_q(c, axis, P);
  return sf_h(&c->mesh, axis, P) * stress - (4.0 / 3.0) * difference;
}
/* Of both cells of the velocity node P, with conductances D_lo and D_hi. */
SF_INLINE void sf_cut_add_normal_stress(const SfContext* c, int axis, SfNode P, real D_lo,
                                        real D_hi, SfCutRow* row) {
  if (D_hi > 0.0) row->sum += D_hi * sf_cut_deferred_stress(c, axis, P);
  if (D_lo > 0.0) row->sum -= D_lo * sf_cut_deferred_stress(c, axis, sf_to(P, axis, -1));
}

/* Friction and normal stress of the walls; returns the sum of sizes of the friction's
   coefficients. */
SF_INLINE real sf_cut_add_walls(const SfContext* c, int axis, SfNode P, SfCutRow* row) {
  SF_GLOBAL const SfCutCell* cell = sf_cut_cell(c, P);
  const real q = sf_q(c, axis, P);
  real sizes = 0.0;
  for (int k = cell->first_share[axis]; k < sf_cut_end_of_shares(cell, axis); ++k) {
    SF_GLOBAL const SfCutShare* share = c->cut_shares + k;
    SF_GLOBAL const SfCutPiece* piece = c->cut_pieces + share->piece;
    SF_GLOBAL const SfCutWallGas* gas = c->cut_walls + share->piece;
    row->sum += gas->stress * share->normal;
    if (gas->slip < 0.0) continue;
    const real factor = c->gas.B * gas->gamma * share->area;
    const SfCutTangential creep = {{gas->creep[0], gas->creep[1]}};
    const SfCutVector v = sf_cut_velocity_with(c, axis, q, sf_to(P, axis, share->side));
    const SfCutTangential rates = sf_cut_rates(piece, &share->friction, gas->slip, creep, v);
    real of_own = 0.0;
    for (int along = 0; along < SF_AXES; ++along) {
      const SfCutTangential unit = {{piece->t[0][along], piece->t[1][along]}};
      const real of =
          factor *
          sf_cut_along_axis(piece, axis, sf_cut_shear_rates(&share->friction, gas->slip, unit));
      if (along == axis) of_own = of;
      sizes += SF_ABS(of);
    }
    const real implicit = sf_positive_part(of_own);
    row->diagonal += implicit;
    row->conductance += implicit;
    row->sum += implicit * q - factor * sf_cut_along_axis(piece, axis, rates);
  }
  return sizes;
}

/* (28) Phi of cell P: at mesh edges where a node is missing the shear rate is that at the walls. */
SF_INLINE real sf_cut_dissipation(const SfContext* c, SfNode P) {
  real shear2 = 0.0, along2 = 0.0;
  for (int axis = 0; axis < SF_AXES; ++axis) {
    const int a = SF_NEXT(axis), b = SF_AFTER(axis);
    const real along = sf_cut_slope_along(c, axis, P);
    along2 += along * along;
    for (int k = 0; k < 4; ++k) {
      const SfNode edge = sf_cut_edge(P, a, b, k);
      const real shear = sf_cut_edge_is_open(c, a, b, edge)
                             ? sf_cut_shear(c, a, b, edge)
                             : sf_cut_slopes(c, P)->shear_at_wall[axis];
      shear2 += shear * shear;
    }
  }
  const real divergence = sf_cut_divergence(c, P);
  return 2.0 * along2 + 0.25 * shear2 - (2.0 / 3.0) * (divergence * divergence);
}

#endif
