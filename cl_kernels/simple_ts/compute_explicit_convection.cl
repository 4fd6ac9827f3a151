// The convective sums C_u, C_v and C_T of the old time level, once per time step. Each work-item
// has one node of [0, nx] x [0, ny], one more in front of the first where another rank has the mesh
// there; fields are row-major with SF_PAD ghosts (macros/indexing.h).
// The fields handed over as u, v, T, rho are those of the old level. Local size SF_WORK_GROUP.
#include "simple_ts/load_context.h"
/* which comes first: the others use the constants of the case */
#include "language.h"
#include "simple_ts/energy.h"
#include "simple_ts/momentum_terms.h"
#include "simple_ts/store_fields.h"

__kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void
compute_explicit_convection(SF_CONTEXT_PARAMETERS, __global stored* restrict new_C_u,
                            __global stored* restrict new_C_v, __global stored* restrict new_C_T) {
  const int i = (int)get_global_id(0) - (SF_WEST == SF_SIDE_NEIGHBOUR);
  const int j = (int)get_global_id(1) - (SF_SOUTH == SF_SIDE_NEIGHBOUR);
  const SfNode P = sf_node(i, j);
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  if (i < SF_NX + (SF_EAST != SF_SIDE_PERIODIC) && j < SF_NY)
    store(&c.mesh, new_C_u, SF_X, P, sf_convection(&c, SF_X, P));
  if (i < SF_NX && j < SF_NY + (SF_NORTH != SF_SIDE_PERIODIC))
    store(&c.mesh, new_C_v, SF_Y, P, sf_convection(&c, SF_Y, P));
  if (i < SF_NX && j < SF_NY)
    store(&c.mesh, new_C_T, SF_AT_CENTRE, P, sf_tag(&c, P) ? 0.0 : sf_heat_convected_out(&c, P));
}
