// What the inner iteration takes implicitly beyond the published method, for `[inner] diagonal =
// outflow` and `relaxation = cycle`; docs/methods/simple-ts.md (35)-(41). Each term
// vanishes, or equals what it replaces, once two iterations agree: the solution of a step is the
// same, the number of iterations smaller.
#ifndef SLIPFLOW_SPLITTING_H
#define SLIPFLOW_SPLITTING_H

#include "simple_ts/context.h"
#include "simple_ts/cut/values.h"

/* (35), (36) Whether the continuity of iteration k-1 may be cancelled in the momentum of the
   velocity node P: both halves of its control volume are cells of the domain, which satisfy
   (26) in the end. */
SF_INLINE int sf_cancels_continuity(const SfContext* c, int axis, SfNode P) {
  const SfMesh* m = &c->mesh;
  const int place = sf_place(m, axis, P);
  return sf_outflow_diagonal(c) && !sf_explicit_convection(c) &&
         (m->away_from_sides ||
          (sf_is_from(m, axis, place, 1) && sf_is_up_to(m, axis, place, sf_cells(m, axis) - 1)));
}
/* As above for the temperature equation, whose cells are all cells of the domain. */
SF_INLINE int sf_cancels_continuity_T(const SfContext* c) {
  return sf_outflow_diagonal(c) && !sf_explicit_convection(c);
}

/* (38) The part of a jump at a wall that stays when it is taken in series with the half cell:
   conductance D between wall and node becomes D x this. `coefficient` is that of slip or jump. */
SF_INLINE real sf_series_with_wall(real rho, real d, real coefficient) {
  const real rho_d = rho * d;
  return SF_DIVIDE(rho_d, rho_d + coefficient);
}

/* (39), (40) Additions to the pressure equation: the mass that leaves with the cell's own density,
   over that density, and the stiffness by the temperature that follows the pressure. */
typedef struct {
  real out;
  real heating;
} SfImplicitPressure;

/* Velocities out of cell P along an axis, times the area of its faces. */
SF_INLINE real sf_leaving(const SfContext* c, int axis, SfNode P) {
  return sf_area(&c->mesh, axis, P) *
         (sf_positive_part(sf_q(c, axis, sf_to(P, axis, 1))) + sf_positive_part(-sf_q(c, axis, P)));
}
/* Volume that leaves in a time step. */
SF_INLINE real sf_leaving_volume(const SfContext* c, SfNode P) {
#if SF_MAY_BE_CUT
  if (sf_is_cut_cell(c, P)) return sf_cut_values(c, P)->out;
#endif
  return c->dt *
         SF_SUM_OVER_AXES(sf_leaving(c, SF_X, P), sf_leaving(c, SF_Y, P), sf_leaving(c, SF_Z, P));
}
/* al: sum of the al of (26) over all faces. */
SF_INLINE SfImplicitPressure sf_implicit_pressure(const SfContext* c, SfNode P, real al) {
  SfImplicitPressure part;
  part.out = sf_leaving_volume(c, P);
  part.heating = sf_explicit_convection(c) ? 0.0 : -c->gas.CT3 * (c->dt * al);
  return part;
}

/* Whether the factors of (37) and (70) are those of two axes, with more than one cell each. */
SF_INLINE int sf_is_plane(const SfMesh* m) {
  SF_IN_SPACE(if (m->nx > 1 && m->ny > 1 && m->nz > 1) return 0;)
  (void)m;
  return 1;
}
/* (37) e: the row sum of the cross derivatives of div u in the equation of one velocity component,
   from the conductances along it, 4/3 (D_w + D_e). The published diagonal does not contain it. */
SF_INLINE real sf_cross_diffusion(const SfContext* c, real D_along) {
  return sf_outflow_diagonal(c) ? (sf_is_plane(&c->mesh) ? 0.25 : 0.5) * D_along : 0.0;
}
/* (70) What is left of it where a solved pressure damps div u. `mass_dt`: of the control volume
   over dt, `conductance`: area of the face over the distance of the two cells, whose pressure is
   p. */
SF_INLINE real sf_undamped(const SfContext* c, real cross, real mass_dt, real p, real conductance) {
  const real four_axes = sf_is_plane(&c->mesh) ? 8.0 : 12.0;
  return sf_positive_part(cross -
                          0.25 * (mass_dt + four_axes * c->gas.A * p * c->dt * conductance));
}

/* (41) Over-relaxation takes at most this part of a diagonal away: near the whole of it, the error
   of the pressure equation grows faster in the over-relaxed iteration than the other two
   damp it. */
#define SF_MOST_OVER_RELAXATION 0.75

/* (69) Solved pressures are not excited by it; only a diagonal of 0 is avoided. */
#define SF_MOST_OVER_RELAXATION_SOLVED 0.95

/* (41) What relaxation takes from a diagonal that contains the conductances D. */
SF_INLINE real sf_relaxed_diffusion(const SfContext* c, real D, real diagonal) {
  const real taken = c->relaxation * D;
  const real most =
      (c->pressure_solved ? SF_MOST_OVER_RELAXATION_SOLVED : SF_MOST_OVER_RELAXATION) * diagonal;
  return SF_SMALLER(taken, most) ? taken : most;
}

/* (41) The relaxation factor of iteration k = 0, 1, .. of a step: the Chebyshev points of a cycle
   of three, -sqrt(3)/2, sqrt(3)/2, 0. */
#define SF_RELAXATION_CYCLE 3
SF_INLINE real sf_cycle_relaxation(int k) {
  const int place = k % SF_RELAXATION_CYCLE;
  return place == 0 ? -0.86602540378443865 : place == 1 ? 0.86602540378443865 : 0.0;
}

/* (69) The same of a cycle of seven, with solved pressures: -+cos(pi/14), -+cos(3 pi/14),
   -+cos(5 pi/14), 0. */
#define SF_LONG_RELAXATION_CYCLE 7
SF_INLINE real sf_long_cycle_relaxation(int k) {
  const int place = k % SF_LONG_RELAXATION_CYCLE;
  const real size = place < 2   ? 0.97492791218182361
                    : place < 4 ? 0.78183148246802981
                    : place < 6 ? 0.43388373911755812
                                : 0.0;
  return place % 2 == 0 ? -size : size;
}

#endif
