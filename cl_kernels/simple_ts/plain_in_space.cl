// The plain kernel set in space: T, pseudo-velocities, p, u, v, w and rho of iteration k from k-1.
// Same equations, same bits. In this order:
//
//   compute_shared_fluxes, compute_shared_convected, compute_pseudo_velocities,
//   sweep_temperatures          simple_ts/node_kernels.h
//   advance_cells               p, rho, the ghosts that follow the gas, and the changes of p and T
//   advance_faces               u, v, w, and their changes
//
// With explicit convection, once per time step compute_convective_sums before them. With
// SF_KEEPS_SHARED the shared quantities are arrays; without it most are made where they are read.
// With SF_LISTED the kernels have the nodes that the march in space leaves to them.
#include "language.h"

#if SF_KEEPS_SHARED
#define SF_SHARED_ARRAYS
#endif
#define SF_PRESSURE_SOLVED 0
#define SF_HAS_CORRECTIONS (SF_EXPLICIT || SF_CONVECTION != SF_UPWIND)
#include "common/reduce_local.h"
#include "simple_ts/node_kernels.h"

/* A work-item has a piece of a column in a box of `rows` x `layers` lines from (row, layer) on, or
   a node of the list. The largest changes of a work-group go into one of the two groups of
   `partial` that belong to it, those of the box begin with number 2 `first_group`. All work-items
   reach the barriers, so those of iterations after the last one have pieces without a line. */
#define SF_TAKE_CHANGES                                \
  __local real scratch[SF_RESIDUALS * SF_WORK_GROUP];  \
  const int goes_on = progress->outcome == SF_GOES_ON; \
  real largest[SF_RESIDUALS];                          \
  for (int r = 0; r < SF_RESIDUALS; ++r) largest[r] = 0.0
#if SF_LISTED
#define SF_PIECE_PARAMETERS SF_LIST_PARAMETERS
#define SF_TAKE_PIECE        \
  const int first_group = 0; \
  SF_TAKE_CHANGES
#define SF_FOR_NODES_OF_PIECE(widens, above)             \
  const SfNode P = listed_node(segments, segment_count); \
  for (int is_left = goes_on && is_between(P, 0, widens, above); is_left; is_left = 0)
#else
#define SF_PIECE_PARAMETERS \
  const int row, const int layer, const int rows, const int layers, const int first_group,
#define SF_TAKE_PIECE                                                             \
  const int begin = first_line(rows * layers), end = end_of_lines(rows * layers); \
  SF_TAKE_CHANGES
#define SF_FOR_NODES_OF_PIECE(widens, above)                                               \
  SfNode P = sf_node((int)get_global_id(0) - (widens)*SF_BEFORE(SF_X), row + begin % rows, \
                     layer + begin / rows);                                                \
  for (int line = goes_on && P.i < SF_NX + (above) ? begin : end; line < end;              \
       ++line, P = next_line(P, row, rows))
#endif
#define SF_KEEP_OF_GROUP(which)                                                           \
  reduce_local_maxima(scratch, get_local_id(0), largest);                                 \
  const int group = first_group + get_global_id(1) * get_num_groups(0) + get_group_id(0); \
  if (goes_on && get_local_id(0) == 0)                                                    \
    for (int r = 0; r < SF_RESIDUALS; ++r)                                                \
  partial[(2 * group + (which)) * SF_RESIDUALS + r] = largest[r]

SF_INLINE SfNode next_line(SfNode P, int row, int rows) {
  const int is_last = P.j + 1 == row + rows;
  return sf_node(P.i, is_last ? row : P.j + 1, P.k + is_last);
}

/* Whether a cell that is computed is one of the domain, and not of another rank below it. */
SF_INLINE int is_in_domain(SfNode P) { return P.i >= 0 && P.j >= 0 && P.k >= 0; }

