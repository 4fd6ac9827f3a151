// The plain kernel set, for CPUs: T, pseudo-velocities, p, u, v and rho of iteration k from k-1,
// one sub-domain per work-item. Compilers for CPUs turn its loops over columns into vector
// instructions; the march of the fused kernel would save every private value at each of its
// barriers instead. Same equations, same bits.
//
// The sub-domain, the columns [i0, i1) and rows [j0, j1), is advanced row by row. What is needed of
// the rows below is kept in local memory, which on a CPU is cache:
//
//   row        made there, in columns
//   j+1  lead     shared quantities (macros/simple_ts/context.h)          i0-2 ... i1+1
//   j    predict  T, u*, v*                                               i0-1 ... i1
//   j-1  solve    p                                                       i0-1 ... i1-1
//                 u, v, T, rho stored                                     i0   ... i1-1
//
// Columns and rows around the sub-domain are computed again, so that no work-item waits for
// another. Preconditions: local size 1, at most SF_WORK_GROUP columns. Fields are row-major with
// SF_PAD ghosts (macros/indexing.h).
#define SF_ROWS
#include "simple_ts/load_context.h"
/* which comes first: the others use the constants of the case */
#include "language.h"
#include "simple_ts/energy.h"
#include "simple_ts/momentum_terms.h"
#include "simple_ts/pressure.h"
#include "simple_ts/store_fields.h"

/* What passes from row to row besides the shared quantities: row j at j & 1. */
typedef struct {
  real T[2][SF_ROW];
  real u_star[2][SF_ROW], u_d[2][SF_ROW];
  real v_star[2][SF_ROW], v_d[2][SF_ROW];
  real p[2][SF_ROW], rho[2][SF_ROW];
  real change[SF_RESIDUALS][SF_ROW]; /* largest so far, by column */
} OwnRows;

#define SF_EACH_COLUMN(i, from, to) SF_INDEPENDENT for (int i = (from); i < (to); ++i)

SF_INLINE void make_lead_row(const SfContext* c, const SfSubdomain sub, const int j) {
  SF_EACH_COLUMN(i, sub.i0 - 2, sub.i1 + 2) {
    SF_AT(c, gamma, i, j) = sf_transport(c, sf_T(c, sf_node(i, j)));
    SF_MAKE(c, shear2, i, j);
    SF_MAKE(c, Rx, i, j);
    SF_MAKE(c, Ry, i, j);
  }
#if !SF_EXPLICIT
  SF_EACH_COLUMN(i, sub.i0 - 2, sub.i1 + 2) {
    SF_MAKE(c, Fx, i, j);
    SF_MAKE(c, Fy, i, j);
  }
#endif
  if (j < sub.j0 - 1) return; /* the others need the row below */
  SF_EACH_COLUMN(i, sub.i0 - 1, sub.i1 + 1) {
    SF_MAKE(c, Dx, i, j);
    SF_MAKE(c, Dy, i, j);
  }
#if !SF_EXPLICIT && SF_CONVECTION != SF_UPWIND
  SF_EACH_COLUMN(i, sub.i0 - 1, sub.i1 + 1) {
    SF_MAKE(c, Hx, i, j);
    SF_MAKE(c, Hy, i, j);
    SF_MAKE(c, Vc, i, j - 1);
  }
  SF_EACH_COLUMN(i, sub.i0 - 1, sub.i1 + 1) {
    SF_MAKE(c, Us, i, j);
    SF_MAKE(c, Vw, i, j);
  }
  SF_EACH_COLUMN(i, sub.i0 - 2, sub.i1 + 1) SF_MAKE(c, Uc, i, j);
#endif
}

SF_INLINE void predict_row(const SfContext* c, __local OwnRows* own, const SfSubdomain sub,
                           const int j) {
  SF_EACH_COLUMN(i, sub.i0 - 1, sub.i1) {
    own->T[j & 1][SF_KEPT_COLUMN(c, i)] = sf_as_stored(sf_temperature(c, sf_node(i, j)));
  }
  SF_EACH_COLUMN(i, sub.i0 - 1, sub.i1 + 1) {
    const SfPseudoVelocity u = sf_pseudo(c, SF_X, sf_node(i, j));
    own->u_star[j & 1][SF_KEPT_COLUMN(c, i)] = u.star;
    own->u_d[j & 1][SF_KEPT_COLUMN(c, i)] = u.d;
  }
  SF_EACH_COLUMN(i, sub.i0 - 1, sub.i1) {
    const SfPseudoVelocity v = sf_pseudo(c, SF_Y, sf_node(i, j));
    own->v_star[j & 1][SF_KEPT_COLUMN(c, i)] = v.star;
    own->v_d[j & 1][SF_KEPT_COLUMN(c, i)] = v.d;
  }
}

