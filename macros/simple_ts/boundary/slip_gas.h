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

/* The gas at a wall face, and with the densities of the cells at the velocity node P. */
SF_INLINE SfSlipGas sf_slip_gas_of_face(const SfContext* c, SfWallGas at_wall) {
  const SfSlipGas gas = {at_wall.rho, sf_mean_free_path_factor(c, at_wall.T)};
  return gas;
}
SF_INLINE SfSlipGas sf_slip_gas_of_cells(const SfContext* c, int axis, SfNode P) {
  const SfSlipGas gas = {sf_face_density(c, axis, P),
                         0.5 * (sf_mean_free_path_factor(c, sf_T(c, sf_to(P, axis, -1))) +
                                sf_mean_free_path_factor(c, sf_T(c, P)))};
  return gas;
}

/* The gas that the velocity node P slips with along the wall on one side of it, -1 or 1 across
   the axis. */
SF_INLINE SfSlipGas sf_slip_gas(const SfContext* c, int axis, int across, SfNode P, int side) {
  if (!sf_density_at_wall(c)) return sf_slip_gas_of_cells(c, axis, P);
  const int lo = sf_tag(c, sf_to(sf_to(P, axis, -1), across, side));
  const int hi = sf_tag(c, sf_to(P, across, side));
  SfSlipGas of_lo = {0.0, 0.0}, of_hi = {0.0, 0.0};
  if (lo)
    of_lo = sf_slip_gas_of_face(
        c, sf_wall_gas(c, sf_wall_face(c, across, sf_to(P, axis, -1), side, lo)));
  if (hi) of_hi = sf_slip_gas_of_face(c, sf_wall_gas(c, sf_wall_face(c, across, P, side, hi)));
  return sf_mean_slip_gas(lo, hi, of_lo, of_hi);
}

/* The gas at the lower face of cell P normal to the axis, at the wall `tag`: the cell before,
   if the gas is in cell P, `above` the wall; else cell P. Nothing without a wall. */
SF_INLINE SfSlipGas sf_slip_gas_at_face(const SfContext* c, int axis, SfNode P, int above,
                                        int tag) {
  const SfSlipGas nothing = {0.0, 0.0};
  if (!tag) return nothing;
  return sf_slip_gas_of_face(
      c, sf_wall_gas(c, sf_either_face(above, sf_wall_face(c, axis, P, -1, tag),
                                       sf_wall_face(c, axis, sf_to(P, axis, -1), 1, tag))));
}
/* (46), (8) At the walls of the corner P, of the velocity node P if that is `above` the
   walls, else of the node before it across the axis. */
SF_INLINE SfSlipGas sf_slip_gas_at_corner(const SfContext* c, int axis, int across, SfNode P,
                                          int above) {
  const int lo =
      above ? sf_tag(c, sf_to(sf_to(P, axis, -1), across, -1)) : sf_tag(c, sf_to(P, axis, -1));
  const int hi = above ? sf_tag(c, sf_to(P, across, -1)) : sf_tag(c, P);
  return sf_mean_slip_gas(lo, hi, sf_slip_gas_at_face(c, across, sf_to(P, axis, -1), above, lo),
                          sf_slip_gas_at_face(c, across, P, above, hi));
}

#endif
