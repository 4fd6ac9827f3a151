// The gas that slips along a wall at a velocity node; docs/methods/simple-ts.md (46), (8).
//
//      P_lo  u  P_hi        u: the node, between two gas cells
//     =======|=======       one wall face, or two, under the node
#ifndef SLIPFLOW_SLIP_GAS_H
#define SLIPFLOW_SLIP_GAS_H

#include "simple_ts/boundary/wall_jump.h"
#include "simple_ts/density.h"
#include "simple_ts/gas_model.h"

/* The gas that slips at a node: its density, and its mean free path over that of hard spheres. */
typedef struct {
  real rho;
  real path;
} SfSlipGas;

/* (46), (8) Of the wall faces under a node: the one there is, or the mean of two. */
SF_INLINE real sf_mean_of_faces(int lo, int hi, real of_lo, real of_hi) {
  return !lo ? of_hi : !hi ? of_lo : 0.5 * (of_lo + of_hi);
}
SF_INLINE SfSlipGas sf_mean_slip_gas(int lo, int hi, SfSlipGas of_lo, SfSlipGas of_hi) {
  const SfSlipGas gas = {sf_mean_of_faces(lo, hi, of_lo.rho, of_hi.rho),
                         sf_mean_of_faces(lo, hi, of_lo.path, of_hi.path)};
  return gas;
}

/* The gas at a wall face, and with the densities of the cells at u(i,j) and at v(i,j). */
SF_INLINE SfSlipGas sf_slip_gas_of_face(const SfContext* c, SfWallGas at_wall) {
  const SfSlipGas gas = {at_wall.rho, sf_mean_free_path_factor(c, at_wall.T)};
  return gas;
}
SF_INLINE SfSlipGas sf_slip_gas_of_cells_u(const SfContext* c, int i, int j) {
  const SfSlipGas gas = {sf_rho_fx(c, i, j), 0.5 * (sf_mean_free_path_factor(c, sf_T(c, i - 1, j)) +
                                                    sf_mean_free_path_factor(c, sf_T(c, i, j)))};
  return gas;
}
SF_INLINE SfSlipGas sf_slip_gas_of_cells_v(const SfContext* c, int i, int j) {
  const SfSlipGas gas = {sf_rho_fy(c, i, j), 0.5 * (sf_mean_free_path_factor(c, sf_T(c, i, j - 1)) +
                                                    sf_mean_free_path_factor(c, sf_T(c, i, j)))};
  return gas;
}

/* The face between (k,j) and (k,jw), or (i,k) and (iw,k), where the second is the wall `tag`. */
SF_INLINE SfWallFace sf_wall_face_y(const SfContext* c, int k, int j, int jw, int tag) {
  return sf_wall_face(c, k, j, k, jw, sf_hy(&c->mesh, j), tag);
}
SF_INLINE SfWallFace sf_wall_face_x(const SfContext* c, int i, int k, int iw, int tag) {
  return sf_wall_face(c, i, k, iw, k, sf_hx(&c->mesh, i), tag);
}

/* The gas that u(i,j) slips with along the wall in row jw, and v(i,j) along that in column iw. */
SF_INLINE SfSlipGas sf_slip_gas_u(const SfContext* c, int i, int j, int jw) {
  if (!c->density_at_wall) return sf_slip_gas_of_cells_u(c, i, j);
  const int lo = sf_tag(c, i - 1, jw);
  const int hi = sf_tag(c, i, jw);
  SfSlipGas of_lo = {0.0, 0.0}, of_hi = {0.0, 0.0};
  if (lo) of_lo = sf_slip_gas_of_face(c, sf_wall_gas(c, sf_wall_face_y(c, i - 1, j, jw, lo)));
  if (hi) of_hi = sf_slip_gas_of_face(c, sf_wall_gas(c, sf_wall_face_y(c, i, j, jw, hi)));
  return sf_mean_slip_gas(lo, hi, of_lo, of_hi);
}
SF_INLINE SfSlipGas sf_slip_gas_v(const SfContext* c, int i, int j, int iw) {
  if (!c->density_at_wall) return sf_slip_gas_of_cells_v(c, i, j);
  const int lo = sf_tag(c, iw, j - 1);
  const int hi = sf_tag(c, iw, j);
  SfSlipGas of_lo = {0.0, 0.0}, of_hi = {0.0, 0.0};
  if (lo) of_lo = sf_slip_gas_of_face(c, sf_wall_gas(c, sf_wall_face_x(c, i, j - 1, iw, lo)));
  if (hi) of_hi = sf_slip_gas_of_face(c, sf_wall_gas(c, sf_wall_face_x(c, i, j, iw, hi)));
  return sf_mean_slip_gas(lo, hi, of_lo, of_hi);
}

/* The gas at the face between (k,j-1) and (k,j), or (i-1,k) and (i,k): the wall `tag` is the first
   of them if the gas is `above` it, or on its `right`. Nothing without a wall. */
SF_INLINE SfSlipGas sf_slip_gas_fy(const SfContext* c, int k, int j, int above, int tag) {
  const SfSlipGas nothing = {0.0, 0.0};
  if (!tag) return nothing;
  return sf_slip_gas_of_face(
      c, sf_wall_gas(c, sf_either_face(above, sf_wall_face_y(c, k, j, j - 1, tag),
                                       sf_wall_face_y(c, k, j - 1, j, tag))));
}
SF_INLINE SfSlipGas sf_slip_gas_fx(const SfContext* c, int i, int k, int right, int tag) {
  const SfSlipGas nothing = {0.0, 0.0};
  if (!tag) return nothing;
  return sf_slip_gas_of_face(
      c, sf_wall_gas(c, sf_either_face(right, sf_wall_face_x(c, i, k, i - 1, tag),
                                       sf_wall_face_x(c, i - 1, k, i, tag))));
}
/* (46), (8) at the walls of the corner (i,j), of u(i,j) if that is `above` the walls, or else of
   u(i,j-1); of v(i,j) if it is on their `right`, or else of v(i-1,j). */
SF_INLINE SfSlipGas sf_slip_gas_beside_u(const SfContext* c, int i, int j, int above) {
  const int lo = above ? sf_tag(c, i - 1, j - 1) : sf_tag(c, i - 1, j);
  const int hi = above ? sf_tag(c, i, j - 1) : sf_tag(c, i, j);
  return sf_mean_slip_gas(lo, hi, sf_slip_gas_fy(c, i - 1, j, above, lo),
                          sf_slip_gas_fy(c, i, j, above, hi));
}
SF_INLINE SfSlipGas sf_slip_gas_beside_v(const SfContext* c, int i, int j, int right) {
  const int lo = right ? sf_tag(c, i - 1, j - 1) : sf_tag(c, i, j - 1);
  const int hi = right ? sf_tag(c, i - 1, j) : sf_tag(c, i, j);
  return sf_mean_slip_gas(lo, hi, sf_slip_gas_fx(c, i, j - 1, right, lo),
                          sf_slip_gas_fx(c, i, j, right, hi));
}

#endif
