// The temperature equation of cell P; docs/methods/simple-ts.md (27)-(29), walls (44), (52).
#ifndef SLIPFLOW_ENERGY_H
#define SLIPFLOW_ENERGY_H

#include "simple_ts/corner.h"
#include "simple_ts/cut/values.h"
#include "simple_ts/splitting.h"

/* The neighbour across one face: its temperature and the conductance DT to it, and the heat that is
   conducted into a wall with a prescribed heat flow. */
typedef struct {
  real T;
  real D;
  real taken;
  int limited; /* that heat is limited, (50) */
} SfThermalNeighbour;

/* (27), (10) Conductance DT through the lower face of cell P normal to the axis, both cells
   being gas, with Gamma below and above it. From the linear mean (9) of the corners it would take
   fewer operations, but compilers for GPUs then keep more in registers than these hold. */
SF_INLINE real sf_conductance(const SfContext* c, int axis, SfNode P, real lo, real hi) {
  const SfMesh* m = &c->mesh;
  return c->gas.CT1 * (2.0 * sf_area(m, axis, P)) * (lo * hi) *
         SF_RECIPROCAL(sf_h(m, axis, sf_to(P, axis, -1)) * hi + sf_h(m, axis, P) * lo);
}
SF_INLINE real sf_make_D(const SfContext* c, int axis, SfNode P) {
  return sf_conductance(c, axis, P, sf_gamma(c, sf_to(P, axis, -1)), sf_gamma(c, P));
}
SF_SHARED_BY_AXIS(D, Dx, Dy, Dz)

/* (38) of a jump at a face. With the density p/T_w both parts of the quotient are multiplied by
   T_w. */
SF_INLINE real sf_thermal_series(const SfContext* c, SfWallFace face, SfWallGas gas) {
  return sf_density_at_wall(c) ? sf_series_with_wall(face.p, face.d, gas.jump * gas.T)
                               : sf_series_with_wall(face.rho, face.d, gas.jump);
}

/* (83) Friction heat at that face, with the gas at the wall: of both tangential directions. */
SF_INLINE real sf_sliding_heat_along(const SfContext* c, int axis, int along, SfNode P, int side) {
  return sf_sliding_heat(sf_sliding(c, along, axis, P, side),
                         sf_sliding(c, along, axis, sf_to(P, along, 1), side));
}
SF_INLINE_IN_KERNELS real sf_friction_heat_at(const SfContext* c, int axis, SfNode P, int side,
                                              real T_w) {
  if (!sf_has_friction_heat(c)) return 0.0;
  return sf_friction_heat(c, sf_transport(c, T_w), sf_rh(&c->mesh, axis, P),
                          SF_SUM_ACROSS(sf_sliding_heat_along(c, axis, SF_NEXT(axis), P, side),
                                        sf_sliding_heat_along(c, axis, SF_AFTER(axis), P, side)));
}

/* (50), (84) Neighbour across a wall with a prescribed heat flow, which the friction heat is a part
   of: a source without a conductance. Where the conduction is limited it goes to T_w, as an
   explicit sink would cool the cell below 0. */
SF_INLINE SfThermalNeighbour sf_heat_flow_neighbour(const SfContext* c, int axis, SfNode P,
                                                    int side, SfWallFace face, real T_w) {
  const real length = sf_area(&c->mesh, axis, P);
  const real rh = sf_rh(&c->mesh, axis, P);
  SfThermalNeighbour n;
  n.limited = sf_heat_flow_is_limited(face.T, T_w);
  n.T = T_w;
  n.D = n.limited ? c->gas.CT1 * length * sf_transport(c, face.T) * (2.0 * rh) : 0.0;
  const real conducted = c->wall[face.wall].heat_flow - sf_friction_heat_at(c, axis, P, side, T_w);
  n.taken = n.limited ? 0.0 : conducted * length;
  return n;
}

/* (27), (52) Neighbour of cell P along the axis on one side, -1 or 1; D is the conductance
   where it is gas. */
