// Fields that follow from the state, at the centre of a gas cell; docs/methods/simple-ts.md (72),
// (73), (74), (75), (76), (77).
//
//     +---n---+       a gradient is the difference of two face values over the width: between gas
//     w   P   e       cells linear, on a wall those of the gas at the wall, with slip and jump
//     +---s---+
//
// In cells at cut walls the slopes of velocities and temperature are those of their equations.
#ifndef SLIPFLOW_DERIVED_FIELDS_H
#define SLIPFLOW_DERIVED_FIELDS_H

#include "interpolation.h"
#include "simple_ts/boundary/wall_slip.h"
#include "simple_ts/centre_value.h"
#if SF_MAY_BE_CUT
#include "simple_ts/cut/derived_fields.h"
#endif

/* (43) Velocity of the gas, `along` a tangent, at the wall face normal to the axis on one side of
   the gas cell P, -1 or 1: the mean over its nodes that slide, or that of the wall where none
   does. */
SF_INLINE real sf_gas_velocity_at_wall(const SfContext* c, int axis, int along, SfNode P,
                                       int side) {
  const int one = sf_fluid(c, along, P), two = sf_fluid(c, along, sf_to(P, along, 1));
  const real u_1 = one ? sf_slip_along(c, along, axis, P, side) : 0.0;
  const real u_2 = two ? sf_slip_along(c, along, axis, sf_to(P, along, 1), side) : 0.0;
  if (one && two) return 0.5 * (u_1 + u_2);
  if (one || two) return one ? u_1 : u_2;
  return sf_own_velocity_of_wall(c, along, sf_tag(c, sf_to(P, axis, side)) - 1);
}

/* The value on the face normal to the axis on one side of the gas cell P, -1 or 1. */
SF_INLINE real sf_face_value(const SfContext* c, int which, int axis, SfNode P, int side) {
  const SfNode next = sf_to(P, axis, side);
  const int wall = sf_tag(c, next);
  if (wall) {
    if (which == SF_OF_VELOCITY(axis)) return 0.0;
    if (which >= SF_OF_U) return sf_gas_velocity_at_wall(c, axis, which - SF_OF_U, P, side);
    const SfWallGas gas = sf_wall_gas(c, sf_wall_face(c, axis, P, side, wall));
    return which == SF_OF_T ? gas.T : gas.rho;
  }
  const SfNode lo = side < 0 ? next : P; /* the two cells of the face */
  const SfNode hi = sf_to(lo, axis, 1);
  return sf_linear(sf_centre_value(c, which, lo), sf_wl(&c->mesh, axis, hi),
                   sf_centre_value(c, which, hi), sf_wh(&c->mesh, axis, hi));
}

/* (72) The derivative along the axis: one-sided next to an open boundary. */
SF_INLINE real sf_centre_slope(const SfContext* c, int which, int axis, SfNode P) {
  const int place = sf_place(&c->mesh, axis, P), last = sf_cells(&c->mesh, axis) - 1;
  const int open_lo = !sf_is_from(&c->mesh, axis, place, 1) && !sf_tag(c, sf_to(P, axis, -1));
  const int open_hi =
      !sf_is_up_to(&c->mesh, axis, place, last - 1) && !sf_tag(c, sf_to(P, axis, 1));
  const real own = sf_centre_value(c, which, P);
  const real lo = open_lo ? own : sf_face_value(c, which, axis, P, -1);
  const real hi = open_hi ? own : sf_face_value(c, which, axis, P, 1);
  return (open_lo || open_hi ? 2.0 : 1.0) * (hi - lo) * sf_rh(&c->mesh, axis, P);
}

/* The slope along b of the velocity along a. */
SF_INLINE real sf_velocity_slope(const SfContext* c, int a, int b, SfNode P) {
#if SF_MAY_BE_CUT && SF_AXES == 3
  if (sf_has_cut_slopes(c, P)) return sf_cut_gradient(c, a, b, P);
#endif
  return sf_centre_slope(c, SF_OF_VELOCITY(a), b, P);
}
/* (73) Of the velocities along a and b: in a plane the vorticity, in space its part along the third
   axis. */
