// Gradients in cells: docs/methods/piso.md (5).
#ifndef SLIPFLOW_PISO_GRADIENTS_H
#define SLIPFLOW_PISO_GRADIENTS_H

#include "piso/faces.h"
#include "piso/sides.h"

/* The part of V grad q that comes from the faces between cells. */
SF_INLINE SfVector sf_gradient_of_faces(SfFlowMesh mesh, SfFaceRow row, SF_GLOBAL const real* q,
                                        int i) {
  SfVector sum = sf_vector(0.0, 0.0, 0.0);
  SF_FOR_FACES(mesh, row, at) {
    const SfCellFace face = sf_face_of_cell(mesh, i, at);
    const real value = sf_at_face(face.weight, q[i], q[face.other]);
    sum =
        sf_plus_times(sum, face.sign * value, sf_vector_at(mesh.S, sf_of_faces(mesh), face.number));
  }
  return sum;
}

/* grad p in cell i. */
SF_INLINE SfVector sf_pressure_gradient(SfFlowMesh mesh, SfFaceRow row, SfGiven given,
                                        SF_GLOBAL const real* p, int i) {
  SfVector sum = sf_gradient_of_faces(mesh, row, p, i);
  SF_FOR_SIDES(mesh, i, k) {
    const int s = mesh.side_list[k];
    sum = sf_plus_times(sum, sf_side_pressure(mesh, given, s, p[i]),
                        sf_vector_at(mesh.side_S, sf_of_sides(mesh), s));
  }
  return sf_times(SF_RECIPROCAL(mesh.volumes[i]), sum);
}

SF_INLINE real sf_component(SfVector a, int q) { return q == 0 ? a.x : q == 1 ? a.y : a.z; }

/* The gradient of component q of U in cell i; F: the fluxes of the sides. */
SF_INLINE SfVector sf_velocity_gradient(SfFlowMesh mesh, SfFaceRow row, SfGiven given,
                                        SF_GLOBAL const real* U, SF_GLOBAL const real* F, int q,
                                        int i) {
  SfVector sum = sf_gradient_of_faces(mesh, row, U + q * mesh.cells, i);
  SF_FOR_SIDES(mesh, i, k) {
    const int s = mesh.side_list[k];
    const SfVector own = sf_vector_at(U, sf_of_cells(mesh), i);
    sum = sf_plus_times(sum, sf_component(sf_side_velocity(mesh, given, s, own, F[s]), q),
                        sf_vector_at(mesh.side_S, sf_of_sides(mesh), s));
  }
  return sf_times(SF_RECIPROCAL(mesh.volumes[i]), sum);
}

/* Gradients of the components of the velocity, arrays of vectors; in a plane that of z is not
   used. */
typedef struct {
  SF_GLOBAL const real *of_x, *of_y, *of_z;
} SfGradients;

#endif
