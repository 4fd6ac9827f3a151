// The momentum that a wall face receives besides pressure, viscous stress and friction;
// docs/methods/simple-ts.md (61). With it the loads add up to the momentum that the equations lose
// to the walls.
//
//        u(f,j+1)
//   . . . .|. . . .    The control volume of u(f,j+1) extends over the solid cell, whose top face
//   #######            has friction, and over the gas cell P. Its flux through the half above P
//   #solid#  P         ends at the corner: on the vertical face between the solid cell and P. So
//   #######            does the momentum that the last free node convects into this face.
#ifndef SLIPFLOW_CORNER_LOADS_H
#define SLIPFLOW_CORNER_LOADS_H

#include "interpolation.h"
#include "simple_ts/boundary/wall_slip.h"

/* The flux that ends at a corner, from the node there. */
typedef struct {
  real q;        /* velocity of the node */
  real q_wall;   /* that its equation takes for the wall, (43), (53) */
  real D;        /* conductance to it, (51) */
  real away;     /* 1 if the node is north or east of the wall, else -1 */
  real cross;    /* cross stress at the corner, B G times the difference of the other velocity */
  real F;        /* mass flux through the gas half of the face, along +x or +y */
  real friction; /* on the wall's half, (58) */
} SfCornerFlux;

SF_INLINE real sf_corner_flux(SfCornerFlux e) {
  const real entering = e.away * e.F;
  const real upstream = entering > 0.0 ? e.q_wall : e.q;
  return e.D * (e.q - e.q_wall) + e.away * e.cross - e.friction - 0.5 * entering * upstream;
}

/* The flux at the velocity node (i,j), whose two neighbouring cells on one `side` across the axis
   are a solid one and one of gas: the solid one is at the `end` of the node, -1 or 1 along the
   axis. 0 if it is no fluid node. */
SF_INLINE real sf_corner_flux_of(const SfContext* c, int axis, int i, int j, int side, int end) {
  const SfMesh* m = &c->mesh;
  const int ai = axis == SF_X, aj = axis == SF_Y;
  const int across = SF_OTHER(axis);
  if (!sf_fluid(c, axis, i, j)) return 0.0;
  /* The cells (is,js) and (ig,jg) of the node's own row, next to the solid one and to the gas; the
     face between the latter and that gas is the lower one of (if_,jf). */
  const int is = end < 0 ? i - ai : i, js = end < 0 ? j - aj : j;
  const int ig = end < 0 ? i : i - ai, jg = end < 0 ? j : j - aj;
  const int if_ = side > 0 ? ig + aj : ig, jf = side > 0 ? jg + ai : jg;
  const int ic = side > 0 ? i + aj : i, jc = side > 0 ? j + ai : j; /* the corner */
  const real r_d = 2.0 * sf_rh(m, across, i, j);
  const int wall = sf_tag(c, is + side * aj, js + side * ai);
  const real gamma_w =
      sf_transport(c, sf_wall_gas(c, sf_wall_face(c, across, is, js, side, wall)).T);
  const real gamma_f =
      sf_linear(sf_transport(c, sf_T(c, if_ - aj, jf - ai)), sf_wl(m, across, if_, jf),
                sf_transport(c, sf_T(c, if_, jf)), sf_wh(m, across, if_, jf));
  const real BG = c->gas.B * (0.5 * (gamma_w + gamma_f));
  SfCornerFlux e;
  e.q = sf_q(c, axis, i, j);
  e.q_wall = sf_slip(c, axis, i, j, side);
  e.D = sf_wall_seen_by(c, axis, i, j, side).slip < 0.0 ? 0.0 : BG * sf_hf(m, axis, i, j) * r_d;
  e.away = side < 0 ? 1.0 : -1.0;
  e.cross = BG * (sf_q(c, across, ic, jc) - sf_q(c, across, ic - ai, jc - aj));
  e.F = sf_F(c, across, if_, jf);
  e.friction = c->gas.B * (0.5 * sf_h(m, axis, is, js)) * gamma_w * r_d *
               (e.q - sf_slip_along(c, axis, i, j, side));
  return sf_corner_flux(e);
}

/* (61) The force along the axis on the face normal to it between the gas cell (i,j) and the wall on
   one side of it: the fluxes that end at both its corners, and the momentum that the last free node
   convects into it. */
SF_INLINE real sf_corner_load(const SfContext* c, int axis, int i, int j, int side) {
  const int ai = axis == SF_X, aj = axis == SF_Y;
  const int if_ = side < 0 ? i : i + ai, jf = side < 0 ? j : j + aj; /* the face */
  const int il = side < 0 ? i + ai : i, jl = side < 0 ? j + aj : j;  /* the last free node */
  const real towards = (real)side;
  const real impact =
      sf_positive_part(0.5 * towards * sf_F(c, axis, il, jl)) * sf_q(c, axis, il, jl);
  return (sf_corner_flux_of(c, axis, if_ + aj, jf + ai, -1, side) +
          sf_corner_flux_of(c, axis, if_ - aj, jf - ai, 1, side)) +
         impact;
}

#endif
