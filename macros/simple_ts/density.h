// Density and mass flux on faces; docs/methods/simple-ts.md (11), (12), (13). A velocity on a wall
// face is stored as 0, so its flux is 0 without a test.
#ifndef SLIPFLOW_DENSITY_H
#define SLIPFLOW_DENSITY_H

#include "simple_ts/convection/tvd_points.h"

/* On the lower face of cell (i,j) normal to the axis: the west or the south one. */
SF_INLINE real sf_face_density(const SfContext* c, int axis, int i, int j) {
  const int ai = axis == SF_X, aj = axis == SF_Y;
  const real q = sf_q(c, axis, i, j);
  const real upwind = sf_convected(q, sf_rho(c, i - ai, j - aj), sf_rho(c, i, j));
  return sf_convection_scheme(c) == SF_UPWIND ? upwind : upwind + sf_tvd_rho(c, axis, q, i, j);
}

/* The same times the face's length. */
SF_INLINE real sf_make_R(const SfContext* c, int axis, int i, int j) {
  return sf_h(&c->mesh, SF_OTHER(axis), i, j) * sf_face_density(c, axis, i, j);
}
SF_SHARED_BY_AXIS(R, Rx, Ry)

/* (12) Mass flux through that face. */
SF_INLINE real sf_make_F(const SfContext* c, int axis, int i, int j) {
  return sf_R(c, axis, i, j) * sf_q(c, axis, i, j);
}
SF_SHARED_BY_AXIS(F, Fx, Fy)

#endif
