// Temperature jump at a wall face; docs/numerics.md (23).
//
//     T_P          gas cell P, half width d, density of the cell
//   ..T_w..        gas at the wall
//   =======        wall at T_wall
#ifndef SLIPFLOW_WALL_JUMP_H
#define SLIPFLOW_WALL_JUMP_H

#include "simple_ts/context.h"

/* (23) Gas temperature at the wall: T_w - T_wall = jump (T_P - T_w)/(rho d). */
SF_INLINE real sf_jump_temperature(real T_P, real rho_P, real d, real T_wall, real jump) {
  const real rho_d = rho_P * d;
  const real jumping = SF_DIVIDE(jump * T_P + rho_d * T_wall, rho_d + jump);
  return jump > 0.0 ? jumping : jump < 0.0 ? T_P : T_wall;
}

/* (23) for a face of the gas cell (i,j) of width h across the face; `tag` is the wall beyond it. */
SF_INLINE real sf_wall_gas_temperature(const SfContext *c, int i, int j, real h, int tag) {
  return sf_jump_temperature(sf_T(c, i, j), sf_rho(c, i, j), 0.5 * h, c->wall[tag - 1].temperature,
                             c->wall[tag - 1].jump);
}

#endif
