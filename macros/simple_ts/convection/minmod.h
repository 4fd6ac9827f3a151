// The minmod limiter, psi(r) = max(0, min(1, r)); docs/methods/simple-ts.md (16).
#ifndef SLIPFLOW_MINMOD_H
#define SLIPFLOW_MINMOD_H

#include "language.h"

/* (16) psi(a/b) b: the smaller of two differences of one sign. */
SF_INLINE real sf_limit_minmod(real a, real b) {
  const real smaller = SF_ABS(a) < SF_ABS(b) ? a : b;
  return a * b > 0.0 ? smaller : 0.0;
}

#endif
