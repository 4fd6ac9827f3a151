// The equations of momentum of a cell: (a_P + T) U_P + sum a_PN U_N = b - V grad p, with the tensor
// T of its sides, (9), and else the same coefficients for all components. F are the convecting
// fluxes.
#ifndef SLIPFLOW_PISO_MOMENTUM_H
#define SLIPFLOW_PISO_MOMENTUM_H

#include "piso/skewed.h"

typedef struct {
  real viscosity;
  int scheme;
} SfFluid;

/* In a time step, the terms of dU/dt: c0 U - c1 U_old - c2 U_older, sf_terms_of_step; in an
   iteration, alpha. */
typedef struct {
  real c0, c1, c2; /* over dt; 0 in an iteration */
  real alpha;      /* 0 in a time step */
  SfVector force;
} SfMomentumTerms;

/* (7) of bdf2 after a step of dt/w; with w = 0 those of Euler's scheme. */
SF_INLINE SfMomentumTerms sf_terms_of_step(real dt, real w, SfVector force) {
  const real c0 = SF_DIVIDE(1.0 + 2.0 * w, 1.0 + w), c1 = 1.0 + w;
  const SfMomentumTerms terms = {SF_DIVIDE(c0, dt), SF_DIVIDE(c1, dt), SF_DIVIDE(c0 - c1, dt), 0.0,
                                 force};
  return terms;
}

/* (8), what bdf2 takes for a value at the end of a step: old + w (old - older). */
SF_INLINE real sf_extrapolated(real old, real older, real w) { return (1.0 + w) * old - w * older; }

/* The coefficients of cell i; `rest` is 1 - a_P/a_P' of an iteration. */
typedef struct {
  real own, across, rest;
  SfVector b;
} SfMomentumRow;

SF_INLINE real sf_coefficient_across(SfFlowMesh mesh, SfFluid fluid, SF_GLOBAL const real* F,
                                     SfCellFace face) {
  return sf_momentum_across(fluid.scheme, face.sign * F[face.number], face.weight,
                            fluid.viscosity * mesh.s_delta[face.number]);
}

/* An iteration makes the matrix dominant and relaxes it: D = max(|a_P|, sum |a_PN|), a_P' =
   D/alpha, b += (a_P' - a_P) U. T is not in D: it would slow down the velocity along the sides of
   thin cells. */
SF_INLINE SfMomentumRow sf_momentum_row(SfFlowMesh mesh, SfFaceRow row, SfPrescribed prescribed,
                                        SfFluid fluid, SfMomentumTerms terms,
                                        SF_GLOBAL const real* F, SF_GLOBAL const real* side_F,
                                        SF_GLOBAL const real* U_old, SF_GLOBAL const real* U_older,
                                        int i) {
  SfMomentumRow made = {0.0, 0.0, 0.0, {0.0, 0.0, 0.0}};
  real magnitudes = 0.0;
  SF_FOR_FACES(mesh, row, at) {
    const SfCellFace face = sf_face_of_cell(mesh, i, at);
    const real across = sf_coefficient_across(mesh, fluid, F, face);
    made.own += sf_momentum_own(fluid.scheme, face.sign * F[face.number], face.weight,
                                fluid.viscosity * mesh.s_delta[face.number]);
    made.across += across;
    magnitudes += SF_ABS(across);
  }
  SF_FOR_SIDES(mesh, i, k) {
    const int s = mesh.side_list[k];
    const SfSideTerms side = sf_side_terms(mesh, prescribed, s, fluid.viscosity, side_F[s]);
    made.own += side.own;
    made.b = sf_plus(made.b, side.b);
  }
  const SfVector U = sf_vector_at(U_old, sf_of_cells(mesh), i);
  const real volume = mesh.volumes[i];
  made.b = sf_plus_times(made.b, volume, terms.force);
  if (terms.alpha > 0.0) {
    const real own = SF_ABS(made.own);
    const real dominant = own > magnitudes ? own : magnitudes;
    const real relaxed = SF_DIVIDE(dominant, terms.alpha);
    made.b = sf_plus_times(made.b, relaxed - made.own, U);
    made.rest = 1.0 - SF_DIVIDE(made.own, relaxed);
    made.own = relaxed;
  } else {
    const SfVector before =
        sf_plus_times(sf_times(terms.c1, U), terms.c2, sf_vector_at(U_older, sf_of_cells(mesh), i));
    made.own += volume * terms.c0;
    made.b = sf_plus_times(made.b, volume, before);
  }
  return made;
}

