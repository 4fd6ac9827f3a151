// The fused inner iteration: T, pseudo-velocities, p, u, v and rho of iteration k from k-1.
//
// A work-group owns a sub-domain, the columns [i0, i1) and rows [j0, j1), and marches along y, one
// column per work-item. Two columns on either side and the rows below the first are computed again,
// so that no group waits for another:
//
//   work-item   0    1  |  2 ... W-3     |  W-2         W-1
//   column     i0-2 i0-1| i0 ... i1-1    |  i1          i1+1
//   makes       flux     flux, T, us, vs, p, u, v    flux, us   flux
//
// A step of the march at row j has three phases, each ended by a barrier that every work-item
// passes:
//   lead    shared quantities (macros/simple_ts/context.h) in row j+1 of the own column
//   predict T and us of row j, vs of row j+1; u of row j-1 from the pressures of the step before
//   solve   p, v, T, rho of row j
// Own shared quantities stay in registers from row to row; local memory passes them on to the
// neighbouring columns. Preconditions: the local size is SF_WORK_GROUP, columns per sub-domain <=
// SF_WORK_GROUP - SF_HALO_COLUMNS; sub-domains come in the order that the kernel names. Fields are
// row-major with SF_PAD ghosts (macros/indexing.h).
#define SF_MARCH
#include "simple_ts/load_context.h"
/* which comes first: the others use the constants of the case */
#include "common/reduce_local.h"
#include "language.h"
#include "simple_ts/energy.h"
#include "simple_ts/inner_iteration_loads.h"
#include "simple_ts/march_windows.h"
#include "simple_ts/momentum_terms.h"
#include "simple_ts/pressure.h"
#include "simple_ts/store_fields.h"

/* Columns of a work-group that are computed again for its neighbours. */
#define SF_HALO_COLUMNS 4

/* A row of the values that work-items pass on to their neighbours. */
typedef struct {
  real gamma[SF_WORK_GROUP], shear2[SF_WORK_GROUP];
  real Dx[SF_WORK_GROUP];
  real al[SF_WORK_GROUP], be[SF_WORK_GROUP]; /* of the west face */
  real p[SF_WORK_GROUP];
#if !SF_EXPLICIT
  real Fx[SF_WORK_GROUP], Fy[SF_WORK_GROUP];
#if SF_CONVECTION != SF_UPWIND
  real Hx[SF_WORK_GROUP], Uc[SF_WORK_GROUP], Vw[SF_WORK_GROUP];
#endif
#endif
} SharedRow;

/* What a work-item carries from row to row. */
typedef struct {
  real T;   /* new temperature of this row */
  real rho; /* new density and pressure, and the latter of the row below */
  real p;
  real p_below;
  SfPseudoVelocity u;       /* west face of this row */
  SfPseudoVelocity v;       /* south face */
  SfPseudoVelocity v_above; /* north face */
  SfFaceFlow flow_s;
  real residual[SF_RESIDUALS];
} Carried;

/* Lead phase of row j: what can be made from the own column alone, in row j+1 and, of the south
   faces, in row j+2. */
SF_INLINE void make_lead_row(SfContext* c, __local SharedRow* row, const int lid,
                             const int rows_per_shift, const int j) {
  __local SharedRow* const own = SF_SEEN_FROM(row, lid);
  load_ahead(c, rows_per_shift, j);
  load_beside(c, j);
  SF_AT(c, gamma, 0, j + 1) = sf_transport(c, sf_T(c, sf_node(0, j + 1)));
  SF_MAKE(c, shear2, 0, j + 1);
  SF_MAKE(c, Rx, 0, j + 1);
  SF_MAKE(c, Ry, 0, j + 2);
  *own->gamma = SF_AT(c, gamma, 0, j + 1);
  *own->shear2 = SF_AT(c, shear2, 0, j + 1);
#if !SF_EXPLICIT
  SF_MAKE(c, Fx, 0, j + 1);
  SF_MAKE(c, Fy, 0, j + 2);
  *own->Fx = SF_AT(c, Fx, 0, j + 1);
  *own->Fy = SF_AT(c, Fy, 0, j + 1);
#if SF_CONVECTION != SF_UPWIND
  SF_MAKE(c, Hx, 0, j + 1);
  SF_MAKE(c, Hy, 0, j + 1);
  SF_MAKE(c, Uc, 0, j);
  SF_MAKE(c, Vc, 0, j + 1);
  SF_MAKE(c, Vw, 0, j + 1);
  *own->Hx = SF_AT(c, Hx, 0, j + 1);
  *own->Uc = SF_AT(c, Uc, 0, j);
  *own->Vw = SF_AT(c, Vw, 0, j + 1);
#endif
#endif
}

