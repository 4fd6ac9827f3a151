// Gradients in cells: docs/methods/piso.md (5).
#ifndef SLIPFLOW_PISO_GRADIENTS_H
#define SLIPFLOW_PISO_GRADIENTS_H

#include "piso/faces.h"
#include "piso/sides.h"

/* A sum over the faces of a cell, increased by the term of one with this value: value S. */
SF_INLINE SfVector sf_plus_value(SfFlowMesh mesh, SfVector sum, SfCellFace face, real value) {
  const SfVector S = sf_vector_at(mesh.S, sf_of_faces(mesh), face.number);
  return sf_plus_times(sum, face.sign * value, sf_seen_by_cell(mesh, face, S));
}

/* grad p in cell i. */
SF_INLINE SfVector sf_pressure_gradient(SfFlowMesh mesh, SfFaceRow row, SfPrescribed prescribed,
                                        SF_GLOBAL const real* p, int i) {
  SfVector sum = sf_vector(0.0, 0.0, 0.0);
  SF_FOR_FACES(mesh, row, at) {
    const SfCellFace face = sf_face_of_cell(mesh, i, at);
    sum = sf_plus_value(mesh, sum, face, sf_at_face(face.weight, p[i], p[face.other]));
  }
  SF_FOR_SIDES(mesh, i, k) {
    const int s = mesh.side_list[k];
    sum = sf_plus_times(sum, sf_side_pressure(mesh, prescribed, s, p[i]),
                        sf_vector_at(mesh.side_S, sf_of_sides(mesh), s));
  }
  return sf_times(SF_RECIPROCAL(mesh.volumes[i]), sum);
}

/* The gradient of component q of U in cell i; F: the fluxes of the sides. */
SF_INLINE SfVector sf_velocity_gradient(SfFlowMesh mesh, SfFaceRow row, SfPrescribed prescribed,
                                        SF_GLOBAL const real* U, SF_GLOBAL const real* F, int q,
                                        int i) {
  SfVector sum = sf_vector(0.0, 0.0, 0.0);
  SF_FOR_FACES(mesh, row, at) {
    const SfCellFace face = sf_face_of_cell(mesh, i, at);
    const real across = face.rotation < 0 ? U[q * mesh.cells + face.other]
                                          : sf_component(sf_vector_across(mesh, face, U), q);
    sum = sf_plus_value(mesh, sum, face, sf_at_face(face.weight, U[q * mesh.cells + i], across));
  }
  SF_FOR_SIDES(mesh, i, k) {
    const int s = mesh.side_list[k];
    const SfVector own = sf_vector_at(U, sf_of_cells(mesh), i);
    sum = sf_plus_times(sum, sf_component(sf_side_velocity(mesh, prescribed, s, own, F[s]), q),
                        sf_vector_at(mesh.side_S, sf_of_sides(mesh), s));
  }
  return sf_times(SF_RECIPROCAL(mesh.volumes[i]), sum);
}

/* Gradients of the components of the velocity, arrays of vectors; in a plane that of z is not
   used. */
typedef struct {
  SF_GLOBAL const real *of_x, *of_y, *of_z;
} SfGradients;

/* The gradient of component q of the velocity in cell i seen through a rotation, or -1 for none:
   row q of R (grad U) R^T. */
SF_INLINE SfVector sf_gradient_of(SfFlowMesh mesh, SfGradients of, int q, int i, int rotation) {
  const SfVectorArray cells = sf_of_cells(mesh);
  if (rotation < 0) return sf_vector_at(q == 0 ? of.of_x : q == 1 ? of.of_y : of.of_z, cells, i);
  SF_GLOBAL const real* R = mesh.rotations + 9 * rotation + 3 * q;
  SfVector sum = sf_plus_times(sf_times(R[0], sf_vector_at(of.of_x, cells, i)), R[1],
                               sf_vector_at(of.of_y, cells, i));
  if (mesh.components > 2) sum = sf_plus_times(sum, R[2], sf_vector_at(of.of_z, cells, i));
  return sf_rotated(mesh, rotation, sum);
}
/* At face f, as its owner sees it. */
SF_INLINE SfVector sf_gradient_at_face(SfFlowMesh mesh, int f, SfGradients of, int q) {
  return sf_vector_at_face(
      mesh.weight[f], sf_gradient_of(mesh, of, q, mesh.owner[f], -1),
      sf_gradient_of(mesh, of, q, mesh.neighbour[f], sf_rotation_of_face(mesh, f)));
}

#endif
