// Gathers the momentum equation of a velocity node P, for u along x, for v along y and in space for
// w along z;
// docs/methods/simple-ts.md (20)-(22) and the wall rules (43), (44), (51).
//
//   across the axis           q: the velocity along the axis; r: the other one
//     ^    r_n_lo | r_n_hi    P_lo, P_hi: the cells on both sides of the node, the second is P
//     |     P_lo  q  P_hi
//     |    r_s_lo | r_s_hi    -> along the axis
#ifndef SLIPFLOW_MOMENTUM_TERMS_H
#define SLIPFLOW_MOMENTUM_TERMS_H

#include "simple_ts/corner.h"
#include "simple_ts/cut/values.h"
#include "simple_ts/momentum.h"

/* The neighbour on one side across the axis, -1 or 1; at a wall the slip value at half the distance
   over the full width, even where only one of the two cells beyond is solid (51). */
SF_INLINE SfNeighbour sf_neighbour_of(const SfContext* c, int axis, int across, SfNode P,
                                      int side) {
  const SfMesh* m = &c->mesh;
  const SfCorner corner = sf_corner_of(c, axis, across, P, side);
  const real width =
      0.5 * c->gas.B * SF_TIMES_EDGE(sf_hf(m, axis, P), m, axis, across, P) * corner.gamma4;
  SfNeighbour n;
  n.b = 0.0;
  n.gamma4 = corner.gamma4;
  if (sf_fluid(c, axis, sf_to(P, across, side))) {
    n.q = sf_q(c, axis, sf_to(P, across, side));
    n.D = width * (side > 0 ? sf_rhf(m, across, sf_to(P, across, 1)) : sf_rhf(m, across, P));
  } else {
    const SfSlipGas gas = sf_density_at_wall(c) ? corner.gas : sf_slip_gas_of_cells(c, axis, P);
    const SfWallView wall = sf_wall_seen_by(c, axis, across, P, side);
    const real d = 0.5 * sf_h(m, across, P);
    n.q = sf_slip_velocity(sf_q(c, axis, P), gas, d, wall);
    n.D = wall.slip < 0.0 ? 0.0 : width * (2.0 * sf_rh(m, across, P));
    if (sf_outflow_diagonal(c) && wall.slip > 0.0) {
      n.D = n.D * sf_series_with_wall(gas.rho, d, wall.slip * gas.path);
      n.b = n.D * (wall.velocity - n.q);
    }
  }
  return n;
}

/* The mass fluxes of the faces of both cells of the node P. */
SF_INLINE SfHalfFaces sf_half_faces(const SfContext* c, int axis, int across, SfNode P) {
  const SfNode lo = sf_to(P, axis, -1);
  SfHalfFaces F;
  F.s_lo = sf_F(c, across, lo);
  F.s_hi = sf_F(c, across, P);
  F.n_lo = sf_F(c, across, sf_to(lo, across, 1));
  F.n_hi = sf_F(c, across, sf_to(P, across, 1));
  return F;
}

/* (20) Both neighbours across of the velocity node P. */
SF_INLINE void sf_neighbours_across(const SfContext* c, int axis, int across, SfNode P,
                                    SfAcross* e) {
  e->s = sf_neighbour_of(c, axis, across, P, -1);
  e->n = sf_neighbour_of(c, axis, across, P, 1);
}

/* (22) Stresses of the velocity along the axis across, without B: of its gradient along `axis` at
   both sides, and of its own divergence in both cells. */
SF_INLINE void sf_stresses_across(const SfContext* c, int axis, int across, SfNode P, SfAcross* e) {
  const SfNode lo = sf_to(P, axis, -1);
  const real r_s_lo = sf_q(c, across, lo);
  const real r_s_hi = sf_q(c, across, P);
  const real r_n_lo = sf_q(c, across, sf_to(lo, across, 1));
  const real r_n_hi = sf_q(c, across, sf_to(P, across, 1));
  const real cross = e->n.gamma4 * (r_n_hi - r_n_lo) - e->s.gamma4 * (r_s_hi - r_s_lo);
  const real bulk = sf_gamma(c, P) * (r_n_hi - r_s_hi) - sf_gamma(c, lo) * (r_n_lo - r_s_lo);
  e->cross = SF_TIMES_EDGE(cross, &c->mesh, axis, across, P);
  e->bulk = SF_TIMES_EDGE(bulk, &c->mesh, axis, across, P);
}

/* b of (22) and the mass m of the control volume: the mass of two half cells is their common volume
   times a mean, whose weights are those of (9) exchanged. */
