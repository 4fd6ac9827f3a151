// Gathers the momentum equation of v(i,j): momentum_u.h with x and y exchanged.
#ifndef SLIPFLOW_MOMENTUM_V_H
#define SLIPFLOW_MOMENTUM_V_H

#include "simple_ts/corner.h"
#include "simple_ts/momentum.h"

/* The neighbour in column in_ (i-1 or i+1) across the face column if_. */
SF_INLINE SfNeighbour sf_neighbour_of_v(const SfContext* c, int i, int j, int in_, int if_) {
  const SfCorner corner = sf_corner_of_v(c, i, j, in_, if_);
  const real width = c->gas.B * corner.gamma * sf_hyf(&c->mesh, j);
  SfNeighbour n;
  n.b = 0.0;
  n.gamma = corner.gamma;
  if (sf_fluid_v(c, in_, j)) {
    n.q = sf_v(c, in_, j);
    n.D = width * sf_rhxf(&c->mesh, if_);
  } else {
    const SfSlipGas gas = c->density_at_wall ? corner.gas : sf_slip_gas_of_cells_v(c, i, j);
    const SfWallView wall = sf_wall_seen_by_v(c, i, j, in_);
    const real d = 0.5 * sf_hx(&c->mesh, i);
    n.q = sf_slip_velocity(sf_v(c, i, j), gas, d, wall);
    n.D = wall.slip < 0.0 ? 0.0 : width * (2.0 * sf_rhx(&c->mesh, i));
    if (c->outflow_diagonal && wall.slip > 0.0) {
      n.D = n.D * sf_series_with_wall(gas.rho, d, wall.slip * gas.path);
      n.b = n.D * (wall.velocity - n.q);
    }
  }
  return n;
}

/* b of (22) and the mass m of the control volume. */
SF_INLINE void sf_momentum_v_source(const SfContext* c, int i, int j, real Gx_w, real Gx_e,
                                    SfMomentum* e) {
  const real half_hx = 0.5 * sf_hx(&c->mesh, i);
  const real h_lo = sf_hy(&c->mesh, j - 1);
  const real h_hi = sf_hy(&c->mesh, j);
  const real mass_old = half_hx * (sf_rho_old(c, i, j - 1) * h_lo + sf_rho_old(c, i, j) * h_hi);
  const real du_lo = sf_u(c, i + 1, j - 1) - sf_u(c, i, j - 1);
  const real du_hi = sf_u(c, i + 1, j) - sf_u(c, i, j);
  const real cross_e = Gx_e * (sf_u(c, i + 1, j) - sf_u(c, i + 1, j - 1));
  const real cross_w = Gx_w * (sf_u(c, i, j) - sf_u(c, i, j - 1));
  const real bulk = sf_gamma(c, i, j) * du_hi - sf_gamma(c, i, j - 1) * du_lo;
  e->mass = half_hx * (sf_rho(c, i, j - 1) * h_lo + sf_rho(c, i, j) * h_hi);
  e->mass_old = mass_old;
  SF_ADD_SOURCE(e->mass_old, c->S_rho, sf_at(&c->mesh, i, j - 1), half_hx * h_lo * c->dt);
  SF_ADD_SOURCE(e->mass_old, c->S_rho, sf_at(&c->mesh, i, j), half_hx * h_hi * c->dt);
  e->b = mass_old * sf_v_old(c, i, j) * c->rdt +
         (e->D_lo * e->q_lo + e->D_hi * e->q_hi) * (1.0 / 3.0) +
         c->gas.B * ((cross_e - cross_w) - (2.0 / 3.0) * bulk);
  if (c->gas.gravity_y != 0.0) e->b += c->gas.gravity_y * e->mass;
  SF_ADD_SOURCE(e->b, c->S_v, sf_at(&c->mesh, i, j), sf_hx(&c->mesh, i) * sf_hyf(&c->mesh, j));
}

/* Convective flux of v, (23) or (24): at the centre of cell (i,j), and through both half faces at
   its south-west corner. */
SF_INLINE real sf_make_Vc(const SfContext* c, int i, int j) {
  const real F = 0.5 * (sf_Fy(c, i, j) + sf_Fy(c, i, j + 1));
  return sf_carried(c, F, sf_v(c, i, j), sf_v(c, i, j + 1), sf_tvd_v_c(c, F, i, j));
}
SF_INLINE real sf_make_Vw(const SfContext* c, int i, int j) {
  const real F_lo = sf_Fx(c, i, j - 1);
  const real F_hi = sf_Fx(c, i, j);
  const real left = sf_v(c, i - 1, j);
  const real right = sf_v(c, i, j);
  return sf_carried(c, F_lo, left, right, sf_tvd_v_fx(c, F_lo, i, j)) +
         sf_carried(c, F_hi, left, right, sf_tvd_v_fx(c, F_hi, i, j));
}
SF_SHARED(Vc)
SF_SHARED(Vw)