SF_INLINE SfThermalNeighbour sf_thermal_neighbour(const SfContext* c, int axis, SfNode P, int side,
                                                  real D) {
  const SfNode next = sf_to(P, axis, side);
  const real length = sf_area(&c->mesh, axis, P);
  const real rh = sf_rh(&c->mesh, axis, P);
  const int wall = sf_tag(c, next);
  SfThermalNeighbour n;
  n.taken = 0.0;
  n.limited = 0;
  if (!SF_WALLS_IN_REACH(c) || !wall) {
    n.T = sf_T(c, next);
    n.D = D;
  } else {
    const SfWallFace face = sf_wall_face(c, axis, P, side, wall);
    const SfWallGas gas = sf_wall_gas(c, face);
    if (sf_has_heat_flow(c) && c->wall[wall - 1].jump < 0.0)
      return sf_heat_flow_neighbour(c, axis, P, side, face, gas.T);
    n.T = gas.T;
    n.D = c->wall[wall - 1].jump < 0.0 ? 0.0
                                       : c->gas.CT1 * length * sf_transport(c, n.T) * (2.0 * rh);
    if (sf_outflow_diagonal(c) && c->wall[wall - 1].jump > 0.0) {
      n.D = n.D * sf_thermal_series(c, face, gas);
      n.T = sf_wall_temperature(c, next, wall);
    }
  }
  return n;
}

/* The sum over the four corners of cell P in the plane of two axes, in space its edges along the
   third one. */