SF_INLINE SfPseudoVelocity pseudo_u(__local const OwnRows* own, int k, int j) {
  const SfPseudoVelocity q = {own->u_star[j & 1][k], own->u_d[j & 1][k]};
  return q;
}
SF_INLINE SfPseudoVelocity pseudo_v(__local const OwnRows* own, int k, int j) {
  const SfPseudoVelocity q = {own->v_star[j & 1][k], own->v_d[j & 1][k]};
  return q;
}

/* The columns [first, end) of [i0, i1) that are columns of cells. */
SF_INLINE int first_cell(int i0) { return SF_SIDE_CONTINUES(SF_WEST) || i0 > 0 ? i0 : 0; }
SF_INLINE int end_of_cells(int i1) { return SF_SIDE_CONTINUES(SF_EAST) || i1 < SF_NX ? i1 : SF_NX; }

/* Outside the domain, and in solid cells, the pressure of iteration k-1. */
SF_INLINE void solve_pressures(const SfContext* c, __local OwnRows* own, const SfSubdomain sub,
                               const int j) {
  SF_EACH_COLUMN(i, sub.i0 - 1, sub.i1) {
    own->p[j & 1][SF_KEPT_COLUMN(c, i)] = sf_p(c, sf_node(i, j));
  }
  if (!is_row(j)) return;
  SF_EACH_COLUMN(i, first_cell(sub.i0 - 1), end_of_cells(sub.i1)) {
    const SfNode P = sf_node(i, j);
    const int k = SF_KEPT_COLUMN(c, i);
    if (!sf_tag(c, P)) {
      const SfFaceFlows flows = {sf_flow(c, SF_X, P, pseudo_u(own, k, j)),
                                 sf_flow(c, SF_X, sf_node(i + 1, j), pseudo_u(own, k + 1, j)),
                                 sf_flow(c, SF_Y, P, pseudo_v(own, k, j)),
                                 sf_flow(c, SF_Y, sf_node(i, j + 1), pseudo_v(own, k, j + 1))};
      const SfNewGas gas = sf_new_gas(c, P, own->T[j & 1][k], flows);
      own->p[j & 1][k] = gas.p;
      own->rho[j & 1][k] = gas.rho;
    }
  }
}

SF_INLINE void store_cells(const SfContext* c, __local OwnRows* own, const NewFields next,
                           const SfSubdomain sub, const int j) {
  SF_EACH_COLUMN(i, sub.i0, end_of_cells(sub.i1)) {
    const SfNode P = sf_node(i, j);
    const int at = sf_at(&c->mesh, P);
    const int k = SF_KEPT_COLUMN(c, i);
    const real p = own->p[j & 1][k];
    const real T = own->T[j & 1][k];
    if (!sf_tag(c, P)) {
      SF_KEEP_LARGEST(own->change[0][k], p - sf_p(c, P));
      SF_KEEP_LARGEST(own->change[1][k], T - sf_T(c, P));
      next.T[at] = T;
      next.rho[at] = own->rho[j & 1][k];
    }
  }
}
SF_INLINE void store_u(const SfContext* c, __local OwnRows* own, const NewFields next,
                       const SfSubdomain sub, const int j) {
  SF_EACH_COLUMN(i, sub.i0, sub.i1) {
    const SfNode P = sf_node(i, j);
    const int k = SF_KEPT_COLUMN(c, i);
    const real u =
        sf_as_stored(sf_velocity(pseudo_u(own, k, j), own->p[j & 1][k - 1], own->p[j & 1][k]));
    if (sf_fluid(c, SF_X, P)) {
      SF_KEEP_LARGEST(own->change[2][k], u - sf_u(c, P));
      next.u[sf_at(&c->mesh, P)] = u;
    }
  }
}
SF_INLINE void store_v(const SfContext* c, __local OwnRows* own, const NewFields next,
                       const SfSubdomain sub, const int j) {
  SF_EACH_COLUMN(i, sub.i0, end_of_cells(sub.i1)) {
    const SfNode P = sf_node(i, j);
    const int k = SF_KEPT_COLUMN(c, i);
    const real v =
        sf_as_stored(sf_velocity(pseudo_v(own, k, j), own->p[(j - 1) & 1][k], own->p[j & 1][k]));
    if (sf_fluid(c, SF_Y, P)) {
      SF_KEEP_LARGEST(own->change[3][k], v - sf_v(c, P));
      next.v[sf_at(&c->mesh, P)] = v;
    }
  }
}

