// Values of fields at the centre of a cell, for averages and for derived fields.
#ifndef SLIPFLOW_CENTRE_VALUE_H
#define SLIPFLOW_CENTRE_VALUE_H

#include "simple_ts/cut/values.h"

/* The fields, as cases list those that can be averaged. */
#define SF_OF_P 0
#define SF_OF_T 1
#define SF_OF_RHO 2
#define SF_OF_U 3
#define SF_OF_V 4
#define SF_OF_W 5
#define SF_OF_VELOCITY(axis) (SF_OF_U + (axis))

/* The velocity along the axis in cell P: the mean of two faces, by their open lengths. */
SF_INLINE real sf_velocity_at_centre(const SfContext* c, int axis, SfNode P) {
  const SfNode next = sf_to(P, axis, 1);
#if SF_MAY_BE_CUT
  if (sf_is_cut_cell(c, P)) {
    const real lo = sf_open_length(c, axis, P), hi = sf_open_length(c, axis, next);
    return (lo * sf_q(c, axis, P) + hi * sf_q(c, axis, next)) / (lo + hi > 0.0 ? lo + hi : 1.0);
  }
#endif
  return 0.5 * (sf_q(c, axis, P) + sf_q(c, axis, next));
}

/* At the centre of cell P. */
SF_INLINE real sf_centre_value(const SfContext* c, int which, SfNode P) {
  if (which == SF_OF_P) return sf_p(c, P);
  if (which == SF_OF_T) return sf_T(c, P);
  if (which == SF_OF_RHO) return sf_rho(c, P);
  SF_IN_SPACE(if (which == SF_OF_W) return sf_velocity_at_centre(c, SF_Z, P);)
  return which == SF_OF_U ? sf_velocity_at_centre(c, SF_X, P) : sf_velocity_at_centre(c, SF_Y, P);
}

#endif
