// Gathers the momentum equation of u(i,j); docs/methods/simple-ts.md (20)-(22) and the wall rules
// (43), (44), (51).
#ifndef SLIPFLOW_MOMENTUM_U_H
#define SLIPFLOW_MOMENTUM_U_H

#include "simple_ts/corner.h"
#include "simple_ts/momentum.h"

/* The neighbour in row jn (j-1 or j+1) across the face row jf; at a wall the slip value at half the
   distance over the full width, even where only one of the two cells beyond is solid (51). */
SF_INLINE SfNeighbour sf_neighbour_of_u(const SfContext* c, int i, int j, int jn, int jf) {
  const SfCorner corner = sf_corner_of_u(c, i, j, jn, jf);
  const real width = c->gas.B * corner.gamma * sf_hxf(&c->mesh, i);
  SfNeighbour n;
  n.b = 0.0;
  n.gamma = corner.gamma;
  if (sf_fluid_u(c, i, jn)) {
    n.q = sf_u(c, i, jn);
    n.D = width * sf_rhyf(&c->mesh, jf);
  } else {
    const SfSlipGas gas = c->density_at_wall ? corner.gas : sf_slip_gas_of_cells_u(c, i, j);
    const SfWallView wall = sf_wall_seen_by_u(c, i, j, jn);
    const real d = 0.5 * sf_hy(&c->mesh, j);
    n.q = sf_slip_velocity(sf_u(c, i, j), gas, d, wall);
    n.D = wall.slip < 0.0 ? 0.0 : width * (2.0 * sf_rhy(&c->mesh, j));
    if (c->outflow_diagonal && wall.slip > 0.0) {
      n.D = n.D * sf_series_with_wall(gas.rho, d, wall.slip * gas.path);
      n.b = n.D * (wall.velocity - n.q);
    }
  }
  return n;
}

/* b of (22) and the mass m of the control volume. */
SF_INLINE void sf_momentum_u_source(const SfContext* c, int i, int j, real Gy_s, real Gy_n,
                                    SfMomentum* e) {
  const real half_hy = 0.5 * sf_hy(&c->mesh, j);
  const real h_lo = sf_hx(&c->mesh, i - 1);
  const real h_hi = sf_hx(&c->mesh, i);
  const real mass_old = half_hy * (sf_rho_old(c, i - 1, j) * h_lo + sf_rho_old(c, i, j) * h_hi);
  const real dv_lo = sf_v(c, i - 1, j + 1) - sf_v(c, i - 1, j);
  const real dv_hi = sf_v(c, i, j + 1) - sf_v(c, i, j);
  const real cross_n = Gy_n * (sf_v(c, i, j + 1) - sf_v(c, i - 1, j + 1));
  const real cross_s = Gy_s * (sf_v(c, i, j) - sf_v(c, i - 1, j));
  const real bulk = sf_gamma(c, i, j) * dv_hi - sf_gamma(c, i - 1, j) * dv_lo;
  e->mass = half_hy * (sf_rho(c, i - 1, j) * h_lo + sf_rho(c, i, j) * h_hi);
  e->mass_old = mass_old;
  SF_ADD_SOURCE(e->mass_old, c->S_rho, sf_at(&c->mesh, i - 1, j), half_hy * h_lo * c->dt);
  SF_ADD_SOURCE(e->mass_old, c->S_rho, sf_at(&c->mesh, i, j), half_hy * h_hi * c->dt);
  e->b = mass_old * sf_u_old(c, i, j) * c->rdt +
         (e->D_lo * e->q_lo + e->D_hi * e->q_hi) * (1.0 / 3.0) +
         c->gas.B * ((cross_n - cross_s) - (2.0 / 3.0) * bulk);
  /* A compiler may not drop the sum with 0 x mass, which turns -0 into 0. */
  if (c->gas.gravity_x != 0.0) e->b += c->gas.gravity_x * e->mass;
  SF_ADD_SOURCE(e->b, c->S_u, sf_at(&c->mesh, i, j), sf_hy(&c->mesh, j) * sf_hxf(&c->mesh, i));
}

/* Convective flux of u, (23) or (24): at the centre of cell (i,j), and through both half faces at
   its south-west corner. */
SF_INLINE real sf_make_Uc(const SfContext* c, int i, int j) {
  const real F = 0.5 * (sf_Fx(c, i, j) + sf_Fx(c, i + 1, j));
  return sf_carried(c, F, sf_u(c, i, j), sf_u(c, i + 1, j), sf_tvd_u_c(c, F, i, j));
}
SF_INLINE real sf_make_Us(const SfContext* c, int i, int j) {
  const real F_lo = sf_Fy(c, i - 1, j);
  const real F_hi = sf_Fy(c, i, j);
  const real below = sf_u(c, i, j - 1);
  const real above = sf_u(c, i, j);
  return sf_carried(c, F_lo, below, above, sf_tvd_u_fy(c, F_lo, i, j)) +
         sf_carried(c, F_hi, below, above, sf_tvd_u_fy(c, F_hi, i, j));
}
SF_SHARED(Uc)
SF_SHARED(Us)

