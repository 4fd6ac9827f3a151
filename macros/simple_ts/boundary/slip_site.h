// The state of gas and wall that a slip law depends on.
//
//      P_lo  u  P_hi        u: the node, between two gas cells
//     ===============       the wall, along the velocity
#ifndef SLIPFLOW_SLIP_SITE_H
#define SLIPFLOW_SLIP_SITE_H

#include "language.h"

typedef struct {
  real velocity; /* of the wall, along itself */
  real u;        /* of the gas at the node */
  real T, p;     /* of the gas: means of both cells */
  real dT;       /* T from P_lo to P_hi, over the distance of their centres */
  real mu;       /* its viscosity */
  real creep;    /* factor of thermal creep, 3/4 by Maxwell */
} SfSlipSite;

/* (43) unchanged: the wall's own velocity. */
SF_INLINE real sf_wall_as_it_moves(SfSlipSite site) { return site.velocity; }

#endif
