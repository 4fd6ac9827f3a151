// First-order upwind value on a face; docs/numerics.md (10).
#ifndef SLIPFLOW_UPWIND_H
#define SLIPFLOW_UPWIND_H

#include "language.h"

/* (10) The value upstream of the face; the mean of both when nothing flows. */
SF_INLINE real sf_convected(real velocity, real f_lo, real f_hi) {
  return velocity > 0.0 ? f_lo : velocity < 0.0 ? f_hi : 0.5 * (f_lo + f_hi);
}

#endif