/* (23) What the scheme adds to the convected u. */
SF_INLINE real sf_corrected_flux_of_u(const SfContext* c, int i, int j) {
  return sf_momentum_carried_out(sf_Uc(c, i - 1, j), sf_Uc(c, i, j), sf_Us(c, i, j),
                                 sf_Us(c, i, j + 1));
}
/* (24) The same at a wall, where one value is the slip velocity seen by the node. */
SF_INLINE real sf_u_carried_beside_wall(const SfContext* c, int i, int j, real below, real above) {
  return sf_carried(c, sf_Fy(c, i - 1, j), below, above, 0.0) +
         sf_carried(c, sf_Fy(c, i, j), below, above, 0.0);
}
/* (24) C_u(i,j): the convective sum at the level the context shows as current; 0 on wall faces. */
SF_INLINE real sf_convection_u(const SfContext* c, int i, int j) {
  if (!sf_fluid_u(c, i, j)) return 0.0;
  const real u = sf_u(c, i, j);
  const real s = sf_fluid_u(c, i, j - 1)
                     ? sf_Us(c, i, j)
                     : sf_u_carried_beside_wall(c, i, j, sf_slip_u(c, i, j, j - 1), u);
  const real n = sf_fluid_u(c, i, j + 1)
                     ? sf_Us(c, i, j + 1)
                     : sf_u_carried_beside_wall(c, i, j + 1, u, sf_slip_u(c, i, j, j + 1));
  return sf_momentum_carried_out(sf_Uc(c, i - 1, j), sf_Uc(c, i, j), s, n);
}

/* Mass fluxes around u(i,j). */
SF_INLINE void sf_momentum_u_fluxes(const SfContext* c, int i, int j, SfMomentum* e) {
  const real Fx = sf_Fx(c, i, j);
  e->F_lo = 0.5 * (sf_Fx(c, i - 1, j) + Fx);
  e->F_hi = 0.5 * (Fx + sf_Fx(c, i + 1, j));
  e->F_s_lo = sf_Fy(c, i - 1, j);
  e->F_s_hi = sf_Fy(c, i, j);
  e->F_n_lo = sf_Fy(c, i - 1, j + 1);
  e->F_n_hi = sf_Fy(c, i, j + 1);
}

/* Convective terms of the u equation: the fluxes in the coefficients and what the scheme moves to
   b, or the sum of the old level in b alone. */
SF_INLINE void sf_momentum_u_convection(const SfContext* c, int i, int j, SfMomentum* e) {
  if (c->explicit_convection) {
    e->F_lo = e->F_hi = e->F_s_lo = e->F_s_hi = e->F_n_lo = e->F_n_hi = 0.0;
    e->b -= (real)c->C_u[sf_at(&c->mesh, i, j)];
    return;
  }
  sf_momentum_u_fluxes(c, i, j, e);
  if (c->convection != SF_UPWIND) e->b -= sf_corrected_flux_of_u(c, i, j);
}

/* Pseudo-velocity of u(i,j); star = d = 0 on wall faces, and d = 0 where u is prescribed. */
SF_INLINE SfPseudoVelocity sf_pseudo_u(const SfContext* c, int i, int j) {
  SfPseudoVelocity none = {0.0, 0.0};
  if (!sf_fluid_u(c, i, j)) return none;
  if (sf_given_u(c, i)) {
    none.star = sf_u(c, i, j);
    return none;
  }
  const SfNeighbour south = sf_neighbour_of_u(c, i, j, j - 1, j);
  const SfNeighbour north = sf_neighbour_of_u(c, i, j, j + 1, j + 1);
  const real hy = sf_hy(&c->mesh, j);
  SfMomentum e;
  e.D_lo = c->gas.B * sf_gamma(c, i - 1, j) * (hy * sf_rhx(&c->mesh, i - 1));
  e.D_hi = c->gas.B * sf_gamma(c, i, j) * (hy * sf_rhx(&c->mesh, i));
  e.D_s = south.D;
  e.D_n = north.D;
  e.q_lo = sf_u(c, i - 1, j);
  e.q_hi = sf_u(c, i + 1, j);
  e.q_s = south.q;
  e.q_n = north.q;
  sf_momentum_u_source(c, i, j, south.gamma, north.gamma, &e);
  e.q = sf_u(c, i, j);
  if (c->has_walls && south.b != 0.0) e.b += south.b;
  if (c->has_walls && north.b != 0.0) e.b += north.b;
  sf_momentum_u_convection(c, i, j, &e);
  return sf_pseudo_velocity(c, e, c->gas.A * hy, sf_cancels_continuity_u(c, i));
}

#endif
