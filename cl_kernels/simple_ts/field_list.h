// The fields of a set, u, v, in space w, T and rho, as parameters of a kernel.
#ifndef SLIPFLOW_FIELD_LIST_H
#define SLIPFLOW_FIELD_LIST_H

#include "language.h"

/* u##suffix, v##suffix, .. of a type, stored or const stored. */
#define SF_SET_PARAMETERS(type, suffix)                                                    \
  __global type *restrict u##suffix,                                                       \
      __global type *restrict v##suffix SF_AND_IN_SPACE(__global type*restrict w##suffix), \
      __global type *restrict T##suffix, __global type *restrict rho##suffix

#endif
