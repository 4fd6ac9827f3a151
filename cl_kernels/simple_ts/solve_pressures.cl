// Inner iterations that solve their pressures together, but for the linear system itself;
// docs/methods/simple-ts.md section 13. In this order:
//
//   compute_shared_fluxes       shared quantities (simple_ts/context.h) of velocities and gas
//   compute_shared_convected    those that follow from them
//   compute_pseudo_velocities   u*, v*, d, for each sweep of velocities
//   sweep_velocities            u, v for the next sweep
//   sweep_temperatures          T, for each sweep of temperatures
//   assemble_pressures          theta, rows of the system
//   advance_by_pressures        u, v, T, rho, and their changes
//
// Once the iterations of the step have ended, they store nothing. A work-item has one node, in the
// last kernel a piece of a column. Fields and shared quantities are row-major with SF_PAD ghosts
// (macros/indexing.h), arrays of the system with one. No boundary is periodic. Local size
// SF_WORK_GROUP.
#include "language.h"

#define SF_SHARED_ARRAYS
#include "simple_ts/load_context.h"
#include "simple_ts/momentum_terms.h"
#include "simple_ts/solved_pressure.h"
#include "simple_ts/store_fields.h"

#define SF_SOLVING __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))
/* The node of a work-item, which is among the first columns and rows. */
#define SF_TAKE_NODE(columns, rows)                             \
  SF_RETURN_IF_ENDED;                                           \
  const SfNode P = sf_node(get_global_id(0), get_global_id(1)); \
  if (P.i >= (columns) || P.j >= (rows)) return

/* Shared quantities. The last six are there where implicit convection has corrections. */
#define SF_HAS_CORRECTIONS (!SF_EXPLICIT && SF_CONVECTION != SF_UPWIND)
#define SF_FLUX_PARAMETERS(qualifiers)                                                             \
  qualifiers real *restrict gamma, qualifiers real *restrict shear2, qualifiers real *restrict Rx, \
      qualifiers real *restrict Ry, qualifiers real *restrict Fx, qualifiers real *restrict Fy
#define SF_FLUX_ARGUMENTS gamma, shear2, Rx, Ry, Fx, Fy
#if SF_HAS_CORRECTIONS
#define SF_CONVECTED_PARAMETERS(qualifiers)                                                     \
  qualifiers real *restrict Dx, qualifiers real *restrict Dy, qualifiers real *restrict Hx,     \
      qualifiers real *restrict Hy, qualifiers real *restrict Uc, qualifiers real *restrict Us, \
      qualifiers real *restrict Vc, qualifiers real *restrict Vw
#define SF_CONVECTED_ARGUMENTS Dx, Dy, Hx, Hy, Uc, Us, Vc, Vw
#else
#define SF_CONVECTED_PARAMETERS(qualifiers) \
  qualifiers real *restrict Dx, qualifiers real *restrict Dy
#define SF_CONVECTED_ARGUMENTS Dx, Dy
#endif
#define SF_SHARED_PARAMETERS \
  SF_FLUX_PARAMETERS(__global const), SF_CONVECTED_PARAMETERS(__global const)
#define SF_SHARED_ARGUMENTS SF_FLUX_ARGUMENTS, SF_CONVECTED_ARGUMENTS
#define SF_PSEUDO_PARAMETERS                                               \
  __global const real *restrict u_star, __global const real *restrict u_d, \
      __global const real *restrict v_star, __global const real *restrict v_d

/* Contexts that read the shared quantities. They are returned, not passed by value: NVIDIA's
   compiler keeps a parameter of this size in memory, and sweeps of T took nine times as long. */
#define SF_GIVE(name) c.name = name;
SF_INLINE SfContext load_flux_context(SF_CONTEXT_PARAMETERS, SF_FLUX_PARAMETERS(__global const)) {
  SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  c.pressure_solved = 1;
  c.has_shared = 1;
  SF_SHARED_FLUXES(SF_GIVE)
  return c;
}
SF_INLINE SfContext load_shared_context(SF_CONTEXT_PARAMETERS, SF_SHARED_PARAMETERS) {
  SfContext c = load_flux_context(SF_CONTEXT_ARGUMENTS, SF_FLUX_ARGUMENTS);
  SF_SHARED_CONDUCTANCES(SF_GIVE)
#if SF_HAS_CORRECTIONS
  SF_SHARED_CORRECTIONS(SF_GIVE)
#endif
  return c;
}
#undef SF_GIVE

/* Place of cell P in the arrays of the system. */
SF_INLINE int place_in_system(SfNode P) { return (P.j + 1) * (SF_NX + 2) + (P.i + 1); }

