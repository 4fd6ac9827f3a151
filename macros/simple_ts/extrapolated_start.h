// Initial guess for the first inner iteration of a time step, linearly extrapolated from the last
// two time levels; docs/methods/simple-ts.md (42).
#ifndef SLIPFLOW_EXTRAPOLATED_START_H
#define SLIPFLOW_EXTRAPOLATED_START_H

#include "language.h"

/* `ratio`: dt over that of the previous step. */
SF_INLINE real sf_extrapolated(real now, real before, real ratio) {
  return now + ratio * (now - before);
}
/* T and rho must stay positive: a value that would lose more than half is not extrapolated. */
SF_INLINE real sf_extrapolated_positive(real now, real before, real ratio) {
  const real value = sf_extrapolated(now, before, ratio);
  return value > 0.5 * now ? value : now;
}

#endif
