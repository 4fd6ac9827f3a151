// Stores new values of a node together with the ghosts that follow it.
#ifndef SLIPFLOW_STORE_FIELDS_H
#define SLIPFLOW_STORE_FIELDS_H

#include "simple_ts/ghost_images.h"
#include "simple_ts/load_context.h"

/* Whether nodes as near to a side as (i,j) have images at all. */
SF_INLINE int may_have_images(const SfMesh *m, int i, int j) {
  const int column = m->column + i;
  const int row = m->row + j;
  return column < SF_PAD || column >= SF_NX - SF_PAD || row < SF_PAD || row >= SF_NY - SF_PAD;
}

/* A value at a cell centre. */
SF_INLINE void store_c(const SfMesh *m, __global stored *field, int i, int j, stored value) {
  if (may_have_images(m, i, j))
    sf_store(m, field, i, j, sf_images(m->column + i, SF_NX, SF_NX - 1, SF_WEST, SF_EAST),
             sf_images(m->row + j, SF_NY, SF_NY - 1, SF_SOUTH, SF_NORTH), value);
  else
    field[sf_at(m, i, j)] = value;
}
/* A value on a face normal to x. */
SF_INLINE void store_fx(const SfMesh *m, __global stored *field, int i, int j, stored value) {
  if (may_have_images(m, i, j))
    sf_store(m, field, i, j, sf_images(m->column + i, SF_NX, SF_NX, SF_WEST, SF_EAST),
             sf_images(m->row + j, SF_NY, SF_NY - 1, SF_SOUTH, SF_NORTH), value);
  else
    field[sf_at(m, i, j)] = value;
}
/* A value on a face normal to y. */
SF_INLINE void store_fy(const SfMesh *m, __global stored *field, int i, int j, stored value) {
  if (may_have_images(m, i, j))
    sf_store(m, field, i, j, sf_images(m->column + i, SF_NX, SF_NX - 1, SF_WEST, SF_EAST),
             sf_images(m->row + j, SF_NY, SF_NY, SF_SOUTH, SF_NORTH), value);
  else
    field[sf_at(m, i, j)] = value;
}

#endif
