// Whether the inner iterations of a time step go on. Host and device ask here, so that both stop after
// the same one.
#ifndef SLIPFLOW_INNER_OUTCOME_H
#define SLIPFLOW_INNER_OUTCOME_H

#include "language.h"

#define SF_GOES_ON 0
#define SF_CONVERGED 1
#define SF_DIVERGED 2

/* After an iteration with this largest change; a NaN is not below any tolerance. */
SF_INLINE int sf_inner_outcome(real largest_change, real tolerance) {
  if (largest_change < tolerance) return SF_CONVERGED;
  return largest_change - largest_change == 0.0 ? SF_GOES_ON : SF_DIVERGED; /* infinite or NaN */
}

#endif
