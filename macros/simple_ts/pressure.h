// The pressure equation of cell P; docs/methods/simple-ts.md (26).
#ifndef SLIPFLOW_PRESSURE_H
#define SLIPFLOW_PRESSURE_H

#include "simple_ts/density.h"
#include "simple_ts/momentum.h"
#include "simple_ts/splitting.h"

/* The mass flux through a face as a function of the new pressures: be - al (p_hi - p_lo). */
typedef struct {
  real al; /* d rho_f length */
  real be; /* q* rho_f length */
} SfFaceFlow;

/* Through the lower face of cell P normal to the axis, from the pseudo-velocity there. */
SF_INLINE SfFaceFlow sf_flow(const SfContext* c, int axis, SfNode P, SfPseudoVelocity q) {
  const SfFaceFlow flow = {sf_R(c, axis, P) * q.d, sf_R(c, axis, P) * q.star};
  return flow;
}

/* The gas of a cell after the pressure equation. */
typedef struct {
  real rho;
  real p;
} SfNewGas;

/* (26), (5) New density and pressure: continuity over the cell with the new temperature T, the
   flows through its four faces, and neighbouring pressures of iteration k-1. The equation is solved
   for p/T, the density, which takes one division instead of three. */
SF_INLINE SfNewGas sf_new_gas(const SfContext* c, SfNode P, real T, SfFaceFlow w, SfFaceFlow e,
                              SfFaceFlow s, SfFaceFlow n) {
  const real be = (w.be - e.be) + (s.be - n.be);
  const real al_p = (w.al * sf_p(c, sf_to(P, SF_X, -1)) + e.al * sf_p(c, sf_to(P, SF_X, 1))) +
                    (s.al * sf_p(c, sf_to(P, SF_Y, -1)) + n.al * sf_p(c, sf_to(P, SF_Y, 1)));
  const real V = sf_volume(&c->mesh, P);
  const real al = (w.al + e.al) + (s.al + n.al);
  real mass = al_p + be;
  SF_ADD_SOURCE(mass, c->S_rho, sf_at(&c->mesh, P), V);
  real right = V * sf_rho_old(c, P) + c->dt * mass;
  real out = V, of_T = c->dt * al;
  if (sf_outflow_diagonal(c)) {
    const SfImplicitPressure add = sf_implicit_pressure(c, P, al);
    right += add.out * sf_rho(c, P) + add.heating * sf_p(c, P);
    out += add.out;
    of_T += add.heating;
  }
  SfNewGas gas;
  gas.rho = right * SF_RECIPROCAL(out + of_T * T);
  gas.p = gas.rho * T;
  return gas;
}

#endif
