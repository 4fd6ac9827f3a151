// Velocities at the sides of a mesh, and what a side adds to the equation of momentum of its cell.
#ifndef SLIPFLOW_PISO_SIDES_H
#define SLIPFLOW_PISO_SIDES_H

#include "piso/mesh.h"

/* What is prescribed at the sides, by their kind. */
typedef struct {
  SF_GLOBAL const real *velocity, *pressure, *flux;
} SfGiven;

/* The velocity at side s; `own`: that of the cell, F: the flux. Navier slip is
   u_t = (u_wall + B delta u_t of the cell)/(1 + B delta). */
SF_INLINE SfVector sf_side_velocity(SfFlowMesh mesh, SfGiven given, int s, SfVector own, real F) {
  const SfVector n = sf_vector_at(mesh.side_n, sf_of_sides(mesh), s);
  const SfVector prescribed = sf_vector_at(given.velocity, sf_of_sides(mesh), s);
  const real slip = mesh.side_slip[s];
  switch (mesh.side_kind[s]) {
    case SF_GIVEN_VELOCITY:
      return prescribed;
    case SF_PRESSURE: {
      const SfVector S = sf_vector_at(mesh.side_S, sf_of_sides(mesh), s);
      return F >= 0.0 ? own : sf_times(SF_DIVIDE(F, sf_dot(S, n)), n);
    }
    case SF_SYMMETRY:
      return sf_across(own, n);
    case SF_SLIP:
      return sf_times(SF_RECIPROCAL(1.0 + slip),
                      sf_plus_times(prescribed, slip, sf_across(own, n)));
    default:
      return own;
  }
}

/* The pressure at side s of cell i. */
SF_INLINE real sf_side_pressure(SfFlowMesh mesh, SfGiven given, int s, real own) {
  return SF_GIVES_PRESSURE(mesh.side_kind[s]) ? given.pressure[s] : own;
}

/* The coefficient of the tangential velocity at a slip wall: nu |S|/(1/delta + B). */
SF_INLINE real sf_slip_coefficient(SfFlowMesh mesh, int s, real viscosity) {
  return SF_DIVIDE(viscosity * mesh.side_s_delta[s], 1.0 + mesh.side_slip[s]);
}
/* The factor c of n (n.U) on the left-hand side: the normal velocity vanishes at the side. */
SF_INLINE real sf_normal_coefficient(SfFlowMesh mesh, int s, real viscosity) {
  const real diffusion = viscosity * mesh.side_s_delta[s];
  switch (mesh.side_kind[s]) {
    case SF_SYMMETRY:
      return diffusion;
    case SF_SLIP:
      return diffusion - sf_slip_coefficient(mesh, s, viscosity);
    default:
      return 0.0;
  }
}

/* What side s adds to a_P and b, and its sf_normal_coefficient(). */
typedef struct {
  real own, normal;
  SfVector b;
} SfSideTerms;

SF_INLINE SfSideTerms sf_side_terms(SfFlowMesh mesh, SfGiven given, int s, real viscosity, real F) {
  const SfVector n = sf_vector_at(mesh.side_n, sf_of_sides(mesh), s);
  const SfVector prescribed = sf_vector_at(given.velocity, sf_of_sides(mesh), s);
  const real diffusion = viscosity * mesh.side_s_delta[s];
  SfSideTerms terms = {0.0, sf_normal_coefficient(mesh, s, viscosity), {0.0, 0.0, 0.0}};
  switch (mesh.side_kind[s]) {
    case SF_GIVEN_VELOCITY:
      terms.own = diffusion;
      terms.b = sf_times(diffusion - F, prescribed);
      break;
    case SF_OUTFLOW:
      terms.own = F;
      break;
    case SF_PRESSURE:
      if (F >= 0.0) {
        terms.own = F;
      } else {
        const SfVector S = sf_vector_at(mesh.side_S, sf_of_sides(mesh), s);
        terms.b = sf_times(SF_DIVIDE(-F * F, sf_dot(S, n)), n);
      }
      break;
    case SF_SLIP:
      terms.own = sf_slip_coefficient(mesh, s, viscosity);
      terms.b = sf_times(terms.own, prescribed);
      break;
    default:
      break;
  }
  return terms;
}

/* sum of c n (n.U) over the sides of cell i: their part of H that holds the cell's own velocity. */
SF_INLINE SfVector sf_own_of_sides(SfFlowMesh mesh, int i, real viscosity, SfVector own) {
  SfVector sum = sf_vector(0.0, 0.0, 0.0);
  SF_FOR_SIDES(mesh, i, k) {
    const int s = mesh.side_list[k], kind = mesh.side_kind[s];
    if (kind != SF_SYMMETRY && kind != SF_SLIP) continue;
    sum = sf_plus_times(sum, sf_normal_coefficient(mesh, s, viscosity),
                        sf_along(own, sf_vector_at(mesh.side_n, sf_of_sides(mesh), s)));
  }
  return sum;
}

#endif
