// The pressure equation of cell P; docs/methods/simple-ts.md (26).
#ifndef SLIPFLOW_PRESSURE_H
#define SLIPFLOW_PRESSURE_H

#include "simple_ts/cut/values.h"
#include "simple_ts/density.h"
#include "simple_ts/momentum.h"
#include "simple_ts/splitting.h"

/* The mass flux through a face as a function of the new pressures: be - al (p_hi - p_lo). */
typedef struct {
  real al; /* d rho_f area */
  real be; /* q* rho_f area */
} SfFaceFlow;
/* The fluxes through the faces of a cell: west, east, south, north, bottom, top. */
typedef struct {
  SfFaceFlow w, e, s, n;
  SF_IN_SPACE(SfFaceFlow b; SfFaceFlow t;)
} SfFaceFlows;

/* Through the lower face of cell P normal to the axis, from the pseudo-velocity there. */
SF_INLINE SfFaceFlow sf_flow(const SfContext* c, int axis, SfNode P, SfPseudoVelocity q) {
#if SF_MAY_BE_CUT
  if (sf_is_cut_node(c, axis, P)) {
    const real R = sf_cut_values(c, P)->density[axis];
    const SfFaceFlow cut = {R * q.d, R * q.star};
    return cut;
  }
#endif
  const SfFaceFlow flow = {sf_R(c, axis, P) * q.d, sf_R(c, axis, P) * q.star};
  return flow;
}

/* The gas of a cell after the pressure equation. */
typedef struct {
  real rho;
  real p;
} SfNewGas;

/* The pressures on both sides along an axis times the al of these faces. */
SF_INLINE real sf_al_p(const SfContext* c, int axis, SfNode P, SfFaceFlow lo, SfFaceFlow hi) {
  return lo.al * sf_p(c, sf_to(P, axis, -1)) + hi.al * sf_p(c, sf_to(P, axis, 1));
}
/* Net inflow by the pseudo-velocities. */
SF_INLINE real sf_net_be(SfFaceFlows f) {
  return SF_SUM_OVER_AXES(f.w.be - f.e.be, f.s.be - f.n.be, f.b.be - f.t.be);
}

/* (26), (5) New density and pressure: continuity over the cell with the new temperature T, the
   flows through its faces, and neighbouring pressures of iteration k-1. The equation is solved for
   p/T, the density, which takes one division instead of three. */
SF_INLINE SfNewGas sf_new_gas(const SfContext* c, SfNode P, real T, SfFaceFlows f) {
  const real be = sf_net_be(f);
  const real al_p = SF_SUM_OVER_AXES(sf_al_p(c, SF_X, P, f.w, f.e), sf_al_p(c, SF_Y, P, f.s, f.n),
                                     sf_al_p(c, SF_Z, P, f.b, f.t));
  const real V = sf_gas_volume(c, P);
  const real al = SF_SUM_OVER_AXES(f.w.al + f.e.al, f.s.al + f.n.al, f.b.al + f.t.al);
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