/* sum a_PN U_N */
SF_INLINE SfVector sf_momentum_of_others(SfFlowMesh mesh, SfFaceRow row, SfFluid fluid,
                                         SF_GLOBAL const real* F, SF_GLOBAL const real* U, int i) {
  SfVector sum = sf_vector(0.0, 0.0, 0.0);
  SF_FOR_FACES(mesh, row, at) {
    const SfCellFace face = sf_face_of_cell(mesh, i, at);
    sum = sf_plus_times(sum, sf_coefficient_across(mesh, fluid, F, face),
                        sf_vector_at(U, sf_of_cells(mesh), face.other));
  }
  if (mesh.unrotated == mesh.faces) return sum;
  /* What rotations change: apart, so that the products of other meshes have no branches. */
  SF_FOR_FACES(mesh, row, at) {
    const SfCellFace face = sf_face_of_cell(mesh, i, at);
    if (face.rotation < 0) continue;
    const SfVector there = sf_vector_at(U, sf_of_cells(mesh), face.other);
    sum = sf_plus_times(sum, sf_coefficient_across(mesh, fluid, F, face),
                        sf_plus_times(sf_vector_across(mesh, face, U), -1.0, there));
  }
  return sum;
}

/* (a_P + T) U_P + sum a_PN U_N */
SF_INLINE SfVector sf_momentum_product(SfFlowMesh mesh, SfFaceRow row, SfFluid fluid,
                                       SF_GLOBAL const real* F, SF_GLOBAL const real* a,
                                       SF_GLOBAL const real* U, int i) {
  const SfVector own = sf_vector_at(U, sf_of_cells(mesh), i);
  const SfVector product =
      sf_plus_times(sf_momentum_of_others(mesh, row, fluid, F, U, i), a[i], own);
  if (!sf_slides(mesh, i)) return product;
  return sf_plus(product, sf_tensor_of_sides_times(mesh, fluid.viscosity, own, i));
}

/* The solution of (a_P + T) U_P = right, which is the preconditioner too. */
SF_INLINE SfVector sf_momentum_of_cell(SfFlowMesh mesh, SfFluid fluid, SF_GLOBAL const real* a,
                                       SfVector right, int i) {
  if (sf_slides(mesh, i))
    return sf_tensor_times(sf_inverse_with_sides(mesh, fluid.viscosity, a[i], i), right);
  return sf_vector(SF_DIVIDE(right.x, a[i]), SF_DIVIDE(right.y, a[i]), SF_DIVIDE(right.z, a[i]));
}

/* H/a_P = U_P + V/a_P grad p with the U_P that the equation of the cell has for these U_N and the
   present pressure. Without T it is (b - sum a_PN U_N)/a_P; to subtract T times the U_P of before
   would amplify its changes in thin cells. */
SF_INLINE SfVector sf_h_over_a(SfFlowMesh mesh, SfFaceRow row, SfFluid fluid,
                               SF_GLOBAL const real* F, SF_GLOBAL const real* a,
                               SF_GLOBAL const real* b, SF_GLOBAL const real* gradient,
                               SF_GLOBAL const real* U, int i) {
  const SfVector h = sf_plus_times(sf_vector_at(b, sf_of_cells(mesh), i), -1.0,
                                   sf_momentum_of_others(mesh, row, fluid, F, U, i));
  if (!sf_slides(mesh, i)) return sf_times(SF_RECIPROCAL(a[i]), h);
  const SfVector force = sf_times(-mesh.volumes[i], sf_vector_at(gradient, sf_of_cells(mesh), i));
  return sf_plus_times(sf_momentum_of_cell(mesh, fluid, a, sf_plus(h, force), i),
                       -SF_RECIPROCAL(a[i]), force);
}

