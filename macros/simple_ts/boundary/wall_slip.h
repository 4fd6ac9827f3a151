// Velocity slip at a wall; docs/methods/simple-ts.md (43), (53).
//
//        u(i,j)                a node next to a wall parallel to x; d = half its row's width
//    ......|......  d
//   ======u_w======            wall plane, moving with u_wall
//     (i-1) | (i)              the two cells beyond: at least one is solid
//
// u_w depends on the node that evaluates it, so it is never stored: at a convex corner the same
// face is "normal velocity 0" for one node and "slip" for another.
#ifndef SLIPFLOW_WALL_SLIP_H
#define SLIPFLOW_WALL_SLIP_H

#include "simple_ts/boundary/slip_gas.h"
#include "simple_ts/boundary/slip_laws.h"

/* The wall a node looks at: its tangential velocity and slip coefficient x Kn. */
typedef struct {
  real velocity;
  real slip;
} SfWallView;

/* Two walls under one node: the mean of their velocities and coefficients; a wall of free slip
   next to another one counts as that other one. */
SF_INLINE SfWallView sf_mean_wall(real velocity_lo, real slip_lo, real velocity_hi, real slip_hi) {
  SfWallView view;
  view.velocity = slip_lo < 0.0   ? velocity_hi
                  : slip_hi < 0.0 ? velocity_lo
                                  : 0.5 * (velocity_lo + velocity_hi);
  view.slip = slip_lo < 0.0 ? slip_hi : slip_hi < 0.0 ? slip_lo : 0.5 * (slip_lo + slip_hi);
  return view;
}

/* The slip site of the velocity node (i,j); `velocity` is that of the wall next to it. */
SF_INLINE SfSlipSite sf_slip_site(const SfContext* c, int axis, int i, int j, real velocity) {
  const int ai = axis == SF_X, aj = axis == SF_Y;
  const real T = 0.5 * (sf_T(c, i - ai, j - aj) + sf_T(c, i, j));
  const SfSlipSite site = {velocity,
                           sf_q(c, axis, i, j),
                           T,
                           0.5 * (sf_p(c, i - ai, j - aj) + sf_p(c, i, j)),
                           (sf_T(c, i, j) - sf_T(c, i - ai, j - aj)) * sf_rhf(&c->mesh, axis, i, j),
                           c->gas.B * sf_transport(c, T)};
  return site;
}

/* The velocity of a wall along the axis. */
SF_INLINE real sf_own_velocity_of_wall(const SfContext* c, int axis, int wall) {
  return axis == SF_X ? c->wall[wall].velocity_x : c->wall[wall].velocity_y;
}
/* The velocity that replaces it by the wall's slip law. */
SF_INLINE real sf_velocity_of_wall(const SfContext* c, int axis, int i, int j, int wall) {
  const real velocity = sf_own_velocity_of_wall(c, axis, wall);
  if (!c->has_slip_laws) return velocity;
  return sf_velocity_by_law((int)c->wall[wall].slip_law, sf_slip_site(c, axis, i, j, velocity));
}

/* The wall on one side of the velocity node (i,j), -1 or 1 across the axis, along its faces. A gas
   cell there takes the wall of the solid one. */
SF_INLINE SfWallView sf_wall_of(const SfContext* c, int axis, int i, int j, int side) {
  const int ai = axis == SF_X, aj = axis == SF_Y;
  const int lo = sf_tag(c, i - ai + side * aj, j - aj + side * ai);
  const int hi = sf_tag(c, i + side * aj, j + side * ai);
  const int wall_lo = (lo ? lo : hi) - 1;
  const int wall_hi = (hi ? hi : lo) - 1;
  return sf_mean_wall(sf_velocity_of_wall(c, axis, i, j, wall_lo), c->wall[wall_lo].slip,
                      sf_velocity_of_wall(c, axis, i, j, wall_hi), c->wall[wall_hi].slip);
}

/* (53) The wall that the equation of the node sees. At a convex corner, with one solid cell beyond,
   the gas does not slip: it moves with the wall, whatever its slip law. */
SF_INLINE SfWallView sf_wall_seen_by(const SfContext* c, int axis, int i, int j, int side) {
  const int ai = axis == SF_X, aj = axis == SF_Y;
  const int lo = sf_tag(c, i - ai + side * aj, j - aj + side * ai);
  const int hi = sf_tag(c, i + side * aj, j + side * ai);
  if (c->no_slip_at_corners && !(lo && hi)) {
    const SfWallView corner = {sf_own_velocity_of_wall(c, axis, (lo | hi) - 1), 0.0};
    return corner;
  }
  return sf_wall_of(c, axis, i, j, side);
}

/* (43) Gas velocity at the wall: u_w - u_wall = slip path (u - u_w)/(rho d). */
SF_INLINE real sf_slip_velocity(real u, SfSlipGas gas, real d, SfWallView wall) {
  const real rho_d = gas.rho * d;
  const real slip = wall.slip * gas.path;
  /* A true division: what is divided may be 0, or too small for SF_DIVIDE. */
  const real slipping = (slip * u + rho_d * wall.velocity) / (rho_d + slip);
  return wall.slip > 0.0 ? slipping : wall.slip < 0.0 ? u : wall.velocity;
}

/* (43) for the velocity node (i,j) with the wall on one side, as its equation has it (53). at_wall:
   the gas at the wall faces, used with wall_density = wall. */
SF_INLINE real sf_slip_with(const SfContext* c, int axis, int i, int j, int side,
                            SfSlipGas at_wall) {
  const SfSlipGas gas = c->density_at_wall ? at_wall : sf_slip_gas_of_cells(c, axis, i, j);
  return sf_slip_velocity(sf_q(c, axis, i, j), gas, 0.5 * sf_h(&c->mesh, SF_OTHER(axis), i, j),
                          sf_wall_seen_by(c, axis, i, j, side));
}
SF_INLINE real sf_slip(const SfContext* c, int axis, int i, int j, int side) {
  return sf_slip_with(c, axis, i, j, side, sf_slip_gas(c, axis, i, j, side));
}

/* (43) along the faces of the wall, at convex corners too: the gas that friction and work
   act on. */
SF_INLINE real sf_slip_along(const SfContext* c, int axis, int i, int j, int side) {
  return sf_slip_velocity(sf_q(c, axis, i, j), sf_slip_gas(c, axis, i, j, side),
                          0.5 * sf_h(&c->mesh, SF_OTHER(axis), i, j),
                          sf_wall_of(c, axis, i, j, side));
}

#endif
