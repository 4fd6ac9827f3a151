// The gas at cut walls and the slopes in cells near them, from iteration k-1;
// docs/methods/cut-cells.md 5 to 8.
#ifndef SLIPFLOW_CUT_WALL_GAS_H
#define SLIPFLOW_CUT_WALL_GAS_H

#include "simple_ts/cut/geometry.h"
#include "simple_ts/cut/wall_heat.h"

/* Sums over the shares of a piece of wall that the nodes of its cell P have. */
typedef struct {
  real weight;
  real velocity; /* of the nodes along t relative to the wall, times the weight */
  real rate;     /* slope of the tangential velocity along the normal, times the weight */
  real friction; /* (83) friction heat, over CT2 Gamma */
} SfCutPieceSums;
SF_INLINE SfCutPieceSums sf_cut_sums_of_piece(const SfContext* c, SfNode P, int piece, real slip,
                                              real creep) {
  SfCutPieceSums sums = {0.0, 0.0, 0.0, 0.0};
  for (int k = 0; k < 4; ++k) {
    const SfCutNodeOfCell of = sf_cut_node_of_cell(P, k);
    SF_GLOBAL const SfCutCell* cell = sf_cut_cell(c, of.node);
    for (int s = cell->first_share[of.axis]; s < sf_cut_end_of_shares(cell, of.axis); ++s) {
      SF_GLOBAL const SfCutShare* share = c->cut_shares + s;
      if (!sf_cut_is_share_of(share, piece, of.side)) continue;
      const real q = sf_q(c, of.axis, of.node);
      const real q_across = sf_cut_mean_q(c, SF_OTHER(of.axis), P);
      const real rate = sf_cut_rate(share, slip, creep, q, q_across);
      const real weight = sf_cut_weight(share);
      sums.weight += weight;
      sums.velocity += weight * (share->own * q + share->other * q_across - share->moving);
      sums.rate -= weight * rate;
      sums.friction += share->length * (share->own * share->own) *
                       (rate * sf_cut_sliding(share, slip, creep, rate));
    }
  }
  return sums;
}

/* Velocity of the nodes of cell P along t, relative to a piece of its wall. */
SF_INLINE real sf_cut_velocity_over_wall(const SfContext* c, SfNode P, int piece) {
  const SfCutPieceSums sums = sf_cut_sums_of_piece(c, P, piece, 0.0, 0.0);
  return sums.weight > 0.0 ? sums.velocity / sums.weight : 0.0;
}

/* What the slip law of a piece of wall adds to its velocity along t, as (49): with the gas of cell
   P, in which T has the slopes of_T. Velocities are relative to the wall. */
SF_INLINE real sf_cut_creep(const SfContext* c, SfNode P, int piece, const real* of_T) {
  if (!sf_has_slip_laws(c)) return 0.0;
  SF_GLOBAL const SfCutPiece* of = c->cut_pieces + piece;
  const real T = sf_T(c, P);
  const SfSlipSite site = {0.0,
                           sf_cut_velocity_over_wall(c, P, piece),
                           T,
                           sf_p(c, P),
                           of->n[SF_X] * of_T[SF_Y] - of->n[SF_Y] * of_T[SF_X],
                           c->gas.B * sf_transport(c, T),
                           c->creep};
  return sf_velocity_by_law((int)c->wall[(int)of->wall].slip_law, site);
}

/* (83) Friction heat of a piece in cell P with the gas of this cell, in the unit of (29). */
SF_INLINE real sf_cut_friction_heat(const SfContext* c, SfNode P, int piece, int wall, real creep) {
  if (!sf_has_friction_heat(c) || c->wall[wall].jump >= 0.0) return 0.0;
  const SfWallGas gas = {sf_T(c, P), sf_rho(c, P), 0.0};
  const real slip = sf_cut_slip_length(c, wall, gas);
  if (slip <= 0.0) return 0.0;
  return c->gas.CT2 * sf_transport(c, gas.T) *
         sf_cut_sums_of_piece(c, P, piece, slip, creep).friction;
}

/* A piece of wall of cell P, with its friction heat, as a face whose equations are those of walls
   on faces of cells. */
SF_INLINE SfWallFace sf_cut_wall_face(const SfContext* c, SfNode P, int piece, real heat) {
  SF_GLOBAL const SfCutPiece* of = c->cut_pieces + piece;
  const int wall = (int)of->wall;
  const SfWallFace face = {sf_T(c, P),
                           sf_rho(c, P),
                           sf_p(c, P),
                           of->d_T,
                           of->T,
                           wall,
                           of->length > 0.0 ? heat / of->length : 0.0};
  return face;
}