SF_INLINE real sf_rotation(const SfContext* c, int a, int b, SfNode P) {
  return sf_velocity_slope(c, b, a, P) - sf_velocity_slope(c, a, b, P);
}
#if SF_AXES == 3
SF_INLINE real sf_vorticity(const SfContext* c, int axis, SfNode P) {
  return sf_rotation(c, SF_NEXT(axis), SF_AFTER(axis), P);
}
/* (93) Q: positive where rotation outweighs shear. */
SF_INLINE real sf_q_criterion(const SfContext* c, SfNode P) {
  real square = 0.0;
  for (int a = SF_X; a <= SF_Z; ++a)
    for (int b = SF_X; b <= SF_Z; ++b)
      square += sf_velocity_slope(c, a, b, P) * sf_velocity_slope(c, b, a, P);
  return -0.5 * square;
}
#else
SF_INLINE real sf_vorticity(const SfContext* c, SfNode P) {
#if SF_MAY_BE_CUT
  if (sf_has_cut_slopes(c, P)) return sf_cut_vorticity(c, P);
#endif
  return sf_rotation(c, SF_X, SF_Y, P);
}
#endif
SF_INLINE real sf_divergence(const SfContext* c, SfNode P) {
#if SF_MAY_BE_CUT
  if (sf_has_cut_slopes(c, P)) return sf_cut_divergence(c, P);
#endif
  return SF_SUM_OVER_AXES(sf_slope_along(c, SF_X, P), sf_slope_along(c, SF_Y, P),
                          sf_slope_along(c, SF_Z, P));
}
SF_INLINE real sf_schlieren(const SfContext* c, SfNode P) {
  const real x = sf_centre_slope(c, SF_OF_RHO, SF_X, P);
  const real y = sf_centre_slope(c, SF_OF_RHO, SF_Y, P);
  SF_IN_SPACE(const real z = sf_centre_slope(c, SF_OF_RHO, SF_Z, P);)
  return SF_SQRT(SF_SUM_OVER_AXES(x * x, y * y, z * z));
}

/* (74) Conductivity at T0, unit rho0 V0^3 L/T0: of the temperature equation times A/(gamma - 1). */
SF_INLINE real sf_reference_conductivity(const SfContext* c) {
  return c->gas.A * c->gas.CT1 / -c->gas.CT3;
}
/* (74) Heat flux along the axis. */
SF_INLINE real sf_heat_flux(const SfContext* c, int axis, SfNode P) {
  const real conductivity = sf_reference_conductivity(c) * sf_transport(c, sf_T(c, P));
#if SF_MAY_BE_CUT
  if (sf_has_cut_slopes(c, P)) return -conductivity * sf_cut_slopes(c, P)->of_T[axis];
#endif
  return -conductivity * sf_centre_slope(c, SF_OF_T, axis, P);
}

/* (75) Local mean free path over L, from Kn of the reference state. */
SF_INLINE real sf_local_knudsen(const SfContext* c, real knudsen, SfNode P) {
  return knudsen * sf_mean_free_path_factor(c, sf_T(c, P)) / sf_rho(c, P);
}
/* (75) And over the length in which the density changes. */
SF_INLINE real sf_gradient_knudsen(const SfContext* c, real knudsen, SfNode P) {
  return sf_local_knudsen(c, knudsen, P) * sf_schlieren(c, P) / sf_rho(c, P);
}

/* (76) Temperature of the gas brought to rest without loss. */
SF_INLINE real sf_total_temperature(const SfContext* c, SfNode P) {
  const real u = sf_centre_value(c, SF_OF_U, P), v = sf_centre_value(c, SF_OF_V, P);
  SF_IN_SPACE(const real w = sf_centre_value(c, SF_OF_W, P);)
  return sf_T(c, P) - 0.5 * c->gas.CT3 * SF_SUM_OVER_AXES(u * u, v * v, w * w) / c->gas.sound2;
}

#endif