SF_INLINE SfOutsides outsides(const SfContext* c) {
  const SfOutsides all = {{SF_WEST, pressure_side(c, SF_FACES_WEST)},
                          {SF_EAST, pressure_side(c, SF_FACES_EAST)},
                          {SF_SOUTH, pressure_side(c, SF_FACES_SOUTH)},
                          {SF_NORTH, pressure_side(c, SF_FACES_NORTH)}};
  return all;
}

/* Two nodes around the domain too. */
SF_SOLVING void compute_shared_fluxes(SF_CONTEXT_PARAMETERS, SF_FLUX_PARAMETERS(__global),
                                      SF_PROGRESS_PARAMETER) {
  SF_RETURN_IF_ENDED;
  const int i = (int)get_global_id(0) - 2;
  const int j = (int)get_global_id(1) - 2;
  const SfNode P = sf_node(i, j);
  if (i >= SF_NX + 2 || j >= SF_NY + 2) return;
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  const int at = sf_at(&c.mesh, P);
  gamma[at] = sf_transport(&c, sf_T(&c, P));
  if (i >= 0 && i <= SF_NX && j >= 0 && j <= SF_NY) shear2[at] = sf_make_shear2(&c, P);
  if (i < -1 || j < -1) return;
  Rx[at] = sf_make_Rx(&c, P);
  Ry[at] = sf_make_Ry(&c, P);
  Fx[at] = sf_make_Fx(&c, P);
  Fy[at] = sf_make_Fy(&c, P);
}

/* One node around the domain too. */
SF_SOLVING void compute_shared_convected(SF_CONTEXT_PARAMETERS, SF_FLUX_PARAMETERS(__global const),
                                         SF_CONVECTED_PARAMETERS(__global), SF_PROGRESS_PARAMETER) {
  SF_RETURN_IF_ENDED;
  const int i = (int)get_global_id(0) - 1;
  const int j = (int)get_global_id(1) - 1;
  const SfNode P = sf_node(i, j);
  if (i > SF_NX || j > SF_NY) return;
  const SfContext c = load_flux_context(SF_CONTEXT_ARGUMENTS, SF_FLUX_ARGUMENTS);
  const int at = sf_at(&c.mesh, P);
  const int is_inside = i >= 0 && j >= 0;
  if (is_inside) {
    Dx[at] = sf_make_Dx(&c, P);
    Dy[at] = sf_make_Dy(&c, P);
  }
#if SF_HAS_CORRECTIONS
  Hx[at] = sf_make_Hx(&c, P);
  Hy[at] = sf_make_Hy(&c, P);
  Uc[at] = sf_make_Uc(&c, P);
  Vc[at] = sf_make_Vc(&c, P);
  if (is_inside) {
    Us[at] = sf_make_Us(&c, P);
    Vw[at] = sf_make_Vw(&c, P);
  }
#endif
}

/* The pseudo-velocity of a face, and where it is not of the first sweep widened by those before. */
SF_INLINE void keep_pseudo_velocity(const SfContext* c, int axis, SfNode P, int widens,
                                    __global real* restrict star, __global real* restrict d) {
  const int at = sf_at(&c->mesh, P);
  SfPseudoVelocity q = sf_pseudo(c, axis, P);
  if (widens) {
    const SfPseudoVelocity before = {star[at], d[at]};
    q = sf_widened(c, axis, P, q, before, sf_p(c, sf_to(P, axis, -1)), sf_p(c, P));
  }
  star[at] = q.star;
  d[at] = q.d;
}

/* The context has the velocities of the sweep before. */
SF_SOLVING void compute_pseudo_velocities(SF_CONTEXT_PARAMETERS, SF_SHARED_PARAMETERS,
                                          __global real* restrict u_star,
                                          __global real* restrict u_d,
                                          __global real* restrict v_star,
                                          __global real* restrict v_d, const int widens,
                                          SF_PROGRESS_PARAMETER) {
  SF_TAKE_NODE(SF_NX + 1, SF_NY + 1);
  const SfContext c = load_shared_context(SF_CONTEXT_ARGUMENTS, SF_SHARED_ARGUMENTS);
  if (P.j < SF_NY) keep_pseudo_velocity(&c, SF_X, P, widens, u_star, u_d);
  if (P.i < SF_NX) keep_pseudo_velocity(&c, SF_Y, P, widens, v_star, v_d);
}

