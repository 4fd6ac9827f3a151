// The pressure equation of cell (i,j); docs/numerics.md (18).
#ifndef SLIPFLOW_PRESSURE_H
#define SLIPFLOW_PRESSURE_H

#include "simple_ts/density.h"
#include "simple_ts/momentum.h"
#include "simple_ts/splitting.h"

/* (18) New pressure: continuity over the cell with the new temperature T, pseudo-velocities of its
   four faces, face densities and neighbouring pressures of iteration k-1. al = d rho_f length,
   be = q* rho_f length. */
SF_INLINE real sf_pressure(const SfContext *c, int i, int j, real T, SfPseudoVelocity w,
                           SfPseudoVelocity e, SfPseudoVelocity s, SfPseudoVelocity n) {
  const real hx = sf_hx(&c->mesh, i);
  const real hy = sf_hy(&c->mesh, j);
  const real rho_w = hy * sf_rho_fx(c, i, j);
  const real rho_e = hy * sf_rho_fx(c, i + 1, j);
  const real rho_s = hx * sf_rho_fy(c, i, j);
  const real rho_n = hx * sf_rho_fy(c, i, j + 1);
  const real al_W = rho_w * w.d;
  const real al_E = rho_e * e.d;
  const real al_S = rho_s * s.d;
  const real al_N = rho_n * n.d;
  const real be = (rho_w * w.star - rho_e * e.star) + (rho_s * s.star - rho_n * n.star);
  const real al_p = (al_W * sf_p(c, i - 1, j) + al_E * sf_p(c, i + 1, j)) +
                    (al_S * sf_p(c, i, j - 1) + al_N * sf_p(c, i, j + 1));
  const real V = hx * hy;
  const real al = (al_W + al_E) + (al_S + al_N);
  const int at = sf_at(&c->mesh, i, j);
  real mass = al_p + be;
  SF_ADD_SOURCE(mass, c->S_rho, at, V);
  const real right = V * c->rho_old[at] + c->dt * mass;
  if (!c->outflow_diagonal) return right / (V / T + c->dt * al);
  const SfImplicitPressure add = sf_implicit_pressure(c, i, j, al);
  return (right + (add.out * c->rho[at] + add.heating * sf_p(c, i, j))) /
         ((V + add.out) / T + (c->dt * al + add.heating));
}

#endif
