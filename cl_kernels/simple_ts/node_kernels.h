// Kernels with a node per work-item, for shared quantities, temperatures and pseudo-velocities: of
// inner iterations that solve their pressures together, and of the plain set in space. They are
// launched over boxes of nodes; the first work-item of all has the first node that is computed.
// With SF_LISTED, in space, they are launched over the nodes of a list (simple_ts/column_pieces.h).
//
//   compute_shared_fluxes       shared quantities (simple_ts/context.h) of velocities and gas
//   compute_shared_convected    those that follow from them
//   compute_pseudo_velocities   u*, v*, w*, d, for each sweep of velocities
//   sweep_temperatures          T, for each sweep of temperatures
//
// Once the iterations of the step have ended, they store nothing. Fields and shared quantities are
// row-major with SF_PAD ghosts (macros/indexing.h). Local size SF_WORK_GROUP. A file that includes
// this one first defines
//
//   SF_SHARED_ARRAYS     all shared quantities are arrays; else only Gamma and the shear rates are
//   SF_HAS_CORRECTIONS   1: with convective corrections
//   SF_PRESSURE_SOLVED   1: pressures are solved together
#ifndef SLIPFLOW_NODE_KERNELS_H
#define SLIPFLOW_NODE_KERNELS_H

#ifdef SF_SHARED_ARRAYS
#define SF_ONLY_SHARED_ARRAYS
#endif
#include "simple_ts/column_pieces.h"
/* which comes first: the others use the constants of the case */
#include "simple_ts/momentum_terms.h"
#include "simple_ts/solved_pressure.h"
#include "simple_ts/store_fields.h"

#define SF_NODES __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))

/* Where another rank has the mesh below the domain, a layer of nodes there is computed too. */
#define SF_BEFORE(axis) (SF_LOW_SIDE(axis) == SF_SIDE_NEIGHBOUR)

/* The node of a work-item: of a launch over the domain with that layer and `layers` nodes around
   both; the columns end before `end`. */
SF_INLINE SfNode node_of_work_item(int layers) {
  const int i = (int)get_global_id(0) - layers - SF_BEFORE(SF_X);
  const int j = (int)get_global_id(1) - layers - SF_BEFORE(SF_Y);
#if SF_AXES == 3
  return sf_node(i, j, (int)get_global_id(2) - layers - SF_BEFORE(SF_Z));
#else
  return sf_node(i, j);
#endif
}
#if SF_LISTED
/* Whether node P is at most `below` nodes before the first cell of each axis, or one more if
   `widens` where another rank is there, and at most `above` nodes after the last one. */
SF_INLINE int is_between(SfNode P, int below, int widens, int above) {
  return P.i >= -below - widens * SF_BEFORE(SF_X) && P.i < SF_NX + above &&
         P.j >= -below - widens * SF_BEFORE(SF_Y) && P.j < SF_NY + above &&
         P.k >= -below - widens * SF_BEFORE(SF_Z) && P.k < SF_NZ + above;
}
#define SF_TAKE_NODE(layers, end)                        \
  SF_RETURN_IF_ENDED;                                    \
  const SfNode P = listed_node(segments, segment_count); \
  if (!is_between(P, layers, 1, (end)-SF_NX)) return
#else
#define SF_TAKE_NODE(layers, end)             \
  SF_RETURN_IF_ENDED;                         \
  const SfNode P = node_of_work_item(layers); \
  if (P.i >= (end)) return
#endif
#define SF_LAST_PARAMETERS SF_LIST_PARAMETERS SF_PROGRESS_PARAMETER

/* Whether node P is `first` or above along each axis, or as far in front of a layer that is
   computed too; whether it is at most one beyond the last cell. */
SF_INLINE int is_from(SfNode P, int first) {
  return P.i >= first - SF_BEFORE(SF_X) &&
         P.j >= first - SF_BEFORE(SF_Y) SF_IN_SPACE(&&P.k >= first - SF_BEFORE(SF_Z));
}
SF_INLINE int is_up_to_far_faces(SfNode P) {
  return P.i <= SF_NX && P.j <= SF_NY SF_IN_SPACE(&&P.k <= SF_NZ);
}