/* Stores the ghosts that follow from the stored nodes of row j, which are those of nodes near a
   boundary. */
SF_INLINE void store_images(const SfContext* c, const NewFields next, const SfSubdomain sub,
                            const int j) {
  const int all = j < SF_PAD || j >= SF_NY - SF_PAD;
  for (int i = sub.i0; i < sub.i1; ++i) {
    const SfNode P = sf_node(i, j);
    if (!all && i >= SF_PAD && i < SF_NX - SF_PAD) continue;
    const int at = sf_at(&c->mesh, P);
    if (is_row(j)) store(&c->mesh, next.u, SF_X, P, next.u[at]);
    if (i < SF_NX) store(&c->mesh, next.v, SF_Y, P, next.v[at]);
    if (i < SF_NX && is_row(j)) {
      store(&c->mesh, next.T, SF_AT_CENTRE, P, next.T[at]);
      store(&c->mesh, next.rho, SF_AT_CENTRE, P, next.rho[at]);
#if SF_HAS_PRESSURE_SIDES
      if (!sf_tag(c, P)) store_pressure_ghosts(c, next.T, next.rho, P, next.T[at], next.rho[at]);
#endif
    }
  }
}

SF_INLINE void solve_row(const SfContext* c, __local OwnRows* own, const NewFields next,
                         const SfSubdomain sub, const int j) {
  solve_pressures(c, own, sub, j);
  if (j < sub.j0) return;
  if (is_row(j)) {
    store_cells(c, own, next, sub, j);
    store_u(c, own, next, sub, j);
  }
  store_v(c, own, next, sub, j);
  store_images(c, next, sub, j);
}

SF_INLINE void advance_subdomain(const SfContext* c, __local OwnRows* own, const NewFields next,
                                 const SfSubdomain sub, __global real* restrict partial) {
  for (int r = 0; r < SF_RESIDUALS; ++r)
    for (int k = 0; k < SF_ROW; ++k) own->change[r][k] = 0.0;
  for (int j = sub.j0 - 3; j <= sub.j1; ++j) {
    make_lead_row(c, sub, j + 1);
    if (j < sub.j0 - 1) continue;
    predict_row(c, own, sub, j);
    if (j >= sub.j0) solve_row(c, own, next, sub, j - 1);
  }
  for (int r = 0; r < SF_RESIDUALS; ++r) {
    real largest = 0.0;
    for (int k = 0; k < SF_ROW; ++k) largest = sf_max_keeping_nan(largest, own->change[r][k]);
    partial[r] = largest;
  }
}

/* The first `near_walls` sub-domains reach solid cells or the ends of columns; in the others the
   code for both is compiled away. Without walls, and without corrections, which test for the ends
   most, one code serves all of them and takes half as long to compile. */
#define SF_ONE_CODE (!SF_HAS_WALLS && SF_CONVECTION == SF_UPWIND)

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void advance_inner_iteration_by_rows(
    SF_CONTEXT_PARAMETERS, __global stored* restrict u_next, __global stored* restrict v_next,
    __global stored* restrict T_next, __global stored* restrict rho_next,
    __global const SfSubdomain* restrict subdomains, const int near_walls,
    __global real* restrict partial, SF_PROGRESS_PARAMETER) {
  __local SfRows rows;
  __local OwnRows own;
  SF_RETURN_IF_ENDED;
  const int group = get_group_id(0);
  const SfSubdomain sub = subdomains[group];
  const NewFields next = {u_next, v_next, T_next, rho_next};
  __global real* const residuals = partial + group * SF_RESIDUALS;
  if (SF_ONE_CODE || group < near_walls) {
    SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
    c.rows = &rows;
    c.first_column = sub.i0 - 2;
    advance_subdomain(&c, &own, next, sub, residuals);
  } else {
    SfContext c = load_context(0, SF_CONTEXT_ARGUMENTS);
    c.rows = &rows;
    c.first_column = sub.i0 - 2;
    c.mesh.continues_south = c.mesh.continues_north = 1; /* rows beyond the ends are not reached */
    advance_subdomain(&c, &own, next, sub, residuals);
  }
}
