// The value convected through a face: upwind, and the limited correction to second order;
// docs/methods/simple-ts.md (11), (13), (14).
//
//     phi1   phi2 | phi3   phi4        widths h1..h4, F > 0 to the right
//                 F
#ifndef SLIPFLOW_CONVECTED_H
#define SLIPFLOW_CONVECTED_H

#include "simple_ts/convection/schemes.h"

/* (11) The value upstream of the flux F. It is multiplied by F, so any value will do if nothing
   flows. */
SF_INLINE real sf_upstream(real F, real phi2, real phi3) { return SF_IS_POSITIVE(F) ? phi2 : phi3; }

/* (11) That value on a face that may have no flux: there the mean of both. */
SF_INLINE real sf_convected(real F, real phi2, real phi3) {
  /* Both candidates are at hand before the choice: compilers then choose without a branch. */
  const real mean = 0.5 * (phi2 + phi3);
  const real upstream = sf_upstream(F, phi2, phi3);
  return SF_IS_ZERO(F) ? mean : upstream;
}

SF_INLINE real sf_limit_to_nothing(real a, real b) { return 0.0 * (a + b); }

/* psi(a/b) b of the scheme: a is the upstream difference scaled to the distance of b. */
SF_INLINE real sf_limited_difference(int scheme, real a, real b) {
#define SF_LIMITER_CASE(name, number, limiter) \
  if (scheme == number) return limiter(a, b);
  SF_CONVECTION_SCHEMES(SF_LIMITER_CASE)
#undef SF_LIMITER_CASE
  return 0.0;
}

/* Four values around a face and the ratios of their distances:
   to_lo = (h2 + h3)/(h1 + h2), to_hi = (h2 + h3)/(h3 + h4), w2 = h2/(h2 + h3), w3 = h3/(h2
   + h3). */
typedef struct {
  real phi1, phi2, phi3, phi4;
  real to_lo, to_hi;
  real w2, w3;
} SfFourPoints;

/* (13), (14) What the scheme adds to the upwind value; 0 when nothing flows. The points are taken
   in the direction of the flux: with all differences of the other sign, the result has the other
   sign too. */
SF_INLINE real sf_tvd_correction(int scheme, real F, SfFourPoints q) {
  const real far = SF_IS_POSITIVE(F) ? q.phi1 : q.phi4;
  const real upstream = sf_upstream(F, q.phi2, q.phi3);
  const real downstream = sf_upstream(F, q.phi3, q.phi2);
  const real to_far = SF_IS_POSITIVE(F) ? q.to_lo : q.to_hi;
  const real weight = SF_IS_POSITIVE(F) ? q.w2 : q.w3;
  const real limited =
      sf_limited_difference(scheme, (upstream - far) * to_far, downstream - upstream);
  return SF_IS_ZERO(F) ? 0.0 : limited * weight;
}

#endif