/* (23) What the scheme adds to the convected v. */
SF_INLINE real sf_corrected_flux_of_v(const SfContext* c, int i, int j) {
  return sf_momentum_carried_out(sf_Vc(c, i, j - 1), sf_Vc(c, i, j), sf_Vw(c, i, j),
                                 sf_Vw(c, i + 1, j));
}
/* (24) The same at a wall, where one value is the slip velocity seen by the node. */
SF_INLINE real sf_v_carried_beside_wall(const SfContext* c, int i, int j, real left, real right) {
  return sf_carried(c, sf_Fx(c, i, j - 1), left, right, 0.0) +
         sf_carried(c, sf_Fx(c, i, j), left, right, 0.0);
}
/* (24) C_v(i,j): the convective sum at the level the context shows as current; 0 on wall faces. */
SF_INLINE real sf_convection_v(const SfContext* c, int i, int j) {
  if (!sf_fluid_v(c, i, j)) return 0.0;
  const real v = sf_v(c, i, j);
  const real w = sf_fluid_v(c, i - 1, j)
                     ? sf_Vw(c, i, j)
                     : sf_v_carried_beside_wall(c, i, j, sf_slip_v(c, i, j, i - 1), v);
  const real e = sf_fluid_v(c, i + 1, j)
                     ? sf_Vw(c, i + 1, j)
                     : sf_v_carried_beside_wall(c, i + 1, j, v, sf_slip_v(c, i, j, i + 1));
  return sf_momentum_carried_out(sf_Vc(c, i, j - 1), sf_Vc(c, i, j), w, e);
}

/* Mass fluxes around v(i,j). */
SF_INLINE void sf_momentum_v_fluxes(const SfContext* c, int i, int j, SfMomentum* e) {
  const real Fy = sf_Fy(c, i, j);
  e->F_lo = 0.5 * (sf_Fy(c, i, j - 1) + Fy);
  e->F_hi = 0.5 * (Fy + sf_Fy(c, i, j + 1));
  e->F_s_lo = sf_Fx(c, i, j - 1);
  e->F_s_hi = sf_Fx(c, i, j);
  e->F_n_lo = sf_Fx(c, i + 1, j - 1);
  e->F_n_hi = sf_Fx(c, i + 1, j);
}

/* Convective terms of the v equation. */
SF_INLINE void sf_momentum_v_convection(const SfContext* c, int i, int j, SfMomentum* e) {
  if (c->explicit_convection) {
    e->F_lo = e->F_hi = e->F_s_lo = e->F_s_hi = e->F_n_lo = e->F_n_hi = 0.0;
    e->b -= (real)c->C_v[sf_at(&c->mesh, i, j)];
    return;
  }
  sf_momentum_v_fluxes(c, i, j, e);
  if (c->convection != SF_UPWIND) e->b -= sf_corrected_flux_of_v(c, i, j);
}

/* Pseudo-velocity of v(i,j); star = d = 0 on wall faces, and d = 0 where v is prescribed. */
SF_INLINE SfPseudoVelocity sf_pseudo_v(const SfContext* c, int i, int j) {
  SfPseudoVelocity none = {0.0, 0.0};
  if (!sf_fluid_v(c, i, j)) return none;
  if (sf_given_v(c, j)) {
    none.star = sf_v(c, i, j);
    return none;
  }
  const SfNeighbour west = sf_neighbour_of_v(c, i, j, i - 1, i);
  const SfNeighbour east = sf_neighbour_of_v(c, i, j, i + 1, i + 1);
  const real hx = sf_hx(&c->mesh, i);
  SfMomentum e;
  e.D_lo = c->gas.B * sf_gamma(c, i, j - 1) * (hx * sf_rhy(&c->mesh, j - 1));
  e.D_hi = c->gas.B * sf_gamma(c, i, j) * (hx * sf_rhy(&c->mesh, j));
  e.D_s = west.D;
  e.D_n = east.D;
  e.q_lo = sf_v(c, i, j - 1);
  e.q_hi = sf_v(c, i, j + 1);
  e.q_s = west.q;
  e.q_n = east.q;
  sf_momentum_v_source(c, i, j, west.gamma, east.gamma, &e);
  e.q = sf_v(c, i, j);
  if (c->has_walls && west.b != 0.0) e.b += west.b;
  if (c->has_walls && east.b != 0.0) e.b += east.b;
  sf_momentum_v_convection(c, i, j, &e);
  return sf_pseudo_velocity(c, e, c->gas.A * hx, sf_cancels_continuity_v(c, j));
}

#endif
