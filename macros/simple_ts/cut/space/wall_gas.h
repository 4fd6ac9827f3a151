// The gas at cut walls in space and the slopes that they give, from iteration k-1;
// docs/methods/cut-cells-in-space.md 5 to 7.
#ifndef SLIPFLOW_CUT_SPACE_WALL_GAS_H
#define SLIPFLOW_CUT_SPACE_WALL_GAS_H

#include "simple_ts/cut/space/friction.h"
#include "simple_ts/cut/space/slopes.h"
#include "simple_ts/cut/wall_heat.h"

/* Velocity of cell P along the tangents of a piece of its wall, relative to it. */
SF_INLINE SfCutTangential sf_cut_velocity_over_wall(const SfContext* c, SfNode P, int piece) {
  SF_GLOBAL const SfCutPiece* of = c->cut_pieces + piece;
  const SfCutTangential no_creep = {{0.0, 0.0}};
  return sf_cut_over_wall(of, &of->of_cell_mean, no_creep, sf_cut_mean_velocity(c, P));
}

/* What the slip law of a piece of wall adds to its velocity along the tangents, as (49): with the
   gas of cell P, in which T has the slopes of_T. Velocities are relative to the wall. */
SF_INLINE SfCutTangential sf_cut_creep(const SfContext* c, SfNode P, int piece, SfCutVector of_T) {
  SfCutTangential creep = {{0.0, 0.0}};
  if (!sf_has_slip_laws(c)) return creep;
  SF_GLOBAL const SfCutPiece* of = c->cut_pieces + piece;
  const SfCutTangential velocity = sf_cut_velocity_over_wall(c, P, piece);
  const SfCutTangential slope = sf_cut_tangential(of, of_T);
  const real T = sf_T(c, P);
  for (int j = 0; j < 2; ++j) {
    const SfSlipSite site = {0.0,        velocity.along[j], T,
                             sf_p(c, P), slope.along[j],    c->gas.B * sf_transport(c, T),
                             c->creep};
    creep.along[j] = sf_velocity_by_law((int)c->wall[(int)of->wall].slip_law, site);
  }
  return creep;
}

/* (83) Friction heat of a piece of wall of cell P over CT2 Gamma: the forces on the shares of its
   nodes times the sliding of the gas. */
SF_INLINE real sf_cut_sliding_heat(const SfContext* c, SfNode P, int piece, real slip,
                                   SfCutTangential creep) {
  SF_GLOBAL const SfCutPiece* of = c->cut_pieces + piece;
  real heat = 0.0;
  for (int k = 0; k < 2 * SF_AXES; ++k) {
    const SfCutNodeOfCell node = sf_cut_node_of_cell(P, k);
    SF_GLOBAL const SfCutCell* cell = sf_cut_cell(c, node.node);
    const SfCutVector v = sf_cut_velocity_with(c, node.axis, sf_q(c, node.axis, node.node), P);
    for (int s = cell->first_share[node.axis]; s < sf_cut_end_of_shares(cell, node.axis); ++s) {
      SF_GLOBAL const SfCutShare* share = c->cut_shares + s;
      if (share->piece != piece || share->side != node.side) continue;
      const SfCutTangential rates = sf_cut_rates(of, &share->friction, slip, creep, v);
      heat += share->area * (sf_cut_along_axis(of, node.axis, rates) *
                             sf_cut_along_axis(of, node.axis, sf_cut_slide(slip, creep, rates)));
    }
  }
  return heat;
}

/* (83) Friction heat with the gas of cell P, in the unit of (29). */
SF_INLINE real sf_cut_friction_heat(const SfContext* c, SfNode P, int piece, int wall,
                                    SfCutTangential creep) {
  if (!sf_has_friction_heat(c) || c->wall[wall].jump >= 0.0) return 0.0;
  const SfWallGas gas = {sf_T(c, P), sf_rho(c, P), 0.0};
  const real slip = sf_cut_slip_length(c, wall, gas);
  if (slip <= 0.0) return 0.0;
  return c->gas.CT2 * sf_transport(c, gas.T) * sf_cut_sliding_heat(c, P, piece, slip, creep);
}

