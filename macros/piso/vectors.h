// Vectors of three components.
#ifndef SLIPFLOW_PISO_VECTORS_H
#define SLIPFLOW_PISO_VECTORS_H

#include "language.h"

typedef struct {
  real x, y, z;
} SfVector;

SF_INLINE SfVector sf_plus(SfVector a, SfVector b) {
  const SfVector c = {a.x + b.x, a.y + b.y, a.z + b.z};
  return c;
}
SF_INLINE SfVector sf_times(real factor, SfVector a) {
  const SfVector c = {factor * a.x, factor * a.y, factor * a.z};
  return c;
}
/* a + factor b */
SF_INLINE SfVector sf_plus_times(SfVector a, real factor, SfVector b) {
  return sf_plus(a, sf_times(factor, b));
}
SF_INLINE real sf_dot(SfVector a, SfVector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
/* The part of a vector along a unit vector n, and the rest. */
SF_INLINE SfVector sf_along(SfVector a, SfVector n) { return sf_times(sf_dot(a, n), n); }
SF_INLINE SfVector sf_across(SfVector a, SfVector n) { return sf_plus_times(a, -sf_dot(a, n), n); }

#endif
