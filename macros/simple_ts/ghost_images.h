// Ghost cells that follow the field: copies beyond an outflow side, images beyond a periodic one.
// Whoever stores cell k also stores the ghosts that depend on it, so no pass over ghosts is needed.
//
//     ghosts -4 -3 -2 -1 | 0 1 2 3 ...                last-1 last | ghosts
//     copy        <--------'                                  `--------->
//     periodic (images of n-4 .. n-1)                 (images of 0 .. 3)
#ifndef SLIPFLOW_GHOST_IMAGES_H
#define SLIPFLOW_GHOST_IMAGES_H

#include "indexing.h"

/* The index runs [lo0, lo1) and [hi0, hi1) beyond the two sides that hold copies of an index. */
typedef struct {
  int lo0, lo1;
  int hi0, hi1;
} SfImages;

/* Images of index k on an axis of n cells (n >= SF_PAD when periodic); last = n-1 for cells, n for
   faces normal to the axis. lo, hi: SF_SIDE_* of the two sides. */
SF_INLINE SfImages sf_images(int k, int n, int last, int lo, int hi) {
  SfImages images = {0, 0, 0, 0};
  if (lo == SF_SIDE_PERIODIC) {
    if (k >= n - SF_PAD) images.lo0 = k - n, images.lo1 = k - n + 1;
    if (k < SF_PAD) images.hi0 = k + n, images.hi1 = k + n + 1;
    return images;
  }
  if (lo == SF_SIDE_COPY && k == 0) images.lo0 = -SF_PAD;
  if (hi == SF_SIDE_COPY && k == last) images.hi0 = last + 1, images.hi1 = n + SF_PAD;
  return images;
}

SF_INLINE void sf_store_row(const SfMesh *m, SF_GLOBAL real *field, int i, int j, SfImages x,
                            real value) {
  field[sf_at(m, i, j)] = value;
  for (int ii = x.lo0; ii < x.lo1; ++ii) field[sf_at(m, ii, j)] = value;
  for (int ii = x.hi0; ii < x.hi1; ++ii) field[sf_at(m, ii, j)] = value;
}

/* Stores the value of (i,j) there and in all its images. */
SF_INLINE void sf_store(const SfMesh *m, SF_GLOBAL real *field, int i, int j, SfImages x,
                        SfImages y, real value) {
  sf_store_row(m, field, i, j, x, value);
  for (int jj = y.lo0; jj < y.lo1; ++jj) sf_store_row(m, field, i, jj, x, value);
  for (int jj = y.hi0; jj < y.hi1; ++jj) sf_store_row(m, field, i, jj, x, value);
}

#endif
