// Density and mass flux on faces; docs/methods/simple-ts.md (11), (12), (13). A velocity on a wall
// face is stored as 0, so its flux is 0 without a test.
#ifndef SLIPFLOW_DENSITY_H
#define SLIPFLOW_DENSITY_H

#include "simple_ts/convection/tvd_points.h"

/* On the lower face of cell P normal to the axis: of x the west one. */
SF_INLINE real sf_face_density(const SfContext* c, int axis, SfNode P) {
  const real q = sf_q(c, axis, P);
  const real upwind = sf_convected(q, sf_rho(c, sf_to(P, axis, -1)), sf_rho(c, P));
  return sf_convection_scheme(c) == SF_UPWIND ? upwind : upwind + sf_tvd_rho(c, axis, q, P);
}

/* The same times the area of the face. */
SF_INLINE real sf_make_R(const SfContext* c, int axis, SfNode P) {
  return sf_area(&c->mesh, axis, P) * sf_face_density(c, axis, P);
}
SF_SHARED_BY_AXIS(R, Rx, Ry, Rz)

/* (12) Mass flux through that face. */
SF_INLINE real sf_make_F(const SfContext* c, int axis, SfNode P) {
  return sf_R(c, axis, P) * sf_q(c, axis, P);
}
SF_SHARED_BY_AXIS(F, Fx, Fy, Fz)

#endif
