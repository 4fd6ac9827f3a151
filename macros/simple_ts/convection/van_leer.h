// Van Leer's limiter, psi(r) = (r + |r|)/(1 + |r|); docs/methods/simple-ts.md (15).
#ifndef SLIPFLOW_VAN_LEER_H
#define SLIPFLOW_VAN_LEER_H

#include "language.h"

/* (15) psi(a/b) b without a division by a difference: exact under a change of sign or side. What is
   divided is a normal number on every device (SF_LEAST_PRODUCT). */
SF_INLINE real sf_limit_van_leer(real a, real b) {
  const real product = 2.0 * a * b;
  const real limited = SF_DIVIDE(product, a + b);
  return product > SF_LEAST_PRODUCT ? limited : 0.0;
}

#endif