/* By the pressures of iteration k-1. */
SF_INLINE void sweep_velocity(const SfContext* c, int axis, SfNode P,
                              __global const real* restrict star, __global const real* restrict d,
                              __global stored* restrict next) {
  if (!sf_fluid(c, axis, P)) return;
  const int at = sf_at(&c->mesh, P);
  const SfPseudoVelocity q = {star[at], d[at]};
  const real p_lo = sf_p(c, sf_to(P, axis, -1));
  store(&c->mesh, next, axis, P, sf_velocity(q, p_lo, sf_p(c, P)));
}
SF_SOLVING void sweep_velocities(SF_CONTEXT_PARAMETERS, SF_PSEUDO_PARAMETERS,
                                 __global stored* restrict u_next, __global stored* restrict v_next,
                                 SF_PROGRESS_PARAMETER) {
  SF_TAKE_NODE(SF_NX + 1, SF_NY + 1);
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  if (P.j < SF_NY) sweep_velocity(&c, SF_X, P, u_star, u_d, u_next);
  if (P.i < SF_NX) sweep_velocity(&c, SF_Y, P, v_star, v_d, v_next);
}

/* The context has the temperatures of the sweep before. With the ghosts that follow T. Those of the
   density outside prescribed pressures have a value that advance_by_pressures replaces. */
SF_SOLVING void sweep_temperatures(SF_CONTEXT_PARAMETERS, SF_SHARED_PARAMETERS,
                                   __global stored* restrict T_next,
                                   __global stored* restrict rho_next, SF_PROGRESS_PARAMETER) {
  SF_TAKE_NODE(SF_NX, SF_NY);
  const SfContext c = load_shared_context(SF_CONTEXT_ARGUMENTS, SF_SHARED_ARGUMENTS);
  if (sf_tag(&c, P)) return;
  const stored new_T = sf_temperature(&c, P);
  store(&c.mesh, T_next, SF_AT_CENTRE, P, new_T);
#if SF_HAS_PRESSURE_SIDES
  store_pressure_ghosts(&c, T_next, rho_next, P, new_T, sf_rho(&c, P));
#endif
}

SF_INLINE SfFaceFlows flows_of(const SfContext* c, SfNode P, SF_PSEUDO_PARAMETERS) {
  const int at = sf_at(&c->mesh, P);
  const int north = sf_at(&c->mesh, sf_to(P, SF_Y, 1));
  const SfPseudoVelocity w = {u_star[at], u_d[at]};
  const SfPseudoVelocity e = {u_star[at + 1], u_d[at + 1]};
  const SfPseudoVelocity s = {v_star[at], v_d[at]};
  const SfPseudoVelocity n = {v_star[north], v_d[north]};
  const SfFaceFlows flows = {sf_flow(c, SF_X, P, w), sf_flow(c, SF_X, sf_to(P, SF_X, 1), e),
                             sf_flow(c, SF_Y, P, s), sf_flow(c, SF_Y, sf_to(P, SF_Y, 1), n)};
  return flows;
}

SF_SOLVING void assemble_pressures(SF_CONTEXT_PARAMETERS, SF_SHARED_PARAMETERS,
                                   __global const stored* restrict T_next, SF_PSEUDO_PARAMETERS,
                                   __global real* restrict response, __global real* restrict a0,
                                   __global real* restrict a1, __global real* restrict a3,
                                   __global real* restrict side_x, __global real* restrict side_y,
                                   __global real* restrict f, __global real* restrict increment,
                                   SF_PROGRESS_PARAMETER) {
  SF_TAKE_NODE(SF_NX, SF_NY);
  const SfContext c = load_shared_context(SF_CONTEXT_ARGUMENTS, SF_SHARED_ARGUMENTS);
  const int p = place_in_system(P);
  increment[p] = 0.0;
  if (sf_tag(&c, P)) return;
  const int at = sf_at(&c.mesh, P);
  const real theta = sf_temperature_response(&c, P);
  response[at] = theta;
  const SfPressureRow row = sf_pressure_row(
      &c, P, T_next[at], theta, flows_of(&c, P, u_star, u_d, v_star, v_d), outsides(&c));
  a0[p] = row.diagonal;
  a1[p] = row.east;
  a3[p] = row.north;
  side_x[p] = row.side_x;
  side_y[p] = row.side_y;
  f[p] = row.right;
}

/* The new pressure of cell P, and of the ghost outside it along an axis on one side. */
SF_INLINE real new_pressure(const SfContext* c, __global const real* increment, SfNode P) {
  return sf_p(c, P) + increment[place_in_system(P)];
}
SF_INLINE real next_pressure(const SfContext* c, __global const real* increment, int axis, SfNode P,
                             int side, SfOutside outside) {
  const SfNode next = sf_to(P, axis, side);
  if (next.i >= 0 && next.i < SF_NX && next.j >= 0 && next.j < SF_NY)
    return new_pressure(c, increment, next);
  return sf_pressure_outside(outside, new_pressure(c, increment, P), sf_p(c, next));
}

