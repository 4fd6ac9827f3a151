// Values at corner points: the viscosity that the cross terms need and the shear rate of the
// dissipation; docs/methods/simple-ts.md (18), (19), (28). Corner P is the south-west one of
// cell P; in space corners are edges, along the third axis.
#ifndef SLIPFLOW_CORNER_H
#define SLIPFLOW_CORNER_H

#include "simple_ts/boundary/wall_jump.h"
#include "simple_ts/boundary/wall_slip.h"
#include "simple_ts/gas_model.h"

/* The face between a gas cell and a cell next to it, as the nodes on the faces of the gas cell see
   it. The gas at a wall is computed once for its viscosity and its slip. */
typedef struct {
  int wall;      /* in the cell next to it; 0: gas */
  real gamma2;   /* twice Gamma on the face: linear, or that of the gas at the wall */
  SfSlipGas gas; /* at the wall, 0 without one */
} SfCrossedFace;

/* From the gas cell P to the next one along the axis on one side, -1 or 1. */
SF_INLINE SfCrossedFace sf_crossed_face(const SfContext* c, int axis, SfNode P, int side) {
  SfCrossedFace face = {sf_tag(c, sf_to(P, axis, side)), 0.0, {0.0, 0.0}};
  if (SF_WALLS_IN_REACH(c) && face.wall) {
    const SfWallGas gas = sf_wall_gas(c, sf_wall_face(c, axis, P, side, face.wall));
    face.gamma2 = 2.0 * sf_transport(c, gas.T);
    face.gas = sf_slip_gas_of_face(c, gas);
  } else {
    face.gamma2 = sf_G(c, axis, side > 0 ? sf_to(P, axis, 1) : P);
  }
  return face;
}

/* Both faces between a fluid node and the next one across its velocity: (18) or (19),
   (46), (8). */
typedef struct {
  real gamma4;   /* four times Gamma at the corner */
  SfSlipGas gas; /* at the walls, 0 without any */
} SfCorner;

SF_INLINE SfCorner sf_corner_of_faces(SfCrossedFace lo, SfCrossedFace hi) {
  const SfCorner corner = {lo.gamma2 + hi.gamma2,
                           sf_mean_slip_gas(lo.wall, hi.wall, lo.gas, hi.gas)};
  return corner;
}
/* (18), (19) On one side of the velocity node P, across the axis. */
SF_INLINE SfCorner sf_corner_of(const SfContext* c, int axis, int across, SfNode P, int side) {
  return sf_corner_of_faces(sf_crossed_face(c, across, sf_to(P, axis, -1), side),
                            sf_crossed_face(c, across, P, side));
}

/* The slope of a velocity across its axis at corner P: du/dy or dv/dx. */
SF_INLINE real sf_slope_of_gas(const SfContext* c, int axis, int across, SfNode P) {
  return (sf_q(c, axis, P) - sf_q(c, axis, sf_to(P, across, -1))) * sf_rhf(&c->mesh, across, P);
}
/* The same where a wall may be: there from the one fluid node to its own slip value. */
SF_INLINE real sf_slope_at_wall(const SfContext* c, int axis, int across, SfNode P) {
  const int above = sf_fluid(c, axis, P);
  const int below = sf_fluid(c, axis, sf_to(P, across, -1));
  if (above && below) return sf_slope_of_gas(c, axis, across, P);
  if (!above && !below) return 0.0;
  const SfSlipGas no_gas = {0.0, 0.0};
  const SfSlipGas gas =
      sf_density_at_wall(c) ? sf_slip_gas_at_corner(c, axis, across, P, above) : no_gas;
  if (above)
    return (sf_q(c, axis, P) - sf_slip_with(c, axis, across, P, -1, gas)) *
           (2.0 * sf_rh(&c->mesh, across, P));
  return (sf_slip_with(c, axis, across, sf_to(P, across, -1), 1, gas) -
          sf_q(c, axis, sf_to(P, across, -1))) *
         (2.0 * sf_rh(&c->mesh, across, sf_to(P, across, -1)));
}

/* (28) du/dy + dv/dx at corner P; in general of the velocities along a and b. */
SF_INLINE real sf_shear(const SfContext* c, int a, int b, SfNode P) {
  const real da_db =
      SF_WALLS_IN_REACH(c) ? sf_slope_at_wall(c, a, b, P) : sf_slope_of_gas(c, a, b, P);
  const real db_da =
      SF_WALLS_IN_REACH(c) ? sf_slope_at_wall(c, b, a, P) : sf_slope_of_gas(c, b, a, P);
  return da_db + db_da;
}
/* (28) Its square, the same for the four cells that meet there. */
SF_INLINE real sf_shear2_of(const SfContext* c, int a, int b, SfNode P) {
  const real shear = sf_shear(c, a, b, P);
  return shear * shear;
}
SF_INLINE real sf_make_shear2(const SfContext* c, SfNode P) {
  return sf_shear2_of(c, SF_X, SF_Y, P);
}
#if SF_AXES == 3
SF_INLINE real sf_make_shear2_x(const SfContext* c, SfNode P) {
  return sf_shear2_of(c, SF_Y, SF_Z, P);
}
SF_INLINE real sf_make_shear2_y(const SfContext* c, SfNode P) {
  return sf_shear2_of(c, SF_Z, SF_X, P);
}
#endif

#endif
