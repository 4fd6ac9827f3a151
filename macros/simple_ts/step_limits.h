// How fast signals and gas cross a cell, which limits the time step; docs/methods/simple-ts.md
// (33), (34).
#ifndef SLIPFLOW_STEP_LIMITS_H
#define SLIPFLOW_STEP_LIMITS_H

#include "simple_ts/context.h"

/* The faster of the two faces in each direction, and the sound. */
typedef struct {
  real signal;     /* (33) (|u| + c)/hx + (|v| + c)/hy, c = sqrt(gamma T/2) */
  real convection; /* (34) |u|/hx + |v|/hy */
} SfStepLimits;

SF_INLINE SfStepLimits sf_step_limits(const SfContext* c, int i, int j) {
  const real u = sf_max_keeping_nan(SF_ABS(sf_u(c, i, j)), SF_ABS(sf_u(c, i + 1, j)));
  const real v = sf_max_keeping_nan(SF_ABS(sf_v(c, i, j)), SF_ABS(sf_v(c, i, j + 1)));
  const real sound = SF_SQRT(c->gas.sound2 * sf_T(c, i, j));
  const real rhx = sf_rhx(&c->mesh, i);
  const real rhy = sf_rhy(&c->mesh, j);
  SfStepLimits limits;
  limits.convection = u * rhx + v * rhy;
  limits.signal = (u + sound) * rhx + (v + sound) * rhy;
  return limits;
}

#endif