/* (44), (45), (49), (50) The gas at a piece of wall of cell P, in which T has the slopes of_T; its
   stress is added later. */
SF_INLINE SfCutWallGas sf_cut_wall_gas(const SfContext* c, SfNode P, int piece, const real* of_T) {
  SF_GLOBAL const SfCutPiece* of = c->cut_pieces + piece;
  const int wall = (int)of->wall;
  const real creep = sf_cut_creep(c, P, piece, of_T);
  const SfWallFace face =
      sf_cut_wall_face(c, P, piece, sf_cut_friction_heat(c, P, piece, wall, creep));
  const SfWallGas gas = sf_wall_gas(c, face);
  SfCutWallGas at;
  at.gamma = sf_transport(c, gas.T);
  at.slip = sf_cut_slip_length(c, wall, gas);
  at.creep = creep;
  const SfCutPieceSums sums = sf_cut_sums_of_piece(c, P, piece, at.slip, creep);
  at.rate = sums.weight > 0.0 ? sums.rate / sums.weight : 0.0;
  at.stress = 0.0;
  const real friction = sf_has_friction_heat(c) ? sums.friction : 0.0;
  const SfCutWallHeat heat = sf_cut_wall_heat(c, face, gas, at.gamma, of->length, friction);
  at.conductance = heat.conductance;
  at.T = heat.T;
  at.taken = heat.taken;
  at.limited = heat.limited;
  return at;
}

/* Velocity gradient that the walls of a cell give: of a rate g along the normal n the derivative of
   velocity a along b is g t_a n_b, with the tangent t = (-n_y, n_x). */
typedef struct {
  real along[2];
  real across[2];
} SfCutWallGradient;
SF_INLINE SfCutWallGradient sf_cut_wall_gradient(const SfContext* c, SfNode P) {
  SF_GLOBAL const SfCutCell* cell = sf_cut_cell(c, P);
  SfCutWallGradient g = {{0.0, 0.0}, {0.0, 0.0}};
  real length = 0.0;
  for (int k = cell->first_piece; k < cell[1].first_piece; ++k) {
    SF_GLOBAL const SfCutPiece* piece = c->cut_pieces + k;
    const real rate = piece->length * c->cut_walls[k].rate;
    length += piece->length;
    g.along[SF_X] -= rate * (piece->n[SF_Y] * piece->n[SF_X]);
    g.along[SF_Y] += rate * (piece->n[SF_X] * piece->n[SF_Y]);
    g.across[SF_X] -= rate * (piece->n[SF_Y] * piece->n[SF_Y]);
    g.across[SF_Y] += rate * (piece->n[SF_X] * piece->n[SF_X]);
  }
  for (int axis = 0; axis < 2; ++axis) {
    g.along[axis] = length > 0.0 ? g.along[axis] / length : 0.0;
    g.across[axis] = length > 0.0 ? g.across[axis] / length : 0.0;
  }
  return g;
}

/* Slope of T by least squares over the up to eight cells around P that have gas, with weights
   1/r^2; 0 where they lie on a line. */
SF_INLINE void sf_cut_slope_of_T(const SfContext* c, SfNode P, real* of_T) {
  SF_GLOBAL const SfCutCell* own = sf_cut_cell(c, P);
  real xx = 0.0, xy = 0.0, yy = 0.0, xT = 0.0, yT = 0.0;
  for (int k = 0; k < 9; ++k) {
    const SfNode Q = sf_to(sf_to(P, SF_X, k % 3 - 1), SF_Y, k / 3 - 1);
    if (k == 4 || !sf_has_gas(c, Q)) continue;
    SF_GLOBAL const SfCutCell* cell = sf_cut_cell(c, Q);
    const real x = sf_cut_offset(c, SF_X, P, k % 3 - 1, own->centre[SF_X], cell->centre[SF_X]);
    const real y = sf_cut_offset(c, SF_Y, P, k / 3 - 1, own->centre[SF_Y], cell->centre[SF_Y]);
    const real weight = 1.0 / (x * x + y * y), T = sf_T(c, Q) - sf_T(c, P);
    xx += weight * (x * x);
    xy += weight * (x * y);
    yy += weight * (y * y);
    xT += weight * (x * T);
    yT += weight * (y * T);
  }
  const real determinant = xx * yy - xy * xy, trace = xx + yy;
  const int solvable = determinant > 0.02 * (trace * trace);
  of_T[SF_X] = solvable ? (yy * xT - xy * yT) / determinant : 0.0;
  of_T[SF_Y] = solvable ? (xx * yT - xy * xT) / determinant : 0.0;
}

/* The mesh point k of cell P, 0 to 3. */
SF_INLINE SfNode sf_cut_point(SfNode P, int k) {
  return sf_to(sf_to(P, SF_X, k & 1), SF_Y, k >> 1);
}

