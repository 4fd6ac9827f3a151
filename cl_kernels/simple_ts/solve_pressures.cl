// Inner iterations that solve their pressures together, but for the linear system itself;
// docs/methods/simple-ts.md section 13. In this order:
//
//   compute_shared_fluxes, compute_shared_convected, compute_pseudo_velocities   node_kernels.h
//   sweep_velocities            u, v, w for the next sweep
//   sweep_temperatures          node_kernels.h
//   assemble_pressures          theta, rows of the system
//   advance_by_pressures        u, v, w, T, rho, and their changes
//
// Once the iterations of the step have ended, they store nothing. A work-item has one node, in the
// last kernel a piece of a column. Arrays of the system have one layer of ghosts. No boundary is
// periodic. Local size SF_WORK_GROUP.
#include "language.h"

#define SF_SHARED_ARRAYS
#define SF_PRESSURE_SOLVED 1
#define SF_HAS_CORRECTIONS (!SF_EXPLICIT && SF_CONVECTION != SF_UPWIND)
#include "simple_ts/node_kernels.h"

/* Place of cell P in the arrays of the system. */
SF_INLINE int place_in_system(SfNode P) {
  int row = P.j + 1;
#if SF_AXES == 3
  if (SF_NZ > 1) row += (P.k + 1) * (SF_NY + 2); /* a system of one layer has no ghosts along z */
#endif
  return row * (SF_NX + 2) + (P.i + 1);
}

SF_INLINE SfOutside outside_of(const SfContext* c, int side) {
  const int axis = side / 2;
  const SfOutside outside = {side % 2 == 0 ? SF_LOW_SIDE(axis) : SF_HIGH_SIDE(axis),
                             pressure_side(c, side)};
  return outside;
}
SF_INLINE SfOutsides outsides(const SfContext* c) {
  SfOutsides all;
  all.west = outside_of(c, SF_FACES_WEST);
  all.east = outside_of(c, SF_FACES_EAST);
  all.south = outside_of(c, SF_FACES_SOUTH);
  all.north = outside_of(c, SF_FACES_NORTH);
  SF_IN_SPACE(all.bottom = outside_of(c, SF_FACES_BOTTOM);)
  SF_IN_SPACE(all.top = outside_of(c, SF_FACES_TOP);)
  return all;
}

/* By the pressures of iteration k-1. */
SF_INLINE void sweep_velocity(const SfContext* c, int axis, SfNode P,
                              __global const real* restrict star, __global const real* restrict d,
                              __global stored* restrict next) {
  if (!is_face(axis, P) || !sf_fluid(c, axis, P)) return;
  const int at = sf_at(&c->mesh, P);
  const SfPseudoVelocity q = {star[at], d[at]};
  const real p_lo = sf_p(c, sf_to(P, axis, -1));
  store(&c->mesh, next, axis, P, sf_velocity(q, p_lo, sf_p(c, P)));
}
SF_NODES void sweep_velocities(
    SF_CONTEXT_PARAMETERS SF_PSEUDO(SF_READ), __global stored* restrict u_next,
    __global stored* restrict v_next SF_AND_IN_SPACE(__global stored* restrict w_next),
    SF_PROGRESS_PARAMETER) {
  SF_TAKE_NODE(0, SF_NX + 1);
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  sweep_velocity(&c, SF_X, P, u_star, u_d, u_next);
  sweep_velocity(&c, SF_Y, P, v_star, v_d, v_next);
  SF_IN_SPACE(sweep_velocity(&c, SF_Z, P, w_star, w_d, w_next);)
}

SF_NODES void assemble_pressures(
    SF_CONTEXT_PARAMETERS SF_SHARED_QUANTITIES(SF_READ),
    __global const stored* restrict T_next SF_PSEUDO(SF_READ), __global real* restrict response,
    __global real* restrict a0, __global real* restrict a1,
    __global real* restrict a3 SF_AND_IN_SPACE(__global real* restrict a5),
    __global real* restrict side_x,
    __global real* restrict side_y SF_AND_IN_SPACE(__global real* restrict side_z),
    __global real* restrict f, __global real* restrict increment, SF_PROGRESS_PARAMETER) {
  SF_TAKE_NODE(0, SF_NX);
  const SfContext c = load_shared_context(SF_CONTEXT_ARGUMENTS SF_SHARED_QUANTITIES(SF_PASSED));
  const int p = place_in_system(P);
  increment[p] = 0.0;
  if (sf_tag(&c, P)) return;
  const int at = sf_at(&c.mesh, P);
  const real theta = sf_temperature_response(&c, P);
  response[at] = theta;
  const SfPressureRow row =
      sf_pressure_row(&c, P, T_next[at], theta, flows_of(&c, P SF_PSEUDO(SF_PASSED)), outsides(&c));
  a0[p] = row.diagonal;
  a1[p] = row.east;
  a3[p] = row.north;
  side_x[p] = row.side_x;
  side_y[p] = row.side_y;
#if SF_AXES == 3
  a5[p] = row.top;
  side_z[p] = row.side_z;
#endif
  f[p] = row.right;
}

