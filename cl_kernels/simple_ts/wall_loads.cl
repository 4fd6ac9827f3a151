// Loads of the gas on the walls, as exact sums: a work-item has a run of faces, the host adds the
// runs of a side. Runs of a few dozen faces keep a device busy.
#include "language.h"
#include "simple_ts/load_context.h"
#include "simple_ts/wall_loads.h"

/* Of run k, into partial[k]. `count` runs. */
__kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void measure_wall_loads(
    SF_CONTEXT_PARAMETERS, __global const SfWallRun* restrict runs, const int count,
    const real per_length, const real limit, __global SfExactLoads* restrict partial) {
  const int k = get_global_id(0);
  if (k >= count) return;
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  const SfSumUnit unit = {per_length, limit};
  partial[k] = sf_loads_of_run(&c, runs[k], unit);
}