/* Takes the values of the neighbouring columns in the same row, and computes what needs them. */
SF_INLINE void complete_lead_row(SfContext* c, __local SharedRow* row, const int lid, const int j) {
  __local const SharedRow* const west = SF_SEEN_FROM(row, lid > 0 ? lid - 1 : lid);
  __local const SharedRow* const east = SF_SEEN_FROM(row, lid < SF_WORK_GROUP - 1 ? lid + 1 : lid);
  SF_TAKE(c, gamma, -1, j + 1, west);
  SF_TAKE(c, gamma, 1, j + 1, east);
  SF_TAKE(c, shear2, 1, j + 1, east);
  SF_MAKE(c, Dx, 0, j + 1);
  SF_MAKE(c, Dy, 0, j + 1);
#if !SF_EXPLICIT
  SF_TAKE(c, Fx, -1, j + 1, west);
  SF_TAKE(c, Fx, 1, j + 1, east);
  SF_TAKE(c, Fy, -1, j + 1, west);
#if SF_CONVECTION != SF_UPWIND
  SF_TAKE(c, Hx, 1, j + 1, east);
  SF_TAKE(c, Uc, -1, j, west);
  SF_TAKE(c, Vw, 1, j + 1, east);
  SF_MAKE(c, Us, 0, j + 1);
#endif
#endif
}

/* Whether nodes of the own column, and of row j, lie in the domain or on its boundary. */
SF_INLINE int has_cells(const SfMesh* m) { return m->away_from_sides || is_column(m->column); }
SF_INLINE int has_faces(const SfMesh* m) { return m->away_from_sides || is_column_face(m->column); }
SF_INLINE int row_has_cells(const SfMesh* m, const int j) {
  return m->away_from_sides || is_row(m->row + j);
}
SF_INLINE int row_has_faces(const SfMesh* m, const int j) {
  return m->away_from_sides || is_row_face(m->row + j);
}

/* u of node (0,j) of the own column from the new pressures on both sides. */
SF_INLINE void finish_u(const SfContext* c, __global stored* u_next, Carried* w, const int j,
                        const int owned, real p_west) {
  const SfNode P = sf_node(0, j);
  const real u = sf_as_stored(sf_velocity(w->u, p_west, w->p));
  const int is_node =
      owned && row_has_cells(&c->mesh, j) && has_faces(&c->mesh) && sf_fluid(c, SF_X, P);
  SF_KEEP_LARGEST(w->residual[2], is_node ? u - sf_u(c, P) : 0.0);
  if (is_node) store(&c->mesh, u_next, SF_X, P, u);
}

/* v, T and rho of node (0,j), and their changes. */
SF_INLINE void finish_node(const SfContext* c, NewFields next, Carried* w, const int j,
                           const int owned) {
  const SfNode P = sf_node(0, j);
  const SfMesh* m = &c->mesh;
  const int in_column = owned && has_cells(m);
  const int is_v = in_column && row_has_faces(m, j) && sf_fluid(c, SF_Y, P);
  const int is_cell = in_column && row_has_cells(m, j) && !sf_tag(c, P);
  const real v = sf_as_stored(sf_velocity(w->v, w->p_below, w->p));
  SF_KEEP_LARGEST(w->residual[0], is_cell ? w->p - sf_p(c, P) : 0.0);
  SF_KEEP_LARGEST(w->residual[1], is_cell ? w->T - sf_T(c, P) : 0.0);
  SF_KEEP_LARGEST(w->residual[3], is_v ? v - sf_v(c, P) : 0.0);
  if (is_v) store(m, next.v, SF_Y, P, v);
  if (is_cell) {
    store(m, next.T, SF_AT_CENTRE, P, w->T);
    store(m, next.rho, SF_AT_CENTRE, P, w->rho);
#if SF_HAS_PRESSURE_SIDES
    store_pressure_ghosts(c, next.T, next.rho, P, w->T, sf_as_stored(w->rho));
#endif
  }
}

/* The march over row j, between the lead phases of this row and the next. */
SF_INLINE void advance_row(SfContext* c, const SfSubdomain sub, __local SharedRow* row,
                           NewFields next, Carried* w, const int lid, const int rows_per_shift,
                           const int j) {
  const SfNode P = sf_node(0, j);
  __local SharedRow* const own = SF_SEEN_FROM(row, lid);
  __local const SharedRow* const west = SF_SEEN_FROM(row, lid > 0 ? lid - 1 : lid);
  __local const SharedRow* const east = SF_SEEN_FROM(row, lid < SF_WORK_GROUP - 1 ? lid + 1 : lid);
  const int row_j = c->mesh.row + j;
  const int column = sub.i0 - 2 + lid;
  const int owned = column >= sub.i0 && column < sub.i1;
  barrier(CLK_LOCAL_MEM_FENCE);

  complete_lead_row(c, row, lid, j);
  const real p_west = *west->p;
  finish_u(c, next.u, w, j - 1, owned && row_j > sub.j0 && row_j <= sub.j1, p_west);
  w->T = sf_as_stored(sf_temperature(c, P));
  w->u = sf_pseudo(c, SF_X, P);
  w->v_above = sf_pseudo(c, SF_Y, sf_node(0, j + 1));
  const SfFaceFlow flow_w = sf_flow(c, SF_X, P, w->u);
  const SfFaceFlow flow_n = sf_flow(c, SF_Y, sf_node(0, j + 1), w->v_above);
  *own->al = flow_w.al;
  *own->be = flow_w.be;
  *own->Dx = SF_AT(c, Dx, 0, j + 1);
  barrier(CLK_LOCAL_MEM_FENCE);

  SF_TAKE(c, Dx, 1, j + 1, east);
  const SfFaceFlow flow_e = {*east->al, *east->be};
  const SfFaceFlows flows = {flow_w, flow_e, w->flow_s, flow_n};
  const SfNewGas gas = sf_new_gas(c, P, w->T, flows);
  w->p_below = w->p;
  /* Outside the domain, and in solid cells, the pressure of iteration k-1. */
  const int is_cell = has_cells(&c->mesh) && row_has_cells(&c->mesh, j) && !sf_tag(c, P);
  w->p = is_cell ? gas.p : sf_p(c, P);
  w->rho = gas.rho;
  *own->p = w->p;
  make_lead_row(c, row, lid, rows_per_shift, j + 1);
  finish_node(c, next, w, j, owned && row_j >= sub.j0 && row_j < sub.j1);
  w->v = w->v_above;
  w->flow_s = flow_n;
}