#define SF_AROUND_CELL(name, a, b)                                                     \
  SF_INLINE real sf_##name##_around(const SfContext* c, SfNode P) {                    \
    return (sf_##name(c, P) + sf_##name(c, sf_to(P, a, 1))) +                          \
           (sf_##name(c, sf_to(P, b, 1)) + sf_##name(c, sf_to(sf_to(P, a, 1), b, 1))); \
  }
SF_AROUND_CELL(shear2, SF_X, SF_Y)
#if SF_AXES == 3
SF_AROUND_CELL(shear2_x, SF_Y, SF_Z)
SF_AROUND_CELL(shear2_y, SF_Z, SF_X)
#endif

/* du/dx, dv/dy and dw/dz in a cell, and their sum. */
typedef struct {
  real dudx, dvdy;
  SF_IN_SPACE(real dwdz;)
} SfStrain;
SF_INLINE real sf_divergence_of(SfStrain s) { return SF_SUM_OVER_AXES(s.dudx, s.dvdy, s.dwdz); }

/* (28) Phi: dissipation function from the cell's own faces and the mean over its corners. */
SF_INLINE real sf_dissipation(const SfContext* c, SfNode P, SfStrain s) {
  const real edges =
      sf_shear2_around(c, P) SF_IN_SPACE(+sf_shear2_x_around(c, P) + sf_shear2_y_around(c, P));
  const real shear2 = 0.25 * edges;
  const real divergence = sf_divergence_of(s);
  return 2.0 * SF_SUM_OVER_AXES(s.dudx * s.dudx, s.dvdy * s.dvdy, s.dwdz * s.dwdz) + shear2 -
         (2.0 / 3.0) * (divergence * divergence);
}

/* Convective flux of T, (23) or (24), through the lower face of cell P normal to the axis. */
SF_INLINE real sf_make_H(const SfContext* c, int axis, SfNode P) {
  const real F = sf_F(c, axis, P);
  return sf_convective_flux(c, F, sf_T(c, sf_to(P, axis, -1)), sf_T(c, P), sf_tvd_T(c, axis, F, P));
}
SF_SHARED_BY_AXIS(H, Hx, Hy, Hz)

/* (23) What the scheme adds to the convected heat; of an explicit one (24), C_T of P itself: the
   convective sum at the level the context shows as current. Nothing flows through wall faces. */
SF_INLINE real sf_heat_convected_out(const SfContext* c, SfNode P) {
  return SF_SUM_OVER_AXES(sf_Hx(c, sf_to(P, SF_X, 1)) - sf_Hx(c, P),
                          sf_Hy(c, sf_to(P, SF_Y, 1)) - sf_Hy(c, P),
                          sf_Hz(c, sf_to(P, SF_Z, 1)) - sf_Hz(c, P));
}

/* Sources of the temperature equation per volume: pressure work, dissipation. */
SF_INLINE real sf_temperature_source(const SfContext* c, SfNode P) {
  SfStrain s;
  s.dudx = sf_slope_along(c, SF_X, P);
  s.dvdy = sf_slope_along(c, SF_Y, P);
  SF_IN_SPACE(s.dwdz = sf_slope_along(c, SF_Z, P);)
  return c->gas.CT3 * sf_p(c, P) * sf_divergence_of(s) +
         c->gas.CT2 * sf_gamma(c, P) * sf_dissipation(c, P, s);
}

/* The temperature equation without pressure work and dissipation: diagonal T = sum + .. */
typedef struct {
  real diagonal;
  real sum;
  real D; /* conductances in the diagonal */
} SfThermalBalance;

/* What one axis adds to it. */
typedef struct {
  real D;
  real a;     /* coefficients of both neighbours */
  real out;   /* mass that leaves */
  real a_T;   /* coefficients times temperatures */
  real taken; /* conducted into walls with a prescribed heat flow */
} SfThermalAxis;
SF_INLINE SfThermalAxis sf_thermal_axis(const SfContext* c, int axis, SfNode P) {
  const SfNode next = sf_to(P, axis, 1);
  const SfThermalNeighbour lo = sf_thermal_neighbour(c, axis, P, -1, sf_D(c, axis, P));
  const SfThermalNeighbour hi = sf_thermal_neighbour(c, axis, P, 1, sf_D(c, axis, next));
  real a_lo = lo.D, a_hi = hi.D;
  SfThermalAxis e;
  e.D = lo.D + hi.D;
  e.out = 0.0;
  if (!sf_explicit_convection(c)) {
    const real F_lo = sf_F(c, axis, P), F_hi = sf_F(c, axis, next);
    a_lo += sf_positive_part(F_lo);
    a_hi += sf_positive_part(-F_hi);
    e.out = sf_positive_part(-F_lo) + sf_positive_part(F_hi);
  }
  e.a = a_lo + a_hi;
  e.a_T = a_lo * lo.T + a_hi * hi.T;
  e.taken = lo.taken + hi.taken;
  return e;
}

/* (29), (36) From iteration k-1. The net outflow is cancelled against the convective parts, so that
   the diagonal is a sum of terms >= 0; with explicit convection it drops out. */
SF_INLINE SfThermalBalance sf_thermal_balance(const SfContext* c, SfNode P) {
  const SfMesh* m = &c->mesh;
  const real V = sf_volume(m, P);
  const SfThermalAxis x = sf_thermal_axis(c, SF_X, P);
  const SfThermalAxis y = sf_thermal_axis(c, SF_Y, P);
  SF_IN_SPACE(const SfThermalAxis z = sf_thermal_axis(c, SF_Z, P);)
  const int cancels = sf_cancels_continuity_T(c);
  const real old = V * sf_rho_old(c, P) * c->rdt;
  const real mass_dt = cancels ? old : V * sf_rho(c, P) * c->rdt;
  SfThermalBalance e;
  e.D = SF_SUM_OVER_AXES(x.D, y.D, z.D);
  e.diagonal = e.D;
  if (!sf_explicit_convection(c))
    e.diagonal =
        cancels ? SF_SUM_OVER_AXES(x.a, y.a, z.a) : e.D + SF_SUM_OVER_AXES(x.out, y.out, z.out);
  e.diagonal += mass_dt;
  e.sum = SF_SUM_OVER_AXES(x.a_T, y.a_T, z.a_T) + old * sf_T_old(c, P);
  if (sf_has_heat_flow(c)) e.sum -= SF_SUM_OVER_AXES(x.taken, y.taken, z.taken);
  if (sf_explicit_convection(c))
    e.sum -= (real)c->C_T[sf_at(m, P)];
  else if (sf_convection_scheme(c) != SF_UPWIND)
    e.sum -= sf_heat_convected_out(c, P);
  SF_ADD_SOURCE(e.sum, c->S_T, sf_at(m, P), V);
  SF_ADD_SOURCE(e.diagonal, c->S_rho, sf_at(m, P), cancels ? V : 0.0);
  return e;
}

/* (29) New temperature from iteration k-1. */
SF_INLINE real sf_temperature(const SfContext* c, SfNode P) {
#if SF_MAY_BE_CUT
  if (sf_is_cut_cell(c, P)) return sf_cut_values(c, P)->T;
#endif
  const real V = sf_volume(&c->mesh, P);
  SfThermalBalance e = sf_thermal_balance(c, P);
  if (sf_relaxes(c)) {
    const real taken = sf_relaxed_diffusion(c, e.D, e.diagonal);
    e.diagonal -= taken;
    e.sum -= taken * sf_T(c, P);
  }
  return (e.sum + V * sf_temperature_source(c, P)) * SF_RECIPROCAL(e.diagonal);
}

#endif
