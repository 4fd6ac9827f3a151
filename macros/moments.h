// Mean and fluctuation of a value over time; docs/methods/simple-ts.md (63).
#ifndef SLIPFLOW_MOMENTS_H
#define SLIPFLOW_MOMENTS_H

#include "language.h"

/* The mean so far, and the sum of weight x (value - mean)^2. */
typedef struct {
  real mean;
  real squares;
} SfMoments;

/* (63) One more value of that weight, `part` of the weight of all so far, itself included. Sums of
   the squares themselves would lose the small fluctuations. */
SF_INLINE SfMoments sf_add_to_moments(SfMoments m, real value, real weight, real part) {
  const real from_old = value - m.mean;
  m.mean = m.mean + part * from_old;
  m.squares = m.squares + weight * (from_old * (value - m.mean));
  return m;
}

#endif