SF_INLINE void advance_subdomain(SfContext* c, const SfSubdomain sub, __local SharedRow* row,
                                 NewFields next, __global real* partial, const int rows_per_shift) {
  const int lid = get_local_id(0);
  const int column = sub.i0 - 2 + lid;
  /* Work-items beyond the last column repeat it, so that what they read exists. */
  const int i = column < sub.i1 + 1 ? column : sub.i1 + 1;
  Carried w = {
      1.0, 1.0, 1.0, 1.0, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0, 0.0, 0.0}};

  sf_name_nodes_from(&c->mesh, i, sub.j0 - 3);
  if (sub.j1 > sub.j0) {
    clear_windows(c);
    load_first_row(c, -1);
    load_first_row(c, 0);
    load_first_row(c, 1);
    load_first_row(c, 2);
    load_first_row(c, 3);
    SF_MAKE(c, Ry, 0, 1);
    SF_MAKE(c, Fy, 0, 1);
    make_lead_row(c, row, lid, rows_per_shift, 0);
  }
  int j = sub.j0 - 3;
  for (; j < sub.j1; j += rows_per_shift) {
    sf_name_nodes_from(&c->mesh, i, j);
    advance_row(c, sub, row, next, &w, lid, rows_per_shift, 0);
    if (rows_per_shift == 2) advance_row(c, sub, row, next, &w, lid, rows_per_shift, 1);
    shift_windows(c, rows_per_shift);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  sf_name_nodes_from(&c->mesh, i, j);
  finish_u(c, next.u, &w, -1, column >= sub.i0 && column < sub.i1 && j == sub.j1,
           *SF_SEEN_FROM(row, lid > 0 ? lid - 1 : lid)->p);

  for (int r = 0; r < SF_RESIDUALS; ++r) {
    barrier(CLK_LOCAL_MEM_FENCE); /* the row, or the scratch of the last maximum, is done with */
    const real largest = reduce_local_maximum(row->gamma, lid, w.residual[r]);
    if (lid == 0) partial[r] = largest;
  }
}

/* Whether a strip can lie between two others, away from the west and east boundaries. If none can,
   the march without code for boundaries need not be compiled. */
#define SF_MAY_BE_AWAY_FROM_SIDES (SF_U_COLUMNS > 2 * (SF_WORK_GROUP - SF_HALO_COLUMNS))

/* The first `near_walls` sub-domains reach solid cells, the next `near_sides` a boundary of the
   domain. In the latter, wall code is compiled away, in all others that for boundaries too. */
__kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void advance_inner_iteration(
    SF_CONTEXT_PARAMETERS, __global stored* restrict u_next, __global stored* restrict v_next,
    __global stored* restrict T_next, __global stored* restrict rho_next,
    __global const SfSubdomain* restrict subdomains, const int near_walls, const int near_sides,
    __global real* restrict partial, SF_PROGRESS_PARAMETER) {
  __local SharedRow row;
  const int group = get_group_id(0);
  const SfSubdomain sub = empty_if_ended(subdomains[group], progress);
  const NewFields next = {u_next, v_next, T_next, rho_next};
  __global real* const residuals = partial + group * SF_RESIDUALS;
  if (SF_HAS_WALLS && group < near_walls) {
    SfContext c = load_context(1, SF_CONTEXT_ARGUMENTS);
    advance_subdomain(&c, sub, &row, next, residuals, SF_ROWS_PER_SHIFT);
  } else if (SF_MAY_BE_AWAY_FROM_SIDES && group >= near_walls + near_sides) {
    SfContext c = load_context(0, SF_CONTEXT_ARGUMENTS);
    c.mesh.away_from_sides = 1;
    advance_subdomain(&c, sub, &row, next, residuals, SF_ROWS_PER_SHIFT_AWAY);
  } else {
    SfContext c = load_context(0, SF_CONTEXT_ARGUMENTS);
    advance_subdomain(&c, sub, &row, next, residuals, SF_ROWS_PER_SHIFT);
  }
}
