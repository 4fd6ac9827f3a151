// The pressure equation of cell (i,j); docs/methods/simple-ts.md (26).
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

/* Through the lower face of cell (i,j) normal to the axis, from the pseudo-velocity there. */
SF_INLINE SfFaceFlow sf_flow(const SfContext* c, int axis, int i, int j, SfPseudoVelocity q) {
  const SfFaceFlow flow = {sf_R(c, axis, i, j) * q.d, sf_R(c, axis, i, j) * q.star};
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
SF_INLINE SfNewGas sf_new_gas(const SfContext* c, int i, int j, real T, SfFaceFlow w, SfFaceFlow e,
                              SfFaceFlow s, SfFaceFlow n) {
  const real be = (w.be - e.be) + (s.be - n.be);
  const real al_p = (w.al * sf_p(c, i - 1, j) + e.al * sf_p(c, i + 1, j)) +
                    (s.al * sf_p(c, i, j - 1) + n.al * sf_p(c, i, j + 1));
  const real V = sf_hx(&c->mesh, i) * sf_hy(&c->mesh, j);
  const real al = (w.al + e.al) + (s.al + n.al);
  real mass = al_p + be;
  SF_ADD_SOURCE(mass, c->S_rho, sf_at(&c->mesh, i, j), V);
  real right = V * sf_rho_old(c, i, j) + c->dt * mass;
  real out = V, of_T = c->dt * al;
  if (sf_outflow_diagonal(c)) {
    const SfImplicitPressure add = sf_implicit_pressure(c, i, j, al);
    right += add.out * sf_rho(c, i, j) + add.heating * sf_p(c, i, j);
    out += add.out;
    of_T += add.heating;
  }
  SfNewGas gas;
  gas.rho = right * SF_RECIPROCAL(out + of_T * T);
  gas.p = gas.rho * T;
  return gas;
}

#endif
