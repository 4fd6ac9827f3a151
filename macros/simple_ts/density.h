// Density and mass flux on faces; docs/methods/simple-ts.md (11), (12), (13). A velocity on a wall
// face is stored as 0, so its flux is 0 without a test.
#ifndef SLIPFLOW_DENSITY_H
#define SLIPFLOW_DENSITY_H

#include "simple_ts/convection/tvd_points.h"

SF_INLINE real sf_rho_fx(const SfContext* c, int i, int j) {
  const real u = sf_u(c, i, j);
  const real upwind = sf_convected(u, sf_rho(c, i - 1, j), sf_rho(c, i, j));
  return c->convection == SF_UPWIND ? upwind : upwind + sf_tvd_rho_fx(c, u, i, j);
}
SF_INLINE real sf_rho_fy(const SfContext* c, int i, int j) {
  const real v = sf_v(c, i, j);
  const real upwind = sf_convected(v, sf_rho(c, i, j - 1), sf_rho(c, i, j));
  return c->convection == SF_UPWIND ? upwind : upwind + sf_tvd_rho_fy(c, v, i, j);
}

/* Density on the west and the south face of cell (i,j) times the face's length. */
SF_INLINE real sf_make_Rx(const SfContext* c, int i, int j) {
  return sf_hy(&c->mesh, j) * sf_rho_fx(c, i, j);
}
SF_INLINE real sf_make_Ry(const SfContext* c, int i, int j) {
  return sf_hx(&c->mesh, i) * sf_rho_fy(c, i, j);
}
SF_SHARED(Rx)
SF_SHARED(Ry)

/* (12) Mass flux through the west and the south face of cell (i,j). */
SF_INLINE real sf_make_Fx(const SfContext* c, int i, int j) {
  return sf_Rx(c, i, j) * sf_u(c, i, j);
}
SF_INLINE real sf_make_Fy(const SfContext* c, int i, int j) {
  return sf_Ry(c, i, j) * sf_v(c, i, j);
}
SF_SHARED(Fx)
SF_SHARED(Fy)

#endif
