// The fused inner iteration: T, pseudo-velocities, p, u, v and rho of iteration k from k-1.
//
// A work-group owns a sub-domain, the columns [i0, i1) and rows [j0, j1), and marches along y, one
// column per work-item. Two columns to the west and one to the east are computed again, and the row
// below the first, so that no group waits for another:
//
//   work-item   0    1  |  2 ... W-2     |  W-1
//   column     i0-2 i0-1| i0 ... i1-1    |  i1
//   has        Gamma     Gamma, T, us, vs, p, u, v    Gamma, us
//
// Local memory: Gamma (ring of 4 rows), squared shear rate (ring of 2), pseudo-velocity of u and its
// d, new pressure. Two barriers a row; every work-item passes all of them. Preconditions: the local
// size is SF_WORK_GROUP, columns per sub-domain <= SF_WORK_GROUP - 3.
// Fields are row-major with SF_PAD ghosts (macros/indexing.h). The `_near_walls` kernel takes the
// sub-domains that reach solid cells; in the other one the wall code is compiled away.
#define SF_ROWS_IN_LOCAL
#define SF_WIDTH SF_WORK_GROUP
#include "language.h"
#include "simple_ts/load_context.h"
#include "simple_ts/store_fields.h"
#include "simple_ts/energy.h"
#include "simple_ts/momentum_u.h"
#include "simple_ts/momentum_v.h"
#include "simple_ts/pressure.h"
#include "common/reduce_local.h"

/* The rows a work-group shares. */
typedef struct {
  __local real *gamma;  /* 4 rows */
  __local real *shear2; /* 2 rows */
  __local real *star;   /* pseudo-velocity of u at the west face */
  __local real *d;
  __local real *p;
} SharedRows;

/* The fields of iteration k. */
typedef struct {
  __global real *u;
  __global real *v;
  __global real *T;
  __global real *rho;
} NewFields;

/* What a work-item carries from row to row. */
typedef struct {
  real T;                     /* new temperature of this row */
  real p;                     /* new pressure of this row */
  real p_below;               /* and of the row below */
  SfPseudoVelocity u;         /* west face */
  SfPseudoVelocity v;         /* south face */
  SfPseudoVelocity v_above;   /* north face */
  real residual[SF_RESIDUALS];
} Carried;

SF_INLINE void prepare_row(const SfContext *c, SharedRows rows, int i, int j, int lid) {
  if (i <= SF_NX + 2) {
    rows.gamma[sf_gamma_slot(c, i, j)] = sf_transport(sf_T(c, i, j));
    if (lid > 0) rows.shear2[sf_shear2_slot(c, i, j)] = sf_shear_rate_squared(c, i, j);
  }
}

SF_INLINE void keep_largest(Carried *w, int which, real change) {
  w->residual[which] = sf_max_keeping_nan(w->residual[which], SF_ABS(change));
}

/* u, v, T and rho of an owned node, and their changes. */
SF_INLINE void finish_node(const SfContext *c, NewFields next, Carried *w, int i, int j,
                           real p_west) {
  const SfMesh *m = &c->mesh;
  if (is_row(j) && is_column_face(i) && sf_fluid_u(c, i, j)) {
    const real u = sf_velocity(w->u, p_west, w->p);
    store_fx(m, next.u, i, j, u);
    keep_largest(w, 2, u - sf_u(c, i, j));
  }
  if (is_column(i) && is_row_face(j) && sf_fluid_v(c, i, j)) {
    const real v = sf_velocity(w->v, w->p_below, w->p);
    store_fy(m, next.v, i, j, v);
    keep_largest(w, 3, v - sf_v(c, i, j));
  }
  if (is_column(i) && is_row(j) && !sf_tag(c, i, j)) {
    store_c(m, next.T, i, j, w->T);
    store_c(m, next.rho, i, j, w->p / w->T);
    keep_largest(w, 0, w->p - sf_p(c, i, j));
    keep_largest(w, 1, w->T - sf_T(c, i, j));
  }
}