/* Whether the point is in the gas and all four velocity nodes around it exist. */
SF_INLINE int sf_cut_point_is_whole(const SfContext* c, SfNode P) {
  return sf_cut_flag(c, P, SF_CUT_POINT_IN_GAS) && sf_is_open(c, SF_X, P) &&
         sf_is_open(c, SF_X, sf_to(P, SF_Y, -1)) && sf_is_open(c, SF_Y, P) &&
         sf_is_open(c, SF_Y, sf_to(P, SF_X, -1));
}

/* Slopes in cell P, from the gas at its walls, without those of T. `points`: how many of its mesh
   points are whole. */
SF_INLINE SfCutSlopes sf_cut_slopes_of(const SfContext* c, SfNode P, int* points) {
  const SfCutWallGradient wall = sf_cut_wall_gradient(c, P);
  SfCutSlopes s;
  s.of_T[SF_X] = s.of_T[SF_Y] = 0.0;
  s.across[SF_X] = s.across[SF_Y] = 0.0;
  *points = 0;
  for (int k = 0; k < 4; ++k) {
    const SfNode Q = sf_cut_point(P, k);
    if (!sf_cut_point_is_whole(c, Q)) continue;
    *points += 1;
    s.across[SF_X] += sf_cut_slope(c, SF_X, Q);
    s.across[SF_Y] += sf_cut_slope(c, SF_Y, Q);
  }
  for (int axis = 0; axis < 2; ++axis) {
    const SfNode next = sf_to(P, axis, 1);
    s.across[axis] = *points > 0 ? s.across[axis] / (real)*points : wall.across[axis];
    s.along[axis] = wall.along[axis];
    if (sf_is_open(c, axis, P) && sf_is_open(c, axis, next)) {
      const real rise = sf_cut_cell(c, next)->at[axis] - sf_cut_cell(c, P)->at[axis];
      s.along[axis] = (sf_q(c, axis, next) - sf_q(c, axis, P) - rise * s.across[axis]) *
                      sf_rh(&c->mesh, axis, P);
    }
  }
  s.at_wall = wall.across[SF_X] + wall.across[SF_Y];
  return s;
}

/* Normal stress n sigma n on a piece of wall of cell P. */
SF_INLINE real sf_cut_normal_stress(const SfContext* c, SfNode P, SfCutSlopes s,
                                    SF_GLOBAL const SfCutPiece* piece) {
  const real n_x = piece->n[SF_X], n_y = piece->n[SF_Y];
  const real divergence = s.along[SF_X] + s.along[SF_Y];
  const real stress = 2.0 * (n_x * n_x * s.along[SF_X] + n_y * n_y * s.along[SF_Y] +
                             n_x * n_y * (s.across[SF_X] + s.across[SF_Y])) -
                      (2.0 / 3.0) * divergence;
  return c->gas.B * sf_transport(c, sf_T(c, P)) * stress;
}

/* Velocity nodes of cell P. */
SF_INLINE int sf_cut_count_nodes(const SfContext* c, SfNode P) {
  return sf_is_open(c, SF_X, P) + sf_is_open(c, SF_X, sf_to(P, SF_X, 1)) + sf_is_open(c, SF_Y, P) +
         sf_is_open(c, SF_Y, sf_to(P, SF_Y, 1));
}

/* Makes the gas at the walls of cell P, and its slopes. */
SF_INLINE void sf_make_cut_state(const SfContext* c, SfNode P, SF_GLOBAL SfCutWallGas* walls,
                                 SF_GLOBAL SfCutSlopes* slopes) {
  SF_GLOBAL const SfCutCell* cell = sf_cut_cell(c, P);
  real of_T[2];
  sf_cut_slope_of_T(c, P, of_T);
  for (int k = cell->first_piece; k < cell[1].first_piece; ++k)
    walls[k] = sf_cut_wall_gas(c, P, k, of_T);
  int points = 0;
  SfCutSlopes made = sf_cut_slopes_of(c, P, &points);
  made.of_T[SF_X] = of_T[SF_X];
  made.of_T[SF_Y] = of_T[SF_Y];
  slopes[c->cut[sf_at(&c->mesh, P)] >> SF_CUT_NUMBER] = made;
  const int has_stress =
      points > 0 && !(cell->flags & SF_CUT_HAS_CORNER) && sf_cut_count_nodes(c, P) >= 3;
  for (int k = cell->first_piece; k < cell[1].first_piece; ++k)
    walls[k].stress = has_stress ? sf_cut_normal_stress(c, P, made, c->cut_pieces + k) : 0.0;
}

#endif
