// Slopes of derived fields in cells at cut walls; docs/methods/simple-ts.md (73), (74).
#ifndef SLIPFLOW_CUT_DERIVED_FIELDS_H
#define SLIPFLOW_CUT_DERIVED_FIELDS_H

#include "simple_ts/cut/cells.h"
#include "simple_ts/cut/wall_heat.h"
#if SF_AXES == 3
#include "simple_ts/cut/space/wall_gas.h"
#else
#include "simple_ts/cut/wall_gas.h"
#endif

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
  for (int axis = 0; axis < SF_AXES; ++axis)
    any = any || sf_is_cut(c, sf_to(P, axis, -1)) || sf_is_cut(c, sf_to(P, axis, 1));
  return any;
}

#if SF_AXES == 3
/* The slope along b of the velocity along a in cell P: across it the mean over the mesh edges at
   which it is known, or as the walls of the cell give it. */
SF_INLINE real sf_cut_gradient(const SfContext* c, int a, int b, SfNode P) {
  if (a == b) return sf_cut_slope_along(c, a, P);
  real sum = 0.0, weight = 0.0;
  int at_edges = 0;
  for (int k = 0; k < 4; ++k) {
    const SfNode edge = sf_cut_edge(P, a, b, k);
    if (!sf_cut_edge_is_open(c, a, b, edge)) continue;
    sum += sf_cut_slope(c, a, b, edge);
    weight += 1.0;
    at_edges += 1;
  }
  SF_GLOBAL const SfCutCell* cell = sf_cut_cell(c, P);
  for (int k = cell->first_piece; k < cell[1].first_piece && !(at_edges > 0); ++k) {
    SF_GLOBAL const SfCutPiece* piece = c->cut_pieces + k;
    sum -= piece->area * (c->cut_walls[k].rate[a] * piece->n[b]);
    weight += piece->area;
  }
  return weight > 0.0 ? sum / weight : 0.0;
}
#else
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

SF_INLINE real sf_cut_divergence(const SfContext* c, SfNode P) {
  return sf_cut_slopes(c, P)->along[SF_X] + sf_cut_slopes(c, P)->along[SF_Y];
}
#endif

#endif