SF_INLINE void advance_subdomain(const SfContext *c, const SfSubdomain sub, SharedRows rows,
                                 NewFields next, __global real *partial) {
  const int lid = get_local_id(0);
  const int i = sub.i0 - 2 + lid;
  const int has_column = i >= sub.i0 - 1 && i < sub.i1 && is_column(i);
  const int has_face = i >= sub.i0 - 1 && i <= sub.i1 && is_column_face(i);
  const int needs_p = i >= sub.i0 - 1 && i < sub.i1;
  const int owned = i >= sub.i0 && i < sub.i1;
  Carried w = {1.0, 1.0, 1.0, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0, 0.0, 0.0}};

  for (int j = sub.j0 - 2; j <= sub.j0; ++j)
    if (i <= sub.i1) prepare_row(c, rows, i, j, lid);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (has_column && is_row_face(sub.j0 - 1)) w.v = sf_pseudo_v(c, i, sub.j0 - 1);

  for (int j = sub.j0 - 1; j < sub.j1; ++j) {
    const int solves = has_column && is_row(j) && !sf_tag(c, i, j);
    if (solves) w.T = sf_temperature(c, i, j);
    if (has_face && is_row(j)) {
      w.u = sf_pseudo_u(c, i, j);
      rows.star[lid] = w.u.star;
      rows.d[lid] = w.u.d;
    }
    if (has_column && is_row_face(j + 1)) w.v_above = sf_pseudo_v(c, i, j + 1);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (solves) {
      const SfPseudoVelocity east = {rows.star[lid + 1], rows.d[lid + 1]};
      w.p = sf_pressure(c, i, j, w.T, w.u, east, w.v, w.v_above);
    } else if (needs_p) {
      w.p = sf_p(c, i, j); /* beyond a side: that of iteration k-1 */
    }
    if (needs_p) rows.p[lid] = w.p;
    if (i <= sub.i1) prepare_row(c, rows, i, j + 2, lid);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (owned && j >= sub.j0) finish_node(c, next, &w, i, j, rows.p[lid - 1]);
    w.p_below = w.p;
    w.v = w.v_above;
  }

  for (int r = 0; r < SF_RESIDUALS; ++r) {
    barrier(CLK_LOCAL_MEM_FENCE); /* the rows, or the scratch of the last maximum, are done with */
    const real largest = reduce_local_maximum(rows.gamma, lid, w.residual[r]);
    if (lid == 0) partial[r] = largest;
  }
}

#define SF_ADVANCE_KERNEL(name, has_walls)                                                         \
  __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void name(                   \
      SF_CONTEXT_PARAMETERS, __global real *restrict u_next, __global real *restrict v_next,       \
      __global real *restrict T_next, __global real *restrict rho_next,                            \
      __global const SfSubdomain *restrict subdomains, __global real *restrict partial,            \
      const int first_partial, SF_PROGRESS_PARAMETER) {                                            \
    __local real gamma[4 * SF_WORK_GROUP], shear2[2 * SF_WORK_GROUP];                              \
    __local real star[SF_WORK_GROUP], d[SF_WORK_GROUP], p[SF_WORK_GROUP];                          \
    const SfSubdomain sub = empty_if_ended(subdomains[get_group_id(0)], progress);                 \
    const SharedRows rows = {gamma, shear2, star, d, p};                                           \
    const NewFields next = {u_next, v_next, T_next, rho_next};                                     \
    const SfContext c =                                                                            \
        load_context(has_walls, SF_CONTEXT_ARGUMENTS, gamma, shear2, sub.i0 - 2);                  \
    advance_subdomain(&c, sub, rows, next,                                                         \
                      partial + (first_partial + get_group_id(0)) * SF_RESIDUALS);                 \
  }

/* Each takes a second or two to build; a case without sub-domains of one kind leaves its kernel out. */
#ifndef SF_WITHOUT_OPEN_SUBDOMAINS
SF_ADVANCE_KERNEL(advance_inner_iteration, 0)
#endif
#ifndef SF_WITHOUT_SUBDOMAINS_NEAR_WALLS
SF_ADVANCE_KERNEL(advance_inner_iteration_near_walls, 1)
#endif
