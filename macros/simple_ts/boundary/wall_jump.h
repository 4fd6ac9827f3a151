// Temperature jump at a wall face; docs/numerics.md (23), (60).
//
//     T_P          gas cell P, half width d
//   ..T_w..        gas at the wall: its density is that of the cell, or p/T_w
//   =======        wall at T_wall
#ifndef SLIPFLOW_WALL_JUMP_H
#define SLIPFLOW_WALL_JUMP_H

#include "simple_ts/boundary/wall_heat_flow.h"
#include "simple_ts/context.h"
#include "simple_ts/gas_model.h"

/* (23) Gas temperature at the wall: T_w - T_wall = jump (T_P - T_w)/(rho_P d). */
SF_INLINE real sf_jump_temperature(real T_P, real rho_P, real d, real T_wall, real jump) {
  const real rho_d = rho_P * d;
  const real jumping = SF_DIVIDE(jump * T_P + rho_d * T_wall, rho_d + jump);
  return jump > 0.0 ? jumping : jump < 0.0 ? T_P : T_wall;
}

/* (60) The same with the density p/T_w: the positive root of jump T_w^2 + q T_w - p d T_wall = 0,
   q = p d - jump T_P, written without a difference of nearly equal numbers. */
SF_INLINE real sf_jump_temperature_at_wall_density(real T_P, real p_P, real d, real T_wall,
                                                   real jump) {
  const real p_d = p_P * d;
  const real q = p_d - jump * T_P;
  const real root = SF_SQRT(q * q + 4.0 * jump * (p_d * T_wall));
  const real above = q > 0.0 ? 2.0 * (p_d * T_wall) : root - q;
  const real below = q > 0.0 ? root + q : 2.0 * jump;
  const real jumping = SF_DIVIDE(above, below);
  return jump > 0.0 ? jumping : jump < 0.0 ? T_P : T_wall;
}

/* Temperature of the wall in the cell (iw,jw); `tag` is its number. */
SF_INLINE real sf_wall_temperature(const SfContext *c, int iw, int jw, int tag) {
  return c->walls_vary ? sf_T(c, iw, jw) : c->wall[tag - 1].temperature;
}

/* (23), (60), (66) for the face of width h between the gas cell (i,j) and the wall `tag` in
   (iw,jw). */
SF_INLINE real sf_wall_gas_temperature(const SfContext *c, int i, int j, int iw, int jw, real h,
                                       int tag) {
  const real T_P = sf_T(c, i, j);
  const real T_wall = sf_wall_temperature(c, iw, jw, tag);
  const real jump = c->wall[tag - 1].jump;
  if (c->has_heat_flow && jump < 0.0)
    return sf_heat_flow_temperature(T_P, 0.5 * h, c->gas.CT1 * sf_transport(c, T_P),
                                    c->wall[tag - 1].heat_flow);
  if (c->density_at_wall)
    return sf_jump_temperature_at_wall_density(T_P, sf_p(c, i, j), 0.5 * h, T_wall, jump);
  return sf_jump_temperature(T_P, sf_rho(c, i, j), 0.5 * h, T_wall, jump);
}

/* (61) Density of the gas at that face. */
SF_INLINE real sf_wall_gas_density(const SfContext *c, int i, int j, int iw, int jw, real h,
                                   int tag) {
  if (!c->density_at_wall) return sf_rho(c, i, j);
  return SF_DIVIDE(sf_p(c, i, j), sf_wall_gas_temperature(c, i, j, iw, jw, h, tag));
}

#endif
