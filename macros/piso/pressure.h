// Fluxes and the equation of the pressure: sum r_f [|S| delta (p_N - p_P) + along k] = sum phi*.
#ifndef SLIPFLOW_PISO_PRESSURE_H
#define SLIPFLOW_PISO_PRESSURE_H

#include "piso/skewed.h"

/* r = V/a_P, r' = V/(a_P + sum a_PN) in the pressure equation of SIMPLEC and PISO, and r' - r. */
typedef struct {
  real plain, consistent, more;
} SfOverA;

SF_INLINE SfOverA sf_over_a(real volume, real own, real across, int consistent) {
  SfOverA r;
  r.plain = SF_DIVIDE(volume, own);
  r.consistent = consistent ? SF_DIVIDE(volume, own + across) : r.plain;
  r.more = r.consistent - r.plain;
  return r;
}

/* The part of what fluxes and velocities of before differ by that a time step keeps; c0 over dt. */
SF_INLINE real sf_kept_by_step(SfOverA r, real c0) { return r.plain * c0; }

/* Vector i of an array, plus a factor times the gradient of the pressure. */
SF_INLINE SfVector sf_plus_gradient(SF_GLOBAL const real* from, real factor,
                                    SF_GLOBAL const real* gradient, SfVectorArray of, int i) {
  return sf_plus_times(sf_vector_at(from, of, i), factor, sf_vector_at(gradient, of, i));
}

/* grad p.S at face f, and at side s that gives the pressure. */
SF_INLINE real sf_pressure_difference(SfFlowMesh mesh, int f, SF_GLOBAL const real* p,
                                      SF_GLOBAL const real* gradient) {
  return mesh.s_delta[f] * (p[mesh.neighbour[f]] - p[mesh.owner[f]]) +
         sf_along_face(mesh, f, gradient);
}
SF_INLINE real sf_pressure_difference_at_side(SfFlowMesh mesh, SfPrescribed prescribed, int s,
                                              SF_GLOBAL const real* p,
                                              SF_GLOBAL const real* gradient) {
  return mesh.side_s_delta[s] * (prescribed.pressure[s] - p[mesh.side_cell[s]]) +
         sf_along_side(mesh, s, gradient);
}

/* What the flux phi* through a face is made of: H/a_P; what fluxes and velocities of before differ
   by, times `factor`, which has to survive; and (r' - r) grad p, with `more` = r' - r. */
typedef struct {
  SF_GLOBAL const real *h, *factor, *U_old, *more, *p, *gradient;
} SfFluxParts;

SF_INLINE real sf_flux(SfFlowMesh mesh, SfFluxParts from, real old, int f) {
  const SfVector S = sf_vector_at(mesh.S, sf_of_faces(mesh), f);
  const real difference = old - sf_dot(sf_vector_value_at(mesh, f, from.U_old), S);
  return sf_dot(sf_vector_value_at(mesh, f, from.h), S) +
         sf_value_at(mesh, f, from.factor) * difference +
         sf_value_at(mesh, f, from.more) * sf_pressure_difference(mesh, f, from.p, from.gradient);
}
SF_INLINE real sf_side_flux(SfFlowMesh mesh, SfPrescribed prescribed, SfFluxParts from, real old,
                            int s) {
  if (!SF_GIVES_PRESSURE(mesh.side_kind[s])) return prescribed.flux[s];
  const SfVector S = sf_vector_at(mesh.side_S, sf_of_sides(mesh), s);
  const int i = mesh.side_cell[s];
  const SfVectorArray of = sf_of_cells(mesh);
  const real difference = old - sf_dot(sf_vector_at(from.U_old, of, i), S);
  return sf_dot(sf_vector_at(from.h, of, i), S) + from.factor[i] * difference +
         from.more[i] * sf_pressure_difference_at_side(mesh, prescribed, s, from.p, from.gradient);
}

/* The fluxes of velocities, from which a flow starts. */
SF_INLINE real sf_flux_of(SfFlowMesh mesh, SF_GLOBAL const real* U, int f) {
  return sf_dot(sf_vector_value_at(mesh, f, U), sf_vector_at(mesh.S, sf_of_faces(mesh), f));
}
SF_INLINE real sf_side_flux_of(SfFlowMesh mesh, SfPrescribed prescribed, SF_GLOBAL const real* U,
                               int s) {
  if (!SF_GIVES_PRESSURE(mesh.side_kind[s])) return prescribed.flux[s];
  return sf_dot(sf_vector_at(U, sf_of_cells(mesh), mesh.side_cell[s]),
                sf_vector_at(mesh.side_S, sf_of_sides(mesh), s));
}

