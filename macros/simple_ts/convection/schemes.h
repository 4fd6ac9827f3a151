// The convection schemes: name in case files, number in the kernels, limiter. A new one is one file
// with its limiter, and its two lines here.
#ifndef SLIPFLOW_SCHEMES_H
#define SLIPFLOW_SCHEMES_H

#include "simple_ts/convection/minmod.h"
#include "simple_ts/convection/superbee.h"
#include "simple_ts/convection/van_leer.h"

#define SF_CONVECTION_SCHEMES(SCHEME)    \
  SCHEME(upwind, 0, sf_limit_to_nothing) \
  SCHEME(tvd, 1, sf_limit_van_leer)      \
  SCHEME(tvd_minmod, 2, sf_limit_minmod) \
  SCHEME(tvd_superbee, 3, sf_limit_superbee)

#define SF_UPWIND 0

#endif
