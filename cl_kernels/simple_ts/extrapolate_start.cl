// The initial guess for the first inner iteration of a time step, extrapolated from the last two
// time levels. One work-item has one value of each field, ghost and solid cells included: values
// that never change are reproduced.
#include "language.h"
#include "simple_ts/all_fields.h"
#include "simple_ts/extrapolated_start.h"
#include "simple_ts/field_list.h"

#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif

#define SF_ITEMS __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void
#define SF_EXTRAPOLATE_ALL                                                \
  const int at = get_global_id(0);                                        \
  if (at >= count) return;                                                \
  u_start[at] = sf_extrapolated(u[at], u_before[at], ratio);              \
  v_start[at] = sf_extrapolated(v[at], v_before[at], ratio);              \
  SF_IN_SPACE(w_start[at] = sf_extrapolated(w[at], w_before[at], ratio);) \
  T_start[at] = sf_extrapolated_positive(T[at], T_before[at], ratio);     \
  rho_start[at] = sf_extrapolated_positive(rho[at], rho_before[at], ratio)

SF_ITEMS extrapolate_start(SF_SET_PARAMETERS(const stored, ),
                           SF_SET_PARAMETERS(const stored, _before),
                           SF_SET_PARAMETERS(stored, _start), const real ratio, const int count) {
  SF_EXTRAPOLATE_ALL;
}

#if SF_AXES == 2
/* The same where all fields are in one array. */
SF_ITEMS extrapolate_start_of_all(SF_FIELDS_PARAMETERS, const int now, const int before,
                                  const int start, const real ratio, const int count) {
  SF_OLD_FIELDS(, now);
  SF_OLD_FIELDS(_before, before);
  SF_NEW_FIELDS(_start, start);
  SF_EXTRAPOLATE_ALL;
}
#endif
