// Values of the gas on the faces where it ends; docs/methods/simple-ts.md (64).
//
//     P | W          a gas cell P and the cell W across its face: a wall, or a ghost cell outside
//                    an open boundary
#ifndef SLIPFLOW_BOUNDARY_VALUES_H
#define SLIPFLOW_BOUNDARY_VALUES_H

#include "simple_ts/boundary/wall_slip.h"

typedef struct {
  real p;
  real T;
  real rho;
} SfGasOnFace;

/* The gas on the face normal to the axis on one side of the gas cell P, -1 or 1: at a wall that
   of (44) to (47) and (50), with jump; else that of the ghost cell, or where a pressure is
   prescribed on the face the mean of both cells (55). */
SF_INLINE SfGasOnFace sf_gas_on_boundary(const SfContext* c, int axis, SfNode P, int side,
                                         int is_pressure) {
  const SfNode next = sf_to(P, axis, side);
  const int wall = sf_tag(c, next);
  SfGasOnFace gas;
  if (wall) {
    const SfWallFace face = sf_wall_face(c, axis, P, side, wall);
    const SfWallGas at_wall = sf_wall_gas(c, face);
    gas.p = face.p;
    gas.T = at_wall.T;
    gas.rho = at_wall.rho;
    return gas;
  }
  gas.p = sf_p(c, next);
  gas.T = sf_T(c, next);
  gas.rho = sf_rho(c, next);
  if (!is_pressure) return gas;
  gas.p = 0.5 * (gas.p + sf_p(c, P));
  gas.T = 0.5 * (gas.T + sf_T(c, P));
  gas.rho = SF_DIVIDE(gas.p, gas.T);
  return gas;
}

/* The velocity along the axis on the boundary on one side of its node P, -1 or 1 across the
   axis: at a wall that of the gas, with slip (43); 0 for a node on another wall. */
SF_INLINE real sf_velocity_on_boundary(const SfContext* c, int axis, int across, SfNode P,
                                       int side) {
  const SfWallPair wall = sf_wall_pair(c, axis, across, P, side);
  if (wall.lo < 0) return sf_q(c, axis, sf_to(P, across, side));
  return sf_fluid(c, axis, P) ? sf_slip_along(c, axis, across, P, side) : 0.0;
}

#endif
