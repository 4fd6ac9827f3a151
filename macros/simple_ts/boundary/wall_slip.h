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

/* The slip site of u(i,j), or v(i,j), and the wall next to it; `velocity` is the wall's. */
SF_INLINE SfSlipSite sf_slip_site_u(const SfContext* c, int i, int j, real velocity) {
  const real T = 0.5 * (sf_T(c, i - 1, j) + sf_T(c, i, j));
  const SfSlipSite site = {velocity,
                           sf_u(c, i, j),
                           T,
                           0.5 * (sf_p(c, i - 1, j) + sf_p(c, i, j)),
                           (sf_T(c, i, j) - sf_T(c, i - 1, j)) * sf_rhxf(&c->mesh, i),
                           c->gas.B * sf_transport(c, T)};
  return site;
}
SF_INLINE SfSlipSite sf_slip_site_v(const SfContext* c, int i, int j, real velocity) {
  const real T = 0.5 * (sf_T(c, i, j - 1) + sf_T(c, i, j));
  const SfSlipSite site = {velocity,
                           sf_v(c, i, j),
                           T,
                           0.5 * (sf_p(c, i, j - 1) + sf_p(c, i, j)),
                           (sf_T(c, i, j) - sf_T(c, i, j - 1)) * sf_rhyf(&c->mesh, j),
                           c->gas.B * sf_transport(c, T)};
  return site;
}

/* The velocity of a wall by its slip law. */
SF_INLINE real sf_wall_velocity_of_u(const SfContext* c, int i, int j, int wall) {
  const real velocity = c->wall[wall].velocity_x;
  if (!c->has_slip_laws) return velocity;
  return sf_velocity_by_law((int)c->wall[wall].slip_law, sf_slip_site_u(c, i, j, velocity));
}
SF_INLINE real sf_wall_velocity_of_v(const SfContext* c, int i, int j, int wall) {
  const real velocity = c->wall[wall].velocity_y;
  if (!c->has_slip_laws) return velocity;
  return sf_velocity_by_law((int)c->wall[wall].slip_law, sf_slip_site_v(c, i, j, velocity));
}

/* The wall in row jw (j-1 or j+1) next to u(i,j), along its faces. A gas cell there takes the wall
   of the solid one. */
SF_INLINE SfWallView sf_wall_of_u(const SfContext* c, int i, int j, int jw) {
  const int lo = sf_tag(c, i - 1, jw);
  const int hi = sf_tag(c, i, jw);
  const int wall_lo = (lo ? lo : hi) - 1;
  const int wall_hi = (hi ? hi : lo) - 1;
  return sf_mean_wall(sf_wall_velocity_of_u(c, i, j, wall_lo), c->wall[wall_lo].slip,
                      sf_wall_velocity_of_u(c, i, j, wall_hi), c->wall[wall_hi].slip);
}
/* The wall in column iw (i-1 or i+1) next to v(i,j), along its faces. */
SF_INLINE SfWallView sf_wall_of_v(const SfContext* c, int i, int j, int iw) {
  const int lo = sf_tag(c, iw, j - 1);
  const int hi = sf_tag(c, iw, j);
  const int wall_lo = (lo ? lo : hi) - 1;
  const int wall_hi = (hi ? hi : lo) - 1;
  return sf_mean_wall(sf_wall_velocity_of_v(c, i, j, wall_lo), c->wall[wall_lo].slip,
                      sf_wall_velocity_of_v(c, i, j, wall_hi), c->wall[wall_hi].slip);
}

/* (53) The wall that the equations of u(i,j) and v(i,j) see. At a convex corner, with one solid
   cell beyond, the gas does not slip: it moves with the wall, whatever its slip law. */
SF_INLINE SfWallView sf_wall_seen_by_u(const SfContext* c, int i, int j, int jw) {
  const int lo = sf_tag(c, i - 1, jw);
  const int hi = sf_tag(c, i, jw);
  if (c->no_slip_at_corners && !(lo && hi)) {
    const SfWallView corner = {c->wall[(lo | hi) - 1].velocity_x, 0.0};
    return corner;
  }
  return sf_wall_of_u(c, i, j, jw);
}
SF_INLINE SfWallView sf_wall_seen_by_v(const SfContext* c, int i, int j, int iw) {
  const int lo = sf_tag(c, iw, j - 1);
  const int hi = sf_tag(c, iw, j);
  if (c->no_slip_at_corners && !(lo && hi)) {
    const SfWallView corner = {c->wall[(lo | hi) - 1].velocity_y, 0.0};
    return corner;
  }
  return sf_wall_of_v(c, i, j, iw);
}

/* (43) Gas velocity at the wall: u_w - u_wall = slip path (u - u_w)/(rho d). */
SF_INLINE real sf_slip_velocity(real u, SfSlipGas gas, real d, SfWallView wall) {
  const real rho_d = gas.rho * d;
  const real slip = wall.slip * gas.path;
  /* A true division: what is divided may be 0, or too small for SF_DIVIDE. */
  const real slipping = (slip * u + rho_d * wall.velocity) / (rho_d + slip);
  return wall.slip > 0.0 ? slipping : wall.slip < 0.0 ? u : wall.velocity;
}

/* (43) for u(i,j) with the wall in row jw, and for v(i,j) with the wall in column iw, as their
   equations have it (53). at_wall: the gas at the wall faces, used with wall_density = wall. */
SF_INLINE real sf_slip_u_with(const SfContext* c, int i, int j, int jw, SfSlipGas at_wall) {
  const SfSlipGas gas = c->density_at_wall ? at_wall : sf_slip_gas_of_cells_u(c, i, j);
  return sf_slip_velocity(sf_u(c, i, j), gas, 0.5 * sf_hy(&c->mesh, j),
                          sf_wall_seen_by_u(c, i, j, jw));
}
SF_INLINE real sf_slip_v_with(const SfContext* c, int i, int j, int iw, SfSlipGas at_wall) {
  const SfSlipGas gas = c->density_at_wall ? at_wall : sf_slip_gas_of_cells_v(c, i, j);
  return sf_slip_velocity(sf_v(c, i, j), gas, 0.5 * sf_hx(&c->mesh, i),
                          sf_wall_seen_by_v(c, i, j, iw));
}

SF_INLINE real sf_slip_u(const SfContext* c, int i, int j, int jw) {
  return sf_slip_u_with(c, i, j, jw, sf_slip_gas_u(c, i, j, jw));
}
SF_INLINE real sf_slip_v(const SfContext* c, int i, int j, int iw) {
  return sf_slip_v_with(c, i, j, iw, sf_slip_gas_v(c, i, j, iw));
}

/* (43) along the faces of the wall, at convex corners too: the gas that friction and work
   act on. */
SF_INLINE real sf_slip_u_along(const SfContext* c, int i, int j, int jw) {
  return sf_slip_velocity(sf_u(c, i, j), sf_slip_gas_u(c, i, j, jw), 0.5 * sf_hy(&c->mesh, j),
                          sf_wall_of_u(c, i, j, jw));
}
SF_INLINE real sf_slip_v_along(const SfContext* c, int i, int j, int iw) {
  return sf_slip_velocity(sf_v(c, i, j), sf_slip_gas_v(c, i, j, iw), 0.5 * sf_hx(&c->mesh, i),
                          sf_wall_of_v(c, i, j, iw));
}

#endif