/* r' grad p.S at face f, from coefficients and parts along k of faces, of which an orthogonal mesh
   has none; and at side s, by r' of its cell. */
SF_INLINE real sf_flux_of_pressure(SfFlowMesh mesh, SF_GLOBAL const real* a,
                                   SF_GLOBAL const real* along, SF_GLOBAL const real* p, int f) {
  const real flux = a[f] * (p[mesh.neighbour[f]] - p[mesh.owner[f]]);
  return mesh.oblique ? flux + along[f] : flux;
}
SF_INLINE real sf_side_flux_of_pressure(SfFlowMesh mesh, SfPrescribed prescribed,
                                        SF_GLOBAL const real* r, SF_GLOBAL const real* p,
                                        SF_GLOBAL const real* gradient, int s) {
  if (!SF_GIVES_PRESSURE(mesh.side_kind[s])) return 0.0;
  return r[mesh.side_cell[s]] * sf_pressure_difference_at_side(mesh, prescribed, s, p, gradient);
}

/* The pressure that an iteration keeps. */
SF_INLINE real sf_relaxed(real alpha, real before, real solved) {
  return before + alpha * (solved - before);
}

/* The coefficient of cell i that comes from sides with a pressure; r: r' of the cell. */
SF_INLINE real sf_pressure_of_sides(SfFlowMesh mesh, real r, int i) {
  real sum = 0.0;
  SF_FOR_SIDES(mesh, i, k) {
    const int s = mesh.side_list[k];
    if (SF_GIVES_PRESSURE(mesh.side_kind[s])) sum += r * mesh.side_s_delta[s];
  }
  return sum;
}

/* The right-hand side of cell i. `along`: parts along k of faces, times r'. */
SF_INLINE real sf_pressure_right(SfFlowMesh mesh, SfFaceRow row, SfPrescribed prescribed,
                                 SF_GLOBAL const real* flux, SF_GLOBAL const real* side_flux,
                                 SF_GLOBAL const real* along, SF_GLOBAL const real* gradient,
                                 real r, int i) {
  real sum = 0.0;
  SF_FOR_FACES(mesh, row, at) {
    const SfCellFace face = sf_face_of_cell(mesh, i, at);
    const real difference =
        mesh.oblique ? flux[face.number] - along[face.number] : flux[face.number];
    sum -= face.sign * difference;
  }
  SF_FOR_SIDES(mesh, i, k) {
    const int s = mesh.side_list[k];
    sum -= side_flux[s];
    if (SF_GIVES_PRESSURE(mesh.side_kind[s]))
      sum += r * (mesh.side_s_delta[s] * prescribed.pressure[s] + sf_along_side(mesh, s, gradient));
  }
  return sum;
}

/* The terms of the residual sum |f - A p| / sum (|A p - A pm| + |f - A pm|), with the mean pm of p;
   a: coefficients of faces, b: of cells. */
typedef struct {
  real scale, residual;
} SfPressureResidual;

SF_INLINE SfPressureResidual sf_pressure_residual(SfFlowMesh mesh, SfFaceRow row,
                                                  SF_GLOBAL const real* a, real b, real right,
                                                  SF_GLOBAL const real* p, real mean, int i) {
  real product = b * p[i];
  SF_FOR_FACES(mesh, row, at)
  product += a[mesh.row_faces[at]] * (p[i] - p[mesh.columns[at]]);
  SfPressureResidual terms;
  terms.scale = SF_ABS(product - b * mean) + SF_ABS(right - b * mean);
  terms.residual = SF_ABS(right - product);
  return terms;
}

/* The net flow out of cell i, and the sum of all |fluxes|. */
typedef struct {
  real net, all;
} SfThroughCell;

SF_INLINE SfThroughCell sf_through_cell(SfFlowMesh mesh, SfFaceRow row, SF_GLOBAL const real* flux,
                                        SF_GLOBAL const real* side_flux, int i) {
  SfThroughCell sums = {0.0, 0.0};
  SF_FOR_FACES(mesh, row, at) {
    const SfCellFace face = sf_face_of_cell(mesh, i, at);
    sums.net += face.sign * flux[face.number];
    sums.all += SF_ABS(flux[face.number]);
  }
  SF_FOR_SIDES(mesh, i, k) {
    sums.net += side_flux[mesh.side_list[k]];
    sums.all += SF_ABS(side_flux[mesh.side_list[k]]);
  }
  return sums;
}
/* The Courant number of a step of length 1. */
SF_INLINE real sf_courant(SfFlowMesh mesh, SfThroughCell through, int i) {
  return SF_DIVIDE(0.5 * through.all, mesh.volumes[i]);
}

#endif
