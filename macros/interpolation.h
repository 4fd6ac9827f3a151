// Values on a face from the two adjacent cells; docs/methods/simple-ts.md (9).
#ifndef SLIPFLOW_INTERPOLATION_H
#define SLIPFLOW_INTERPOLATION_H

#include "language.h"

/* (9) Linear interpolation, its weights made with the mesh. In a program for a uniform mesh both
   are 1/2, and one product serves: halving is exact, so the bits are the same. */
SF_INLINE real sf_linear(real f_lo, real weight_lo, real f_hi, real weight_hi) {
#if defined(SF_HX) && defined(SF_HY) && (SF_AXES == 2 || defined(SF_HZ))
  return 0.5 * (f_lo + f_hi);
#else
  return f_lo * weight_lo + f_hi * weight_hi;
#endif
}

#endif