/* Parameters of kernels, after others: shared quantities that are read or written, and the
   pseudo-velocities. */
#ifdef SF_SHARED_ARRAYS
#define SF_FLUXES(as) SF_SHARED_FLUXES(as)
#else
#define SF_FLUXES(as) as(gamma) SF_SHARED_SHEAR_RATES(as)
#endif
#if !defined(SF_SHARED_ARRAYS)
#define SF_CONVECTED(as)
#elif SF_HAS_CORRECTIONS
#define SF_CONVECTED(as) SF_SHARED_CONDUCTANCES(as) SF_SHARED_CORRECTIONS(as)
#else
#define SF_CONVECTED(as) SF_SHARED_CONDUCTANCES(as)
#endif
#define SF_SHARED_QUANTITIES(as) SF_FLUXES(as) SF_CONVECTED(as)
#define SF_PSEUDO(as) as(u_star) as(u_d) as(v_star) as(v_d) SF_IN_SPACE(as(w_star) as(w_d))

/* Contexts that read the shared quantities. They are returned, not passed by value: NVIDIA's
   compiler keeps a parameter of this size in memory, and sweeps of T took nine times as long. */
SF_INLINE SfContext load_flux_context(SF_CONTEXT_PARAMETERS SF_FLUXES(SF_READ)) {
  SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  c.pressure_solved = SF_PRESSURE_SOLVED;
#ifdef SF_SHARED_ARRAYS
  c.has_shared = 1;
#endif
  SF_FLUXES(SF_GIVE)
  return c;
}
SF_INLINE SfContext load_shared_context(SF_CONTEXT_PARAMETERS SF_SHARED_QUANTITIES(SF_READ)) {
  SfContext c = load_flux_context(SF_CONTEXT_ARGUMENTS SF_FLUXES(SF_PASSED));
  SF_CONVECTED(SF_GIVE)
  return c;
}

/* Makes a shared quantity at node P. */
#define SF_MAKE_SHARED(name) name[at] = sf_make_##name(&c, P);

/* Two nodes around the domain too. */
SF_NODES void compute_shared_fluxes(SF_CONTEXT_PARAMETERS SF_FLUXES(SF_WRITTEN),
                                    SF_LAST_PARAMETERS) {
  SF_TAKE_NODE(2, SF_NX + 2);
  SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  SF_FLUXES(SF_GIVE) /* those of this node follow one from another, in the order of the list */
  const int at = sf_at(&c.mesh, P);
  gamma[at] = sf_transport(&c, sf_T(&c, P));
  if (is_from(P, 0) && is_up_to_far_faces(P)) {
    SF_SHARED_SHEAR_RATES(SF_MAKE_SHARED)
  }
#ifdef SF_SHARED_ARRAYS
  if (is_from(P, -1)) {
    SF_SHARED_MASS_FLUXES(SF_MAKE_SHARED)
  }
#endif
}

#ifdef SF_SHARED_ARRAYS
/* One node around the domain too. Without `corrects` no corrections, where there are any. */
SF_NODES void compute_shared_convected(SF_CONTEXT_PARAMETERS SF_FLUXES(SF_READ)
                                           SF_CONVECTED(SF_WRITTEN),
                                       const int corrects, SF_LAST_PARAMETERS) {
  SF_TAKE_NODE(1, SF_NX + 1);
  const SfContext c = load_flux_context(SF_CONTEXT_ARGUMENTS SF_FLUXES(SF_PASSED));
  const int at = sf_at(&c.mesh, P);
  if (is_from(P, 0)) {
    SF_SHARED_CONDUCTANCES(SF_MAKE_SHARED)
  }
#if SF_HAS_CORRECTIONS
  if (!corrects) return;
  SF_SHARED_CELL_CORRECTIONS(SF_MAKE_SHARED)
  if (is_from(P, 0)) {
    SF_SHARED_EDGE_CORRECTIONS(SF_MAKE_SHARED)
  }
#endif
}
#endif

