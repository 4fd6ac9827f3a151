// The friction heat at walls with a prescribed heat flow, in space: of each face between a gas cell
// and a wall, with the gas of that cell. Other kernels read it (SF_FRICTION_ARRAYS). A work-item
// has the lower faces of a cell, three nodes around the domain too. Local size SF_WORK_GROUP.
#define SF_MAKES_FRICTION_HEAT
#include "simple_ts/column_pieces.h"
/* which comes first: the others use the constants of the case */
#include "simple_ts/boundary/friction_heat.h"

#define SF_AROUND 3

SF_INLINE void keep_friction_heat(const SfContext* c, int axis, SfNode P,
                                  __global real* restrict friction) {
  const SfNode lo = sf_to(P, axis, -1);
  const int wall_lo = sf_tag(c, lo), wall_hi = sf_tag(c, P), wall = wall_lo | wall_hi;
  if ((wall_lo && wall_hi) || !wall || !(c->wall[wall - 1].jump < 0.0)) return;
  friction[sf_at(&c->mesh, P)] =
      sf_friction_heat_of_cell(c, axis, wall_lo ? P : lo, wall_lo ? -1 : 1);
}

SF_MEASURE void compute_friction_heat(SF_CONTEXT_PARAMETERS SF_WRITTEN(friction_x)
                                          SF_WRITTEN(friction_y) SF_WRITTEN(friction_z),
                                      SF_PROGRESS_PARAMETER) {
  SF_RETURN_IF_ENDED;
  const SfNode P = node_around(get_global_id(0), (int)get_global_id(1), SF_AROUND);
  if (P.i >= SF_NX + SF_AROUND) return;
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  keep_friction_heat(&c, SF_X, P, friction_x);
  keep_friction_heat(&c, SF_Y, P, friction_y);
  keep_friction_heat(&c, SF_Z, P, friction_z);
}
