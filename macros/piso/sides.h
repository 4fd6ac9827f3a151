// Velocities at the sides of a mesh, and the terms of a side in the momentum of its cell.
#ifndef SLIPFLOW_PISO_SIDES_H
#define SLIPFLOW_PISO_SIDES_H

#include "piso/mesh.h"

/* What is prescribed at the sides, by their kind. */
typedef struct {
  SF_GLOBAL const real *velocity, *pressure, *flux;
} SfPrescribed;

/* The shape operator K of side s over delta. */
SF_INLINE SfTensor sf_curvature(SfFlowMesh mesh, int s) {
  const SfTensor flat = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  return mesh.curved ? sf_tensor_at(mesh.side_curvature, sf_of_sides(mesh), s) : flat;
}
/* e = B delta/(1 + B delta): how freely the tangential velocity follows that of the cell. */
SF_INLINE real sf_freedom(SfFlowMesh mesh, int s) {
  switch (mesh.side_kind[s]) {
    case SF_SYMMETRY:
      return 1.0;
    case SF_SLIP:
      return SF_DIVIDE(mesh.side_slip[s], 1.0 + mesh.side_slip[s]);
    default:
      return 0.0;
  }
}
/* (10) Q = 1 - (1 + e K/delta)^-1 along side s, which takes from the velocity there what its
   curvature does. With two eigenvalues: (e K/delta + g I)/(1 + tr (e K/delta) + g), where g is
   their product and I the identity along the side. */
SF_INLINE SfTensor sf_bending(SfFlowMesh mesh, int s) {
  const SfTensor flat = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  if (!mesh.curved) return flat;
  const SfTensor k = sf_plus_tensor(flat, sf_freedom(mesh, s), sf_curvature(mesh, s));
  const real product = sf_trace(sf_cofactors(k));
  SfTensor sum = k;
  sum.xx += product;
  sum.yy += product;
  sum.zz += product;
  sum = sf_plus_square(sum, -product, sf_vector_at(mesh.side_n, sf_of_sides(mesh), s));
  return sf_plus_tensor(flat, SF_RECIPROCAL(1.0 + sf_trace(k) + product), sum);
}
/* u - Q u */
SF_INLINE SfVector sf_bent(SfFlowMesh mesh, int s, SfVector u) {
  return mesh.curved ? sf_plus_times(u, -1.0, sf_tensor_times(sf_bending(mesh, s), u)) : u;
}

/* The velocity at side s; `own`: that of the cell, F: the flux. Navier slip is
   u_t = (1 - Q) (u_wall + B delta u_t of the cell)/(1 + B delta). */
SF_INLINE SfVector sf_side_velocity(SfFlowMesh mesh, SfPrescribed prescribed, int s, SfVector own,
                                    real F) {
  const SfVector n = sf_vector_at(mesh.side_n, sf_of_sides(mesh), s);
  const SfVector velocity = sf_vector_at(prescribed.velocity, sf_of_sides(mesh), s);
  const real slip = mesh.side_slip[s];
  switch (mesh.side_kind[s]) {
    case SF_PRESCRIBED_VELOCITY:
      return velocity;
    case SF_PRESSURE: {
      const SfVector S = sf_vector_at(mesh.side_S, sf_of_sides(mesh), s);
      return F >= 0.0 ? own : sf_times(SF_DIVIDE(F, sf_dot(S, n)), n);
    }
    case SF_SYMMETRY:
      return sf_bent(mesh, s, sf_across(own, n));
    case SF_SLIP:
      return sf_bent(
          mesh, s,
          sf_times(SF_RECIPROCAL(1.0 + slip), sf_plus_times(velocity, slip, sf_across(own, n))));
    default:
      return own;
  }
}

/* The pressure at side s of cell i. */
SF_INLINE real sf_side_pressure(SfFlowMesh mesh, SfPrescribed prescribed, int s, real own) {
  return SF_GIVES_PRESSURE(mesh.side_kind[s]) ? prescribed.pressure[s] : own;
}

