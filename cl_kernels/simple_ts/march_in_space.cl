// The fused inner iteration in space: T, pseudo-velocities, p, u, v, w and rho of iteration k from
// k-1 in one launch. Same equations, same bits.
//
// A work-group owns the cells [i0, i1) x [j0, j1) x [k0, k1), at most 14 x 14 lines of cells along
// z, and marches along z. Two work-items share each line: of those that the group owns, and of one
// around them, which are computed again, so that no group waits for another. All that a layer of
// cells reads comes into local memory, with three lines more on each side. A step of the march at
// layer k has two phases, each ended by a barrier that every work-item passes:
//
//             first half of the work-items           second half
//   complete  mass fluxes through faces below layer  conductances of layer k; p of layer k-1, whose
//             k+1; shear rates at edges of layer k   w, T and rho are stored
//   predict   u and v of layer k-1 are stored;       w* of layer k+1; T of layer k
//             u* and v* of layer k
//
// `complete` makes Gamma of layer k+1 too, and `predict` asks for the fields of layer k+3, which
// the next `predict` reads. A march begins three layers below k0.
//
// Preconditions: the local size is SF_MARCH_GROUP; within reach of the cells there is no wall, and
// no boundary but periodic ones and those with other ranks; SF_NX and i0 are even, as two adjacent
// numbers are copied at a time, also around a periodic boundary; upwind convection without an
// explicit scheme; `stored` is `real`. Fields are row-major with SF_PAD ghosts (macros/indexing.h).
#include "language.h"
#include "simple_ts/march_layout.h"

#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP SF_MARCH_GROUP
#endif
#define SF_ITEMS_OF_HALF (SF_MARCH_GROUP / 2)

#define SF_BOX
#include "simple_ts/load_context.h"
/* which comes first: the others use the constants of the case */
#include "common/reduce_local.h"
#include "simple_ts/energy.h"
#include "simple_ts/momentum_terms.h"
#include "simple_ts/pressure.h"
#include "simple_ts/store_fields.h"

/* A value of one layer, and one of layer k or k+1, at node P of the context. */
#define SF_VALUE(name) SF_IN_BOX(c, name, 0, P)
#define SF_VALUE_OF_TWO(name) SF_IN_BOX(c, name, c->of_two[P.k], P)

/* The values that a work-item carries from step to step. First half: u* and v* of layer k-1. Second
   half: w* of layers k-1 and k, the flows through these faces, T and p of layer k-1. */
typedef struct {
  SfPseudoVelocity first, second;
  SfFaceFlow below, above;
  real T, p;
  real change[SF_RESIDUALS];
} Carried;

/* Two adjacent numbers of a layer that a work-item copies into local memory, if it has any: their
   places there and in an array. */
typedef struct {
  int exists;
  int in_box;
  int at;
} Pair;
SF_INLINE void copy_layer(const SfContext* c, int is_second, Pair pair, int layer) {
  if (!pair.exists) return;
  __local real* const to = c->box + layer + pair.in_box;
  if (!is_second) {
    SF_COPY_PAIR(to + SF_BOX_u, c->u + pair.at);
    SF_COPY_PAIR(to + SF_BOX_v, c->v + pair.at);
    SF_COPY_PAIR(to + SF_BOX_w, c->w + pair.at);
  } else {
    SF_COPY_PAIR(to + SF_BOX_T, c->T + pair.at);
    SF_COPY_PAIR(to + SF_BOX_rho, c->rho + pair.at);
    SF_COPY_PAIR(to + SF_BOX_rho_old, c->rho_old + pair.at);
  }
}

SF_INLINE void make_gamma(const SfContext* c, int item) {
  if (item >= SF_BOX_LAYER) return;
  const int at = c->layer[3] + item;
  const real T = c->box[SF_BOX_T + at];
  c->box[SF_BOX_gamma + at] = sf_transport(c, T);
  c->box[SF_BOX_p_old + at] = c->box[SF_BOX_rho + at] * T;
}

SF_INLINE void make_fluxes(const SfContext* c, SfNode P) {
  SF_VALUE_OF_TWO(Fx) = sf_make_Fx(c, P);
  SF_VALUE_OF_TWO(Fy) = sf_make_Fy(c, P);
  SF_VALUE_OF_TWO(Fz) = sf_make_Fz(c, P);
}
/* Names nodes from the one in layer k of a line of cells on. Lines beyond the last cells that are
   read have the widths of the last ones. */
