// Stores new values of a node together with the ghosts that follow it.
#ifndef SLIPFLOW_STORE_FIELDS_H
#define SLIPFLOW_STORE_FIELDS_H

#include "simple_ts/ghost_images.h"
#include "simple_ts/load_context.h"

/* A value at a cell centre. */
SF_INLINE void store_c(const SfMesh *m, __global real *field, int i, int j, real value) {
  sf_store(m, field, i, j, sf_images(i, SF_NX, SF_NX - 1, SF_WEST, SF_EAST),
           sf_images(j, SF_NY, SF_NY - 1, SF_SOUTH, SF_NORTH), value);
}
/* A value on a face normal to x. */
SF_INLINE void store_fx(const SfMesh *m, __global real *field, int i, int j, real value) {
  sf_store(m, field, i, j, sf_images(i, SF_NX, SF_NX, SF_WEST, SF_EAST),
           sf_images(j, SF_NY, SF_NY - 1, SF_SOUTH, SF_NORTH), value);
}
/* A value on a face normal to y. */
SF_INLINE void store_fy(const SfMesh *m, __global real *field, int i, int j, real value) {
  sf_store(m, field, i, j, sf_images(i, SF_NX, SF_NX - 1, SF_WEST, SF_EAST),
           sf_images(j, SF_NY, SF_NY, SF_SOUTH, SF_NORTH), value);
}

#endif
