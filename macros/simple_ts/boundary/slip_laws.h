// The slip laws of a wall: name in case files (slip=NAME), number in the kernels, function. A law
// gives the velocity that (43) takes for the wall's. A new one is one file with its function, and
// its two lines here; docs/adding-a-boundary.md.
#ifndef SLIPFLOW_SLIP_LAWS_H
#define SLIPFLOW_SLIP_LAWS_H

#include "simple_ts/boundary/slip_site.h"
#include "simple_ts/boundary/thermal_creep.h"

#define SF_SLIP_LAWS(LAW)         \
  LAW(on, 0, sf_wall_as_it_moves) \
  LAW(creep, 1, sf_thermal_creep)

/* The velocity that replaces the wall's in the law of this number. */
SF_INLINE real sf_velocity_by_law(int law, SfSlipSite site) {
#define SF_LAW_CASE(name, number, velocity) \
  if (law == number) return velocity(site);
  SF_SLIP_LAWS(SF_LAW_CASE)
#undef SF_LAW_CASE
  return site.velocity;
}

#endif
