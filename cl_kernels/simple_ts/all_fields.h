// All fields of a case in one array, for kernels that are launched with few buffers:
// SF_FIELD_STRIDE numbers from one to the next, u, v, T and rho of each of three sets, then the
// convective sums of explicit schemes. A kernel has the array twice: as memory that nobody writes,
// and as that of the set that is written and that nobody reads.
#ifndef SLIPFLOW_ALL_FIELDS_H
#define SLIPFLOW_ALL_FIELDS_H

#include "language.h"

#ifndef SF_FIELD_STRIDE
#define SF_FIELD_STRIDE 512
#endif

#define SF_FIELDS_PARAMETERS \
  __global const stored *restrict fields, __global stored *restrict new_fields
#define SF_FIELD(of, set, k) (of + (size_t)(4 * (set) + (k)) * SF_FIELD_STRIDE)

/* Defines u##suffix, v##suffix, .. of a set. */
#define SF_OLD_FIELDS(suffix, set)                                   \
  __global const stored* const u##suffix = SF_FIELD(fields, set, 0); \
  __global const stored* const v##suffix = SF_FIELD(fields, set, 1); \
  __global const stored* const T##suffix = SF_FIELD(fields, set, 2); \
  __global const stored* const rho##suffix = SF_FIELD(fields, set, 3)
#define SF_NEW_FIELDS(suffix, set)                                 \
  __global stored* const u##suffix = SF_FIELD(new_fields, set, 0); \
  __global stored* const v##suffix = SF_FIELD(new_fields, set, 1); \
  __global stored* const T##suffix = SF_FIELD(new_fields, set, 2); \
  __global stored* const rho##suffix = SF_FIELD(new_fields, set, 3)
#define SF_CONVECTIVE_SUMS                                   \
  __global const stored* const C_u = SF_FIELD(fields, 3, 0); \
  __global const stored* const C_v = SF_FIELD(fields, 3, 1); \
  __global const stored* const C_T = SF_FIELD(fields, 3, 2)

#endif
