// Slopes of derived fields in cells at cut walls; docs/methods/simple-ts.md (73), (74).
#ifndef SLIPFLOW_CUT_DERIVED_FIELDS_H
#define SLIPFLOW_CUT_DERIVED_FIELDS_H

#include "simple_ts/cut/wall_gas.h"

/* Whether a wall cuts cell P. */
SF_INLINE int sf_is_cut(const SfContext* c, SfNode P) {
  const real V = sf_cut_cell(c, P)->V;
  return V > 0.0 && V < (1.0 - 1e-9) * sf_volume(&c->mesh, P);
}
/* Whether the slopes in cell P are those of the equations near cut walls: it or a neighbour is cut.
   Others have whole neighbours, and walls on their faces. */
SF_INLINE int sf_has_cut_slopes(const SfContext* c, SfNode P) {
  if (!sf_is_cut_cell(c, P)) return 0;
  int any = sf_is_cut(c, P);
  for (int axis = 0; axis < 2; ++axis)
    any = any || sf_is_cut(c, sf_to(P, axis, -1)) || sf_is_cut(c, sf_to(P, axis, 1));
  return any;
}

/* Vorticity of cell P: the mean of those at its mesh points, at its walls instead of points that
   walls cover, as in its dissipation. */
SF_INLINE real sf_cut_vorticity(const SfContext* c, SfNode P) {
  SF_GLOBAL const SfCutCell* cell = sf_cut_cell(c, P);
  const SfCutWallGradient wall = sf_cut_wall_gradient(c, P);
  const int has_walls = cell[1].first_piece > cell->first_piece;
  real sum = 0.0, count = 0.0;
  for (int k = 0; k < 4; ++k) {
    const SfNode Q = sf_cut_point(P, k);
    const int is_whole = sf_cut_point_is_whole(c, Q);
    if (!is_whole && !has_walls) continue;
    sum += is_whole ? sf_cut_slope(c, SF_Y, Q) - sf_cut_slope(c, SF_X, Q)
                    : wall.across[SF_Y] - wall.across[SF_X];
    count += 1.0;
  }
  return count > 0.0 ? sum / count : 0.0;
}

#endif
