// Transport coefficients and mean free path of the gas; docs/methods/simple-ts.md (7), (8).
#ifndef SLIPFLOW_GAS_MODEL_H
#define SLIPFLOW_GAS_MODEL_H

#include "simple_ts/context.h"

/* The viscosity exponent of hard spheres, 1/2, in sixteenths. */
#define SF_HARD_SPHERES 8

/* T to the power of n/16, 0 <= n < 64, by roots and products, which every device rounds alike,
   unlike pow. With a constant n only what its binary digits ask for is left. */
SF_INLINE real sf_power_of_sixteenths(real T, int n) {
  if (n == SF_HARD_SPHERES) return SF_SQRT(T);
  real power = 1.0;
  if (n & 32) power = power * (T * T);
  if (n & 16) power = power * T;
  real root = T;
  if (n & 15) root = SF_SQRT(root);
  if (n & 8) power = power * root;
  if (n & 7) root = SF_SQRT(root);
  if (n & 4) power = power * root;
  if (n & 3) root = SF_SQRT(root);
  if (n & 2) power = power * root;
  if (n & 1) power = power * SF_SQRT(root);
  return power;
}

/* (7) Gamma: viscosity and conductivity over their reference values. */
SF_INLINE real sf_transport(const SfContext* c, real T) {
  return sf_power_of_sixteenths(T, sf_viscosity_sixteenths(c));
}

/* (9) Twice Gamma on the lower face of cell P normal to the axis, between two cells of gas.
   With a uniform mesh, the factors of both are 1. */
SF_INLINE real sf_G(const SfContext* c, int axis, SfNode P) {
  return sf_gamma(c, sf_to(P, axis, -1)) * (2.0 * sf_wl(&c->mesh, axis, P)) +
         sf_gamma(c, P) * (2.0 * sf_wh(&c->mesh, axis, P));
}

/* (8) Local mean free path over Kn/rho, that of hard spheres: Gamma/sqrt(T). */
SF_INLINE real sf_mean_free_path_factor(const SfContext* c, real T) {
  const int n = sf_viscosity_sixteenths(c) - SF_HARD_SPHERES;
  if (n == 0) return 1.0;
  if (n > 0) return sf_power_of_sixteenths(T, n);
  return SF_RECIPROCAL(sf_power_of_sixteenths(T, -n));
}

#endif