SF_NODES void advance_cells(SF_CONTEXT_PARAMETERS SF_SHARED_QUANTITIES(SF_READ) SF_PSEUDO(SF_READ),
                            __global real* restrict p, __global stored* restrict T_next,
                            __global stored* restrict rho_next, __global real* restrict partial,
                            SF_PIECE_PARAMETERS SF_PROGRESS_PARAMETER) {
  SF_TAKE_PIECE;
  const SfContext c = load_shared_context(SF_CONTEXT_ARGUMENTS SF_SHARED_QUANTITIES(SF_PASSED));
  SF_FOR_NODES_OF_PIECE(1, 0) {
    if (sf_tag(&c, P)) continue;
    const int at = sf_at(&c.mesh, P);
    const real T = T_next[at];
    const SfNewGas gas = sf_new_gas(&c, P, T, flows_of(&c, P SF_PSEUDO(SF_PASSED)));
    p[at] = gas.p;
    if (is_in_domain(P)) {
      SF_KEEP_LARGEST(largest[0], gas.p - sf_p(&c, P));
      SF_KEEP_LARGEST(largest[1], T - sf_T(&c, P));
    }
    const stored new_rho = gas.rho;
    store(&c.mesh, rho_next, SF_AT_CENTRE, P, new_rho);
#if SF_HAS_PRESSURE_SIDES
    store_pressure_ghosts(&c, T_next, rho_next, P, T, new_rho);
#endif
  }
  SF_KEEP_OF_GROUP(0);
}

/* The pressure in cell P: outside the domain that of another rank's cell, of the opposite end, or
   of iteration k-1. */
SF_INLINE real pressure_in(const SfContext* c, __global const real* restrict p, int axis,
                           SfNode P) {
  const int place = sf_place(&c->mesh, axis, P), n = sf_cells(&c->mesh, axis);
  const int is_outside = place < 0 ? -!SF_BEFORE(axis) : place >= n;
  if (is_outside && SF_LOW_SIDE(axis) != SF_SIDE_PERIODIC) return sf_p(c, P);
  return p[sf_at(&c->mesh, sf_to(P, axis, -is_outside * n))];
}

SF_INLINE void advance_face(const SfContext* c, int axis, SfNode P,
                            __global const real* restrict star, __global const real* restrict d,
                            __global const real* restrict p, __global stored* restrict next,
                            real* largest) {
  const int last = sf_cells(&c->mesh, axis) - SF_SIDE_CONTINUES(SF_HIGH_SIDE(axis));
  if (!is_face(axis, P) || sf_place(&c->mesh, axis, P) > last || !sf_fluid(c, axis, P)) return;
  const int at = sf_at(&c->mesh, P);
  const SfPseudoVelocity q = {star[at], d[at]};
  const stored value =
      sf_velocity(q, pressure_in(c, p, axis, sf_to(P, axis, -1)), pressure_in(c, p, axis, P));
  SF_KEEP_LARGEST(*largest, value - sf_q(c, axis, P));
  store(&c->mesh, next, axis, P, value);
}

SF_NODES void advance_faces(SF_CONTEXT_PARAMETERS SF_PSEUDO(SF_READ),
                            __global const real* restrict p, __global stored* restrict u_next,
                            __global stored* restrict v_next, __global stored* restrict w_next,
                            __global real* restrict partial,
                            SF_PIECE_PARAMETERS SF_PROGRESS_PARAMETER) {
  SF_TAKE_PIECE;
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  SF_FOR_NODES_OF_PIECE(0, 1) {
    advance_face(&c, SF_X, P, u_star, u_d, p, u_next, &largest[2]);
    advance_face(&c, SF_Y, P, v_star, v_d, p, v_next, &largest[3]);
    advance_face(&c, SF_Z, P, w_star, w_d, p, w_next, &largest[4]);
  }
  SF_KEEP_OF_GROUP(1);
}

#if SF_EXPLICIT
/* The convective sums of the old level, whose fields are those of the context. */
SF_NODES void compute_convective_sums(SF_CONTEXT_PARAMETERS SF_SHARED_QUANTITIES(SF_READ),
                                      __global stored* restrict new_C_u,
                                      __global stored* restrict new_C_v,
                                      __global stored* restrict new_C_w,
                                      __global stored* restrict new_C_T, SF_PROGRESS_PARAMETER) {
  SF_TAKE_NODE(0, SF_NX + 1);
  const SfContext c = load_shared_context(SF_CONTEXT_ARGUMENTS SF_SHARED_QUANTITIES(SF_PASSED));
  const int at = sf_at(&c.mesh, P);
  if (is_face(SF_X, P)) new_C_u[at] = sf_convection(&c, SF_X, P);
  if (is_face(SF_Y, P)) new_C_v[at] = sf_convection(&c, SF_Y, P);
  if (is_face(SF_Z, P)) new_C_w[at] = sf_convection(&c, SF_Z, P);
  if (is_cell(P) && !sf_tag(&c, P)) new_C_T[at] = sf_heat_convected_out(&c, P);
}
#endif