/* The new pressure of cell P, and of the ghost outside it along an axis on one side. */
SF_INLINE real new_pressure(const SfContext* c, __global const real* increment, SfNode P) {
  return sf_p(c, P) + increment[place_in_system(P)];
}
SF_INLINE real next_pressure(const SfContext* c, __global const real* increment, int axis, SfNode P,
                             int side, SfOutside outside) {
  const SfNode next = sf_to(P, axis, side);
  const int place = sf_place(&c->mesh, axis, next);
  if (place >= 0 && place < sf_cells(&c->mesh, axis)) return new_pressure(c, increment, next);
  return sf_pressure_outside(outside, new_pressure(c, increment, P), sf_p(c, next));
}

/* Net outflow along an axis with the new pressures; p: that of cell P. */
SF_INLINE real outflow_along(const SfContext* c, __global const real* increment, int axis, SfNode P,
                             real p, SfFaceFlow lo, SfFaceFlow hi, SfOutside below,
                             SfOutside above) {
  return sf_new_flow(hi, p, next_pressure(c, increment, axis, P, 1, above)) -
         sf_new_flow(lo, next_pressure(c, increment, axis, P, -1, below), p);
}

SF_INLINE void advance_cell(const SfContext* c, SfNode P SF_PSEUDO(SF_READ),
                            __global const real* restrict response,
                            __global const real* restrict increment, NewFields next,
                            real* largest) {
  const int at = sf_at(&c->mesh, P);
  const SfOutsides out = outsides(c);
  const SfFaceFlows f = flows_of(c, P SF_PSEUDO(SF_PASSED));
  const real p = new_pressure(c, increment, P);
  const real outflow =
      SF_SUM_OVER_AXES(outflow_along(c, increment, SF_X, P, p, f.w, f.e, out.west, out.east),
                       outflow_along(c, increment, SF_Y, P, p, f.s, f.n, out.south, out.north),
                       outflow_along(c, increment, SF_Z, P, p, f.b, f.t, out.bottom, out.top));
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

SF_NODES void advance_by_pressures(SF_CONTEXT_PARAMETERS SF_FLUXES(SF_READ) SF_PSEUDO(SF_READ),
                                   __global const real* restrict response,
                                   __global const real* restrict increment,
                                   SF_SET_PARAMETERS(stored, _next),
                                   __global real* restrict partial, SF_PROGRESS_PARAMETER) {
  SF_RETURN_IF_ENDED;
  const int i = get_global_id(0);
  if (i > SF_NX) return;
  const SfContext c = load_flux_context(SF_CONTEXT_ARGUMENTS SF_FLUXES(SF_PASSED));
  const SfOutsides out = outsides(&c);
  const NewFields next = {u_next, v_next SF_AND_IN_SPACE(w_next), T_next, rho_next};
  real largest[SF_RESIDUALS];
  for (int r = 0; r < SF_RESIDUALS; ++r) largest[r] = 0.0;
  const int end = end_of_lines(SF_LINES(SF_NY + 1, SF_NZ + 1));
  for (int line = first_line(SF_LINES(SF_NY + 1, SF_NZ + 1)); line < end; ++line) {
    const SfNode P = node_at(i, line, SF_NY + 1);
    const int at = sf_at(&c.mesh, P);
    if (is_cell(P) && !sf_tag(&c, P))
      advance_cell(&c, P SF_PSEUDO(SF_PASSED), response, increment, next, largest);
#define SF_ADVANCE_FACE(axis, q, low, high, r)                                              \
  if (is_face(axis, P) && sf_fluid(&c, axis, P)) {                                          \
    const SfPseudoVelocity pseudo = {q##_star[at], q##_d[at]};                              \
    advance_face(&c, axis, P, pseudo, out.low, out.high, increment, q##_next, &largest[r]); \
  }
    SF_ADVANCE_FACE(SF_X, u, west, east, 2)
    SF_ADVANCE_FACE(SF_Y, v, south, north, 3)
#if SF_AXES == 3
    SF_ADVANCE_FACE(SF_Z, w, bottom, top, 4)
#endif
#undef SF_ADVANCE_FACE
  }
  for (int r = 0; r < SF_RESIDUALS; ++r) partial[piece(i) * SF_RESIDUALS + r] = largest[r];
}
