// The plain kernel set: the inner iteration in four kernels without local memory, for CPUs, where a
// march with barriers would save every private value at each of them. Same equations, same bits.
// Each work-item has one node; fields are row-major with SF_PAD ghosts (macros/indexing.h). What
// passes between the kernels stands in global memory: gamma, shear2, the pseudo-velocities (star, d)
// and the new pressure.
#include "language.h"
#include "simple_ts/load_context.h"
#include "simple_ts/store_fields.h"
#include "simple_ts/energy.h"
#include "simple_ts/momentum_u.h"
#include "simple_ts/momentum_v.h"
#include "simple_ts/pressure.h"

#define SF_PLAIN __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))

/* Gamma of every cell that is read, and the squared shear rate of every corner: the nodes
   [-2, nx+2) x [-2, ny+2). */
SF_PLAIN void prepare_inner_iteration(SF_CONTEXT_PARAMETERS, __global real *restrict gamma,
                                      __global real *restrict shear2, SF_PROGRESS_PARAMETER) {
  SF_RETURN_IF_ENDED;
  const int i = (int)get_global_id(0) - 2;
  const int j = (int)get_global_id(1) - 2;
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS, gamma, shear2);
  if (i < SF_NX + 2) {
    gamma[sf_at(&c.mesh, i, j)] = sf_transport(sf_T(&c, i, j));
    shear2[sf_at(&c.mesh, i, j)] = sf_make_shear2(&c, i, j);
  }
}

/* T of every cell, pseudo-velocities of every face of the domain: [0, nx] x [0, ny]. */
SF_PLAIN void advance_temperature_and_pseudo_velocities(
    SF_CONTEXT_PARAMETERS, __global const real *restrict gamma, __global const real *restrict shear2,
    __global real *restrict T_next, __global SfPseudoVelocity *restrict pseudo_u,
    __global SfPseudoVelocity *restrict pseudo_v, SF_PROGRESS_PARAMETER) {
  SF_RETURN_IF_ENDED;
  const int i = get_global_id(0);
  const int j = get_global_id(1);
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS, gamma, shear2);
  const int at = sf_at(&c.mesh, i, j);
  if (i < SF_NX && j < SF_NY && !sf_tag(&c, i, j))
    store_c(&c.mesh, T_next, i, j, sf_temperature(&c, i, j));
  if (i <= SF_NX && j < SF_NY) pseudo_u[at] = sf_pseudo_u(&c, i, j);
  if (i < SF_NX && j <= SF_NY) pseudo_v[at] = sf_pseudo_v(&c, i, j);
}

/* p of [-1, nx] x [-1, ny]: beyond a side that of iteration k-1, or the other side's. */
SF_PLAIN void advance_pressure(SF_CONTEXT_PARAMETERS, __global const real *restrict T_next,
                               __global const SfPseudoVelocity *restrict pseudo_u,
                               __global const SfPseudoVelocity *restrict pseudo_v,
                               __global real *restrict p_next, SF_PROGRESS_PARAMETER) {
  SF_RETURN_IF_ENDED;
  const int i = (int)get_global_id(0) - 1;
  const int j = (int)get_global_id(1) - 1;
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS, u, u);
  if (i <= SF_NX) {
    /* The cell itself, or the one it is the image of. */
    const int ii = SF_PERIODIC_X ? (i + SF_NX) % SF_NX : i;
    const int jj = SF_PERIODIC_Y ? (j + SF_NY) % SF_NY : j;
    const int at = sf_at(&c.mesh, ii, jj);
    real p = sf_p(&c, ii, jj);
    if (is_column(ii) && is_row(jj) && !sf_tag(&c, ii, jj))
      p = sf_pressure(&c, ii, jj, T_next[at], sf_flow_x(&c, ii, jj, pseudo_u[at]),
                      sf_flow_x(&c, ii + 1, jj, pseudo_u[at + 1]),
                      sf_flow_y(&c, ii, jj, pseudo_v[at]),
                      sf_flow_y(&c, ii, jj + 1, pseudo_v[at + SF_PITCH]));
    p_next[sf_at(&c.mesh, i, j)] = p;
  }
}

/* u, v and rho of [0, nx] x [0, ny]. */
SF_PLAIN void advance_velocities_and_density(
    SF_CONTEXT_PARAMETERS, __global const real *restrict T_next, __global const real *restrict p_next,
    __global const SfPseudoVelocity *restrict pseudo_u,
    __global const SfPseudoVelocity *restrict pseudo_v, __global real *restrict u_next,
    __global real *restrict v_next, __global real *restrict rho_next, SF_PROGRESS_PARAMETER) {
  SF_RETURN_IF_ENDED;
  const int i = get_global_id(0);
  const int j = get_global_id(1);
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS, u, u);
  const int at = sf_at(&c.mesh, i, j);
  if (i < SF_NX + !SF_PERIODIC_X && j < SF_NY && sf_fluid_u(&c, i, j))
    store_fx(&c.mesh, u_next, i, j, sf_velocity(pseudo_u[at], p_next[at - 1], p_next[at]));
  if (i < SF_NX && j < SF_NY + !SF_PERIODIC_Y && sf_fluid_v(&c, i, j))
    store_fy(&c.mesh, v_next, i, j, sf_velocity(pseudo_v[at], p_next[at - SF_PITCH], p_next[at]));
  if (i < SF_NX && j < SF_NY && !sf_tag(&c, i, j))
    store_c(&c.mesh, rho_next, i, j, SF_DIVIDE(p_next[at], T_next[at]));
}
