// Velocity slip at a wall; docs/numerics.md (22), (61).
//
//        u(i,j)                a node beside a wall parallel to x; d = half its row's width
//    ......|......  d
//   ======u_w======            wall plane, moving with u_wall
//     (i-1) | (i)              the two cells beyond: at least one is solid
//
// u_w is computed for its viewer and never stored: at a convex corner the same face is "normal
// velocity 0" for one viewer and "slip" for another.
#ifndef SLIPFLOW_WALL_SLIP_H
#define SLIPFLOW_WALL_SLIP_H

#include "simple_ts/boundary/slip_laws.h"
#include "simple_ts/boundary/wall_jump.h"
#include "simple_ts/density.h"
#include "simple_ts/gas_model.h"

/* The wall a node looks at: its tangential velocity and slip coefficient x Kn. */
typedef struct {
  real velocity;
  real slip;
} SfWallView;

/* Two walls under one node: the mean of their velocities and coefficients; a wall of free slip
   beside another one counts as that other one. */
SF_INLINE SfWallView sf_mean_wall(real velocity_lo, real slip_lo, real velocity_hi, real slip_hi) {
  SfWallView view;
  view.velocity = slip_lo < 0.0   ? velocity_hi
                  : slip_hi < 0.0 ? velocity_lo
                                  : 0.5 * (velocity_lo + velocity_hi);
  view.slip = slip_lo < 0.0 ? slip_hi : slip_hi < 0.0 ? slip_lo : 0.5 * (slip_lo + slip_hi);
  return view;
}

/* The gas that u(i,j), or v(i,j), and a wall beside it have in common; `velocity` is the wall's. */
SF_INLINE SfSlipSite sf_slip_site_u(const SfContext *c, int i, int j, real velocity) {
  const real T = 0.5 * (sf_T(c, i - 1, j) + sf_T(c, i, j));
  const SfSlipSite site = {velocity,
                           sf_u(c, i, j),
                           T,
                           0.5 * (sf_p(c, i - 1, j) + sf_p(c, i, j)),
                           (sf_T(c, i, j) - sf_T(c, i - 1, j)) * sf_rhxf(&c->mesh, i),
                           c->gas.B * sf_transport(c, T)};
  return site;
}
SF_INLINE SfSlipSite sf_slip_site_v(const SfContext *c, int i, int j, real velocity) {
  const real T = 0.5 * (sf_T(c, i, j - 1) + sf_T(c, i, j));
  const SfSlipSite site = {velocity,
                           sf_v(c, i, j),
                           T,
                           0.5 * (sf_p(c, i, j - 1) + sf_p(c, i, j)),
                           (sf_T(c, i, j) - sf_T(c, i, j - 1)) * sf_rhyf(&c->mesh, j),
                           c->gas.B * sf_transport(c, T)};
  return site;
}

/* The velocity of a wall as its slip law has it. */
SF_INLINE real sf_wall_velocity_of_u(const SfContext *c, int i, int j, int wall) {
  const real velocity = c->wall[wall].velocity_x;
  if (!c->has_slip_laws) return velocity;
  return sf_velocity_by_law((int)c->wall[wall].slip_law, sf_slip_site_u(c, i, j, velocity));
}
SF_INLINE real sf_wall_velocity_of_v(const SfContext *c, int i, int j, int wall) {
  const real velocity = c->wall[wall].velocity_y;
  if (!c->has_slip_laws) return velocity;
  return sf_velocity_by_law((int)c->wall[wall].slip_law, sf_slip_site_v(c, i, j, velocity));
}

/* The wall in row jw (j-1 or j+1) beside u(i,j). A gas cell there takes the solid one's wall. */
SF_INLINE SfWallView sf_wall_of_u(const SfContext *c, int i, int j, int jw) {
  const int lo = sf_tag(c, i - 1, jw);
  const int hi = sf_tag(c, i, jw);
  const int wall_lo = (lo ? lo : hi) - 1;
  const int wall_hi = (hi ? hi : lo) - 1;
  return sf_mean_wall(sf_wall_velocity_of_u(c, i, j, wall_lo), c->wall[wall_lo].slip,
                      sf_wall_velocity_of_u(c, i, j, wall_hi), c->wall[wall_hi].slip);
}
/* The wall in column iw (i-1 or i+1) beside v(i,j). */
SF_INLINE SfWallView sf_wall_of_v(const SfContext *c, int i, int j, int iw) {
  const int lo = sf_tag(c, iw, j - 1);
  const int hi = sf_tag(c, iw, j);
  const int wall_lo = (lo ? lo : hi) - 1;
  const int wall_hi = (hi ? hi : lo) - 1;
  return sf_mean_wall(sf_wall_velocity_of_v(c, i, j, wall_lo), c->wall[wall_lo].slip,
                      sf_wall_velocity_of_v(c, i, j, wall_hi), c->wall[wall_hi].slip);
}

/* (22) Gas velocity at the wall: u_w - u_wall = slip (u - u_w)/(rho d). */
SF_INLINE real sf_slip_velocity(real u, real rho, real d, SfWallView wall) {
  const real rho_d = rho * d;
  /* A true division: what is divided may be 0, or too small for SF_DIVIDE. */
  const real slipping = (wall.slip * u + rho_d * wall.velocity) / (rho_d + wall.slip);
  return wall.slip > 0.0 ? slipping : wall.slip < 0.0 ? u : wall.velocity;
}

