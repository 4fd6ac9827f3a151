// Values on a face from the two adjacent cells; docs/methods/simple-ts.md (9), (10).
#ifndef SLIPFLOW_INTERPOLATION_H
#define SLIPFLOW_INTERPOLATION_H

#include "language.h"

/* (9) Linear interpolation, its weights made with the mesh. In a program for a uniform mesh both
   are 1/2, and one product serves: halving is exact, so the bits are the same. */
SF_INLINE real sf_linear(real f_lo, real weight_lo, real f_hi, real weight_hi) {
#if defined(SF_HX) && defined(SF_HY)
  return 0.5 * (f_lo + f_hi);
#else
  return f_lo * weight_lo + f_hi * weight_hi;
#endif
}

/* (10) Harmonic mean over the distance of the two centres, the conductance of two half cells:
   2 f_lo f_hi / (h_lo f_hi + h_hi f_lo). */
SF_INLINE real sf_harmonic_conductance(real f_lo, real h_lo, real f_hi, real h_hi) {
  return SF_DIVIDE(2.0 * f_lo * f_hi, h_lo * f_hi + h_hi * f_lo);
}

#endif