/* The coefficient of the tangential velocity at a slip wall: nu |S|/(1/delta + B). */
SF_INLINE real sf_slip_coefficient(SfFlowMesh mesh, int s, real viscosity) {
  return SF_DIVIDE(viscosity * mesh.side_s_delta[s], 1.0 + mesh.side_slip[s]);
}

/* nu |S| delta of a prescribed velocity, twice that for the parabola of sf_side_k(). */
SF_INLINE real sf_prescribed_diffusion(SfFlowMesh mesh, int s, real viscosity) {
  const real diffusion = viscosity * mesh.side_s_delta[s];
  return mesh.skewed ? 2.0 * diffusion : diffusion;
}

/* What side s adds to a_P and b. */
typedef struct {
  real own;
  SfVector b;
} SfSideTerms;

SF_INLINE SfSideTerms sf_side_terms(SfFlowMesh mesh, SfPrescribed prescribed, int s, real viscosity,
                                    real F) {
  const SfVector n = sf_vector_at(mesh.side_n, sf_of_sides(mesh), s);
  const SfVector velocity = sf_vector_at(prescribed.velocity, sf_of_sides(mesh), s);
  SfSideTerms terms = {0.0, {0.0, 0.0, 0.0}};
  switch (mesh.side_kind[s]) {
    case SF_PRESCRIBED_VELOCITY:
      terms.own = sf_prescribed_diffusion(mesh, s, viscosity);
      terms.b = sf_times(terms.own - F, velocity);
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
      terms.b = sf_times(terms.own, sf_bent(mesh, s, velocity));
      break;
    default:
      break;
  }
  return terms;
}

/* The sides of cell i add T U to the left-hand side, (9). Whether they may do so. */
SF_INLINE int sf_slides(SfFlowMesh mesh, int i) {
  return mesh.slides && mesh.side_starts[i] < mesh.side_starts[i + 1];
}
/* The factor c = nu |S| delta e of n n^T + Q in T. */
SF_INLINE real sf_tensor_coefficient(SfFlowMesh mesh, int s, real viscosity) {
  return viscosity * mesh.side_s_delta[s] * sf_freedom(mesh, s);
}
/* T U of the sides of cell i; U: its velocity. */
SF_INLINE SfVector sf_tensor_of_sides_times(SfFlowMesh mesh, real viscosity, SfVector U, int i) {
  SfVector sum = sf_vector(0.0, 0.0, 0.0);
  SF_FOR_SIDES(mesh, i, k) {
    const int s = mesh.side_list[k];
    const real c = sf_tensor_coefficient(mesh, s, viscosity);
    sum = sf_plus_times(sum, c, sf_along(U, sf_vector_at(mesh.side_n, sf_of_sides(mesh), s)));
    if (mesh.curved) sum = sf_plus_times(sum, c, sf_tensor_times(sf_bending(mesh, s), U));
  }
  return sum;
}
/* The inverse of own + T of the sides of cell i, n n^T of each by the formula of Sherman and
   Morrison: in thin cells, where c is large, cofactors would lose the digits of the tangential
   velocity. */
SF_INLINE SfTensor sf_inverse_with_sides(SfFlowMesh mesh, real viscosity, real own, int i) {
  const real r = SF_RECIPROCAL(own);
  SfTensor inverse = {r, 0.0, 0.0, r, 0.0, r};
  if (mesh.curved) {
    SfTensor sum = {own, 0.0, 0.0, own, 0.0, own};
    SF_FOR_SIDES(mesh, i, k) {
      const int s = mesh.side_list[k];
      sum = sf_plus_tensor(sum, sf_tensor_coefficient(mesh, s, viscosity), sf_bending(mesh, s));
    }
    inverse = sf_inverse(sum);
  }
  SF_FOR_SIDES(mesh, i, k) {
    const int s = mesh.side_list[k];
    const real c = sf_tensor_coefficient(mesh, s, viscosity);
    const SfVector n = sf_vector_at(mesh.side_n, sf_of_sides(mesh), s);
    const SfVector q = sf_tensor_times(inverse, n);
    inverse = sf_plus_square(inverse, -SF_DIVIDE(c, 1.0 + c * sf_dot(n, q)), q);
  }
  return inverse;
}

#endif
