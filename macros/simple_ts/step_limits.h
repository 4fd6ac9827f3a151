// How fast signals, gas and heat cross a cell, which limits the time step and tells what the inner
// iteration costs; docs/methods/simple-ts.md (33), (34), (71).
#ifndef SLIPFLOW_STEP_LIMITS_H
#define SLIPFLOW_STEP_LIMITS_H

#include "simple_ts/gas_model.h"

/* The faster of the two faces in each direction, and the sound. */
typedef struct {
  real signal;     /* (33) (|u| + c)/hx + (|v| + c)/hy + .., c = sqrt(gamma T/2) */
  real convection; /* (34) |u|/hx + |v|/hy + .. */
  real diffusion;  /* (71) CT1 Gamma/rho (1/hx^2 + 1/hy^2 + ..) */
} SfStepLimits;

/* What one axis adds: its parts of signal and convection, and 1/h^2. In space sound and
   heat do not spread along an axis of one cell. */
SF_INLINE SfStepLimits sf_limits_along(const SfContext* c, int axis, SfNode P, real sound) {
  const real q =
      sf_max_keeping_nan(SF_ABS(sf_q(c, axis, P)), SF_ABS(sf_q(c, axis, sf_to(P, axis, 1))));
  const real rh = sf_rh(&c->mesh, axis, P);
  SfStepLimits limits = {(q + sound) * rh, q * rh, rh * rh};
#if SF_AXES == 3
  if (sf_cells(&c->mesh, axis) == 1) {
    limits.signal = limits.convection;
    limits.diffusion = 0.0;
  }
#endif
  return limits;
}
SF_INLINE SfStepLimits sf_step_limits(const SfContext* c, SfNode P) {
  const real sound = SF_SQRT(c->gas.sound2 * sf_T(c, P));
  const SfStepLimits x = sf_limits_along(c, SF_X, P, sound);
  const SfStepLimits y = sf_limits_along(c, SF_Y, P, sound);
  SF_IN_SPACE(const SfStepLimits z = sf_limits_along(c, SF_Z, P, sound);)
  SfStepLimits limits;
  limits.convection = SF_SUM_OVER_AXES(x.convection, y.convection, z.convection);
  limits.signal = SF_SUM_OVER_AXES(x.signal, y.signal, z.signal);
  limits.diffusion = c->gas.CT1 * SF_SUM_OVER_AXES(x.diffusion, y.diffusion, z.diffusion) *
                     SF_DIVIDE(sf_transport(c, sf_T(c, P)), sf_rho(c, P));
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
