// Skewed meshes, on which the lines between centres miss the centres of faces: gradients by least
// squares and values at these centres, docs/methods/piso.md (12) to (14).
#ifndef SLIPFLOW_PISO_SKEWED_H
#define SLIPFLOW_PISO_SKEWED_H

#include "piso/gradients.h"

/* (12) The sums of d d^T/|d|^2, and of d (q - q_P)/|d|^2 for the components q of the velocity. */
typedef struct {
  real xx, xy, xz, yy, yz, zz;
  SfVector of_x, of_y, of_z;
} SfLeastSquares;

SF_INLINE SfLeastSquares sf_nothing_known(SfFlowMesh mesh) {
  const SfVector none = {0.0, 0.0, 0.0};
  const SfLeastSquares a = {0.0,  0.0,  0.0, 0.0, 0.0, mesh.components > 2 ? (real)0.0 : (real)1.0,
                            none, none, none};
  return a;
}
/* With one more d; `difference`: by how much the velocity is larger there. */
SF_INLINE SfLeastSquares sf_and_difference(SfLeastSquares a, SfVector d, SfVector difference) {
  const SfVector e = sf_times(SF_RECIPROCAL(sf_dot(d, d)), d);
  a.xx += e.x * d.x;
  a.xy += e.x * d.y;
  a.xz += e.x * d.z;
  a.yy += e.y * d.y;
  a.yz += e.y * d.z;
  a.zz += e.z * d.z;
  a.of_x = sf_plus_times(a.of_x, difference.x, e);
  a.of_y = sf_plus_times(a.of_y, difference.y, e);
  a.of_z = sf_plus_times(a.of_z, difference.z, e);
  return a;
}
/* The gradients in the place of the right-hand sides. */
SF_INLINE SfLeastSquares sf_solved(SfLeastSquares a) {
  const SfVector x = {a.yy * a.zz - a.yz * a.yz, a.xz * a.yz - a.xy * a.zz,
                      a.xy * a.yz - a.xz * a.yy};
  const SfVector y = {x.y, a.xx * a.zz - a.xz * a.xz, a.xy * a.xz - a.xx * a.yz};
  const SfVector z = {x.z, y.z, a.xx * a.yy - a.xy * a.xy};
  const real scale = SF_RECIPROCAL(a.xx * x.x + a.xy * x.y + a.xz * x.z);
  a.of_x = sf_times(scale, sf_vector(sf_dot(x, a.of_x), sf_dot(y, a.of_x), sf_dot(z, a.of_x)));
  a.of_y = sf_times(scale, sf_vector(sf_dot(x, a.of_y), sf_dot(y, a.of_y), sf_dot(z, a.of_y)));
  a.of_z = sf_times(scale, sf_vector(sf_dot(x, a.of_z), sf_dot(y, a.of_z), sf_dot(z, a.of_z)));
  return a;
}

/* Slopes of the velocity in cell i; F: the fluxes of the sides. A side that prescribes no velocity
   tells what it is ahead of the centre of the cell. */
SF_INLINE SfLeastSquares sf_velocity_slopes(SfFlowMesh mesh, SfFaceRow row, SfPrescribed prescribed,
                                            SF_GLOBAL const real* U, SF_GLOBAL const real* F,
                                            int i) {
  const SfVector own = sf_vector_at(U, sf_of_cells(mesh), i);
  SfLeastSquares a = sf_nothing_known(mesh);
  SF_FOR_FACES(mesh, row, at) {
    const SfCellFace face = sf_face_of_cell(mesh, i, at);
    const SfVector d = sf_seen_by_cell(mesh, face, sf_distance(mesh, face.number));
    a = sf_and_difference(a, sf_times(face.sign, d),
                          sf_plus_times(sf_vector_across(mesh, face, U), -1.0, own));
  }
  SF_FOR_SIDES(mesh, i, k) {
    const int s = mesh.side_list[k], kind = mesh.side_kind[s];
    const int known = kind == SF_PRESCRIBED_VELOCITY || (kind == SF_PRESSURE && F[s] < 0.0);
    const SfVector there = sf_side_velocity(mesh, prescribed, s, own, F[s]);
    a = sf_and_difference(a, known ? sf_side_distance(mesh, s) : sf_side_ahead(mesh, s),
                          sf_plus_times(there, -1.0, own));
  }
  return sf_solved(a);
}

/* (13) The gradient of component q that formulas take: half of the slope in the cell, half of the
   mean of those across its faces. */
SF_INLINE SfVector sf_smoothed_slope(SfFlowMesh mesh, SfFaceRow row, SfGradients slopes, int q,
                                     int i) {
  const SfVector own = sf_gradient_of(mesh, slopes, q, i, -1);
  SfVector sum = {0.0, 0.0, 0.0};
  int count = 0;
  SF_FOR_FACES(mesh, row, at) {
    const SfCellFace face = sf_face_of_cell(mesh, i, at);
    sum = sf_plus(sum, sf_gradient_of(mesh, slopes, q, face.other, face.rotation));
    ++count;
  }
  if (count == 0) return own;
  return sf_plus_times(sf_times(0.5, own), SF_DIVIDE(0.5, (real)count), sum);
}

/* (14) What component q is more at the centre of face f than where the line between the centres
   crosses it. */
SF_INLINE real sf_skew_part(SfFlowMesh mesh, int f, SfGradients of, int q) {
  return sf_dot(sf_skewness(mesh, f), sf_gradient_at_face(mesh, f, of, q));
}
/* The difference of the velocities at the centre of side s and ahead of the centre of the cell. */
SF_INLINE SfVector sf_skew_parts_at_side(SfFlowMesh mesh, int s, SfGradients of) {
  const SfVector t = sf_side_beside(mesh, s);
  const SfVectorArray cells = sf_of_cells(mesh);
  const int i = mesh.side_cell[s];
  return sf_vector(sf_dot(t, sf_vector_at(of.of_x, cells, i)),
                   sf_dot(t, sf_vector_at(of.of_y, cells, i)),
                   mesh.components > 2 ? sf_dot(t, sf_vector_at(of.of_z, cells, i)) : (real)0.0);
}

/* Their parts of fluxes, sigma. */
SF_INLINE real sf_skew_flux(SfFlowMesh mesh, SfGradients of, int f) {
  const SfVector part = sf_vector(sf_skew_part(mesh, f, of, 0), sf_skew_part(mesh, f, of, 1),
                                  mesh.components > 2 ? sf_skew_part(mesh, f, of, 2) : (real)0.0);
  return sf_dot(part, sf_vector_at(mesh.S, sf_of_faces(mesh), f));
}
SF_INLINE real sf_side_skew_flux(SfFlowMesh mesh, SfGradients of, int s) {
  if (!SF_GIVES_PRESSURE(mesh.side_kind[s])) return 0.0;
  return sf_dot(sf_skew_parts_at_side(mesh, s, of),
                sf_vector_at(mesh.side_S, sf_of_sides(mesh), s));
}

/* What skewness adds to phi*; `now`, `old`: the parts of the velocity and of U_old, `factor`: as in
   SfFluxParts. */
SF_INLINE real sf_skew_added(real now, real factor, real old) { return now - factor * old; }

#endif
