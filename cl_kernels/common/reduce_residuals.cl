// From the partial maxima of many work-groups to one decision: `partial` holds `count` groups of
// SF_RESIDUALS values. Each kernel runs in one work-group of SF_WORK_GROUP work-items; a NaN stays
// a NaN.
#include "common/reduce_local.h"
#include "inner_outcome.h"
#include "language.h"
#include "shared_types.h"

#define SF_ONE_GROUP __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))

/* `largest` receives SF_RESIDUALS values. */
SF_ONE_GROUP void reduce_residuals(__global const real* restrict partial, const int count,
                                   __global real* restrict largest) {
  __local real scratch[SF_RESIDUALS * SF_WORK_GROUP];
  real result[SF_RESIDUALS];
  reduce_partial(partial, count, scratch, result);
  if (get_local_id(0) == 0)
    for (int r = 0; r < SF_RESIDUALS; ++r) largest[r] = result[r];
}

/* Nothing is done yet, and the iterations queued from here on are wanted. `factor`: of the step
   before, inner_outcome.h. */
SF_ONE_GROUP void start_inner_iterations(const real factor,
                                         __global SfInnerProgress* restrict progress) {
  if (get_local_id(0) == 0) *progress = sf_inner_start(factor);
}

/* Counts the iteration whose changes `partial` holds from group `first` on and decides whether
   there is another one, unless the iterations have ended before: then it was not carried out and
   `partial` is an older one's. */
SF_ONE_GROUP void judge_inner_iteration(__global const real* restrict partial, const int first,
                                        const int count, const real tolerance, const int period,
                                        __global SfInnerProgress* restrict progress) {
  __local real scratch[SF_RESIDUALS * SF_WORK_GROUP];
  real changes[SF_RESIDUALS];
  reduce_partial(partial + first * SF_RESIDUALS, count, scratch, changes);
  if (get_local_id(0) == 0 && progress->outcome == SF_GOES_ON)
    sf_judge_inner_iteration(progress, changes, tolerance, period);
}
