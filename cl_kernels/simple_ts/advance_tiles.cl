// The inner iteration for meshes that do not fill a GPU: T, pseudo-velocities, p, u, v and rho of
// iteration k from k-1, one tile of the mesh per work-group. The march of the fused kernel advances
// one row after the other, so that an iteration takes as long as the sum of its rows; here it takes
// as long as five stages, each over all rows of a tile. Same equations, same bits.
//
// A work-group owns a tile, the columns [i0, i1) and rows [j0, j1). A row of 32 work-items has a
// column each, and the rows of work-items share the rows of a stage. Values around the tile are
// computed again, so that no group waits for another:
//
//   work-item   0    1  |  2 ... 29   |  30    31
//   column     i0-2 i0-1| i0 ... i1-1 |  i1   i1+1
//
//   stage      makes                                                rows          columns
//   lead       Gamma, shear rate, R, F (macros/simple_ts/context.h) j0-2 ... j1+1 i0-2 ... i1+1
//   complete   what the scheme needs of adjacent columns and rows   j0-1 ... j1+1 i0-1 ... i1
//   predict    T, u*, v*                                            j0-1 ... j1   i0-1 ... i1
//   solve      p; T and rho stored                                  j0-1 ... j1-1 i0-1 ... i1-1
//   correct    u and v stored                                       j0   ... j1-1 i0   ... i1-1
//
// Every stage leaves its values in local memory for the next one, after a barrier that every
// work-item passes. Preconditions: the local size is SF_WORK_GROUP, a multiple of 32; tiles of at
// most SF_TILE_WIDTH - 4 columns and SF_TILE_ROWS rows. Fields are row-major with SF_PAD ghosts
// (macros/indexing.h).
//
// On such meshes the host's time to launch an iteration counts, which grows with the number of
// buffers: so there are few. And each work-group judges iteration k-1 before it begins k; all come
// to the same result, and no other launch is needed.
#define SF_TILES
#include "simple_ts/load_context.h"
/* which comes first: the others use the constants of the case */
#include "common/reduce_local.h"
#include "simple_ts/all_fields.h"
#include "simple_ts/energy.h"
#include "simple_ts/momentum_terms.h"
#include "simple_ts/pressure.h"
#include "simple_ts/store_fields.h"

/* What passes from stage to stage besides the shared quantities. */
typedef real SfTile[SF_TILE_ROWS + 2][SF_TILE_WIDTH];
typedef struct {
  SfTile T, u_star, u_d, v_star, v_d, p;
} OwnTile;

/* A work-item: its column, its place in the rows of local memory, the first row that it takes after
   row 0 of a stage, and the largest changes of its nodes. */
typedef struct {
  int i;
  int column;
  int row;
  real change[SF_RESIDUALS];
} Item;

#define SF_EACH_ROW(item, j, from, to) \
  for (int j = (from) + (item)->row; j < (to); j += SF_WORK_GROUP / SF_TILE_WIDTH)

SF_INLINE int own_row(const SfSubdomain tile, int j) { return j - (tile.j0 - 1); }

SF_INLINE void make_lead(const SfContext* c, const Item* item, const SfSubdomain tile) {
  if (item->i >= tile.i1 + 2) return;
  SF_EACH_ROW(item, j, tile.j0 - 2, tile.j1 + 2) {
    SF_AT(c, gamma, item->i, j) = sf_transport(c, sf_T(c, sf_node(item->i, j)));
    SF_MAKE(c, shear2, item->i, j);
    SF_MAKE(c, Rx, item->i, j);
    SF_MAKE(c, Ry, item->i, j);
  }
#if !SF_EXPLICIT
  /* Each work-item reads only the R that it has made itself. */
  SF_EACH_ROW(item, j, tile.j0 - 2, tile.j1 + 2) {
    SF_MAKE(c, Fx, item->i, j);
    SF_MAKE(c, Fy, item->i, j);
  }
#endif
}

SF_INLINE void complete_lead(const SfContext* c, const Item* item, const SfSubdomain tile) {
  const int has_west = item->i >= tile.i0 - 1 && item->i <= tile.i1;
  SF_EACH_ROW(item, j, tile.j0 - 1, tile.j1 + 2) {
    if (has_west) {
      SF_MAKE(c, Dx, item->i, j);
      SF_MAKE(c, Dy, item->i, j);
#if !SF_EXPLICIT && SF_CONVECTION != SF_UPWIND
      SF_MAKE(c, Hx, item->i, j);
      SF_MAKE(c, Hy, item->i, j);
      SF_MAKE(c, Vc, item->i, j - 1);
      SF_MAKE(c, Us, item->i, j);
      SF_MAKE(c, Vw, item->i, j);
#endif
    }
#if !SF_EXPLICIT && SF_CONVECTION != SF_UPWIND
    if (item->i <= tile.i1) SF_MAKE(c, Uc, item->i, j);
#endif
  }
}

