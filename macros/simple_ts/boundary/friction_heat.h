// The heat of friction at a wall with slip; docs/methods/simple-ts.md (83).
//
//     u_1  P  u_2         gas cell P, the velocity nodes at both ends of its wall face
//   ..u_w1...u_w2..       gas at the wall: it slides along the wall with u_s = u_w - u_wall, and
//   the
//   =====u_wall====       wall gets the heat tau u_s besides what is conducted into it
#ifndef SLIPFLOW_FRICTION_HEAT_H
#define SLIPFLOW_FRICTION_HEAT_H

#include "simple_ts/boundary/wall_view.h"

/* A velocity node next to a wall: its velocity relative to that of the gas at the wall, the latter,
   and that of the wall. A node on a wall face, at an inner corner, does not slide. */
typedef struct {
  real over_wall;
  real at_wall;
  real wall;
} SfSlidingNode;

/* (43) With this gas at the wall. */
SF_INLINE SfSlidingNode sf_sliding_with(const SfContext* c, int axis, int across, SfNode P,
                                        int side, SfSlipGas gas) {
  SfSlidingNode node = {0.0, 0.0, 0.0};
  if (!sf_fluid(c, axis, P)) return node;
  node.at_wall = sf_slip_velocity(sf_q(c, axis, P), gas, 0.5 * sf_h(&c->mesh, across, P),
                                  sf_wall_of(c, axis, across, P, side));
  node.over_wall = sf_q(c, axis, P) - node.at_wall;
  node.wall = sf_motion_of_wall(c, axis, across, P, side);
  return node;
}

/* (83) tau u_s of the nodes at both ends of a face, over B Gamma(T_w)/h. */
SF_INLINE real sf_sliding_heat(SfSlidingNode one, SfSlidingNode two) {
  return one.over_wall * (one.at_wall - one.wall) + two.over_wall * (two.at_wall - two.wall);
}
/* In the unit of (29), rho0 c_v T0 V0; `gamma`: Gamma at the wall, h = 1/rh, `sliding`: the sum of
   sf_sliding_heat() over the tangential directions. */
SF_INLINE real sf_friction_heat(const SfContext* c, real gamma, real rh, real sliding) {
  return c->gas.CT2 * gamma * rh * sliding;
}
/* That sum's part along a tangent of the face, with this gas at the wall. */
SF_INLINE real sf_sliding_heat_with(const SfContext* c, int axis, int along, SfNode P, int side,
                                    SfSlipGas gas) {
  return sf_sliding_heat(sf_sliding_with(c, along, axis, P, side, gas),
                         sf_sliding_with(c, along, axis, sf_to(P, along, 1), side, gas));
}

/* The friction heat of the face normal to the axis on one side of the gas cell P, -1 or 1, with
   the gas of this cell: for T_w, on which that of the gas at the wall depends. T_w - T_P is O(h),
   so T_w stays of second order. */
#ifdef SF_FRICTION_ARRAYS
SF_INLINE real sf_friction_heat_of_cell(const SfContext* c, int axis, SfNode P, int side) {
  const int at = sf_at(&c->mesh, side < 0 ? P : sf_to(P, axis, 1));
  return SF_BY_AXIS(axis, c->friction_x[at], c->friction_y[at], c->friction_z[at]);
}
#define SF_FRICTION_HEAT_OF_CELL sf_make_friction_heat
#else
#define SF_FRICTION_HEAT_OF_CELL sf_friction_heat_of_cell
#endif
SF_INLINE_IN_KERNELS real SF_FRICTION_HEAT_OF_CELL(const SfContext* c, int axis, SfNode P,
                                                   int side) {
  const real T = sf_T(c, P);
  const SfSlipGas gas = {sf_rho(c, P), sf_mean_free_path_factor(c, T)};
  return sf_friction_heat(
      c, sf_transport(c, T), sf_rh(&c->mesh, axis, P),
      SF_SUM_ACROSS(sf_sliding_heat_with(c, axis, SF_NEXT(axis), P, side, gas),
                    sf_sliding_heat_with(c, axis, SF_AFTER(axis), P, side, gas)));
}

#endif
