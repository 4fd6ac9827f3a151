// Density and mass flux on faces; docs/numerics.md (10), (11). A velocity on a wall face is stored
// as 0, so its flux is 0 without a question.
#ifndef SLIPFLOW_DENSITY_H
#define SLIPFLOW_DENSITY_H

#include "simple_ts/context.h"
#include "simple_ts/convection/upwind.h"

SF_INLINE real sf_rho_fx(const SfContext *c, int i, int j) {
  return sf_convected(sf_u(c, i, j), sf_rho(c, i - 1, j), sf_rho(c, i, j));
}
SF_INLINE real sf_rho_fy(const SfContext *c, int i, int j) {
  return sf_convected(sf_v(c, i, j), sf_rho(c, i, j - 1), sf_rho(c, i, j));
}

/* (11) Mass flux through the west face of cell (i,j). */
SF_INLINE real sf_Fx(const SfContext *c, int i, int j) {
  return sf_hy(&c->mesh, j) * sf_rho_fx(c, i, j) * sf_u(c, i, j);
}
/* (11) Mass flux through the south face of cell (i,j). */
SF_INLINE real sf_Fy(const SfContext *c, int i, int j) {
  return sf_hx(&c->mesh, i) * sf_rho_fy(c, i, j) * sf_v(c, i, j);
}

#endif
