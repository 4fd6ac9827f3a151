// Temperature jump at a wall face; docs/methods/simple-ts.md (44), (45), (46), (47), (8).
//
//     T_P          gas cell P, half width d
//   ..T_w..        gas at the wall: its density is that of the cell, or p_w/T_w
//   =======        wall at T_wall
#ifndef SLIPFLOW_WALL_JUMP_H
#define SLIPFLOW_WALL_JUMP_H

#include "simple_ts/boundary/friction_heat.h"
#include "simple_ts/boundary/wall_heat_flow.h"
#include "simple_ts/context.h"
#include "simple_ts/gas_model.h"

/* (44) Gas temperature at the wall: T_w - T_wall = jump (T_P - T_w)/(rho_P d). */
SF_INLINE real sf_jump_temperature(real T_P, real rho_P, real d, real T_wall, real jump) {
  const real rho_d = rho_P * d;
  const real jumping = SF_DIVIDE(jump * T_P + rho_d * T_wall, rho_d + jump);
  return jump > 0.0 ? jumping : jump < 0.0 ? T_P : T_wall;
}

/* An unevaluated quotient, so that its inverse also costs one division. */
typedef struct {
  real above;
  real below;
} SfFraction;

/* (45) The same with the density p/T_w, p at the wall: the positive root of
   jump T_w^2 + q T_w - p d T_wall = 0, q = p d - jump T_P, written without a difference of nearly
   equal numbers. */
SF_INLINE SfFraction sf_jump_temperature_at_wall_density(real T_P, real p, real d, real T_wall,
                                                         real jump) {
  const real p_d = p * d;
  const real q = p_d - jump * T_P;
  const real root = SF_SQRT(q * q + 4.0 * jump * (p_d * T_wall));
  const real above = q > 0.0 ? 2.0 * (p_d * T_wall) : root - q;
  const real below = q > 0.0 ? root + q : 2.0 * jump;
  const SfFraction T_w = {jump > 0.0 ? above : jump < 0.0 ? T_P : T_wall, jump > 0.0 ? below : 1.0};
  return T_w;
}

/* Temperature of the wall in the cell W; `tag` is its number. */
SF_INLINE real sf_wall_temperature(const SfContext* c, SfNode W, int tag) {
  return sf_walls_vary(c) ? sf_T(c, W) : c->wall[tag - 1].temperature;
}

/* A wall face, with the state of the adjacent gas cell P. */
typedef struct {
  real T; /* of P, as rho is */
  real rho;
  real p; /* at the face */
  real d; /* half the width of P across the face */
  real T_wall;
  int wall;           /* its number from 0 */
  real friction_heat; /* of a wall whose heat flow is prescribed; with the gas of P */
} SfWallFace;

/* (47) Pressure of the gas of cell P at its face normal to the axis on one side, -1 or 1, half
   a width d away: the gas between has weight. Never less than a quarter of that in the cell, which
   only an initial state far from balance needs. Without gravity all of it is eliminated. */
SF_INLINE real sf_pressure_at_wall(const SfContext* c, int axis, SfNode P, int side, real d) {
  const real p = sf_p(c, P);
  const real towards = (real)side * sf_gravity(c, axis);
  if (towards == 0.0) return p;
  const real at_wall = p + towards / c->gas.A * d * sf_rho(c, P); /* A = 1/2, a constant */
  return at_wall < 0.25 * p ? 0.25 * p : at_wall;
}

/* The face normal to the axis between the gas cell P and the wall `tag` on one side of it, -1
   or 1. */
SF_INLINE SfWallFace sf_wall_face(const SfContext* c, int axis, SfNode P, int side, int tag) {
  const real d = 0.5 * sf_h(&c->mesh, axis, P);
  const SfWallFace face = {sf_T(c, P),
                           sf_rho(c, P),
                           sf_pressure_at_wall(c, axis, P, side, d),
                           d,
                           sf_wall_temperature(c, sf_to(P, axis, side), tag),
                           tag - 1,
                           sf_has_friction_heat(c) && c->wall[tag - 1].jump < 0.0
                               ? sf_friction_heat_of_cell(c, axis, P, side)
                               : 0.0};
  return face;
}

/* a or b, value by value, so that a kernel has the root and the divisions for both once. */
SF_INLINE SfWallFace sf_either_face(int is_a, SfWallFace a, SfWallFace b) {
  const SfWallFace face = {is_a ? a.T : b.T,
                           is_a ? a.rho : b.rho,
                           is_a ? a.p : b.p,
                           is_a ? a.d : b.d,
                           is_a ? a.T_wall : b.T_wall,
                           is_a ? a.wall : b.wall,
                           is_a ? a.friction_heat : b.friction_heat};
  return face;
}

/* The gas at a wall face. */
typedef struct {
  real T;
  real rho;
  real jump; /* the coefficient that T follows from: that of the wall at the local mean free path */
} SfWallGas;

/* (45), (46) With its own density. */
SF_INLINE SfWallGas sf_wall_gas_of_own_density(SfWallFace face, real jump) {
  const SfFraction T_w =
      sf_jump_temperature_at_wall_density(face.T, face.p, face.d, face.T_wall, jump);
  const SfWallGas gas = {SF_DIVIDE(T_w.above, T_w.below), SF_DIVIDE(face.p * T_w.below, T_w.above),
                         jump};
  return gas;
}

/* (44), (45), (46), (50), (8) Members the caller does not use are eliminated after inlining. */
SF_INLINE SfWallGas sf_wall_gas(const SfContext* c, SfWallFace face) {
  const real jump = c->wall[face.wall].jump;
  SfWallGas gas;
  if (sf_has_heat_flow(c) && jump < 0.0) {
    gas.T = sf_heat_flow_temperature(face.T, face.d, c->gas.CT1 * sf_transport(c, face.T),
                                     c->wall[face.wall].heat_flow - face.friction_heat);
    gas.rho = sf_density_at_wall(c) ? SF_DIVIDE(face.p, gas.T) : face.rho;
    gas.jump = jump;
    return gas;
  }
  gas.jump = jump * sf_mean_free_path_factor(c, face.T);
  if (sf_density_at_wall(c)) {
    gas = sf_wall_gas_of_own_density(face, gas.jump);
    /* T_P - T_w is O(d): with the mean free path at T_P alone the jump would be first order. */
    if (sf_viscosity_sixteenths(c) != SF_HARD_SPHERES)
      gas = sf_wall_gas_of_own_density(face, jump * sf_mean_free_path_factor(c, gas.T));
    return gas;
  }
  gas.T = sf_jump_temperature(face.T, face.rho, face.d, face.T_wall, gas.jump);
  gas.rho = face.rho;
  return gas;
}

/* (85) T_w - T_wall where the heat flow is prescribed: the jump follows the conduction. `jump`: the
   coefficient of the wall at the mean free path of hard spheres. */
SF_INLINE real sf_jump_of_conduction(const SfContext* c, SfWallFace face, SfWallGas gas,
                                     real jump) {
  const real path = sf_mean_free_path_factor(c, sf_density_at_wall(c) ? gas.T : face.T);
  return jump * path * (face.T - gas.T) / (gas.rho * face.d);
}

#endif
