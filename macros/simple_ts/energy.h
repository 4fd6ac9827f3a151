// The temperature equation of cell P; docs/methods/simple-ts.md (27)-(29), walls (44), (52).
#ifndef SLIPFLOW_ENERGY_H
#define SLIPFLOW_ENERGY_H

#include "simple_ts/corner.h"
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
   being gas. From the linear mean (9) of the corners it would take fewer operations, but compilers
   for GPUs then keep more in registers than these hold. */
SF_INLINE real sf_make_D(const SfContext* c, int axis, SfNode P) {
  const SfMesh* m = &c->mesh;
  const real lo = sf_gamma(c, sf_to(P, axis, -1)), hi = sf_gamma(c, P);
  return c->gas.CT1 * (2.0 * sf_area(m, axis, P)) * (lo * hi) *
         SF_RECIPROCAL(sf_h(m, axis, sf_to(P, axis, -1)) * hi + sf_h(m, axis, P) * lo);
}
SF_SHARED_BY_AXIS(D, Dx, Dy)

/* (38) of a jump at a face. With the density p/T_w both parts of the quotient are multiplied by
   T_w. */
SF_INLINE real sf_thermal_series(const SfContext* c, SfWallFace face, SfWallGas gas) {
  return sf_density_at_wall(c) ? sf_series_with_wall(face.p, face.d, gas.jump * gas.T)
                               : sf_series_with_wall(face.rho, face.d, gas.jump);
}

/* (83) Friction heat at that face, with the gas at the wall. */
SF_INLINE_IN_KERNELS real sf_friction_heat_at(const SfContext* c, int axis, SfNode P, int side,
                                              real T_w) {
  const int along = SF_OTHER(axis);
  if (!sf_has_friction_heat(c)) return 0.0;
  return sf_friction_heat(c, sf_transport(c, T_w), sf_rh(&c->mesh, axis, P),
                          sf_sliding(c, along, axis, P, side),
                          sf_sliding(c, along, axis, sf_to(P, along, 1), side));
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
  if (!wall) {
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

/* (28) Phi: dissipation function from the cell's own faces and the mean over its corners. */
SF_INLINE real sf_dissipation(const SfContext* c, SfNode P, real dudx, real dvdy) {
  const real shear2 =
      0.25 * ((sf_shear2(c, P) + sf_shear2(c, sf_to(P, SF_X, 1))) +
              (sf_shear2(c, sf_to(P, SF_Y, 1)) + sf_shear2(c, sf_to(sf_to(P, SF_X, 1), SF_Y, 1))));
  const real divergence = dudx + dvdy;
  return 2.0 * (dudx * dudx + dvdy * dvdy) + shear2 - (2.0 / 3.0) * (divergence * divergence);
}

/* Convective flux of T, (23) or (24), through the lower face of cell P normal to the axis. */
SF_INLINE real sf_make_H(const SfContext* c, int axis, SfNode P) {
  const real F = sf_F(c, axis, P);
  return sf_convective_flux(c, F, sf_T(c, sf_to(P, axis, -1)), sf_T(c, P), sf_tvd_T(c, axis, F, P));
}
SF_SHARED_BY_AXIS(H, Hx, Hy)

/* (23) What the scheme adds to the convected heat; of an explicit one (24), C_T of P itself: the
   convective sum at the level the context shows as current. Nothing flows through wall faces. */
SF_INLINE real sf_heat_convected_out(const SfContext* c, SfNode P) {
  return (sf_Hx(c, sf_to(P, SF_X, 1)) - sf_Hx(c, P)) + (sf_Hy(c, sf_to(P, SF_Y, 1)) - sf_Hy(c, P));
}

/* Sources of the temperature equation per volume: pressure work, dissipation. */
SF_INLINE real sf_temperature_source(const SfContext* c, SfNode P) {
  const real dudx = (sf_u(c, sf_to(P, SF_X, 1)) - sf_u(c, P)) * sf_rh(&c->mesh, SF_X, P);
  const real dvdy = (sf_v(c, sf_to(P, SF_Y, 1)) - sf_v(c, P)) * sf_rh(&c->mesh, SF_Y, P);
  return c->gas.CT3 * sf_p(c, P) * (dudx + dvdy) +
         c->gas.CT2 * sf_gamma(c, P) * sf_dissipation(c, P, dudx, dvdy);
}

/* The temperature equation without pressure work and dissipation: diagonal T = sum + .. */
typedef struct {
  real diagonal;
  real sum;
  real D; /* conductances in the diagonal */
} SfThermalBalance;

/* (29), (36) From iteration k-1. The net outflow is cancelled against the convective parts, so that
   the diagonal is a sum of terms >= 0; with explicit convection it drops out. */
SF_INLINE SfThermalBalance sf_thermal_balance(const SfContext* c, SfNode P) {
  const SfMesh* m = &c->mesh;
  const real V = sf_volume(m, P);
  const SfThermalNeighbour W = sf_thermal_neighbour(c, SF_X, P, -1, sf_Dx(c, P));
  const SfThermalNeighbour E = sf_thermal_neighbour(c, SF_X, P, 1, sf_Dx(c, sf_to(P, SF_X, 1)));
  const SfThermalNeighbour S = sf_thermal_neighbour(c, SF_Y, P, -1, sf_Dy(c, P));
  const SfThermalNeighbour N = sf_thermal_neighbour(c, SF_Y, P, 1, sf_Dy(c, sf_to(P, SF_Y, 1)));
  const int cancels = sf_cancels_continuity_T(c);
  const real old = V * sf_rho_old(c, P) * c->rdt;
  const real mass_dt = cancels ? old : V * sf_rho(c, P) * c->rdt;
  real a_W = W.D, a_E = E.D, a_S = S.D, a_N = N.D;
  SfThermalBalance e;
  e.D = (W.D + E.D) + (S.D + N.D);
  e.diagonal = e.D;
  if (!sf_explicit_convection(c)) {
    const real F_w = sf_Fx(c, P), F_e = sf_Fx(c, sf_to(P, SF_X, 1));
    const real F_s = sf_Fy(c, P), F_n = sf_Fy(c, sf_to(P, SF_Y, 1));
    a_W += sf_positive_part(F_w);
    a_E += sf_positive_part(-F_e);
    a_S += sf_positive_part(F_s);
    a_N += sf_positive_part(-F_n);
    e.diagonal = cancels ? (a_W + a_E) + (a_S + a_N)
                         : e.D + ((sf_positive_part(-F_w) + sf_positive_part(F_e)) +
                                  (sf_positive_part(-F_s) + sf_positive_part(F_n)));
  }
  e.diagonal += mass_dt;
  e.sum = (a_W * W.T + a_E * E.T) + (a_S * S.T + a_N * N.T) + old * sf_T_old(c, P);
  if (sf_has_heat_flow(c)) e.sum -= (W.taken + E.taken) + (S.taken + N.taken);
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