/* The right-hand side of the solution for U. */
SF_INLINE SfVector sf_momentum_right(SfFlowMesh mesh, SF_GLOBAL const real* b,
                                     SF_GLOBAL const real* gradient, int i) {
  return sf_plus_times(sf_vector_at(b, sf_of_cells(mesh), i), -mesh.volumes[i],
                       sf_vector_at(gradient, sf_of_cells(mesh), i));
}

/* What a side adds to the explicit part: viscosity times its part along k, `along`. */
SF_INLINE SfVector sf_explicit_at_side(SfFlowMesh mesh, int s, SfVector along) {
  const SfVector n = sf_vector_at(mesh.side_n, sf_of_sides(mesh), s);
  switch (mesh.side_kind[s]) {
    case SF_PRESCRIBED_VELOCITY:
      return along;
    case SF_SLIP:
    case SF_SYMMETRY: {
      const SfVector tangential = sf_across(along, n);
      const real e = sf_freedom(mesh, s);
      return sf_plus_times(tangential, -e, sf_bent(mesh, s, tangential));
    }
    default:
      return sf_vector(0.0, 0.0, 0.0);
  }
}

/* Component q of the explicit part at a face, as the owner sees it: diffusion along k; with
   SF_FACE_LINEAR_UPWIND the gradient of the cell upwind, with SF_FACE_LINEAR the rest (14) of the
   value at the centre. */
SF_INLINE real sf_explicit_at_face(SfFlowMesh mesh, SfFluid fluid, SF_GLOBAL const real* F,
                                   SfGradients gradients, SfCellFace face, int q) {
  const int f = face.number;
  const real along = mesh.oblique
                         ? sf_dot(sf_face_k(mesh, f), sf_gradient_at_face(mesh, f, gradients, q))
                         : (real)0.0;
  const real sum = face.sign * fluid.viscosity * along;
  if (mesh.skewed && fluid.scheme == SF_FACE_LINEAR)
    return sum - face.sign * F[f] * sf_skew_part(mesh, f, gradients, q);
  if (fluid.scheme != SF_FACE_LINEAR_UPWIND) return sum;
  const int from_owner = F[f] >= 0.0;
  const SfVectorArray of = {2 * mesh.faces, mesh.components};
  const SfVector to_face = sf_vector_at(mesh.to_face, of, from_owner ? f : mesh.faces + f);
  const SfVector upwind = from_owner ? sf_gradient_of(mesh, gradients, q, mesh.owner[f], -1)
                                     : sf_gradient_of(mesh, gradients, q, mesh.neighbour[f],
                                                      sf_rotation_of_face(mesh, f));
  return sum - face.sign * F[f] * sf_dot(upwind, to_face);
}

/* Whether the flow takes its velocity at the centre of side s along (14). */
SF_INLINE int sf_takes_velocity_along(SfFlowMesh mesh, int scheme, int s, real F) {
  return mesh.skewed && scheme != SF_FACE_UPWIND && SF_GIVES_PRESSURE(mesh.side_kind[s]) &&
         (mesh.side_kind[s] == SF_OUTFLOW || F >= 0.0);
}

