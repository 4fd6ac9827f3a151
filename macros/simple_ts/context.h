// What the equations read: the fields of the previous inner iteration and of the old time level,
// the mesh, the walls. A loader (serial code, plain kernel, fused kernel) fills one SfContext; after
// inlining nothing of it is left.
//
// gamma = Gamma(T) per cell and shear2 = (du/dy + dv/dx)^2 per corner point are made once and read
// many times. The fused kernel keeps a few rows of them in local memory (SF_ROWS_IN_LOCAL, a ring of
// 4 and 2 rows of SF_WIDTH columns); elsewhere they are arrays like the fields.
#ifndef SLIPFLOW_CONTEXT_H
#define SLIPFLOW_CONTEXT_H

#include "indexing.h"

#ifdef SF_ROWS_IN_LOCAL
#define SF_DERIVED SF_LOCAL
#else
#define SF_DERIVED SF_GLOBAL
#endif

typedef struct {
  SfMesh mesh;
  SfGas gas;
  real dt;
  real rdt;                   /* 1/dt */
  int has_walls;              /* 0: no solid cell within reach, the wall code folds away */
  SF_GLOBAL const real *u;    /* iteration k-1 */
  SF_GLOBAL const real *v;
  SF_GLOBAL const real *T;
  SF_GLOBAL const real *rho;
  SF_GLOBAL const real *u_old; /* time level n-1 */
  SF_GLOBAL const real *v_old;
  SF_GLOBAL const real *T_old;
  SF_GLOBAL const real *rho_old;
  SF_GLOBAL const SfTag *tag; /* 0 gas, else the number of the wall that fills the cell */
  SF_GLOBAL const SfWall *wall;
  SF_DERIVED const real *gamma;
  SF_DERIVED const real *shear2;
  int convection;             /* number of the convection scheme */
  int explicit_convection;    /* convective terms of the old level: C_u, C_v, C_T, once per step */
  SF_GLOBAL const real *C_u;
  SF_GLOBAL const real *C_v;
  SF_GLOBAL const real *C_T;
  int outflow_diagonal;       /* [inner] diagonal = outflow, and relaxation = cycle */
  int relaxes;
  real relaxation;            /* of this iteration */
  int first_column;           /* of the rows in local memory */
#ifdef SF_MANUFACTURED_SOURCES
  SF_GLOBAL const real *S_rho; /* sources per volume, for tests of the order of accuracy */
  SF_GLOBAL const real *S_u;
  SF_GLOBAL const real *S_v;
  SF_GLOBAL const real *S_T;
#endif
} SfContext;

/* Adds volume x source to a sum, in the tests that have sources. */
#ifdef SF_MANUFACTURED_SOURCES
#define SF_ADD_SOURCE(sum, source, at, volume) (sum) += (volume) * (source)[at]
#else
#define SF_ADD_SOURCE(sum, source, at, volume)
#endif

SF_INLINE real sf_u(const SfContext *c, int i, int j) { return c->u[sf_at(&c->mesh, i, j)]; }
SF_INLINE real sf_v(const SfContext *c, int i, int j) { return c->v[sf_at(&c->mesh, i, j)]; }
SF_INLINE real sf_T(const SfContext *c, int i, int j) { return c->T[sf_at(&c->mesh, i, j)]; }
SF_INLINE real sf_rho(const SfContext *c, int i, int j) { return c->rho[sf_at(&c->mesh, i, j)]; }

/* Pressure of iteration k-1: always the rounded product. */
SF_INLINE real sf_p(const SfContext *c, int i, int j) { return sf_rho(c, i, j) * sf_T(c, i, j); }

#ifdef SF_ROWS_IN_LOCAL
SF_INLINE int sf_gamma_slot(const SfContext *c, int i, int j) {
  return (j & 3) * SF_WIDTH + (i - c->first_column);
}
SF_INLINE int sf_shear2_slot(const SfContext *c, int i, int j) {
  return (j & 1) * SF_WIDTH + (i - c->first_column);
}
#else
SF_INLINE int sf_gamma_slot(const SfContext *c, int i, int j) { return sf_at(&c->mesh, i, j); }
SF_INLINE int sf_shear2_slot(const SfContext *c, int i, int j) { return sf_at(&c->mesh, i, j); }
#endif
SF_INLINE real sf_gamma(const SfContext *c, int i, int j) {
  return c->gamma[sf_gamma_slot(c, i, j)];
}
SF_INLINE real sf_shear2(const SfContext *c, int i, int j) {
  return c->shear2[sf_shear2_slot(c, i, j)];
}

/* Number of the wall in the cell, 0 for gas. */
SF_INLINE int sf_tag(const SfContext *c, int i, int j) {
  return c->has_walls ? c->tag[sf_at(&c->mesh, i, j)] : 0;
}
/* A node is fluid when both cells beside it are gas (ghost cells beyond open sides included). */
SF_INLINE int sf_fluid_u(const SfContext *c, int i, int j) {
  return !c->has_walls || !(sf_tag(c, i - 1, j) | sf_tag(c, i, j));
}
SF_INLINE int sf_fluid_v(const SfContext *c, int i, int j) {
  return !c->has_walls || !(sf_tag(c, i, j - 1) | sf_tag(c, i, j));
}

#endif
