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

/* The flux at the velocity node P, whose two neighbouring cells on one `side` across the axis
   are a solid one and one of gas: the solid one is at the `end` of the node, -1 or 1 along the
   axis. 0 if it is no fluid node. */
SF_INLINE real sf_corner_flux_of(const SfContext* c, int axis, int across, SfNode P, int side,
                                 int end) {
  const SfMesh* m = &c->mesh;
  if (!sf_fluid(c, axis, P)) return 0.0;
  /* The cells of the node's own row next to the solid one and to the gas; the face between the
     latter and that gas is the lower one of `face`. */
  const SfNode before = sf_to(P, axis, -1);
  const SfNode at_solid = end < 0 ? before : P;
  const SfNode at_gas = end < 0 ? P : before;
  const SfNode face = side > 0 ? sf_to(at_gas, across, 1) : at_gas;
  const SfNode corner = side > 0 ? sf_to(P, across, 1) : P;
  const real r_d = 2.0 * sf_rh(m, across, P);
  const int wall = sf_tag(c, sf_to(at_solid, across, side));
  const real gamma_w =
      sf_transport(c, sf_wall_gas(c, sf_wall_face(c, across, at_solid, side, wall)).T);
  const real gamma_f =
      sf_linear(sf_transport(c, sf_T(c, sf_to(face, across, -1))), sf_wl(m, across, face),
                sf_transport(c, sf_T(c, face)), sf_wh(m, across, face));
  const real BG = SF_TIMES_EDGE(c->gas.B * (0.5 * (gamma_w + gamma_f)), m, axis, across, P);
  SfCornerFlux e;
  e.q = sf_q(c, axis, P);
  e.q_wall = sf_slip(c, axis, across, P, side);
  e.D = sf_wall_seen_by(c, axis, across, P, side).slip < 0.0 ? 0.0 : BG * sf_hf(m, axis, P) * r_d;
  e.away = side < 0 ? 1.0 : -1.0;
  e.cross = BG * (sf_q(c, across, corner) - sf_q(c, across, sf_to(corner, axis, -1)));
  e.F = sf_F(c, across, face);
  e.friction = c->gas.B * SF_TIMES_EDGE(0.5 * sf_h(m, axis, at_solid), m, axis, across, P) *
               gamma_w * r_d * (e.q - sf_slip_along(c, axis, across, P, side));
  return sf_corner_flux(e);
}

/* The fluxes at both corners across the axis of the lower `face` of a cell; in space at two edges.
 */
SF_INLINE real sf_corner_fluxes(const SfContext* c, int axis, int across, SfNode face, int side) {
  return sf_corner_flux_of(c, axis, across, sf_to(face, across, 1), -1, side) +
         sf_corner_flux_of(c, axis, across, sf_to(face, across, -1), 1, side);
}

/* (61) The force along the axis on the face normal to it between the gas cell P and the wall on
   one side of it: the fluxes that end at its corners, and the momentum that the last free node
   convects into it. */
SF_INLINE real sf_corner_load(const SfContext* c, int axis, SfNode P, int side) {
  const SfNode after = sf_to(P, axis, 1);
  const SfNode face = side < 0 ? P : after;
  const SfNode last_free = side < 0 ? after : P;
  const real towards = (real)side;
  const real impact =
      sf_positive_part(0.5 * towards * sf_F(c, axis, last_free)) * sf_q(c, axis, last_free);
  return SF_SUM_ACROSS(sf_corner_fluxes(c, axis, SF_NEXT(axis), face, side),
                       sf_corner_fluxes(c, axis, SF_AFTER(axis), face, side)) +
         impact;
}

#endif