SF_INLINE void go_to_line(SfContext* c, const SfBlock block, int x, int y) {
  c->in_layer = (x + 3) + SF_BOX_PITCH * (y + 2);
  c->mesh.column = min(block.i0 - 1 + x, SF_NX + 1);
  c->mesh.row = min(block.j0 - 1 + y, SF_NY + 1);
}

/* The mass fluxes that nodes of the work-group read in lines around its own, a row or a column of
   them each; `task` counts their nodes. */
#define SF_FLUXES_AROUND (8 * SF_LINES_ALONG_X)
SF_INLINE void make_flux_around(SfContext* c, const SfBlock block, int task) {
  const SfNode P = sf_node(0, 0, 1);
  const int kind = task / SF_LINES_ALONG_X, n = task % SF_LINES_ALONG_X;
  const int is_west = kind == 0 || kind == 4 || kind == 6, is_adjacent = is_west || kind == 1;
  const int in_layer = c->in_layer, column = c->mesh.column, row = c->mesh.row;
  go_to_line(c, block,
             is_west       ? -1
             : is_adjacent ? SF_LINES_ALONG_X
                           : n,
             is_adjacent ? n
             : kind == 3 ? SF_LINES_ALONG_Y
                         : -1);
  if (kind == 0 || kind == 1 || kind == 7) /* west, east, south */
    SF_VALUE_OF_TWO(Fx) = sf_make_Fx(c, P);
  else if (kind == 2 || kind == 3 || kind == 6) /* south, north, west */
    SF_VALUE_OF_TWO(Fy) = sf_make_Fy(c, P);
  else /* 4, 5: west, south */
    SF_VALUE_OF_TWO(Fz) = sf_make_Fz(c, P);
  c->in_layer = in_layer, c->mesh.column = column, c->mesh.row = row;
}

/* Keeps values of layer k+1, of a field or a shared quantity: in the own line of cells, and in the
   next one along an axis. */
#define SF_KEEP_OWN(name, layer) c->kept.name[1][0] = SF_IN_BOX(c, name, layer, sf_node(0, 0, 1))
#define SF_KEEP_BOTH(name, layer, next_i, next_j) \
  SF_KEEP_OWN(name, layer);                       \
  c->kept.name[1][1] = SF_IN_BOX(c, name, layer, sf_node(next_i, next_j, 1))
/* Ones at first; results computed from them are never stored. */
SF_INLINE void clear_kept(SfKeptLines lines) {
  lines[0][0] = lines[0][1] = lines[1][0] = lines[1][1] = 1.0;
}
/* The layer above becomes the one at hand. */
SF_INLINE void shift_kept(SfKeptLines lines) {
  lines[0][0] = lines[1][0];
  lines[0][1] = lines[1][1];
}

/* The phases of both halves. */
SF_INLINE void complete_first(SfContext* c) {
  const SfNode P = sf_node(0, 0, 1);
  SF_KEEP_OWN(w, c->layer[3]);
  c->keeps = SF_KEEPS_FIRST;
  make_fluxes(c, P);
  SF_VALUE_OF_TWO(shear2_x) = sf_make_shear2_x(c, P);
  SF_VALUE_OF_TWO(shear2_y) = sf_make_shear2_y(c, P);
  {
    const SfNode P = sf_node(0, 0, 0);
    SF_VALUE(shear2) = sf_make_shear2(c, P);
  }
}
SF_INLINE void predict_first(SfContext* c, Carried* carried, const NewFields next, int stores) {
  const SfNode P = sf_node(0, 0, 0), below = sf_node(0, 0, -1);
  SF_KEEP_OWN(Fz, c->of_two[1]);
  if (stores) {
    const real p = SF_VALUE(p);
    const real u = sf_velocity(carried->first, SF_IN_BOX(c, p, 0, sf_node(-1, 0, 0)), p);
    const real v = sf_velocity(carried->second, SF_IN_BOX(c, p, 0, sf_node(0, -1, 0)), p);
    SF_KEEP_LARGEST(carried->change[2], u - sf_u(c, below));
    SF_KEEP_LARGEST(carried->change[3], v - sf_v(c, below));
    next.u[sf_at(&c->mesh, below)] = u;
    next.v[sf_at(&c->mesh, below)] = v;
  }
  carried->first = sf_pseudo(c, SF_X, P);
  const SfFaceFlow x = sf_flow(c, SF_X, P, carried->first);
  SF_VALUE(al_x) = x.al, SF_VALUE(be_x) = x.be;
  carried->second = sf_pseudo(c, SF_Y, P);
  const SfFaceFlow y = sf_flow(c, SF_Y, P, carried->second);
  SF_VALUE(al_y) = y.al, SF_VALUE(be_y) = y.be;
}