SF_INLINE void sf_momentum_source(const SfContext* c, int axis, SfNode P, SfMomentum* e) {
  const SfNode lo = sf_to(P, axis, -1);
  const SfMesh* m = &c->mesh;
  const real V = sf_area(m, axis, P) * sf_hf(m, axis, P);
  const real w_lo = 2.0 * sf_wh(m, axis, P), w_hi = 2.0 * sf_wl(m, axis, P);
  sf_stresses_across(c, axis, SF_NEXT(axis), P, &e->next);
  SF_IN_SPACE(sf_stresses_across(c, axis, SF_AFTER(axis), P, &e->after);)
  const real cross = SF_SUM_ACROSS(e->next.cross, e->after.cross);
  const real bulk = SF_SUM_ACROSS(e->next.bulk, e->after.bulk);
  const real gravity = sf_gravity(c, axis);
  const real old = sf_rho_old(c, lo) * w_lo + sf_rho_old(c, P) * w_hi;
  const real mass = V * (sf_rho(c, lo) * w_lo + sf_rho(c, P) * w_hi);
  e->mass_dt = mass * c->rdt;
  e->old_dt = V * old * c->rdt;
  e->b =
      e->old_dt * sf_q_old(c, axis, P) + (0.5 * c->gas.B * cross - (4.0 / 3.0) * c->gas.B * bulk);
  SF_ADD_SOURCE(e->old_dt, c->S_rho, sf_at(m, lo), w_lo * V);
  SF_ADD_SOURCE(e->old_dt, c->S_rho, sf_at(m, P), w_hi * V);
  /* A compiler may not drop the sum with 0 x mass, which turns -0 into 0. */
  if (gravity != 0.0) e->b += gravity * mass;
  SF_ADD_SOURCE(e->b, SF_BY_AXIS(axis, c->S_u, c->S_v, c->S_w), sf_at(m, P), 2.0 * V);
}

/* Twice the convective flux of the velocity, (23) or (24): at the centre of cell P, and through
   both half faces at its lower edge of the two axes. */
SF_INLINE real sf_make_Qc(const SfContext* c, int axis, SfNode P) {
  const real F = sf_F(c, axis, P) + sf_F(c, axis, sf_to(P, axis, 1));
  return sf_convective_flux(c, F, sf_q(c, axis, P), sf_q(c, axis, sf_to(P, axis, 1)),
                            sf_tvd_q_along(c, axis, F, P));
}
SF_INLINE real sf_make_Qs(const SfContext* c, int axis, int across, SfNode P) {
  const real F_lo = sf_F(c, across, sf_to(P, axis, -1));
  const real F_hi = sf_F(c, across, P);
  const real below = sf_q(c, axis, sf_to(P, across, -1));
  const real above = sf_q(c, axis, P);
  return sf_convective_flux(c, F_lo, below, above, sf_tvd_q_across(c, axis, across, F_lo, P)) +
         sf_convective_flux(c, F_hi, below, above, sf_tvd_q_across(c, axis, across, F_hi, P));
}
SF_SHARED_BY_AXIS(Qc, Uc, Vc, Wc)
SF_SHARED_ACROSS(Qs, Us, SF_X, SF_Y)
SF_SHARED_ACROSS(Qs, Vw, SF_Y, SF_X)
#if SF_AXES == 3
SF_SHARED_ACROSS(Qs, Ub, SF_X, SF_Z)
SF_SHARED_ACROSS(Qs, Vb, SF_Y, SF_Z)
SF_SHARED_ACROSS(Qs, Ww, SF_Z, SF_X)
SF_SHARED_ACROSS(Qs, Ws, SF_Z, SF_Y)
#endif
SF_INLINE real sf_Qs(const SfContext* c, int axis, int across, SfNode P) {
#if SF_AXES == 3
  if (across == SF_Z) return axis == SF_X ? sf_Ub(c, P) : sf_Vb(c, P);
  if (axis == SF_Z) return across == SF_X ? sf_Ww(c, P) : sf_Ws(c, P);
#endif
  (void)across;
  return axis == SF_X ? sf_Us(c, P) : sf_Vw(c, P);
}

/* (23) Twice what the scheme adds to the convected velocity: along its axis, and across it. */
SF_INLINE real sf_corrected_along(const SfContext* c, int axis, SfNode P) {
  return sf_Qc(c, axis, P) - sf_Qc(c, axis, sf_to(P, axis, -1));
}
SF_INLINE real sf_corrected_across(const SfContext* c, int axis, int across, SfNode P) {
  return sf_Qs(c, axis, across, sf_to(P, across, 1)) - sf_Qs(c, axis, across, P);
}
SF_INLINE real sf_corrected_flux(const SfContext* c, int axis, SfNode P) {
  return SF_SUM_OVER_AXES(sf_corrected_along(c, axis, P),
                          sf_corrected_across(c, axis, SF_NEXT(axis), P),
                          sf_corrected_across(c, axis, SF_AFTER(axis), P));
}
/* (24) Through both half faces at a wall, where one value is the slip velocity seen by the node. */
SF_INLINE real sf_convected_at_wall(const SfContext* c, int axis, int across, SfNode P, real below,
                                    real above) {
  return sf_convective_flux(c, sf_F(c, across, sf_to(P, axis, -1)), below, above, 0.0) +
         sf_convective_flux(c, sf_F(c, across, P), below, above, 0.0);
}
/* (24) Twice the momentum convected out of the control volume of P across its axis. */
SF_INLINE real sf_convected_across(const SfContext* c, int axis, int across, SfNode P) {
  const real q = sf_q(c, axis, P);
  const real s = sf_fluid(c, axis, sf_to(P, across, -1))
                     ? sf_Qs(c, axis, across, P)
                     : sf_convected_at_wall(c, axis, across, P, sf_slip(c, axis, across, P, -1), q);
  const real n = sf_fluid(c, axis, sf_to(P, across, 1))
                     ? sf_Qs(c, axis, across, sf_to(P, across, 1))
                     : sf_convected_at_wall(c, axis, across, sf_to(P, across, 1), q,
                                            sf_slip(c, axis, across, P, 1));
  return n - s;
}
/* (24) C_u, C_v or C_w of P: the convective sum at the level the context shows as current; 0 on
   wall faces. */
