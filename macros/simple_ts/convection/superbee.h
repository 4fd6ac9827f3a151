// The superbee limiter, psi(r) = max(0, min(2r, 1), min(r, 2)); docs/methods/simple-ts.md (17).
#ifndef SLIPFLOW_SUPERBEE_H
#define SLIPFLOW_SUPERBEE_H

#include "language.h"

/* (17) psi(a/b) b: of min(2a, b) and min(a, 2b) the one of larger size. */
SF_INLINE real sf_limit_superbee(real a, real b) {
  const real steep_a = SF_ABS(2.0 * a) < SF_ABS(b) ? 2.0 * a : b;
  const real steep_b = SF_ABS(a) < SF_ABS(2.0 * b) ? a : 2.0 * b;
  const real larger = SF_ABS(steep_a) > SF_ABS(steep_b) ? steep_a : steep_b;
  return a * b > 0.0 ? larger : 0.0;
}

#endif