/* What is not in the matrix. */
SF_INLINE SfVector sf_explicit_part(SfFlowMesh mesh, SfFaceRow row, SfFluid fluid,
                                    SF_GLOBAL const real* F, SF_GLOBAL const real* side_F,
                                    SfGradients gradients, int i) {
  const int has_z = mesh.components > 2;
  SfVector sum = sf_vector(0.0, 0.0, 0.0);
  SF_FOR_FACES(mesh, row, at) {
    const SfCellFace face = sf_face_of_cell(mesh, i, at);
    const SfVector part =
        sf_vector(sf_explicit_at_face(mesh, fluid, F, gradients, face, 0),
                  sf_explicit_at_face(mesh, fluid, F, gradients, face, 1),
                  has_z ? sf_explicit_at_face(mesh, fluid, F, gradients, face, 2) : (real)0.0);
    sum = sf_plus(sum, sf_seen_by_cell(mesh, face, part));
  }
  SF_FOR_SIDES(mesh, i, k) {
    const int s = mesh.side_list[k];
    const SfVector along =
        sf_vector(sf_along_side(mesh, s, gradients.of_x), sf_along_side(mesh, s, gradients.of_y),
                  has_z ? sf_along_side(mesh, s, gradients.of_z) : (real)0.0);
    sum = sf_plus(sum, sf_explicit_at_side(mesh, s, sf_times(fluid.viscosity, along)));
    if (sf_takes_velocity_along(mesh, fluid.scheme, s, side_F[s]))
      sum = sf_plus_times(sum, -side_F[s], sf_skew_parts_at_side(mesh, s, gradients));
  }
  return sum;
}

/* The terms of the residual sum |b - A U| / sum (|A U - A Um| + |b - A Um| + 1e-6 |A Um|), with the
   mean Um of U; the sum over the components is the denominator's. Without the last term that of a
   uniform flow would be rounding over rounding. A is without T, which is large in thin cells, and b
   less T U. */
typedef struct {
  real scale;
  SfVector residual;
} SfMomentumResidual;

#define SF_OF_MEAN 1e-6 /* part of |A Um| in the denominator */

SF_INLINE SfMomentumResidual sf_momentum_residual(SfFlowMesh mesh, SfFaceRow row, SfFluid fluid,
                                                  SF_GLOBAL const real* F, SF_GLOBAL const real* a,
                                                  real across, SF_GLOBAL const real* right,
                                                  SF_GLOBAL const real* U, SfVector mean, int i) {
  const SfVector own = sf_vector_at(U, sf_of_cells(mesh), i);
  const SfVector product =
      sf_plus_times(sf_momentum_of_others(mesh, row, fluid, F, U, i), a[i], own);
  const SfVector of_mean = sf_times(a[i] + across, mean);
  SfVector b = sf_vector_at(right, sf_of_cells(mesh), i);
  if (sf_slides(mesh, i))
    b = sf_plus_times(b, -1.0, sf_tensor_of_sides_times(mesh, fluid.viscosity, own, i));
  const SfVector of_U = sf_plus_times(product, -1.0, of_mean);
  const SfVector of_b = sf_plus_times(b, -1.0, of_mean);
  const SfVector rest = sf_plus_times(b, -1.0, product);
  SfMomentumResidual terms;
  terms.scale = SF_ABS(of_U.x) + SF_ABS(of_b.x) + SF_ABS(of_U.y) + SF_ABS(of_b.y);
  terms.scale += SF_OF_MEAN * (SF_ABS(of_mean.x) + SF_ABS(of_mean.y));
  if (mesh.components > 2)
    terms.scale += SF_ABS(of_U.z) + SF_ABS(of_b.z) + SF_OF_MEAN * SF_ABS(of_mean.z);
  terms.residual = sf_vector(SF_ABS(rest.x), SF_ABS(rest.y), SF_ABS(rest.z));
  return terms;
}

/* The gradients of the components of the velocity in cell i. */
typedef struct {
  SfVector x, y, z;
} SfVelocityGradient;