SF_INLINE void predict(const SfContext* c, __local OwnTile* own, const Item* item,
                       const SfSubdomain tile) {
  if (item->i < tile.i0 - 1 || item->i > tile.i1) return;
  SF_EACH_ROW(item, j, tile.j0 - 1, tile.j1 + 1) {
    const int k = own_row(tile, j), i = item->i, column = item->column;
    const SfNode P = sf_node(i, j);
    if (j < tile.j1) {
      const SfPseudoVelocity u = sf_pseudo(c, SF_X, P);
      own->u_star[k][column] = u.star;
      own->u_d[k][column] = u.d;
    }
    if (i < tile.i1) {
      const SfPseudoVelocity v = sf_pseudo(c, SF_Y, P);
      own->v_star[k][column] = v.star;
      own->v_d[k][column] = v.d;
      if (j < tile.j1) own->T[k][column] = sf_as_stored(sf_temperature(c, P));
    }
  }
}

SF_INLINE SfPseudoVelocity pseudo_u(__local const OwnTile* own, int column, int k) {
  const SfPseudoVelocity q = {own->u_star[k][column], own->u_d[k][column]};
  return q;
}
SF_INLINE SfPseudoVelocity pseudo_v(__local const OwnTile* own, int column, int k) {
  const SfPseudoVelocity q = {own->v_star[k][column], own->v_d[k][column]};
  return q;
}

/* Outside the domain, and in solid cells, the pressure of iteration k-1. */
SF_INLINE void solve(const SfContext* c, __local OwnTile* own, const NewFields next, Item* item,
                     const SfSubdomain tile) {
  if (item->i < tile.i0 - 1 || item->i >= tile.i1) return;
  SF_EACH_ROW(item, j, tile.j0 - 1, tile.j1) {
    const int k = own_row(tile, j), i = item->i, column = item->column;
    const SfNode P = sf_node(i, j);
    real p = sf_p(c, P);
    if (is_row(j) && is_column(i) && !sf_tag(c, P)) {
      const real T = own->T[k][column];
      const SfFaceFlows flows = {sf_flow(c, SF_X, P, pseudo_u(own, column, k)),
                                 sf_flow(c, SF_X, sf_node(i + 1, j), pseudo_u(own, column + 1, k)),
                                 sf_flow(c, SF_Y, P, pseudo_v(own, column, k)),
                                 sf_flow(c, SF_Y, sf_node(i, j + 1), pseudo_v(own, column, k + 1))};
      const SfNewGas gas = sf_new_gas(c, P, T, flows);
      if (i >= tile.i0 && j >= tile.j0) {
        SF_KEEP_LARGEST(item->change[0], gas.p - p);
        SF_KEEP_LARGEST(item->change[1], T - sf_T(c, P));
        store(&c->mesh, next.T, SF_AT_CENTRE, P, T);
        store(&c->mesh, next.rho, SF_AT_CENTRE, P, gas.rho);
#if SF_HAS_PRESSURE_SIDES
        store_pressure_ghosts(c, next.T, next.rho, P, T, sf_as_stored(gas.rho));
#endif
      }
      p = gas.p;
    }
    own->p[k][column] = p;
  }
}

SF_INLINE void correct(const SfContext* c, __local const OwnTile* own, const NewFields next,
                       Item* item, const SfSubdomain tile) {
  if (item->i < tile.i0 || item->i >= tile.i1) return;
  SF_EACH_ROW(item, j, tile.j0, tile.j1) {
    const int k = own_row(tile, j), i = item->i, column = item->column;
    const SfNode P = sf_node(i, j);
    const real p = own->p[k][column];
    if (is_row(j) && sf_fluid(c, SF_X, P)) {
      const real u = sf_as_stored(sf_velocity(pseudo_u(own, column, k), own->p[k][column - 1], p));
      SF_KEEP_LARGEST(item->change[2], u - sf_u(c, P));
      store(&c->mesh, next.u, SF_X, P, u);
    }
    if (is_column(i) && sf_fluid(c, SF_Y, P)) {
      const real v = sf_as_stored(sf_velocity(pseudo_v(own, column, k), own->p[k - 1][column], p));
      SF_KEEP_LARGEST(item->change[3], v - sf_v(c, P));
      store(&c->mesh, next.v, SF_Y, P, v);
    }
  }
}

/* Kinds of tiles: that reach solid cells, a boundary of the domain, or neither. */
#define SF_NEAR_WALLS 0
#define SF_NEAR_SIDES 1
#define SF_AWAY 2

SF_INLINE SfContext context_of_tile(const int kind, const SfSubdomain tile, __local SfRows* rows,
                                    SF_CONTEXT_PARAMETERS) {
  SfContext c = load_context(kind == SF_NEAR_WALLS, SF_CONTEXT_ARGUMENTS);
  c.mesh.away_from_sides = kind == SF_AWAY;
  c.rows = rows;
  c.first_column = tile.i0 - 2;
  c.first_row = tile.j0 - 2;
  return c;
}

