// The convective sums C_u, C_v and C_T of the old time level, once per time step, for GPUs: every
// flux and correction is made once. The fields handed over as u, v, T, rho are those of the old
// level.
//
// A work-group owns a sub-domain, the columns [i0, i1) and rows [j0, j1), and marches along y, one
// column per work-item, the first in column i0 - 1, the last in column i1. A step at row j makes
//   lead  fluxes and corrections of row j+1 from the own column, and Fy of row j+2
//   sums  C_v and C_T of row j+1, C_u of row j, with the values of the neighbouring columns
// and passes one barrier between both: two rows of local memory take turns. Preconditions: the
// local size is SF_WORK_GROUP, columns per sub-domain <= SF_WORK_GROUP - 2. Fields are row-major
// with SF_PAD ghosts (macros/indexing.h).
#define SF_MARCH
#include "simple_ts/load_context.h"
/* which comes first: the others use the constants of the case */
#include "language.h"
#include "simple_ts/energy.h"
#include "simple_ts/march_windows.h"
#include "simple_ts/momentum_terms.h"
#include "simple_ts/store_fields.h"

/* A row of the values that work-items pass on to their neighbours. */
typedef struct {
  real Fx[SF_WORK_GROUP], Fy[SF_WORK_GROUP];
  real Hx[SF_WORK_GROUP], Uc[SF_WORK_GROUP], Vw[SF_WORK_GROUP];
} SharedRow;

typedef struct {
  __global stored* u;
  __global stored* v;
  __global stored* T;
} NewSums;

/* The own column, a row before it is needed. */
SF_INLINE void load_ahead(SfContext* c, const int j) {
  const int at = place_in_column(c, j + 3);
  const int above = place_in_column(c, j + 4);
  SF_LOAD(c, u, 0, j + 3, at);
  SF_LOAD(c, v, 0, j + 4, above);
  SF_LOAD(c, T, 0, j + 4, above);
  SF_LOAD(c, rho, 0, j + 4, above);
}
/* The neighbouring columns in the lead row, which their own work-items loaded some steps ago. */
SF_INLINE void load_beside(SfContext* c, const int j) {
  const int at = place_in_column(c, j + 1);
  SF_LOAD(c, u, -1, j + 1, at - 1);
  SF_LOAD(c, u, 1, j + 1, at + 1);
  SF_LOAD(c, v, -1, j + 1, at - 1);
  SF_LOAD(c, v, 1, j + 1, at + 1);
  SF_LOAD(c, T, -1, j + 1, at - 1);
  SF_LOAD(c, T, 1, j + 1, at + 1);
  SF_LOAD(c, rho, -1, j + 1, at - 1);
#if SF_FRICTION_HEAT
  /* The gas at a wall depends on velocities, with thermal creep on the gas next to these. */
  SF_LOAD(c, T, -2, j + 1, at - 2);
  SF_LOAD(c, rho, -2, j + 1, at - 2);
  SF_LOAD(c, rho, 1, j + 1, at + 1);
#endif
#if SF_CONVECTION != SF_UPWIND
  SF_LOAD(c, u, 2, j + 1, at + 2);
  SF_LOAD(c, v, -2, j + 1, at - 2);
  SF_LOAD(c, T, -2, j + 1, at - 2);
  SF_LOAD(c, rho, -2, j + 1, at - 2);
  SF_LOAD(c, rho, 1, j + 1, at + 1);
#endif
}
SF_INLINE void load_first_rows(SfContext* c) {
  SF_LOAD(c, rho, 0, -1, place_in_column(c, -1));
#if SF_WALLS_VARY
  /* Temperatures of walls below the first row. */
  SF_LOAD(c, T, 0, -1, place_in_column(c, -1));
  SF_LOAD(c, T, -1, -1, place_in_column(c, -1) - 1);
#endif
  load_ahead(c, -4);
  load_ahead(c, -3);
  load_ahead(c, -2);
  load_ahead(c, -1);
  load_beside(c, -1);
  load_beside(c, 0);
}

SF_INLINE void make_lead_row(SfContext* c, __local SharedRow* row, const int lid, const int j) {
  __local SharedRow* const own = SF_SEEN_FROM(row, lid);
  load_ahead(c, j);
  load_beside(c, j);
  SF_MAKE(c, Rx, 0, j + 1);
  SF_MAKE(c, Ry, 0, j + 2);
  SF_MAKE(c, Fx, 0, j + 1);
  SF_MAKE(c, Fy, 0, j + 2);
  *own->Fx = SF_AT(c, Fx, 0, j + 1);
  *own->Fy = SF_AT(c, Fy, 0, j + 1);
  SF_MAKE(c, Hx, 0, j + 1);
  SF_MAKE(c, Hy, 0, j + 2);
  SF_MAKE(c, Uc, 0, j);
  SF_MAKE(c, Vc, 0, j + 1);
  SF_MAKE(c, Vw, 0, j + 1);
  *own->Hx = SF_AT(c, Hx, 0, j + 1);
  *own->Uc = SF_AT(c, Uc, 0, j);
  *own->Vw = SF_AT(c, Vw, 0, j + 1);
}

