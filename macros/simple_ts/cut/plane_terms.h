// What the equations near cut walls in a plane take explicitly of the viscous stress, and their
// terms of walls; docs/methods/cut-cells.md 4 to 7.
#ifndef SLIPFLOW_CUT_PLANE_TERMS_H
#define SLIPFLOW_CUT_PLANE_TERMS_H

#include "simple_ts/cut/relaxation.h"
#include "simple_ts/cut/wall_gas.h"

/* Normal stress on the velocity node P but that of 4/3 of its slope along the axis, of conductances
   D_lo and D_hi of its cells: bulk, and the parts by which the centroids of faces lie apart. */
SF_INLINE void sf_cut_add_normal_stress(const SfContext* c, int axis, SfNode P, real D_lo,
                                        real D_hi, SfCutRow* row) {
  const int across = SF_OTHER(axis);
  const SfMesh* m = &c->mesh;
  const SfNode lo = sf_to(P, axis, -1), next = sf_to(P, axis, 1);
  SF_GLOBAL const SfCutCell *cell_lo = sf_cut_cell(c, lo), *cell = sf_cut_cell(c, P);
  SF_GLOBAL const SfCutSlopes *s_lo = sf_cut_slopes(c, lo), *s_hi = sf_cut_slopes(c, P);
  row->sum -= (2.0 / 3.0) * (D_hi * sf_h(m, axis, P) * s_hi->along[across] -
                             D_lo * sf_h(m, axis, lo) * s_lo->along[across]);
  const real rise_lo = cell->at[axis] - cell_lo->at[axis];
  const real rise_hi = sf_cut_cell(c, next)->at[axis] - cell->at[axis];
  row->sum -=
      (4.0 / 3.0) * (D_hi * rise_hi * s_hi->across[axis] - D_lo * rise_lo * s_lo->across[axis]);
}

/* Shear rate at the lower mesh point of cell P: without the difference of the two velocity nodes
   along the axis, and with it. */
SF_INLINE real sf_cut_deferred_shear(const SfContext* c, int axis, int across, SfNode P) {
  (void)axis;
  return sf_cut_slope(c, across, P);
}
SF_INLINE real sf_cut_shear(const SfContext* c, int axis, int across, SfNode P) {
  return sf_cut_slope(c, axis, P) + sf_cut_slope(c, across, P);
}

/* Friction and normal stress of the walls; returns the sum of sizes of the friction's
   coefficients. */
SF_INLINE real sf_cut_add_walls(const SfContext* c, int axis, SfNode P, SfCutRow* row) {
  SF_GLOBAL const SfCutCell* cell = sf_cut_cell(c, P);
  real sizes = 0.0;
  for (int k = cell->first_share[axis]; k < sf_cut_end_of_shares(cell, axis); ++k) {
    SF_GLOBAL const SfCutShare* share = c->cut_shares + k;
    SF_GLOBAL const SfCutWallGas* gas = c->cut_walls + share->piece;
    const real across = sf_cut_mean_q(c, SF_OTHER(axis), sf_to(P, axis, share->side));
    row->sum += gas->stress * share->normal;
    if (gas->slip < 0.0 && !share->corner) continue;
    const real friction =
        c->gas.B * gas->gamma * share->length * share->own / sf_cut_wall_distance(share, gas->slip);
    const real own = friction * share->own, other = friction * share->other;
    row->diagonal += own;
    row->conductance += own;
    row->sum -= other * across - friction * sf_cut_moving(share, gas->creep);
    sizes += own + SF_ABS(other);
  }
  return sizes;
}

/* (28) Phi of cell P: at mesh points that walls cover the shear rate is that at the walls. */
SF_INLINE real sf_cut_dissipation(const SfContext* c, SfNode P) {
  SF_GLOBAL const SfCutSlopes* s = sf_cut_slopes(c, P);
  real shear2 = 0.0;
  for (int k = 0; k < 4; ++k) {
    const SfNode Q = sf_cut_point(P, k);
    const real shear = sf_cut_flag(c, Q, SF_CUT_POINT_IN_GAS)
                           ? sf_cut_slope(c, SF_X, Q) + sf_cut_slope(c, SF_Y, Q)
                           : s->at_wall;
    shear2 += shear * shear;
  }
  const real divergence = s->along[SF_X] + s->along[SF_Y];
  return 2.0 * (s->along[SF_X] * s->along[SF_X] + s->along[SF_Y] * s->along[SF_Y]) + 0.25 * shear2 -
         (2.0 / 3.0) * (divergence * divergence);
}

#endif
