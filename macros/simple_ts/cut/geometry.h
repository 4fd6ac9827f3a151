// A cell and its faces as the rules of cut walls see them; docs/methods/cut-cells.md 2 to 4.
#ifndef SLIPFLOW_CUT_GEOMETRY_H
#define SLIPFLOW_CUT_GEOMETRY_H

#include "simple_ts/convection/tvd_points.h"
#include "simple_ts/cut/values.h"
#include "simple_ts/gas_model.h"

SF_INLINE SF_GLOBAL const SfCutCell* sf_cut_cell(const SfContext* c, SfNode P) {
  return c->cut_cells + (c->cut[sf_at(&c->mesh, P)] >> SF_CUT_NUMBER);
}
SF_INLINE SF_GLOBAL const SfCutSlopes* sf_cut_slopes(const SfContext* c, SfNode P) {
  return c->cut_slopes + (c->cut[sf_at(&c->mesh, P)] >> SF_CUT_NUMBER);
}
SF_INLINE int sf_cut_flag(const SfContext* c, SfNode P, int flag) {
  return (sf_cut_cell(c, P)->flags & flag) != 0;
}
/* Whether gas flows through the lower face of cell P across the axis: its velocity node exists. */
SF_INLINE int sf_is_open(const SfContext* c, int axis, SfNode P) {
  return sf_cut_flag(c, P, SF_CUT_HAS_NODE(axis));
}
/* Whether there is gas in cell P. */
SF_INLINE int sf_has_gas(const SfContext* c, SfNode P) { return sf_cut_cell(c, P)->V > 0.0; }

/* The distance along the axis of a place in cell P and of one in the cell below, from the lower
   ends of both: at least a quarter of that of the cells' centres. */
SF_INLINE real sf_cut_distance(const SfContext* c, int axis, SfNode P, real below, real above) {
  const real distance = (sf_h(&c->mesh, axis, sf_to(P, axis, -1)) - below) + above,
             least = 0.25 * sf_hf(&c->mesh, axis, P);
  return distance > least ? distance : least;
}

/* The distance along `across` of the velocity node P and of the one before it. */
SF_INLINE real sf_cut_node_distance(const SfContext* c, int axis, SfNode P) {
  const int across = SF_OTHER(axis);
  return sf_cut_distance(c, across, P, sf_cut_cell(c, sf_to(P, across, -1))->at[axis],
                         sf_cut_cell(c, P)->at[axis]);
}
/* The slope between the two; 0 at a mesh point that a body covers, and where one is missing. */
SF_INLINE real sf_cut_slope(const SfContext* c, int axis, SfNode P) {
  const SfNode below = sf_to(P, SF_OTHER(axis), -1);
  if (!sf_cut_flag(c, P, SF_CUT_POINT_IN_GAS) || !sf_is_open(c, axis, P) ||
      !sf_is_open(c, axis, below))
    return 0.0;
  return (sf_q(c, axis, P) - sf_q(c, axis, below)) / sf_cut_node_distance(c, axis, P);
}

/* Gamma at the mesh point P of the gas around it, for a velocity along the axis: of each column of
   two cells across the axis linear, as (18) has it, or that of the cell with gas; the mean of both
   columns. */
SF_INLINE real sf_cut_gamma(const SfContext* c, int axis, SfNode P) {
  const int across = SF_OTHER(axis);
  real sum = 0.0, count = 0.0;
  for (int k = 0; k < 2; ++k) {
    const SfNode above = sf_to(P, axis, -k), below = sf_to(above, across, -1);
    const real w_below = sf_has_gas(c, below) ? sf_wl(&c->mesh, across, P) : 0.0;
    const real w_above = sf_has_gas(c, above) ? sf_wh(&c->mesh, across, P) : 0.0;
    if (!(w_below + w_above > 0.0)) continue;
    sum += (w_below * sf_transport(c, sf_T(c, below)) + w_above * sf_transport(c, sf_T(c, above))) /
           (w_below + w_above);
    count += 1.0;
  }
  return count > 0.0 ? sum / count : 0.0;
}

/* Whether the four nodes or cells from `before` P on along the axis have a flag. */
SF_INLINE int sf_four_have(const SfContext* c, int axis, SfNode P, int before, int flag) {
  for (int k = 0; k < 4; ++k)
    if (!sf_cut_flag(c, sf_to(P, axis, k - before), flag)) return 0;
  return 1;
}

/* (11), (13) Density on the lower face of cell P across the axis, times its open length. Parts of
   diagonals take it without the limited correction, which would need values outside the ghosts. */
SF_INLINE real sf_cut_R(const SfContext* c, int axis, SfNode P) {
  const real q = sf_q(c, axis, P);
  real rho = sf_convected(q, sf_rho(c, sf_to(P, axis, -1)), sf_rho(c, P));
  if (c->cut_has_parts && sf_convection_scheme(c) != SF_UPWIND &&
      sf_four_have(c, axis, P, 2, SF_CUT_FULL))
    rho += sf_tvd_rho(c, axis, q, P);
  return sf_cut_cell(c, P)->open[axis] * rho;
}
/* (12) Mass flux through that face. */
SF_INLINE real sf_cut_F(const SfContext* c, int axis, SfNode P) {
  return sf_is_open(c, axis, P) ? sf_cut_R(c, axis, P) * sf_q(c, axis, P) : 0.0;
}

/* Mass flux along the axis between the halves of cell P, so that each half keeps its mass. */
SF_INLINE real sf_cut_middle_F(const SfContext* c, int axis, SfNode P) {
  const int across = SF_OTHER(axis);
  const SfNode next = sf_to(P, axis, 1), above = sf_to(P, across, 1);
  const real share = sf_cut_cell(c, P)->share[axis];
  if (!sf_is_open(c, axis, P) || !sf_is_open(c, axis, next))
    return 0.0; /* that of the closed face */
  const real pair_s = sf_cut_cell(c, P)->pair[axis], pair_n = sf_cut_cell(c, above)->pair[axis];
  const real of_s = pair_s < 0.0 ? 0.0 : share - pair_s;
  const real of_n = pair_n < 0.0 ? 0.0 : share - pair_n;
  return (1.0 - share) * sf_cut_F(c, axis, P) + share * sf_cut_F(c, axis, next) +
         of_n * sf_cut_F(c, across, above) - of_s * sf_cut_F(c, across, P);
}

/* The velocity along the axis in cell P, from its nodes. */
SF_INLINE real sf_cut_mean_q(const SfContext* c, int axis, SfNode P) {
  const real share = sf_cut_cell(c, P)->share[axis];
  return share * sf_q(c, axis, P) + (1.0 - share) * sf_q(c, axis, sf_to(P, axis, 1));
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
