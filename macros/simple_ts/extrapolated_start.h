// What the first inner iteration of a step starts from: the last two time levels carried on in a
// straight line; docs/methods/simple-ts.md (42).
#ifndef SLIPFLOW_EXTRAPOLATED_START_H
#define SLIPFLOW_EXTRAPOLATED_START_H

#include "language.h"

/* `ratio`: dt over that of the step before. */
SF_INLINE real sf_extrapolated(real now, real before, real ratio) {
  return now + ratio * (now - before);
}
/* T and rho must stay positive: what would lose more than half is left as it is. */
SF_INLINE real sf_extrapolated_positive(real now, real before, real ratio) {
  const real value = sf_extrapolated(now, before, ratio);
  return value > 0.5 * now ? value : now;
}

#endif
