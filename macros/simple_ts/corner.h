// Values at corner points: the viscosity that the cross terms need and the shear rate of the
// dissipation; docs/methods/simple-ts.md (18), (19), (28). Corner (i,j) is the south-west one of
// cell (i,j).
#ifndef SLIPFLOW_CORNER_H
#define SLIPFLOW_CORNER_H

#include "interpolation.h"
#include "simple_ts/boundary/wall_jump.h"
#include "simple_ts/boundary/wall_slip.h"
#include "simple_ts/gas_model.h"

/* The face between a gas cell and a cell next to it, as the nodes on the faces of the gas cell see
   it. The gas at a wall is computed once for its viscosity and its slip. */
typedef struct {
  int wall;      /* in the cell next to it; 0: gas */
  real gamma;    /* on the face: linear, or that of the gas at the wall */
  SfSlipGas gas; /* at the wall, 0 without one */
} SfCrossedFace;

/* From the gas cell (k,j) to (k,jn), jn = j-1 or j+1, across the face row jf. */
SF_INLINE SfCrossedFace sf_crossed_face_y(const SfContext* c, int k, int j, int jn, int jf) {
  SfCrossedFace face = {sf_tag(c, k, jn), 0.0, {0.0, 0.0}};
  if (face.wall) {
    const SfWallGas gas = sf_wall_gas(c, sf_wall_face_y(c, k, j, jn, face.wall));
    face.gamma = sf_transport(c, gas.T);
    face.gas = sf_slip_gas_of_face(c, gas);
  } else {
    face.gamma = sf_linear(sf_gamma(c, k, jf - 1), sf_wyl(&c->mesh, jf), sf_gamma(c, k, jf),
                           sf_wyh(&c->mesh, jf));
  }
  return face;
}
/* From the gas cell (i,k) to (in_,k), in_ = i-1 or i+1, across the face column if_. */
SF_INLINE SfCrossedFace sf_crossed_face_x(const SfContext* c, int i, int k, int in_, int if_) {
  SfCrossedFace face = {sf_tag(c, in_, k), 0.0, {0.0, 0.0}};
  if (face.wall) {
    const SfWallGas gas = sf_wall_gas(c, sf_wall_face_x(c, i, k, in_, face.wall));
    face.gamma = sf_transport(c, gas.T);
    face.gas = sf_slip_gas_of_face(c, gas);
  } else {
    face.gamma = sf_linear(sf_gamma(c, if_ - 1, k), sf_wxl(&c->mesh, if_), sf_gamma(c, if_, k),
                           sf_wxh(&c->mesh, if_));
  }
  return face;
}

/* Both faces between a fluid node and the next one across its velocity: (18) or (19),
   (46), (8). */
typedef struct {
  real gamma;
  SfSlipGas gas; /* at the walls, 0 without any */
} SfCorner;

SF_INLINE SfCorner sf_corner_of_faces(SfCrossedFace lo, SfCrossedFace hi) {
  const SfCorner corner = {0.5 * (lo.gamma + hi.gamma),
                           sf_mean_slip_gas(lo.wall, hi.wall, lo.gas, hi.gas)};
  return corner;
}
/* (18) Across the face row jf from u(i,j), and (19) across the face column if_ from v(i,j). */
SF_INLINE SfCorner sf_corner_of_u(const SfContext* c, int i, int j, int jn, int jf) {
  return sf_corner_of_faces(sf_crossed_face_y(c, i - 1, j, jn, jf),
                            sf_crossed_face_y(c, i, j, jn, jf));
}
SF_INLINE SfCorner sf_corner_of_v(const SfContext* c, int i, int j, int in_, int if_) {
  return sf_corner_of_faces(sf_crossed_face_x(c, i, j - 1, in_, if_),
                            sf_crossed_face_x(c, i, j, in_, if_));
}

/* du/dy at corner (i,j) at a wall: from the one fluid node to its own slip value. */
SF_INLINE real sf_dudy_at_wall(const SfContext* c, int i, int j) {
  const int above = sf_fluid_u(c, i, j);
  const int below = sf_fluid_u(c, i, j - 1);
  if (above && below) return (sf_u(c, i, j) - sf_u(c, i, j - 1)) * sf_rhyf(&c->mesh, j);
  if (!above && !below) return 0.0;
  const SfSlipGas no_gas = {0.0, 0.0};
  const SfSlipGas gas = c->density_at_wall ? sf_slip_gas_beside_u(c, i, j, above) : no_gas;
  if (above)
    return (sf_u(c, i, j) - sf_slip_u_with(c, i, j, j - 1, gas)) * (2.0 * sf_rhy(&c->mesh, j));
  return (sf_slip_u_with(c, i, j - 1, j, gas) - sf_u(c, i, j - 1)) *
         (2.0 * sf_rhy(&c->mesh, j - 1));
}
SF_INLINE real sf_dvdx_at_wall(const SfContext* c, int i, int j) {
  const int right = sf_fluid_v(c, i, j);
  const int left = sf_fluid_v(c, i - 1, j);
  if (right && left) return (sf_v(c, i, j) - sf_v(c, i - 1, j)) * sf_rhxf(&c->mesh, i);
  if (!right && !left) return 0.0;
  const SfSlipGas no_gas = {0.0, 0.0};
  const SfSlipGas gas = c->density_at_wall ? sf_slip_gas_beside_v(c, i, j, right) : no_gas;
  if (right)
    return (sf_v(c, i, j) - sf_slip_v_with(c, i, j, i - 1, gas)) * (2.0 * sf_rhx(&c->mesh, i));
  return (sf_slip_v_with(c, i - 1, j, i, gas) - sf_v(c, i - 1, j)) *
         (2.0 * sf_rhx(&c->mesh, i - 1));
}

/* (28) (du/dy + dv/dx)^2 at corner (i,j), the same for the four cells that meet there. */
SF_INLINE real sf_make_shear2(const SfContext* c, int i, int j) {
  const real dudy = c->has_walls ? sf_dudy_at_wall(c, i, j)
                                 : (sf_u(c, i, j) - sf_u(c, i, j - 1)) * sf_rhyf(&c->mesh, j);
  const real dvdx = c->has_walls ? sf_dvdx_at_wall(c, i, j)
                                 : (sf_v(c, i, j) - sf_v(c, i - 1, j)) * sf_rhxf(&c->mesh, i);
  return (dudy + dvdx) * (dudy + dvdx);
}

#endif
