// The initial guess for the first inner iteration of a time step, extrapolated from the last two
// time levels. One work-item has one value of each field, ghost and solid cells included: values
// that never change are reproduced.
#include "language.h"
#include "simple_ts/extrapolated_start.h"

#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif

__kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void extrapolate_start(
    __global const stored* restrict u, __global const stored* restrict v,
    __global const stored* restrict T, __global const stored* restrict rho,
    __global const stored* restrict u_before, __global const stored* restrict v_before,
    __global const stored* restrict T_before, __global const stored* restrict rho_before,
    __global stored* restrict u_start, __global stored* restrict v_start,
    __global stored* restrict T_start, __global stored* restrict rho_start, const real ratio,
    const int count) {
  const int at = get_global_id(0);
  if (at >= count) return;
  u_start[at] = sf_extrapolated(u[at], u_before[at], ratio);
  v_start[at] = sf_extrapolated(v[at], v_before[at], ratio);
  T_start[at] = sf_extrapolated_positive(T[at], T_before[at], ratio);
  rho_start[at] = sf_extrapolated_positive(rho[at], rho_before[at], ratio);
}
