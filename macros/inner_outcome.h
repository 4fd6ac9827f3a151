// Whether the inner iterations of a time step continue. Host and device ask here, so that both stop
// after the same one; docs/methods/simple-ts.md (31), (32).
#ifndef SLIPFLOW_INNER_OUTCOME_H
#define SLIPFLOW_INNER_OUTCOME_H

#include "shared_types.h"

#define SF_GOES_ON 0
#define SF_CONVERGED 1
#define SF_DIVERGED 2

/* A factor that has not been observed: without a convergence rate nothing is known of the error. */
#define SF_UNKNOWN_FACTOR 1.0

/* Before the first iteration of a step; `factor` is that of the step before, or SF_UNKNOWN_FACTOR.
   At least 1/2 is assumed: a step that has not been observed yet is not solved while its own
   changes are above the tolerance. */
SF_INLINE SfInnerProgress sf_inner_start(real factor) {
  SfInnerProgress p;
  for (int r = 0; r < SF_RESIDUALS; ++r) p.first[r] = p.last[r] = 0.0;
  for (int k = 0; k < SF_LARGEST_KEPT; ++k) p.largest[k] = 0.0;
  p.factor = factor > 0.5 ? factor : 0.5;
  p.count = 0;
  p.outcome = SF_GOES_ON;
  return p;
}

/* Sum of the largest changes of the last `period` iterations; while there are fewer, the largest
   one replaces each missing one. */
SF_INLINE real sf_change_of_period(SF_GLOBAL const SfInnerProgress* p, int period) {
  real sum = 0.0, largest = 0.0;
  const int known = p->count < period ? p->count : period;
  for (int k = 0; k < known; ++k) {
    sum += p->largest[k];
    largest = sf_max_keeping_nan(largest, p->largest[k]);
  }
  return sum + (real)(period - known) * largest;
}

/* Changes of up to 128 units in the last place of a stored 1 that shrink no more are rounding: the
   fields have come as far as they can. */
#if defined(SF_MIXED) || defined(SF_SINGLE)
#define SF_CHANGE_OF_ROUNDING 0x1p-16
#else
#define SF_CHANGE_OF_ROUNDING 0x1p-45
#endif

/* (32) After an iteration: a NaN is diverged, a change of 0 or one that stalls at round-off is
   converged, and else the estimated error is compared, both sides times 1 - q. */
SF_INLINE int sf_inner_outcome(SF_GLOBAL const SfInnerProgress* p, real tolerance, int period) {
  const real largest = p->largest[0], q = p->factor;
  if (!(largest - largest == 0.0)) return SF_DIVERGED; /* infinite or NaN */
  if (tolerance == 0.0) return SF_GOES_ON;
  if (largest == 0.0) return SF_CONVERGED;
  const int observed = p->largest[period] > 0.0; /* q is one of this step */
  const int stalls = observed && q >= 1.0 && largest < tolerance && largest < SF_CHANGE_OF_ROUNDING;
  const int solved =
      sf_change_of_period(p, period) * q < tolerance * (1.0 - q); /* never if q >= 1 */
  return stalls || solved ? SF_CONVERGED : SF_GOES_ON;
}

/* Takes in the changes of an iteration, SF_RESIDUALS values, and decides whether there is another
   one. `period`: iterations after which the relaxation factors recur, up to SF_LARGEST_KEPT - 1. */
SF_INLINE void sf_judge_inner_iteration(SF_GLOBAL SfInnerProgress* p, const real* changes,
                                        real tolerance, int period) {
  for (int k = SF_LARGEST_KEPT - 1; k > 0; --k) p->largest[k] = p->largest[k - 1];
  p->largest[0] = 0.0;
  for (int r = 0; r < SF_RESIDUALS; ++r) {
    if (p->count == 0) p->first[r] = changes[r];
    p->last[r] = changes[r];
    p->largest[0] = sf_max_keeping_nan(p->largest[0], changes[r]);
  }
  p->count += 1;
  /* 0 before the first iterations: too few of them for a factor of this step. */
  if (p->largest[period] > 0.0) p->factor = SF_DIVIDE(p->largest[0], p->largest[period]);
  p->outcome = sf_inner_outcome(p, tolerance, period);
}

#endif
