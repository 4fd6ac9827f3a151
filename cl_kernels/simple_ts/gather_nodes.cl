// Copies the fields of a few nodes, for probes: u, v, w, T and rho of node places[k] into
// values[SF_FIELDS k].
#include "simple_ts/field_list.h"

#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif

#define SF_FIELDS (2 + SF_AXES)

__kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void gather_nodes(
    SF_SET_PARAMETERS(const stored, ), __global const int* restrict places, const int count,
    __global stored* restrict values) {
  const int k = get_global_id(0);
  if (k >= count) return;
  const int at = places[k];
  __global stored* const value = values + SF_FIELDS * k;
  value[0] = u[at];
  value[1] = v[at];
  SF_IN_SPACE(value[2] = w[at];)
  value[SF_FIELDS - 2] = T[at];
  value[SF_FIELDS - 1] = rho[at];
}