SF_INLINE real sf_convection(const SfContext* c, int axis, SfNode P) {
  if (!sf_fluid(c, axis, P)) return 0.0;
  return 0.5 * SF_SUM_OVER_AXES(sf_corrected_along(c, axis, P),
                                sf_convected_across(c, axis, SF_NEXT(axis), P),
                                sf_convected_across(c, axis, SF_AFTER(axis), P));
}

/* Convective terms: the fluxes along the axis and the terms that the scheme moves to b, or the sum
   of the old level in b alone. */
SF_INLINE void sf_momentum_convection(const SfContext* c, int axis, SfNode P, SfMomentum* e) {
  if (sf_explicit_convection(c)) {
    const int at = sf_at(&c->mesh, P);
    const SfHalfFaces none = {0.0, 0.0, 0.0, 0.0};
    e->F_lo = e->F_hi = 0.0;
    e->next.F = none;
    SF_IN_SPACE(e->after.F = none;)
    e->b -= 2.0 * SF_BY_AXIS(axis, (real)c->C_u[at], (real)c->C_v[at], (real)c->C_w[at]);
    return;
  }
  const real F = sf_F(c, axis, P);
  e->F_lo = sf_F(c, axis, sf_to(P, axis, -1)) + F;
  e->F_hi = F + sf_F(c, axis, sf_to(P, axis, 1));
  e->next.F = sf_half_faces(c, axis, SF_NEXT(axis), P);
  SF_IN_SPACE(e->after.F = sf_half_faces(c, axis, SF_AFTER(axis), P);)
  if (sf_convection_scheme(c) != SF_UPWIND) e->b -= sf_corrected_flux(c, axis, P);
}

/* Adds walls in series, (38), to b: a compiler may not drop a sum with 0. */
SF_INLINE void sf_add_walls(const SfContext* c, SfAcross across, real* b) {
  if (SF_WALLS_IN_REACH(c) && across.s.b != 0.0) *b += across.s.b;
  if (SF_WALLS_IN_REACH(c) && across.n.b != 0.0) *b += across.n.b;
}

/* Pseudo-velocity of the node; star = d = 0 on wall faces, and d = 0 where its velocity is
   prescribed. */
SF_INLINE SfPseudoVelocity sf_pseudo(const SfContext* c, int axis, SfNode P) {
  const SfMesh* m = &c->mesh;
  const SfNode lo = sf_to(P, axis, -1);
  SfPseudoVelocity none = {0.0, 0.0};
  if (!sf_fluid(c, axis, P)) return none;
  if (sf_prescribed(c, axis, P)) {
    none.star = sf_q(c, axis, P);
    return none;
  }
#if SF_MAY_BE_CUT
  if (sf_is_cut_node(c, axis, P)) {
    const SfPseudoVelocity cut = {sf_cut_values(c, P)->star[axis], sf_cut_values(c, P)->d[axis]};
    return cut;
  }
#endif
  const real area = sf_area(m, axis, P);
  SfMomentum e;
  sf_neighbours_across(c, axis, SF_NEXT(axis), P, &e.next);
  SF_IN_SPACE(sf_neighbours_across(c, axis, SF_AFTER(axis), P, &e.after);)
  e.D_lo = (8.0 / 3.0) * c->gas.B * (area * sf_rh(m, axis, lo)) * sf_gamma(c, lo);
  e.D_hi = (8.0 / 3.0) * c->gas.B * (area * sf_rh(m, axis, P)) * sf_gamma(c, P);
  e.q_lo = sf_q(c, axis, lo);
  e.q_hi = sf_q(c, axis, sf_to(P, axis, 1));
  sf_momentum_source(c, axis, P, &e);
  e.q = sf_q(c, axis, P);
  sf_add_walls(c, e.next, &e.b);
  SF_IN_SPACE(sf_add_walls(c, e.after, &e.b);)
  sf_momentum_convection(c, axis, P, &e);
  if (c->pressure_solved) {
    e.p = 0.5 * (sf_p(c, lo) + sf_p(c, P));
    e.conductance = 2.0 * area * sf_rhf(m, axis, P);
  }
  return sf_pseudo_velocity(c, e, 2.0 * c->gas.A * area, sf_cancels_continuity(c, axis, P));
}

#endif
