// The gas that slips along a wall at a velocity node; docs/methods/simple-ts.md (46), (8).
//
//      P_lo  u  P_hi        u: the node, between two gas cells
//     =======|=======       one wall face, or two, under the node
#ifndef SLIPFLOW_SLIP_GAS_H
#define SLIPFLOW_SLIP_GAS_H

#include "simple_ts/boundary/wall_jump.h"
#include "simple_ts/density.h"
#include "simple_ts/gas_model.h"

/* (46), (8) Of the wall faces under a node: the one there is, or the mean of two. */
SF_INLINE real sf_mean_of_faces(int lo, int hi, real of_lo, real of_hi) {
  return !lo ? of_hi : !hi ? of_lo : 0.5 * (of_lo + of_hi);
}
SF_INLINE SfSlipGas sf_mean_slip_gas(int lo, int hi, SfSlipGas of_lo, SfSlipGas of_hi) {
  const SfSlipGas gas = {sf_mean_of_faces(lo, hi, of_lo.rho, of_hi.rho),
                         sf_mean_of_faces(lo, hi, of_lo.path, of_hi.path)};
  return gas;
}

/* The gas at a wall face, and with the densities of the cells at the velocity node (i,j). */
SF_INLINE SfSlipGas sf_slip_gas_of_face(const SfContext* c, SfWallGas at_wall) {
  const SfSlipGas gas = {at_wall.rho, sf_mean_free_path_factor(c, at_wall.T)};
  return gas;
}
SF_INLINE SfSlipGas sf_slip_gas_of_cells(const SfContext* c, int axis, int i, int j) {
  const int ai = axis == SF_X, aj = axis == SF_Y;
  const SfSlipGas gas = {sf_face_density(c, axis, i, j),
                         0.5 * (sf_mean_free_path_factor(c, sf_T(c, i - ai, j - aj)) +
                                sf_mean_free_path_factor(c, sf_T(c, i, j)))};
  return gas;
}

/* The gas that the velocity node (i,j) slips with along the wall on one side of it, -1 or 1 across
   the axis. */
SF_INLINE SfSlipGas sf_slip_gas(const SfContext* c, int axis, int i, int j, int side) {
  const int ai = axis == SF_X, aj = axis == SF_Y;
  const int across = SF_OTHER(axis);
  if (!sf_density_at_wall(c)) return sf_slip_gas_of_cells(c, axis, i, j);
  const int lo = sf_tag(c, i - ai + side * aj, j - aj + side * ai);
  const int hi = sf_tag(c, i + side * aj, j + side * ai);
  SfSlipGas of_lo = {0.0, 0.0}, of_hi = {0.0, 0.0};
  if (lo)
    of_lo =
        sf_slip_gas_of_face(c, sf_wall_gas(c, sf_wall_face(c, across, i - ai, j - aj, side, lo)));
  if (hi) of_hi = sf_slip_gas_of_face(c, sf_wall_gas(c, sf_wall_face(c, across, i, j, side, hi)));
  return sf_mean_slip_gas(lo, hi, of_lo, of_hi);
}

/* The gas at the lower face of cell (i,j) normal to the axis, at the wall `tag`: the cell before,
   if the gas is in cell (i,j), `above` the wall; else cell (i,j). Nothing without a wall. */
SF_INLINE SfSlipGas sf_slip_gas_at_face(const SfContext* c, int axis, int i, int j, int above,
                                        int tag) {
  const int ai = axis == SF_X, aj = axis == SF_Y;
  const SfSlipGas nothing = {0.0, 0.0};
  if (!tag) return nothing;
  return sf_slip_gas_of_face(
      c, sf_wall_gas(c, sf_either_face(above, sf_wall_face(c, axis, i, j, -1, tag),
                                       sf_wall_face(c, axis, i - ai, j - aj, 1, tag))));
}
/* (46), (8) At the walls of the corner (i,j), of the velocity node (i,j) if that is `above` the
   walls, else of the node before it across the axis. */
SF_INLINE SfSlipGas sf_slip_gas_at_corner(const SfContext* c, int axis, int i, int j, int above) {
  const int ai = axis == SF_X, aj = axis == SF_Y;
  const int across = SF_OTHER(axis);
  const int lo = above ? sf_tag(c, i - 1, j - 1) : sf_tag(c, i - ai, j - aj);
  const int hi = above ? sf_tag(c, i - aj, j - ai) : sf_tag(c, i, j);
  return sf_mean_slip_gas(lo, hi, sf_slip_gas_at_face(c, across, i - ai, j - aj, above, lo),
                          sf_slip_gas_at_face(c, across, i, j, above, hi));
}

#endif
