// What the first inner iteration of a step starts from: the last two time levels carried on in a
// straight line; docs/numerics.md (46).
#ifndef SLIPFLOW_EXTRAPOLATED_START_H
#define SLIPFLOW_EXTRAPOLATED_START_H

#include "language.h"

/* dt over the step before, 0 for no extrapolation: there is no step before, or it was so short (it
   landed on an output) that its noise would be blown up. */
SF_INLINE real sf_extrapolation_ratio(real dt, real dt_before) {
  return dt_before > 0.0 && dt <= 2.0 * dt_before ? dt / dt_before : 0.0;
}

SF_INLINE real sf_extrapolated(real now, real before, real ratio) {
  return now + ratio * (now - before);
}
/* T and rho must stay positive: what would lose more than half is left as it is. */
SF_INLINE real sf_extrapolated_positive(real now, real before, real ratio) {
  const real value = sf_extrapolated(now, before, ratio);
  return value > 0.5 * now ? value : now;
}

#endif