/* Takes the values of the neighbouring columns in the same row, and computes what needs them. */
SF_INLINE void complete_lead_row(SfContext* c, __local SharedRow* row, const int lid, const int j) {
  __local const SharedRow* const west = SF_SEEN_FROM(row, lid > 0 ? lid - 1 : lid);
  __local const SharedRow* const east = SF_SEEN_FROM(row, lid < SF_WORK_GROUP - 1 ? lid + 1 : lid);
  SF_TAKE(c, Fx, -1, j + 1, west);
  SF_TAKE(c, Fx, 1, j + 1, east);
  SF_TAKE(c, Fy, -1, j + 1, west);
  SF_TAKE(c, Hx, 1, j + 1, east);
  SF_TAKE(c, Uc, -1, j, west);
  SF_TAKE(c, Vw, 1, j + 1, east);
  SF_MAKE(c, Us, 0, j + 1);
}

/* C_v and C_T of row j+1 and C_u of row j: computed everywhere, stored where they belong. */
SF_INLINE void store_sums(const SfContext* c, const SfSubdomain sub, const NewSums sums,
                          const int owned, const int j) {
  const SfNode P = sf_node(0, j);
  const SfMesh* m = &c->mesh;
  const int row_j = m->row + j;
  const int stores_u = owned && row_j >= sub.j0 && row_j < sub.j1;
  const int stores_above =
      owned && row_j + 1 >= sub.j0 && row_j + 1 < sub.j1 && is_column(m->column);
  const real C_u = sf_convection(c, SF_X, P);
  const real C_v = sf_convection(c, SF_Y, sf_node(0, j + 1));
  const real C_T = sf_tag(c, sf_node(0, j + 1)) ? 0.0 : sf_heat_convected_out(c, sf_node(0, j + 1));
  if (stores_u && is_column_face(m->column) && is_row(row_j)) store(m, sums.u, SF_X, P, C_u);
  if (stores_above && is_row_face(row_j + 1)) store(m, sums.v, SF_Y, sf_node(0, j + 1), C_v);
  if (stores_above && is_row(row_j + 1)) store(m, sums.T, SF_AT_CENTRE, sf_node(0, j + 1), C_T);
}

/* The march over row j, between the lead phases of this row and the next. */
SF_INLINE void advance_row(SfContext* c, const SfSubdomain sub, __local SharedRow* row,
                           __local SharedRow* next_row, const NewSums sums, const int lid,
                           const int j) {
  const int column = sub.i0 - 1 + lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  complete_lead_row(c, row, lid, j);
  store_sums(c, sub, sums, column >= sub.i0 && column < sub.i1, j);
  make_lead_row(c, next_row, lid, j + 1);
}

SF_INLINE void march(SfContext* c, const SfSubdomain sub, __local SharedRow rows[2],
                     const NewSums sums) {
  const int lid = get_local_id(0);
  const int column = sub.i0 - 1 + lid;
  /* Work-items beyond the last column repeat it, so that what they read exists. */
  const int i = column < sub.i1 ? column : sub.i1;
  int j = sub.j0 - 2;

  sf_name_nodes_from(&c->mesh, i, j);
  clear_windows(c);
  load_first_rows(c);
  SF_MAKE(c, Ry, 0, 1);
  SF_MAKE(c, Fy, 0, 1);
  make_lead_row(c, &rows[0], lid, 0);
  for (; j < sub.j1; ++j) { /* the registers of a second row would cost more than its moves */
    sf_name_nodes_from(&c->mesh, i, j);
    const int turn = (j - sub.j0) & 1;
    advance_row(c, sub, &rows[turn], &rows[!turn], sums, lid, 0);
    shift_windows(c, 1);
  }
}

/* The first `near_walls` sub-domains reach solid cells; in the others the wall code is compiled
   away. */
__kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void march_explicit_convection(
    SF_CONTEXT_PARAMETERS, __global stored* restrict new_C_u, __global stored* restrict new_C_v,
    __global stored* restrict new_C_T, __global const SfSubdomain* restrict subdomains,
    const int near_walls) {
  __local SharedRow rows[2];
  const int group = get_group_id(0);
  const NewSums sums = {new_C_u, new_C_v, new_C_T};
  if (SF_HAS_WALLS && group < near_walls) {
    SfContext c = load_context(1, SF_CONTEXT_ARGUMENTS);
    march(&c, subdomains[group], rows, sums);
  } else {
    SfContext c = load_context(0, SF_CONTEXT_ARGUMENTS);
    march(&c, subdomains[group], rows, sums);
  }
}