#define SF_FLOW(axis, P) \
  { SF_IN_BOX(c, al_##axis, 0, P), SF_IN_BOX(c, be_##axis, 0, P) }
SF_INLINE void complete_second(SfContext* c, Carried* carried, const NewFields next, int stores) {
  c->keeps = SF_KEEPS_NOTHING;
  const SfNode P = sf_node(0, 0, 0), below = sf_node(0, 0, -1);
  const SfFaceFlows flows = {SF_FLOW(x, P),  SF_FLOW(x, sf_node(1, 0, 0)),
                             SF_FLOW(y, P),  SF_FLOW(y, sf_node(0, 1, 0)),
                             carried->below, carried->above};
  const SfNewGas gas = sf_new_gas(c, below, carried->T, flows);
  SF_VALUE(p) = gas.p;
  if (stores) {
    const real w = sf_velocity(carried->first, carried->p, gas.p);
    SF_KEEP_LARGEST(carried->change[0], gas.p - sf_p(c, below));
    SF_KEEP_LARGEST(carried->change[1], carried->T - sf_T(c, below));
    SF_KEEP_LARGEST(carried->change[4], w - sf_w(c, below));
    next.w[sf_at(&c->mesh, below)] = w;
    next.T[sf_at(&c->mesh, below)] = carried->T;
    next.rho[sf_at(&c->mesh, below)] = gas.rho;
  }
  carried->p = gas.p;
  SF_VALUE(Dx) = sf_make_Dx(c, P);
  SF_VALUE(Dy) = sf_make_Dy(c, P);
}
SF_INLINE void predict_second(SfContext* c, Carried* carried) {
  const SfNode above = sf_node(0, 0, 1);
  SF_KEEP_BOTH(u, c->layer[3], 1, 0);
  SF_KEEP_BOTH(v, c->layer[3], 0, 1);
  SF_KEEP_BOTH(Fx, c->of_two[1], 1, 0);
  SF_KEEP_BOTH(Fy, c->of_two[1], 0, 1);
  c->keeps = SF_KEEPS_SECOND;
  carried->T = sf_temperature(c, sf_node(0, 0, 0));
  carried->first = carried->second;
  carried->second = sf_pseudo(c, SF_Z, above);
  carried->below = carried->above;
  carried->above = sf_flow(c, SF_Z, above, carried->second);
}

/* The place on an axis of n cells that holds the value of place k: on a periodic axis a cell. Lines
   of a group that lie outside the last ghosts of other axes are read by nobody. */
SF_INLINE int held_at(int k, int n, int low_side) {
  return low_side == SF_SIDE_PERIODIC ? (k % n + n) % n : clamp(k, -SF_PAD, n + SF_PAD - 2);
}
/* Where an array has the value of node (i, j, k). */
SF_INLINE int place_of(const SfContext* c, int i, int j, int k) {
  return sf_at(&c->mesh, sf_node(held_at(i, SF_NX, SF_WEST), held_at(j, SF_NY, SF_SOUTH),
                                 held_at(k, SF_NZ, SF_BOTTOM)));
}
/* Whether the layer after layer k is the first one. */
SF_INLINE int is_before_first(int k) { return SF_BOTTOM == SF_SIDE_PERIODIC && k == SF_NZ - 1; }
SF_INLINE int layer_after(int k) { return is_before_first(k) ? 0 : k + 1; }
/* From a place in layer k to that in the next one. */
SF_INLINE int one_layer_on(int at, int k) {
  return at + SF_PLANE - (is_before_first(k) ? SF_NZ * SF_PLANE : 0);
}

SF_INLINE void go_to_next_layer(SfContext* c) {
  ++c->mesh.layer;
  c->mesh.origin += SF_PLANE;
  const int first = c->layer[0], at_hand = c->of_two[0];
  for (int n = 1; n < SF_BOX_LAYERS; ++n) c->layer[n - 1] = c->layer[n];
  c->layer[SF_BOX_LAYERS - 1] = first;
  c->of_two[0] = c->of_two[1];
  c->of_two[1] = at_hand;
#define SF_SHIFT(name) shift_kept(c->kept.name);
  SF_KEPT_LINES(SF_SHIFT)
}

__kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1))) void march_in_space(
    SF_CONTEXT_PARAMETERS, SF_SET_PARAMETERS(stored, _next),
    __global const SfBlock* restrict blocks, const int first_block, __global real* restrict partial,
    SF_PROGRESS_PARAMETER) {
  __local real box[SF_BOX_NUMBERS] __attribute__((aligned(16)));
  const int number = first_block + (int)get_group_id(0);
  const SfBlock block = blocks[number];
  /* PoCL runs a barrier after a return wrongly: a block without a layer takes part in all. */
  const int k1 = progress->outcome == SF_GOES_ON ? block.k1 : block.k0 - 4;
  const int item = get_local_id(0), line = item % SF_ITEMS_OF_HALF;
  const int is_second = item / SF_ITEMS_OF_HALF;
  const int x = line % SF_LINES_ALONG_X, y = line / SF_LINES_ALONG_X;
  const int i = block.i0 - 1 + x, j = block.j0 - 1 + y;
  const int is_own = x > 0 && i < block.i1 && y > 0 && j < block.j1;
  const NewFields next = {u_next, v_next, w_next, T_next, rho_next};
  SfContext c = load_context(0, SF_CONTEXT_ARGUMENTS);
  c.mesh.away_from_sides = 1;
  c.box = box;
  go_to_line(&c, block, x, y);
  for (int n = 0; n < SF_BOX_LAYERS; ++n) c.layer[n] = n * SF_BOX_LAYER;
  c.of_two[0] = 0, c.of_two[1] = SF_BOX_LAYER;
#define SF_CLEAR(name) clear_kept(c.kept.name);
  SF_KEPT_LINES(SF_CLEAR)

  /* The first steps compute with layers that are not loaded yet; nothing of that is stored. */
  for (int n = item; n < SF_BOX_NUMBERS; n += SF_MARCH_GROUP) box[n] = 1.0;
  barrier(CLK_LOCAL_MEM_FENCE);

  /* Where the copied pair and the work-item's own old values are, in the layers that come next. */
  Pair pair = {line < SF_BOX_LAYER / 2, 2 * line, 0};
  int copied = held_at(block.k0 - 3, SF_NZ, SF_BOTTOM), at_hand = copied;
  pair.at = place_of(&c, block.i0 - 4 + pair.in_box % SF_BOX_PITCH,
                     block.j0 - 3 + pair.in_box / SF_BOX_PITCH, copied);
  int own = place_of(&c, i, j, at_hand);
  for (int n = 2; n < SF_BOX_LAYERS; ++n) {
    copy_layer(&c, is_second, pair, c.layer[n]);
    pair.at = one_layer_on(pair.at, copied);
    copied = layer_after(copied);
  }
  c.mesh.origin += i + SF_PITCH * j + SF_PLANE * (block.k0 - 3);
  c.mesh.layer = block.k0 - 3;
  Carried carried = {
      {0.0, 1.0}, {0.0, 1.0}, {0.0, 0.0}, {0.0, 0.0}, 1.0, 1.0, {0.0, 0.0, 0.0, 0.0, 0.0}};
  SF_WAIT_FOR_COPIES();
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int k = block.k0 - 3; k <= k1; ++k) {
    const int stores = is_own && k > block.k0, above = one_layer_on(own, at_hand);
    c.own_old[0] = SF_LOAD_NOW(is_second ? w_old + above : u_old + own);
    c.own_old[1] = SF_LOAD_NOW(is_second ? T_old + own : v_old + own);
    own = above;
    at_hand = layer_after(at_hand);
    make_gamma(&c, item);
    if (is_second) {
      complete_second(&c, &carried, next, stores);
      if (line >= SF_ITEMS_OF_HALF - SF_FLUXES_AROUND)
        make_flux_around(&c, block, line - (SF_ITEMS_OF_HALF - SF_FLUXES_AROUND));
    } else {
      complete_first(&c);
    }
    SF_WAIT_FOR_COPIES();
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k + 2 <= k1) {
      copy_layer(&c, is_second, pair, c.layer[0]);
      pair.at = one_layer_on(pair.at, copied);
      copied = layer_after(copied);
    }
    if (is_second)
      predict_second(&c, &carried);
    else
      predict_first(&c, &carried, next, stores);
    barrier(CLK_LOCAL_MEM_FENCE);
    go_to_next_layer(&c);
  }
  reduce_local_maxima(box, item, carried.change);
  if (item == 0)
    for (int r = 0; r < SF_RESIDUALS; ++r) partial[number * SF_RESIDUALS + r] = carried.change[r];
}
