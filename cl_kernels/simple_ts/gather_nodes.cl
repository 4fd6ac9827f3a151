// Copies the fields of a few nodes, for probes: u, v, T and rho of node places[k] into values[4 k].
#include "language.h"

#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif

__kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void gather_nodes(
    __global const stored* restrict u, __global const stored* restrict v,
    __global const stored* restrict T, __global const stored* restrict rho,
    __global const int* restrict places, const int count, __global stored* restrict values) {
  const int k = get_global_id(0);
  if (k >= count) return;
  const int at = places[k];
  values[4 * k] = u[at];
  values[4 * k + 1] = v[at];
  values[4 * k + 2] = T[at];
  values[4 * k + 3] = rho[at];
}