SF_INLINE SfVelocityGradient sf_gradient_in_cell(SfFlowMesh mesh, SfGradients gradients, int i) {
  const SfVectorArray cells = sf_of_cells(mesh);
  SfVelocityGradient of = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  of.x = sf_vector_at(gradients.of_x, cells, i);
  of.y = sf_vector_at(gradients.of_y, cells, i);
  if (mesh.components > 2) of.z = sf_vector_at(gradients.of_z, cells, i);
  return of;
}

/* (11) What the flux of momentum into a curved wall has more than the viscous force there, over nu:
   |S| (K U_b - n div U_b) less its part along k; the sum over a closed surface vanishes. The
   divergence of U_b along the wall is made of the gradient in the cell, at 1/delta from it. */
SF_INLINE SfVector sf_more_than_force(SfFlowMesh mesh, int s, SfVector own, SfVector at_side,
                                      SfVector along_k, SfVelocityGradient of) {
  const SfTensor unit = {1.0, 0.0, 0.0, 1.0, 0.0, 1.0}, none = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  const SfVector S = sf_vector_at(mesh.side_S, sf_of_sides(mesh), s);
  const SfVector n = sf_vector_at(mesh.side_n, sf_of_sides(mesh), s);
  const real delta = SF_DIVIDE(mesh.side_s_delta[s], sf_dot(S, n)), e = sf_freedom(mesh, s);
  const SfTensor Q = sf_bending(mesh, s);
  const SfTensor M =
      sf_plus_tensor(sf_plus_tensor(none, e, sf_plus_square(unit, -1.0, n)), 1.0 - e, Q);
  const real divergence = M.xx * of.x.x + M.yy * of.y.y + M.zz * of.z.z + M.xy * (of.x.y + of.y.x) +
                          M.xz * (of.x.z + of.z.x) + M.yz * (of.y.z + of.z.y) +
                          delta * sf_dot(own, n) * sf_trace(Q);
  const SfVector bent = sf_tensor_times(sf_curvature(mesh, s), at_side);
  const SfVector sum = sf_plus_times(sf_times(mesh.side_s_delta[s], bent), -divergence, S);
  return sf_plus_times(sum, -1.0, sf_tensor_times(Q, along_k));
}

/* (6) The viscous force on side s, as the equation of momentum has it, so that the forces on all
   sides are the momentum that the flow loses: nu |S| delta (U_P - U_b) less its part along k. On a
   staircase its part normal to the side counts; along a straight wall continuity makes that
   vanish. */
SF_INLINE SfVector sf_side_friction(SfFlowMesh mesh, SfPrescribed prescribed, real viscosity,
                                    SF_GLOBAL const real* U, SF_GLOBAL const real* side_F,
                                    SfGradients gradients, int s) {
  const int i = mesh.side_cell[s];
  const SfVector own = sf_vector_at(U, sf_of_cells(mesh), i);
  const SfVector at_side = sf_side_velocity(mesh, prescribed, s, own, side_F[s]);
  const real s_delta = mesh.side_kind[s] == SF_PRESCRIBED_VELOCITY
                           ? sf_prescribed_diffusion(mesh, s, 1.0)
                           : mesh.side_s_delta[s];
  SfVector sum = sf_times(s_delta, sf_plus_times(own, -1.0, at_side));
  SfVector along = {0.0, 0.0, 0.0};
  if (mesh.oblique) {
    along =
        sf_vector(sf_along_side(mesh, s, gradients.of_x), sf_along_side(mesh, s, gradients.of_y),
                  mesh.components > 2 ? sf_along_side(mesh, s, gradients.of_z) : (real)0.0);
    sum = sf_plus_times(sum, -1.0, sf_explicit_at_side(mesh, s, along));
  }
  if (mesh.curved) {
    const SfVelocityGradient of = sf_gradient_in_cell(mesh, gradients, i);
    sum = sf_plus_times(sum, -1.0, sf_more_than_force(mesh, s, own, at_side, along, of));
  }
  return sf_times(viscosity, sum);
}

#endif
