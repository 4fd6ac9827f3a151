// The wall that a velocity node slips along, and how fast; docs/methods/simple-ts.md (43).
//
//        u(i,j)                a node next to a wall parallel to x; d = half its row's width
//    ......|......  d
//   ======u_w======            wall plane, moving with u_wall
//     (i-1) | (i)              the two cells beyond: at least one is solid
#ifndef SLIPFLOW_WALL_VIEW_H
#define SLIPFLOW_WALL_VIEW_H

#include "simple_ts/boundary/slip_laws.h"
#include "simple_ts/context.h"
#include "simple_ts/gas_model.h"

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

/* The slip site of the velocity node P; `velocity` is that of the wall next to it. */
SF_INLINE SfSlipSite sf_slip_site(const SfContext* c, int axis, SfNode P, real velocity) {
  const real T = 0.5 * (sf_T(c, sf_to(P, axis, -1)) + sf_T(c, P));
  const SfSlipSite site = {velocity,
                           sf_q(c, axis, P),
                           T,
                           0.5 * (sf_p(c, sf_to(P, axis, -1)) + sf_p(c, P)),
                           (sf_T(c, P) - sf_T(c, sf_to(P, axis, -1))) * sf_rhf(&c->mesh, axis, P),
                           c->gas.B * sf_transport(c, T),
                           c->creep};
  return site;
}

/* The velocity of a wall along the axis. */
SF_INLINE real sf_own_velocity_of_wall(const SfContext* c, int axis, int wall) {
  return SF_BY_AXIS(axis, c->wall[wall].velocity_x, c->wall[wall].velocity_y,
                    c->wall[wall].velocity_z);
}
/* The velocity that replaces it by the wall's slip law. */
SF_INLINE real sf_velocity_of_wall(const SfContext* c, int axis, SfNode P, int wall) {
  const real velocity = sf_own_velocity_of_wall(c, axis, wall);
  if (!sf_has_slip_laws(c)) return velocity;
  return sf_velocity_by_law((int)c->wall[wall].slip_law, sf_slip_site(c, axis, P, velocity));
}

/* The walls of both cells on one side of the velocity node P, -1 or 1 across the axis. A gas
   cell there takes the wall of the solid one. */
typedef struct {
  int lo;
  int hi;
} SfWallPair;
SF_INLINE SfWallPair sf_wall_pair(const SfContext* c, int axis, int across, SfNode P, int side) {
  const int lo = sf_tag(c, sf_to(sf_to(P, axis, -1), across, side));
  const int hi = sf_tag(c, sf_to(P, across, side));
  const SfWallPair pair = {(lo ? lo : hi) - 1, (hi ? hi : lo) - 1};
  return pair;
}

/* The wall on one side of the velocity node P, -1 or 1 across the axis, along its faces. */
SF_INLINE SfWallView sf_wall_of(const SfContext* c, int axis, int across, SfNode P, int side) {
  const SfWallPair of = sf_wall_pair(c, axis, across, P, side);
  return sf_mean_wall(sf_velocity_of_wall(c, axis, P, of.lo), c->wall[of.lo].slip,
                      sf_velocity_of_wall(c, axis, P, of.hi), c->wall[of.hi].slip);
}
/* Its own velocity, whatever its slip law: u_wall of friction heat and work. */
SF_INLINE real sf_motion_of_wall(const SfContext* c, int axis, int across, SfNode P, int side) {
  const SfWallPair of = sf_wall_pair(c, axis, across, P, side);
  return sf_mean_wall(sf_own_velocity_of_wall(c, axis, of.lo), c->wall[of.lo].slip,
                      sf_own_velocity_of_wall(c, axis, of.hi), c->wall[of.hi].slip)
      .velocity;
}

/* The gas that slips at a node: its density, and its mean free path over that of hard spheres. */
typedef struct {
  real rho;
  real path;
} SfSlipGas;

/* (43) Gas velocity at the wall: u_w - u_wall = slip path (u - u_w)/(rho d). */
SF_INLINE real sf_slip_velocity(real u, SfSlipGas gas, real d, SfWallView wall) {
  const real rho_d = gas.rho * d;
  const real slip = wall.slip * gas.path;
  /* A true division: what is divided may be 0, or too small for SF_DIVIDE. */
  const real slipping = (slip * u + rho_d * wall.velocity) / (rho_d + slip);
  return wall.slip > 0.0 ? slipping : wall.slip < 0.0 ? u : wall.velocity;
}

#endif