/* (61) Density at the wall under a node: that of the wall face, or the mean of two. */
SF_INLINE real sf_mean_wall_density(int lo, int hi, real rho_lo, real rho_hi) {
  return !lo ? rho_hi : !hi ? rho_lo : 0.5 * (rho_lo + rho_hi);
}

/* The face between (k,j) and (k,jw), or (i,k) and (iw,k), of which the second is the wall `tag`. */
SF_INLINE SfWallFace sf_wall_face_y(const SfContext *c, int k, int j, int jw, int tag) {
  return sf_wall_face(c, k, j, k, jw, sf_hy(&c->mesh, j), tag);
}
SF_INLINE SfWallFace sf_wall_face_x(const SfContext *c, int i, int k, int iw, int tag) {
  return sf_wall_face(c, i, k, iw, k, sf_hx(&c->mesh, i), tag);
}

/* Density in the slip of u(i,j) with the wall in row jw, and of v(i,j) with the wall in column iw:
   that of the face at the node, or of the gas at the wall. */
SF_INLINE real sf_slip_density_u(const SfContext *c, int i, int j, int jw) {
  if (!c->density_at_wall) return sf_rho_fx(c, i, j);
  const int lo = sf_tag(c, i - 1, jw);
  const int hi = sf_tag(c, i, jw);
  const real rho_lo = lo ? sf_wall_gas(c, sf_wall_face_y(c, i - 1, j, jw, lo)).rho : 0.0;
  const real rho_hi = hi ? sf_wall_gas(c, sf_wall_face_y(c, i, j, jw, hi)).rho : 0.0;
  return sf_mean_wall_density(lo, hi, rho_lo, rho_hi);
}
SF_INLINE real sf_slip_density_v(const SfContext *c, int i, int j, int iw) {
  if (!c->density_at_wall) return sf_rho_fy(c, i, j);
  const int lo = sf_tag(c, iw, j - 1);
  const int hi = sf_tag(c, iw, j);
  const real rho_lo = lo ? sf_wall_gas(c, sf_wall_face_x(c, i, j - 1, iw, lo)).rho : 0.0;
  const real rho_hi = hi ? sf_wall_gas(c, sf_wall_face_x(c, i, j, iw, hi)).rho : 0.0;
  return sf_mean_wall_density(lo, hi, rho_lo, rho_hi);
}

/* Density of the gas at the face between (k,j-1) and (k,j), or (i-1,k) and (i,k): the wall `tag` is the
   first of them if the gas is `above` it, or on its `right`. 0 without a wall. */
SF_INLINE real sf_wall_density_fy(const SfContext *c, int k, int j, int above, int tag) {
  if (!tag) return 0.0;
  return sf_wall_gas(c, sf_either_face(above, sf_wall_face_y(c, k, j, j - 1, tag),
                                       sf_wall_face_y(c, k, j - 1, j, tag))).rho;
}
SF_INLINE real sf_wall_density_fx(const SfContext *c, int i, int k, int right, int tag) {
  if (!tag) return 0.0;
  return sf_wall_gas(c, sf_either_face(right, sf_wall_face_x(c, i, k, i - 1, tag),
                                       sf_wall_face_x(c, i - 1, k, i, tag))).rho;
}
/* (61) at the corner (i,j), of u(i,j) if that is `above` the walls, or else of u(i,j-1); of v(i,j) if
   it is on their `right`, or else of v(i-1,j). */
SF_INLINE real sf_wall_density_beside_u(const SfContext *c, int i, int j, int above) {
  const int lo = above ? sf_tag(c, i - 1, j - 1) : sf_tag(c, i - 1, j);
  const int hi = above ? sf_tag(c, i, j - 1) : sf_tag(c, i, j);
  return sf_mean_wall_density(lo, hi, sf_wall_density_fy(c, i - 1, j, above, lo),
                              sf_wall_density_fy(c, i, j, above, hi));
}
SF_INLINE real sf_wall_density_beside_v(const SfContext *c, int i, int j, int right) {
  const int lo = right ? sf_tag(c, i - 1, j - 1) : sf_tag(c, i, j - 1);
  const int hi = right ? sf_tag(c, i - 1, j) : sf_tag(c, i, j);
  return sf_mean_wall_density(lo, hi, sf_wall_density_fx(c, i, j - 1, right, lo),
                              sf_wall_density_fx(c, i, j, right, hi));
}

/* (22) for u(i,j) with the wall in row jw, and for v(i,j) with the wall in column iw; rho_w: (61). */
SF_INLINE real sf_slip_u_with(const SfContext *c, int i, int j, int jw, real rho_w) {
  return sf_slip_velocity(sf_u(c, i, j), c->density_at_wall ? rho_w : sf_rho_fx(c, i, j),
                          0.5 * sf_hy(&c->mesh, j), sf_wall_of_u(c, i, j, jw));
}
SF_INLINE real sf_slip_v_with(const SfContext *c, int i, int j, int iw, real rho_w) {
  return sf_slip_velocity(sf_v(c, i, j), c->density_at_wall ? rho_w : sf_rho_fy(c, i, j),
                          0.5 * sf_hx(&c->mesh, i), sf_wall_of_v(c, i, j, iw));
}
SF_INLINE real sf_slip_u(const SfContext *c, int i, int j, int jw) {
  return sf_slip_u_with(c, i, j, jw, sf_slip_density_u(c, i, j, jw));
}
SF_INLINE real sf_slip_v(const SfContext *c, int i, int j, int iw) {
  return sf_slip_v_with(c, i, j, iw, sf_slip_density_v(c, i, j, iw));
}

#endif
