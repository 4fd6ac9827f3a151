// Values at corner points: the viscosity that the cross terms need and the shear rate of the
// dissipation; docs/numerics.md (12), (13), (20). Corner (i,j) is the south-west one of cell (i,j).
#ifndef SLIPFLOW_CORNER_H
#define SLIPFLOW_CORNER_H

#include "interpolation.h"
#include "simple_ts/boundary/wall_jump.h"
#include "simple_ts/boundary/wall_slip.h"
#include "simple_ts/gas_model.h"

/* Gamma on the south face of cell (k,j): linear in y, or that of the gas at the wall when exactly
   one of the two cells is solid. */
SF_INLINE real sf_gamma_fy(const SfContext *c, int k, int j) {
  const int lo = sf_tag(c, k, j - 1);
  const int hi = sf_tag(c, k, j);
  if (!lo == !hi)
    return sf_linear(sf_gamma(c, k, j - 1), sf_wyl(&c->mesh, j), sf_gamma(c, k, j),
                     sf_wyh(&c->mesh, j));
  if (hi)
    return sf_transport(c, sf_wall_gas_temperature(c, k, j - 1, k, j, sf_hy(&c->mesh, j - 1), hi));
  return sf_transport(c, sf_wall_gas_temperature(c, k, j, k, j - 1, sf_hy(&c->mesh, j), lo));
}
/* The same on the west face of cell (i,k). */
SF_INLINE real sf_gamma_fx(const SfContext *c, int i, int k) {
  const int lo = sf_tag(c, i - 1, k);
  const int hi = sf_tag(c, i, k);
  if (!lo == !hi)
    return sf_linear(sf_gamma(c, i - 1, k), sf_wxl(&c->mesh, i), sf_gamma(c, i, k),
                     sf_wxh(&c->mesh, i));
  if (hi)
    return sf_transport(c, sf_wall_gas_temperature(c, i - 1, k, i, k, sf_hx(&c->mesh, i - 1), hi));
  return sf_transport(c, sf_wall_gas_temperature(c, i, k, i - 1, k, sf_hx(&c->mesh, i), lo));
}

/* (12) Gamma at the corner for the u equation: mean of two columns. */
SF_INLINE real sf_Gy(const SfContext *c, int i, int j) {
  return 0.5 * (sf_gamma_fy(c, i - 1, j) + sf_gamma_fy(c, i, j));
}
/* (13) Gamma at the corner for the v equation: mean of two rows. */
SF_INLINE real sf_Gx(const SfContext *c, int i, int j) {
  return 0.5 * (sf_gamma_fx(c, i, j - 1) + sf_gamma_fx(c, i, j));
}

/* du/dy at corner (i,j) beside a wall: from the one fluid node to its own slip value. */
SF_INLINE real sf_dudy_at_wall(const SfContext *c, int i, int j) {
  const int above = sf_fluid_u(c, i, j);
  const int below = sf_fluid_u(c, i, j - 1);
  if (above && below) return (sf_u(c, i, j) - sf_u(c, i, j - 1)) * sf_rhyf(&c->mesh, j);
  if (above) return (sf_u(c, i, j) - sf_slip_u(c, i, j, j - 1)) * (2.0 * sf_rhy(&c->mesh, j));
  if (below)
    return (sf_slip_u(c, i, j - 1, j) - sf_u(c, i, j - 1)) * (2.0 * sf_rhy(&c->mesh, j - 1));
  return 0.0;
}
SF_INLINE real sf_dvdx_at_wall(const SfContext *c, int i, int j) {
  const int right = sf_fluid_v(c, i, j);
  const int left = sf_fluid_v(c, i - 1, j);
  if (right && left) return (sf_v(c, i, j) - sf_v(c, i - 1, j)) * sf_rhxf(&c->mesh, i);
  if (right) return (sf_v(c, i, j) - sf_slip_v(c, i, j, i - 1)) * (2.0 * sf_rhx(&c->mesh, i));
  if (left)
    return (sf_slip_v(c, i - 1, j, i) - sf_v(c, i - 1, j)) * (2.0 * sf_rhx(&c->mesh, i - 1));
  return 0.0;
}

/* (20) (du/dy + dv/dx)^2 at corner (i,j), the same for the four cells that meet there. */
SF_INLINE real sf_make_shear2(const SfContext *c, int i, int j) {
  const real dudy = c->has_walls
                        ? sf_dudy_at_wall(c, i, j)
                        : (sf_u(c, i, j) - sf_u(c, i, j - 1)) * sf_rhyf(&c->mesh, j);
  const real dvdx = c->has_walls
                        ? sf_dvdx_at_wall(c, i, j)
                        : (sf_v(c, i, j) - sf_v(c, i - 1, j)) * sf_rhxf(&c->mesh, i);
  return (dudy + dvdx) * (dudy + dvdx);
}

#endif
