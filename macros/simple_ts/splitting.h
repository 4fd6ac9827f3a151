// What the inner iteration takes implicitly beyond the published method, for `[inner] diagonal =
// outflow` and `relaxation = cycle`; docs/methods/simple-ts.md (35)-(41). Each term
// vanishes, or equals what it replaces, once two iterations agree: the solution of a step is the
// same, the number of iterations smaller.
#ifndef SLIPFLOW_SPLITTING_H
#define SLIPFLOW_SPLITTING_H

#include "simple_ts/context.h"

/* (35), (36) Whether the continuity of iteration k-1 may be cancelled in the momentum of the
   velocity node (i,j): both halves of its control volume are cells of the domain, which satisfy
   (26) in the end. */
SF_INLINE int sf_cancels_continuity(const SfContext* c, int axis, int i, int j) {
  const SfMesh* m = &c->mesh;
  const int place = sf_place(m, axis, i, j);
  return c->outflow_diagonal && !c->explicit_convection &&
         (m->away_from_sides ||
          (sf_is_from(m, axis, place, 1) && sf_is_up_to(m, axis, place, sf_cells(m, axis) - 1)));
}
/* The same for the temperature equation, whose cells are all cells of the domain. */
SF_INLINE int sf_cancels_continuity_T(const SfContext* c) {
  return c->outflow_diagonal && !c->explicit_convection;
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

/* al: sum of the four al of (26). */
SF_INLINE SfImplicitPressure sf_implicit_pressure(const SfContext* c, int i, int j, real al) {
  const real out_x = sf_positive_part(sf_u(c, i + 1, j)) + sf_positive_part(-sf_u(c, i, j));
  const real out_y = sf_positive_part(sf_v(c, i, j + 1)) + sf_positive_part(-sf_v(c, i, j));
  SfImplicitPressure part;
  part.out = c->dt * (sf_hy(&c->mesh, j) * out_x + sf_hx(&c->mesh, i) * out_y);
  part.heating = c->explicit_convection ? 0.0 : -c->gas.CT3 * c->dt * al;
  return part;
}

/* (37) e: the row sum of the cross derivative of div u in the equation of one velocity component,
   from the conductances D_lo, D_hi along it. The published diagonal does not contain it. */
SF_INLINE real sf_cross_diffusion(const SfContext* c, real D_lo, real D_hi) {
  return c->outflow_diagonal ? (D_lo + D_hi) * (1.0 / 3.0) : 0.0;
}

/* (41) Over-relaxation takes at most this part of a diagonal away: near the whole of it, the error
   of the pressure equation grows faster in the over-relaxed iteration than the other two
   damp it. */
#define SF_MOST_OVER_RELAXATION 0.75

/* (41) What relaxation takes from a diagonal that contains the conductances D. */
SF_INLINE real sf_relaxed_diffusion(const SfContext* c, real D, real diagonal) {
  const real taken = c->relaxation * D;
  const real most = SF_MOST_OVER_RELAXATION * diagonal;
  return taken < most ? taken : most;
}

/* (41) The relaxation factor of iteration k = 0, 1, .. of a step: the Chebyshev points of a cycle
   of three, -sqrt(3)/2, sqrt(3)/2, 0. */
#define SF_RELAXATION_CYCLE 3
SF_INLINE real sf_cycle_relaxation(int k) {
  const int place = k % SF_RELAXATION_CYCLE;
  return place == 0 ? -0.86602540378443865 : place == 1 ? 0.86602540378443865 : 0.0;
}

#endif
