// Loads of the gas on the walls: a work-item per run of faces adds them in their order, the host
// adds the runs. Runs of a few dozen faces keep a device busy and the order the same everywhere.
#include "language.h"
#include "simple_ts/load_context.h"
#include "simple_ts/wall_loads.h"

/* Of run k, into partial[SF_WALL_LOADS k]. `count` runs. */
__kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void measure_wall_loads(
    SF_CONTEXT_PARAMETERS, __global const SfWallRun* restrict runs, const int count,
    __global real* restrict partial) {
  const int k = get_global_id(0);
  if (k >= count) return;
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  const SfWallLoads loads = sf_loads_of_run(&c, runs[k]);
  __global real* const mine = partial + SF_WALL_LOADS * k;
  mine[0] = loads.pressure;
  mine[1] = loads.normal;
  mine[2] = loads.friction;
  mine[3] = loads.heat;
  mine[4] = loads.work;
  mine[5] = loads.corner;
  mine[6] = loads.limited;
}
