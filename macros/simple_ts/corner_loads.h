// The momentum that a wall face receives besides pressure, viscous stress and friction;
// docs/methods/simple-ts.md (61). With it the loads add up to what the momentum equations lose to
// the walls.
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

/* Of u(f,j), next to one solid and one gas cell in row jw, j-1 or j+1, and columns ks and kg; 0 if
   it is no fluid node. */
SF_INLINE real sf_corner_flux_of_u(const SfContext* c, int f, int j, int jw, int ks, int kg) {
  if (!sf_fluid_u(c, f, j)) return 0.0;
  const SfMesh* m = &c->mesh;
  const int jf = jw < j ? j : jw; /* row of the faces between */
  const real r_d = 2.0 * sf_rhy(m, j);
  const real T_w = sf_wall_gas(c, sf_wall_face_y(c, ks, j, jw, sf_tag(c, ks, jw))).T;
  const real gamma_w = sf_transport(c, T_w);
  const real gamma_f = sf_linear(sf_transport(c, sf_T(c, kg, jf - 1)), sf_wyl(m, jf),
                                 sf_transport(c, sf_T(c, kg, jf)), sf_wyh(m, jf));
  const real BG = c->gas.B * (0.5 * (gamma_w + gamma_f));
  SfCornerFlux e;
  e.q = sf_u(c, f, j);
  e.q_wall = sf_slip_u(c, f, j, jw);
  e.D = sf_wall_seen_by_u(c, f, j, jw).slip < 0.0 ? 0.0 : BG * sf_hxf(m, f) * r_d;
  e.away = jw < j ? 1.0 : -1.0;
  e.cross = BG * (sf_v(c, f, jf) - sf_v(c, f - 1, jf));
  e.F = sf_Fy(c, kg, jf);
  e.friction =
      c->gas.B * (0.5 * sf_hx(m, ks)) * gamma_w * r_d * (e.q - sf_slip_u_along(c, f, j, jw));
  return sf_corner_flux(e);
}
/* Of v(i,f), next to one solid and one gas cell in column iw, i-1 or i+1, and rows ks and kg. */
SF_INLINE real sf_corner_flux_of_v(const SfContext* c, int i, int f, int iw, int ks, int kg) {
  if (!sf_fluid_v(c, i, f)) return 0.0;
  const SfMesh* m = &c->mesh;
  const int if_ = iw < i ? i : iw;
  const real r_d = 2.0 * sf_rhx(m, i);
  const real T_w = sf_wall_gas(c, sf_wall_face_x(c, i, ks, iw, sf_tag(c, iw, ks))).T;
  const real gamma_w = sf_transport(c, T_w);
  const real gamma_f = sf_linear(sf_transport(c, sf_T(c, if_ - 1, kg)), sf_wxl(m, if_),
                                 sf_transport(c, sf_T(c, if_, kg)), sf_wxh(m, if_));
  const real BG = c->gas.B * (0.5 * (gamma_w + gamma_f));
  SfCornerFlux e;
  e.q = sf_v(c, i, f);
  e.q_wall = sf_slip_v(c, i, f, iw);
  e.D = sf_wall_seen_by_v(c, i, f, iw).slip < 0.0 ? 0.0 : BG * sf_hyf(m, f) * r_d;
  e.away = iw < i ? 1.0 : -1.0;
  e.cross = BG * (sf_u(c, if_, f) - sf_u(c, if_, f - 1));
  e.F = sf_Fx(c, if_, kg);
  e.friction =
      c->gas.B * (0.5 * sf_hy(m, ks)) * gamma_w * r_d * (e.q - sf_slip_v_along(c, i, f, iw));
  return sf_corner_flux(e);
}

/* (61) The force along x on the face across x between the gas cell (i,j) and the wall in column iw:
   the fluxes that end at both its corners, and the momentum that the last free node convects into
   it. */
SF_INLINE real sf_corner_load_x(const SfContext* c, int i, int j, int iw) {
  const int f = iw < i ? i : iw; /* column of the face */
  const int last = iw < i ? i + 1 : i;
  const real towards = iw < i ? -1.0 : 1.0;
  const real impact = sf_positive_part(0.5 * towards * sf_Fx(c, last, j)) * sf_u(c, last, j);
  return (sf_corner_flux_of_u(c, f, j + 1, j, iw, i) + sf_corner_flux_of_u(c, f, j - 1, j, iw, i)) +
         impact;
}
/* (61) The force along y on the face across y between the gas cell (i,j) and the wall in row jw. */
SF_INLINE real sf_corner_load_y(const SfContext* c, int i, int j, int jw) {
  const int f = jw < j ? j : jw;
  const int last = jw < j ? j + 1 : j;
  const real towards = jw < j ? -1.0 : 1.0;
  const real impact = sf_positive_part(0.5 * towards * sf_Fy(c, i, last)) * sf_v(c, i, last);
  return (sf_corner_flux_of_v(c, i + 1, f, i, jw, j) + sf_corner_flux_of_v(c, i - 1, f, i, jw, j)) +
         impact;
}

#endif
