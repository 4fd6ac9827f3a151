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

/* The gas on the face normal to the axis on one side of the gas cell (i,j), -1 or 1: at a wall that
   of (44) to (47) and (50), with jump; else that of the ghost cell, or where a pressure is
   prescribed on the face the mean of both cells (55). */
SF_INLINE SfGasOnFace sf_gas_on_boundary(const SfContext* c, int axis, int i, int j, int side,
                                         int is_pressure) {
  const int in = i + side * (axis == SF_X), jn = j + side * (axis == SF_Y);
  const int wall = sf_tag(c, in, jn);
  SfGasOnFace gas;
  if (wall) {
    const SfWallFace face = sf_wall_face(c, axis, i, j, side, wall);
    const SfWallGas at_wall = sf_wall_gas(c, face);
    gas.p = face.p;
    gas.T = at_wall.T;
    gas.rho = at_wall.rho;
    return gas;
  }
  gas.p = sf_p(c, in, jn);
  gas.T = sf_T(c, in, jn);
  gas.rho = sf_rho(c, in, jn);
  if (!is_pressure) return gas;
  gas.p = 0.5 * (gas.p + sf_p(c, i, j));
  gas.T = 0.5 * (gas.T + sf_T(c, i, j));
  gas.rho = SF_DIVIDE(gas.p, gas.T);
  return gas;
}

/* The velocity along the axis on the boundary on one side of its node (i,j), -1 or 1 across the
   axis: at a wall that of the gas, with slip (43); 0 for a node on another wall. */
SF_INLINE real sf_velocity_on_boundary(const SfContext* c, int axis, int i, int j, int side) {
  const SfWallPair wall = sf_wall_pair(c, axis, i, j, side);
  if (wall.lo < 0) return sf_q(c, axis, i + side * (axis == SF_Y), j + side * (axis == SF_X));
  return sf_fluid(c, axis, i, j) ? sf_slip_along(c, axis, i, j, side) : 0.0;
}

#endif
