// A face between two cells, as one of them sees it: P is that cell, N the other one, and S, F lead
// out of P. Values at the face, and the coefficients of the momentum equation, docs/methods/piso.md
// (1) to (4).
#ifndef SLIPFLOW_PISO_FACES_H
#define SLIPFLOW_PISO_FACES_H

#include "piso/mesh.h"

/* Convection schemes. */
#define SF_FACE_LINEAR 0
#define SF_FACE_UPWIND 1
#define SF_FACE_LINEAR_UPWIND 2 /* upwind, and the gradient of the cell upwind explicitly */

/* (1) The value at the face; w: the weight of P. */
SF_INLINE real sf_at_face(real w, real P, real N) { return w * P + (1.0 - w) * N; }
SF_INLINE SfVector sf_vector_at_face(real w, SfVector P, SfVector N) {
  return sf_plus(sf_times(w, P), sf_times(1.0 - w, N));
}

/* (2) The coefficient of N in the row of P: convection by the flux F and diffusion by
   nu |S| delta. */
SF_INLINE real sf_momentum_across(int scheme, real F, real w, real diffusion) {
  const real convection = scheme == SF_FACE_LINEAR ? F * (1.0 - w) : F < 0.0 ? F : (real)0.0;
  return convection - diffusion;
}
/* (3) And what the face adds to that of P. */
SF_INLINE real sf_momentum_own(int scheme, real F, real w, real diffusion) {
  const real convection = scheme == SF_FACE_LINEAR ? F * w : F > 0.0 ? F : (real)0.0;
  return convection + diffusion;
}

/* The value of a quantity of cells at face f; vectors are those that the owner sees. */
SF_INLINE real sf_value_at(SfFlowMesh mesh, int f, SF_GLOBAL const real* q) {
  return sf_at_face(mesh.weight[f], q[mesh.owner[f]], q[mesh.neighbour[f]]);
}
SF_INLINE SfVector sf_vector_value_at(SfFlowMesh mesh, int f, SF_GLOBAL const real* q) {
  const SfVectorArray of = sf_of_cells(mesh);
  return sf_vector_at_face(
      mesh.weight[f], sf_vector_at(q, of, mesh.owner[f]),
      sf_rotated(mesh, sf_rotation_of_face(mesh, f), sf_vector_at(q, of, mesh.neighbour[f])));
}

/* |S| k of face f, and of side s. The gradient at a prescribed velocity of a skewed mesh is that of
   a parabola, twice the difference over the distance less the gradient in the cell:
   |S| (n - 2 delta d). */
SF_INLINE SfVector sf_face_k(SfFlowMesh mesh, int f) {
  if (!mesh.skewed) return sf_vector_at(mesh.along, sf_of_faces(mesh), f);
  return sf_plus_times(sf_vector_at(mesh.S, sf_of_faces(mesh), f), -mesh.s_delta[f],
                       sf_distance(mesh, f));
}
SF_INLINE SfVector sf_side_k(SfFlowMesh mesh, int s) {
  const SfVector k = sf_vector_at(mesh.side_along, sf_of_sides(mesh), s);
  if (!mesh.skewed || mesh.side_kind[s] != SF_PRESCRIBED_VELOCITY) return k;
  return sf_plus_times(sf_times(2.0, k), -1.0, sf_vector_at(mesh.side_S, sf_of_sides(mesh), s));
}

/* (4) The part of grad q.S at face f that lies along k, from gradients of a scalar in cells. */
SF_INLINE real sf_along_face(SfFlowMesh mesh, int f, SF_GLOBAL const real* gradient) {
  if (!mesh.oblique) return 0.0;
  return sf_dot(sf_face_k(mesh, f), sf_vector_value_at(mesh, f, gradient));
}
/* That part at side s, whose gradient is that of the cell. */
SF_INLINE real sf_along_side(SfFlowMesh mesh, int s, SF_GLOBAL const real* gradient) {
  if (!mesh.oblique) return 0.0;
  return sf_dot(sf_side_k(mesh, s), sf_vector_at(gradient, sf_of_cells(mesh), mesh.side_cell[s]));
}

#endif
