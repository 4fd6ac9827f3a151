// Thermal creep: gas next to a wall moves towards its warmer end; docs/methods/simple-ts.md (49).
#ifndef SLIPFLOW_THERMAL_CREEP_H
#define SLIPFLOW_THERMAL_CREEP_H

#include "simple_ts/boundary/slip_site.h"

/* (49) u_wall + k mu/(rho T) dT/ds, rho T being p. */
SF_INLINE real sf_thermal_creep(SfSlipSite site) {
  return site.velocity + site.creep * SF_DIVIDE(site.mu, site.p) * site.dT;
}

#endif
