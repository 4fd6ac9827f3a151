// Means and fluctuations in time of fields at cell centres; docs/methods/simple-ts.md (63).
#ifndef SLIPFLOW_AVERAGES_H
#define SLIPFLOW_AVERAGES_H

#include "moments.h"
#include "simple_ts/context.h"

/* The fields that can be averaged, as a case lists them. */
#define SF_AVERAGE_P 0
#define SF_AVERAGE_T 1
#define SF_AVERAGE_RHO 2
#define SF_AVERAGE_U 3
#define SF_AVERAGE_V 4

SF_INLINE real sf_averaged_field(const SfContext* c, int which, int i, int j) {
  if (which == SF_AVERAGE_P) return sf_p(c, i, j);
  if (which == SF_AVERAGE_T) return sf_T(c, i, j);
  if (which == SF_AVERAGE_RHO) return sf_rho(c, i, j);
  return which == SF_AVERAGE_U ? 0.5 * (sf_u(c, i, j) + sf_u(c, i + 1, j))
                               : 0.5 * (sf_v(c, i, j) + sf_v(c, i, j + 1));
}

#endif