/* A piece of wall of cell P, with its friction heat, as a face whose equations are those of walls
   on faces of cells. */
SF_INLINE SfWallFace sf_cut_wall_face(const SfContext* c, SfNode P, int piece, real heat) {
  SF_GLOBAL const SfCutPiece* of = c->cut_pieces + piece;
  const SfWallFace face = {sf_T(c, P),
                           sf_rho(c, P),
                           sf_p(c, P),
                           of->d_T,
                           of->T,
                           (int)of->wall,
                           of->area > 0.0 ? heat / of->area : 0.0};
  return face;
}

/* (44), (45), (49), (50) The gas at a piece of wall of cell P, in which T has the slopes of_T; its
   stress is added later. */
SF_INLINE SfCutWallGas sf_cut_wall_gas(const SfContext* c, SfNode P, int piece, SfCutVector of_T) {
  SF_GLOBAL const SfCutPiece* of = c->cut_pieces + piece;
  const int wall = (int)of->wall;
  const SfCutTangential creep = sf_cut_creep(c, P, piece, of_T);
  const SfWallFace face =
      sf_cut_wall_face(c, P, piece, sf_cut_friction_heat(c, P, piece, wall, creep));
  const SfWallGas gas = sf_wall_gas(c, face);
  SfCutWallGas at;
  at.gamma = sf_transport(c, gas.T);
  at.slip = sf_cut_slip_length(c, wall, gas);
  at.creep[0] = creep.along[0];
  at.creep[1] = creep.along[1];
  const SfCutTangential rates =
      sf_cut_rates(of, &of->of_cell_mean, at.slip, creep, sf_cut_mean_velocity(c, P));
  for (int axis = 0; axis < SF_AXES; ++axis) at.rate[axis] = sf_cut_along_axis(of, axis, rates);
  at.stress = 0.0;
  const int has_friction = sf_has_friction_heat(c) && c->wall[wall].jump < 0.0;
  const real friction = has_friction ? sf_cut_sliding_heat(c, P, piece, at.slip, creep) : 0.0;
  const SfCutWallHeat heat = sf_cut_wall_heat(c, face, gas, at.gamma, of->area, friction);
  at.conductance = heat.conductance;
  at.T = heat.T;
  at.taken = heat.taken;
  at.limited = heat.limited;
  return at;
}

/* Slopes that the walls of cell P give: of a rate q along the normal into the gas the derivative of
   velocity a along b is -q_a n_b; means over its pieces by area, 0 without any. */
SF_INLINE void sf_cut_slopes_at_wall(const SfContext* c, SfNode P, SF_GLOBAL SfCutSlopes* slopes) {
  SF_GLOBAL const SfCutCell* cell = sf_cut_cell(c, P);
  for (int axis = 0; axis < SF_AXES; ++axis) {
    const int a = SF_NEXT(axis), b = SF_AFTER(axis);
    real area = 0.0, along = 0.0, shear = 0.0;
    for (int k = cell->first_piece; k < cell[1].first_piece; ++k) {
      SF_GLOBAL const SfCutPiece* piece = c->cut_pieces + k;
      SF_GLOBAL const SfCutWallGas* gas = c->cut_walls + k;
      area += piece->area;
      along -= piece->area * (gas->rate[axis] * piece->n[axis]);
      shear -= piece->area * (gas->rate[a] * piece->n[b] + gas->rate[b] * piece->n[a]);
    }
    slopes->along_at_wall[axis] = area > 0.0 ? along / area : 0.0;
    slopes->shear_at_wall[axis] = area > 0.0 ? shear / area : 0.0;
  }
}

