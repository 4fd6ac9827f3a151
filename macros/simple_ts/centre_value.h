// Values of fields at the centre of a cell, for averages and for derived fields.
#ifndef SLIPFLOW_CENTRE_VALUE_H
#define SLIPFLOW_CENTRE_VALUE_H

#include "simple_ts/context.h"

/* The fields, as cases list those that can be averaged. */
#define SF_OF_P 0
#define SF_OF_T 1
#define SF_OF_RHO 2
#define SF_OF_U 3
#define SF_OF_V 4
#define SF_OF_W 5
#define SF_OF_VELOCITY(axis) (SF_OF_U + (axis))

/* At the centre of cell P: velocities are means of two faces. */
SF_INLINE real sf_centre_value(const SfContext* c, int which, SfNode P) {
  if (which == SF_OF_P) return sf_p(c, P);
  if (which == SF_OF_T) return sf_T(c, P);
  if (which == SF_OF_RHO) return sf_rho(c, P);
  SF_IN_SPACE(if (which == SF_OF_W) return 0.5 * (sf_w(c, P) + sf_w(c, sf_to(P, SF_Z, 1)));)
  return which == SF_OF_U ? 0.5 * (sf_u(c, P) + sf_u(c, sf_to(P, SF_X, 1)))
                          : 0.5 * (sf_v(c, P) + sf_v(c, sf_to(P, SF_Y, 1)));
}

#endif
