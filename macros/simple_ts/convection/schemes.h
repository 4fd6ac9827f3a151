// The convection schemes: name in case files, number in the kernels, limiter. A new one is one file
// with its limiter, its include in convected.h and its line here.
#ifndef SLIPFLOW_SCHEMES_H
#define SLIPFLOW_SCHEMES_H

#define SF_CONVECTION_SCHEMES(SCHEME)      \
  SCHEME(upwind, 0, sf_limit_to_nothing)   \
  SCHEME(tvd, 1, sf_limit_van_leer)        \
  SCHEME(tvd_minmod, 2, sf_limit_minmod)   \
  SCHEME(tvd_superbee, 3, sf_limit_superbee)

#define SF_UPWIND 0

#endif
