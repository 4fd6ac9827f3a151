// Ghost cells that follow the field: copies outside an outflow boundary, images outside a periodic
// one. At a prescribed pressure only velocities are copied; boundary/pressure_side.h has the rest.
// Code that stores cell k also stores the ghosts that depend on it, so no pass over ghosts is
// needed.
//
//     ghosts -4 -3 -2 -1 | 0 1 2 3 ...                last-1 last | ghosts
//     copy        <--------'                                  `--------->
//     periodic (images of n-4 .. n-1)                 (images of 0 .. 3)
#ifndef SLIPFLOW_GHOST_IMAGES_H
#define SLIPFLOW_GHOST_IMAGES_H

#include "indexing.h"

/* The kind of a boundary, as velocities treat it. */
#define SF_SIDE_OF_VELOCITY(side) ((side) == SF_SIDE_PRESSURE ? SF_SIDE_COPY : (side))

/* Where the copies of an index are: the runs [lo0, lo1) and [hi0, hi1), as offsets from it. */
typedef struct {
  int lo0, lo1;
  int hi0, hi1;
} SfImages;

/* Images of index k on an axis of n cells (n >= SF_PAD when periodic); last = n-1 for cells, n for
   faces normal to the axis. lo, hi: SF_SIDE_* of the two boundaries. */
SF_INLINE SfImages sf_images(int k, int n, int last, int lo, int hi) {
  SfImages images = {0, 0, 0, 0};
  if (lo == SF_SIDE_PERIODIC) {
    if (k >= n - SF_PAD) images.lo0 = -n, images.lo1 = 1 - n;
    if (k < SF_PAD) images.hi0 = n, images.hi1 = n + 1;
    return images;
  }
  if (lo == SF_SIDE_COPY && k == 0) images.lo0 = -SF_PAD;
  if (hi == SF_SIDE_COPY && k == last) images.hi0 = 1, images.hi1 = n + SF_PAD - last;
  return images;
}

SF_INLINE void sf_store_row(const SfMesh* m, SF_GLOBAL stored* field, SfNode P, SfImages x,
                            stored value) {
  field[sf_at(m, P)] = value;
  for (int off = x.lo0; off < x.lo1; ++off) field[sf_at(m, sf_to(P, SF_X, off))] = value;
  for (int off = x.hi0; off < x.hi1; ++off) field[sf_at(m, sf_to(P, SF_X, off))] = value;
}

/* Stores the value of node P there and in all its images. */
SF_INLINE void sf_store(const SfMesh* m, SF_GLOBAL stored* field, SfNode P, SfImages x, SfImages y,
                        stored value) {
  sf_store_row(m, field, P, x, value);
  for (int off = y.lo0; off < y.lo1; ++off) sf_store_row(m, field, sf_to(P, SF_Y, off), x, value);
  for (int off = y.hi0; off < y.hi1; ++off) sf_store_row(m, field, sf_to(P, SF_Y, off), x, value);
}
#if SF_AXES == 3
/* Stores the value in the images along z too. */
SF_INLINE void sf_store_in_space(const SfMesh* m, SF_GLOBAL stored* field, SfNode P, SfImages x,
                                 SfImages y, SfImages z, stored value) {
  sf_store(m, field, P, x, y, value);
  for (int off = z.lo0; off < z.lo1; ++off) sf_store(m, field, sf_to(P, SF_Z, off), x, y, value);
  for (int off = z.hi0; off < z.hi1; ++off) sf_store(m, field, sf_to(P, SF_Z, off), x, y, value);
}
#endif

#endif
