// The equation of psi, (13): finite volumes around the nodes of the flow.
#ifndef SLIPFLOW_PSI_OMEGA_POISSON_H
#define SLIPFLOW_PSI_OMEGA_POISSON_H

#include "psi_omega/nodes.h"

/* Place of node (i,j) in the arrays of the linear system, whose cells are the nodes between the
   boundaries. */
SF_INLINE int po_place_in_system(int nx, int i, int j) { return j * (nx + 1) + i; }

/* The volume around a node, and of its faces in the west, east, south and north the weight, the
   place of the node beyond and whether psi is known there. */
typedef struct {
  real area;
  real weight[4];
  int beyond[4];
  int is_known[4];
} PoVolume;

/* `west` to `north`: widths of the adjacent cells. */
SF_INLINE PoVolume po_volume(SF_GLOBAL const SfTag* kind, int nx, int at, real west, real east,
                             real south, real north) {
  const int up = nx + 2 * SF_PAD;
  const real wide = 0.5 * (west + east), high = 0.5 * (south + north);
  PoVolume volume = {wide * high,
                     {SF_DIVIDE(high, west), SF_DIVIDE(high, east), SF_DIVIDE(wide, south),
                      SF_DIVIDE(wide, north)},
                     {at - 1, at + 1, at - up, at + up},
                     {0, 0, 0, 0}};
  for (int side = 0; side < 4; ++side) volume.is_known[side] = kind[volume.beyond[side]] != PO_FLOW;
  return volume;
}

SF_INLINE real po_right_hand_side(const PoVolume* volume, SF_GLOBAL const real* psi, real omega) {
  real sum = volume->area * omega;
  for (int side = 0; side < 4; ++side)
    sum += volume->is_known[side] ? volume->weight[side] * psi[volume->beyond[side]] : 0.0;
  return sum;
}

#endif
