// Loads of the gas on what is outside, through a face of an open boundary;
// docs/methods/simple-ts.md (92).
#ifndef SLIPFLOW_OPEN_LOADS_H
#define SLIPFLOW_OPEN_LOADS_H

#include "interpolation.h"
#include "simple_ts/energy.h"
#include "simple_ts/totals.h"

/* Of one face, each times its area. */
typedef struct {
  real normal;                      /* viscous stress along the normal out of the gas; times B */
  real friction;                    /* along SF_NEXT of its normal, in that direction; times B */
  SF_IN_SPACE(real friction_after;) /* along SF_AFTER */
  real conduction;                  /* D_T (T - T of the ghost cell); times A/(gamma - 1) */
  SfTotals flow;                    /* what is convected out */
} SfOpenLoads;

/* (28) Shear rate on the lower face of cell P normal to the axis: the mean of its two edges across
   the axis `along`. */
SF_INLINE real sf_shear_on(const SfContext* c, int axis, int along, SfNode P) {
  return 0.5 * (sf_shear(c, axis, along, P) + sf_shear(c, axis, along, sf_to(P, along, 1)));
}

/* (92) Of the face normal to the axis between the gas cell P and the ghost cell on one side of it,
   -1 or 1. */
SF_INLINE SfOpenLoads sf_open_loads(const SfContext* c, int axis, SfNode P, int side) {
  const SfMesh* m = &c->mesh;
  const SfNode next = sf_to(P, axis, side);
  const SfNode hi = side < 0 ? P : next, lo = sf_to(hi, axis, -1); /* the cells of the face */
  const real gamma_lo = sf_transport(c, sf_T(c, lo)), gamma_hi = sf_transport(c, sf_T(c, hi));
  const real gamma = sf_linear(gamma_lo, sf_wl(m, axis, hi), gamma_hi, sf_wh(m, axis, hi));
  const real area = sf_open_length(c, axis, hi), F = sf_open_F(c, axis, hi);
  const real dn = sf_slope_along(c, axis, P);
  const real dt =
      SF_SUM_ACROSS(sf_slope_along(c, SF_NEXT(axis), P), sf_slope_along(c, SF_AFTER(axis), P));
  const real viscosity = -side * gamma * area;
  SfOpenLoads loads;
  loads.normal = sf_transport(c, sf_T(c, P)) * area * ((2.0 / 3.0) * dt - (4.0 / 3.0) * dn);
  loads.friction = viscosity * sf_shear_on(c, axis, SF_NEXT(axis), hi);
  SF_IN_SPACE(loads.friction_after = viscosity * sf_shear_on(c, axis, SF_AFTER(axis), hi);)
  loads.conduction = sf_conductance(c, axis, hi, gamma_lo, gamma_hi) *
                     (area / sf_area(m, axis, hi)) * (sf_T(c, P) - sf_T(c, next));
  loads.flow = sf_totals_of_mass(c, side * F > 0.0 ? P : next, side * F);
  return loads;
}

#endif
