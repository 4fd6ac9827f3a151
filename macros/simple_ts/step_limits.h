// How fast signals, gas and heat cross a cell, which limits the time step and tells what the inner
// iteration costs; docs/methods/simple-ts.md (33), (34), (71).
#ifndef SLIPFLOW_STEP_LIMITS_H
#define SLIPFLOW_STEP_LIMITS_H

#include "simple_ts/gas_model.h"

/* The faster of the two faces in each direction, and the sound. */
typedef struct {
  real signal;     /* (33) (|u| + c)/hx + (|v| + c)/hy, c = sqrt(gamma T/2) */
  real convection; /* (34) |u|/hx + |v|/hy */
  real diffusion;  /* (71) CT1 Gamma/rho (1/hx^2 + 1/hy^2) */
} SfStepLimits;

SF_INLINE SfStepLimits sf_step_limits(const SfContext* c, SfNode P) {
  const real u = sf_max_keeping_nan(SF_ABS(sf_u(c, P)), SF_ABS(sf_u(c, sf_to(P, SF_X, 1))));
  const real v = sf_max_keeping_nan(SF_ABS(sf_v(c, P)), SF_ABS(sf_v(c, sf_to(P, SF_Y, 1))));
  const real sound = SF_SQRT(c->gas.sound2 * sf_T(c, P));
  const real rhx = sf_rh(&c->mesh, SF_X, P);
  const real rhy = sf_rh(&c->mesh, SF_Y, P);
  SfStepLimits limits;
  limits.convection = u * rhx + v * rhy;
  limits.signal = (u + sound) * rhx + (v + sound) * rhy;
  limits.diffusion =
      c->gas.CT1 * (rhx * rhx + rhy * rhy) * SF_DIVIDE(sf_transport(c, sf_T(c, P)), sf_rho(c, P));
  return limits;
}

/* The larger of each. */
SF_INLINE SfStepLimits sf_larger_limits(SfStepLimits a, SfStepLimits b) {
  const SfStepLimits larger = {sf_max_keeping_nan(a.signal, b.signal),
                               sf_max_keeping_nan(a.convection, b.convection),
                               sf_max_keeping_nan(a.diffusion, b.diffusion)};
  return larger;
}

#endif