/* The pseudo-velocity of a face, and where it is not of the first sweep widened by those before. */
SF_INLINE void keep_pseudo_velocity(const SfContext* c, int axis, SfNode P, int widens,
                                    __global real* restrict star, __global real* restrict d) {
  if (!is_face(axis, P)) return;
  const int at = sf_at(&c->mesh, P);
  SfPseudoVelocity q = sf_pseudo(c, axis, P);
#if SF_PRESSURE_SOLVED
  if (widens) {
    const SfPseudoVelocity before = {star[at], d[at]};
    q = sf_widened(c, axis, P, q, before, sf_p(c, sf_to(P, axis, -1)), sf_p(c, P));
  }
#endif
  star[at] = q.star;
  d[at] = q.d;
}

/* The context has the velocities of the sweep before. */
SF_NODES void compute_pseudo_velocities(SF_CONTEXT_PARAMETERS SF_SHARED_QUANTITIES(SF_READ)
                                            SF_PSEUDO(SF_WRITTEN),
                                        const int widens, SF_LAST_PARAMETERS) {
  SF_TAKE_NODE(0, SF_NX + 1);
  const SfContext c = load_shared_context(SF_CONTEXT_ARGUMENTS SF_SHARED_QUANTITIES(SF_PASSED));
  keep_pseudo_velocity(&c, SF_X, P, widens, u_star, u_d);
  keep_pseudo_velocity(&c, SF_Y, P, widens, v_star, v_d);
  SF_IN_SPACE(keep_pseudo_velocity(&c, SF_Z, P, widens, w_star, w_d);)
}

/* The context has the temperatures of the sweep before. With the ghosts that follow T. Those of the
   density outside prescribed pressures have a value that a later kernel replaces. */
SF_NODES void sweep_temperatures(SF_CONTEXT_PARAMETERS SF_SHARED_QUANTITIES(SF_READ),
                                 __global stored* restrict T_next,
                                 __global stored* restrict rho_next, SF_LAST_PARAMETERS) {
  SF_TAKE_NODE(0, SF_NX);
  const SfContext c = load_shared_context(SF_CONTEXT_ARGUMENTS SF_SHARED_QUANTITIES(SF_PASSED));
  if (sf_tag(&c, P)) return;
  const stored new_T = sf_temperature(&c, P);
  store(&c.mesh, T_next, SF_AT_CENTRE, P, new_T);
#if SF_HAS_PRESSURE_SIDES
  store_pressure_ghosts(&c, T_next, rho_next, P, new_T, sf_rho(&c, P));
#endif
}

/* The flow through the lower face of cell P normal to an axis. */
SF_INLINE SfFaceFlow flow_of(const SfContext* c, int axis, SfNode P,
                             __global const real* restrict star, __global const real* restrict d) {
  const int at = sf_at(&c->mesh, P);
  const SfPseudoVelocity q = {star[at], d[at]};
  return sf_flow(c, axis, P, q);
}
SF_INLINE SfFaceFlows flows_of(const SfContext* c, SfNode P SF_PSEUDO(SF_READ)) {
  SfFaceFlows flows;
  flows.w = flow_of(c, SF_X, P, u_star, u_d);
  flows.e = flow_of(c, SF_X, sf_to(P, SF_X, 1), u_star, u_d);
  flows.s = flow_of(c, SF_Y, P, v_star, v_d);
  flows.n = flow_of(c, SF_Y, sf_to(P, SF_Y, 1), v_star, v_d);
  SF_IN_SPACE(flows.b = flow_of(c, SF_Z, P, w_star, w_d);)
  SF_IN_SPACE(flows.t = flow_of(c, SF_Z, sf_to(P, SF_Z, 1), w_star, w_d);)
  return flows;
}

#endif