/* A stage of a tile, with the code of its kind alone; `arguments` begin with the context, &c. */
#define SF_RUN(stage, of_kind, arguments)                                            \
  {                                                                                  \
    const SfContext c = context_of_tile(of_kind, tile, &rows, SF_CONTEXT_ARGUMENTS); \
    stage arguments;                                                                 \
  }
#define SF_STAGE(stage, arguments)           \
  if (SF_HAS_WALLS && kind == SF_NEAR_WALLS) \
    SF_RUN(stage, SF_NEAR_WALLS, arguments)  \
  else if (kind == SF_AWAY)                  \
    SF_RUN(stage, SF_AWAY, arguments)        \
  else                                       \
    SF_RUN(stage, SF_NEAR_SIDES, arguments)  \
  barrier(CLK_LOCAL_MEM_FENCE)

/* Whether an iteration of a loop is wanted, after the largest changes `last` of the one before. The
   progress of the work-group has counted that one already where it was the end of a batch. */
SF_INLINE int judge(__global SfInnerProgress* progress, const real* last, real tolerance,
                    real factor, int period, int iteration) {
  if (iteration == 0)
    *progress = sf_inner_start(factor);
  else if (progress->outcome == SF_GOES_ON && progress->count < iteration)
    sf_judge_inner_iteration(progress, last, tolerance, period);
  return progress->outcome == SF_GOES_ON;
}

/* The first `near_walls` tiles reach solid cells, the next `near_sides` a boundary of the domain.
   In the latter, wall code is compiled away, in all others that for boundaries too. `now` is the
   set of iteration k-1. `loop` has the largest changes of each work-group, those of odd iterations
   behind those of even ones, and then the progress of each; `iteration` counts from 0 in a loop,
   outside of which it is negative and nothing is judged. */
__kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void
advance_inner_iteration_by_tiles(SF_FIELDS_PARAMETERS, const int now, const int old,
                                 const int next_set, __global const char* restrict constants,
                                 const SfConstantsAt at, const real dt, const real rdt,
                                 const real relaxation, const SfNumbers numbers,
                                 const int near_walls, const int near_sides,
                                 __global real* restrict loop, const int progress_at,
                                 const real tolerance, const real factor, const int period,
                                 const int iteration SF_CUT_PARAMETERS) {
  __local SfRows rows;
  __local OwnTile own;
  __local real scratch[SF_RESIDUALS * SF_WORK_GROUP];
  __local int wanted[1];
  const int lid = get_local_id(0);
  const int group = get_group_id(0);
  const int all_changes = get_num_groups(0) * SF_RESIDUALS;
  const int is_odd = iteration > 0 && iteration % 2;
  __global real* const changes = loop + is_odd * all_changes;
  real last[SF_RESIDUALS];
  reduce_partial(loop + !is_odd * all_changes, iteration > 0 ? get_num_groups(0) : 0, scratch,
                 last);
  if (lid == 0)
    wanted[0] = iteration < 0 || judge((__global SfInnerProgress*)(loop + progress_at) + group,
                                       last, tolerance, factor, period, iteration);
  barrier(CLK_LOCAL_MEM_FENCE);
  SF_OLD_FIELDS(, now);
  SF_OLD_FIELDS(_old, old);
  SF_CONVECTIVE_SUMS;
  SF_NEW_FIELDS(_next, next_set);
  __global const SfTag* const tag = (__global const SfTag*)(constants + at.tag);
  __global const SfWall* const wall = (__global const SfWall*)(constants + at.wall);
  __global const real* const axis_x = (__global const real*)(constants + at.axis_x);
  __global const real* const axis_y = (__global const real*)(constants + at.axis_y);
  SfSubdomain tile = ((__global const SfSubdomain*)(constants + at.subdomains))[group];
  if (!wanted[0]) tile.j1 = tile.j0 - 4; /* no stage has a row */
  const NewFields next = {u_next, v_next, T_next, rho_next};
  const int kind = group < near_walls                ? SF_NEAR_WALLS
                   : group < near_walls + near_sides ? SF_NEAR_SIDES
                                                     : SF_AWAY;
  Item item = {tile.i0 - 2 + lid % SF_TILE_WIDTH,
               lid % SF_TILE_WIDTH,
               lid / SF_TILE_WIDTH,
               {0.0, 0.0, 0.0, 0.0}};
  SF_STAGE(make_lead, (&c, &item, tile));
  SF_STAGE(complete_lead, (&c, &item, tile));
  SF_STAGE(predict, (&c, &own, &item, tile));
  SF_STAGE(solve, (&c, &own, next, &item, tile));
  SF_STAGE(correct, (&c, &own, next, &item, tile));
  reduce_local_maxima(scratch, lid, item.change);
  if (lid == 0 && wanted[0])
    for (int r = 0; r < SF_RESIDUALS; ++r) changes[group * SF_RESIDUALS + r] = item.change[r];
}