SF_INLINE void advance_cell(const SfContext* c, SfNode P, SF_PSEUDO_PARAMETERS,
                            __global const real* restrict response,
                            __global const real* restrict increment, NewFields next,
                            real* largest) {
  const int at = sf_at(&c->mesh, P);
  const SfOutsides out = outsides(c);
  const SfFaceFlows flows = flows_of(c, P, u_star, u_d, v_star, v_d);
  const real p = new_pressure(c, increment, P);
  const real w = next_pressure(c, increment, SF_X, P, -1, out.west);
  const real e = next_pressure(c, increment, SF_X, P, 1, out.east);
  const real s = next_pressure(c, increment, SF_Y, P, -1, out.south);
  const real n = next_pressure(c, increment, SF_Y, P, 1, out.north);
  const real outflow = (sf_new_flow(flows.e, p, e) - sf_new_flow(flows.w, w, p)) +
                       (sf_new_flow(flows.n, p, n) - sf_new_flow(flows.s, s, p));
  const stored new_T = sf_temperature_after_pressure(c, P, next.T[at], response[at], outflow);
  const stored new_rho = SF_DIVIDE(p, new_T);
  SF_KEEP_LARGEST(largest[0], p - sf_p(c, P));
  SF_KEEP_LARGEST(largest[1], new_T - sf_T(c, P));
  store(&c->mesh, next.T, SF_AT_CENTRE, P, new_T);
  store(&c->mesh, next.rho, SF_AT_CENTRE, P, new_rho);
#if SF_HAS_PRESSURE_SIDES
  store_pressure_ghosts(c, next.T, next.rho, P, new_T, new_rho);
#endif
}

/* The velocity on the lower face of cell P normal to the axis; on the far boundary that cell is
   a ghost. */
SF_INLINE void advance_face(const SfContext* c, int axis, SfNode P, SfPseudoVelocity q,
                            SfOutside low, SfOutside high, __global const real* restrict increment,
                            __global stored* restrict next, real* largest) {
  const SfNode lo = sf_to(P, axis, -1);
  const int first = sf_place(&c->mesh, axis, P) == 0;
  const real p_lo =
      first ? next_pressure(c, increment, axis, P, -1, low) : new_pressure(c, increment, lo);
  const real p_hi =
      first ? new_pressure(c, increment, P) : next_pressure(c, increment, axis, lo, 1, high);
  const stored value = sf_velocity(q, p_lo, p_hi);
  SF_KEEP_LARGEST(*largest, value - sf_q(c, axis, P));
  store(&c->mesh, next, axis, P, value);
}

SF_SOLVING void advance_by_pressures(SF_CONTEXT_PARAMETERS, SF_FLUX_PARAMETERS(__global const),
                                     SF_PSEUDO_PARAMETERS, __global const real* restrict response,
                                     __global const real* restrict increment,
                                     __global stored* restrict u_next,
                                     __global stored* restrict v_next,
                                     __global stored* restrict T_next,
                                     __global stored* restrict rho_next,
                                     __global real* restrict partial, SF_PROGRESS_PARAMETER) {
  SF_RETURN_IF_ENDED;
  const int i = get_global_id(0);
  if (i > SF_NX) return;
  const SfContext c = load_flux_context(SF_CONTEXT_ARGUMENTS, SF_FLUX_ARGUMENTS);
  const SfOutsides out = outsides(&c);
  const NewFields next = {u_next, v_next, T_next, rho_next};
  real largest[SF_RESIDUALS] = {0.0, 0.0, 0.0, 0.0};
  const int pieces = get_global_size(1), piece = get_global_id(1);
  const int end = (piece + 1) * (SF_NY + 1) / pieces;
  for (int j = piece * (SF_NY + 1) / pieces; j < end; ++j) {
    const SfNode P = sf_node(i, j);
    const int at = sf_at(&c.mesh, P);
    if (i < SF_NX && j < SF_NY && !sf_tag(&c, P))
      advance_cell(&c, P, u_star, u_d, v_star, v_d, response, increment, next, largest);
    const SfPseudoVelocity qu = {u_star[at], u_d[at]}, qv = {v_star[at], v_d[at]};
    if (j < SF_NY && sf_fluid(&c, SF_X, P))
      advance_face(&c, SF_X, P, qu, out.west, out.east, increment, u_next, &largest[2]);
    if (i < SF_NX && sf_fluid(&c, SF_Y, P))
      advance_face(&c, SF_Y, P, qv, out.south, out.north, increment, v_next, &largest[3]);
  }
  for (int r = 0; r < SF_RESIDUALS; ++r)
    partial[(piece * (SF_NX + 1) + i) * SF_RESIDUALS + r] = largest[r];
}