/* Makes the gas at the walls of cell P, and the slopes there. */
SF_INLINE void sf_make_cut_state(const SfContext* c, SfNode P, SF_GLOBAL SfCutWallGas* walls,
                                 SF_GLOBAL SfCutSlopes* slopes) {
  SF_GLOBAL const SfCutCell* cell = sf_cut_cell(c, P);
  SF_GLOBAL SfCutSlopes* own = slopes + (c->cut[sf_at(&c->mesh, P)] >> SF_CUT_NUMBER);
  SfCutVector of_T;
  sf_cut_slope_of_T(c, P, of_T.of);
  for (int axis = 0; axis < SF_AXES; ++axis) {
    own->of_T[axis] = of_T.of[axis];
    if (sf_is_open(c, axis, P)) sf_cut_slopes_in_plane(c, axis, P, own->in_plane[axis]);
  }
  for (int k = cell->first_piece; k < cell[1].first_piece; ++k)
    walls[k] = sf_cut_wall_gas(c, P, k, of_T);
  sf_cut_slopes_at_wall(c, P, own);
}

/* Mean shear rate in cell P in the plane of two axes, over its mesh edges at which it is known;
   at its walls if there is none. */
SF_INLINE real sf_cut_mean_shear(const SfContext* c, int a, int b, SfNode P, int* edges) {
  real sum = 0.0, count = 0.0;
  for (int k = 0; k < 4; ++k) {
    const SfNode edge = sf_cut_edge(P, a, b, k);
    if (!sf_cut_edge_is_open(c, a, b, edge)) continue;
    sum += sf_cut_shear(c, a, b, edge);
    count += 1.0;
  }
  if (count > 0.0) *edges += 1;
  return count > 0.0 ? sum / count : sf_cut_slopes(c, P)->shear_at_wall[SF_THIRD(a, b)];
}

SF_INLINE int sf_cut_count_nodes(const SfContext* c, SfNode P) {
  int count = 0;
  for (int axis = 0; axis < SF_AXES; ++axis)
    count += sf_is_open(c, axis, P) + sf_is_open(c, axis, sf_to(P, axis, 1));
  return count;
}

/* Makes the normal stress n sigma n on the walls of cell P, from the slopes of its state and of its
   neighbours'; none without a mesh edge at which the shear is known, or with fewer than four nodes.
 */
SF_INLINE void sf_make_cut_stress(const SfContext* c, SfNode P, SF_GLOBAL SfCutWallGas* walls) {
  SF_GLOBAL const SfCutCell* cell = sf_cut_cell(c, P);
  if (cell->first_piece == cell[1].first_piece || sf_cut_count_nodes(c, P) < 4) return;
  const SfCutVector along = {{sf_cut_slope_along(c, SF_X, P), sf_cut_slope_along(c, SF_Y, P),
                              sf_cut_slope_along(c, SF_Z, P)}};
  int edges = 0;
  const SfCutVector shear = {{sf_cut_mean_shear(c, SF_Y, SF_Z, P, &edges),
                              sf_cut_mean_shear(c, SF_Z, SF_X, P, &edges),
                              sf_cut_mean_shear(c, SF_X, SF_Y, P, &edges)}};
  if (edges == 0) return;
  const real divergence = along.of[SF_X] + along.of[SF_Y] + along.of[SF_Z];
  for (int k = cell->first_piece; k < cell[1].first_piece; ++k) {
    SF_GLOBAL const SfCutPiece* piece = c->cut_pieces + k;
    real stress = -(2.0 / 3.0) * divergence;
    for (int axis = 0; axis < SF_AXES; ++axis)
      stress += 2.0 * (piece->n[axis] * piece->n[axis] * along.of[axis] +
                       piece->n[SF_NEXT(axis)] * piece->n[SF_AFTER(axis)] * shear.of[axis]);
    walls[k].stress = c->gas.B * sf_transport(c, sf_T(c, P)) * stress;
  }
}

#endif
