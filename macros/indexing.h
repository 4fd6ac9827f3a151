// Where a staggered value lies, and the widths of the mesh.
//
//          v(i,j+1)
//        +----^----+
//        |         |
//  u(i,j)>  p,T    > u(i+1,j)      cell (i,j), i = 0..nx-1, j = 0..ny-1; ghosts beyond
//        |         |
//        +----^----+
//           v(i,j)
//
// A kernel compiled for one case has the pitch, and on a uniform axis the widths, as constants
// (SF_PITCH, SF_HX, SF_RHX, SF_HY, SF_RHY); elsewhere they are read from the mesh.
#ifndef SLIPFLOW_INDEXING_H
#define SLIPFLOW_INDEXING_H

#include "shared_types.h"

/* One axis: six values per cell k, ghosts included, in this order.
   0 h    width of cell k                  1 rh   1/h
   2 hf   distance of centres k-1 and k    3 rhf  1/hf
   4 wl   weight of cell k-1 in the linear interpolation to face k    5 wh  weight of cell k */
#define SF_AXIS_VALUES 6

/* The mesh as the equations see it. */
typedef struct {
  int nx;
  int ny;
  int pitch;
  int periodic_x;
  int periodic_y;
  SF_GLOBAL const real *x;
  SF_GLOBAL const real *y;
} SfMesh;

#ifdef SF_PITCH
#define SF_MESH_PITCH(m) SF_PITCH
#else
#define SF_MESH_PITCH(m) ((m)->pitch)
#endif

SF_INLINE int sf_at(const SfMesh *m, int i, int j) {
  return (j + SF_PAD) * SF_MESH_PITCH(m) + (i + SF_PAD);
}

#define SF_AXIS(values, k, which) ((values)[((k) + SF_PAD) * SF_AXIS_VALUES + (which)])

#ifdef SF_HX
SF_INLINE real sf_hx(const SfMesh *m, int i) { return SF_HX; }
SF_INLINE real sf_rhx(const SfMesh *m, int i) { return SF_RHX; }
SF_INLINE real sf_hxf(const SfMesh *m, int i) { return SF_HX; }
SF_INLINE real sf_rhxf(const SfMesh *m, int i) { return SF_RHX; }
SF_INLINE real sf_wxl(const SfMesh *m, int i) { return 0.5; }
SF_INLINE real sf_wxh(const SfMesh *m, int i) { return 0.5; }
#else
SF_INLINE real sf_hx(const SfMesh *m, int i) { return SF_AXIS(m->x, i, 0); }
SF_INLINE real sf_rhx(const SfMesh *m, int i) { return SF_AXIS(m->x, i, 1); }
SF_INLINE real sf_hxf(const SfMesh *m, int i) { return SF_AXIS(m->x, i, 2); }
SF_INLINE real sf_rhxf(const SfMesh *m, int i) { return SF_AXIS(m->x, i, 3); }
SF_INLINE real sf_wxl(const SfMesh *m, int i) { return SF_AXIS(m->x, i, 4); }
SF_INLINE real sf_wxh(const SfMesh *m, int i) { return SF_AXIS(m->x, i, 5); }
#endif

#ifdef SF_HY
SF_INLINE real sf_hy(const SfMesh *m, int j) { return SF_HY; }
SF_INLINE real sf_rhy(const SfMesh *m, int j) { return SF_RHY; }
SF_INLINE real sf_hyf(const SfMesh *m, int j) { return SF_HY; }
SF_INLINE real sf_rhyf(const SfMesh *m, int j) { return SF_RHY; }
SF_INLINE real sf_wyl(const SfMesh *m, int j) { return 0.5; }
SF_INLINE real sf_wyh(const SfMesh *m, int j) { return 0.5; }
#else
SF_INLINE real sf_hy(const SfMesh *m, int j) { return SF_AXIS(m->y, j, 0); }
SF_INLINE real sf_rhy(const SfMesh *m, int j) { return SF_AXIS(m->y, j, 1); }
SF_INLINE real sf_hyf(const SfMesh *m, int j) { return SF_AXIS(m->y, j, 2); }
SF_INLINE real sf_rhyf(const SfMesh *m, int j) { return SF_AXIS(m->y, j, 3); }
SF_INLINE real sf_wyl(const SfMesh *m, int j) { return SF_AXIS(m->y, j, 4); }
SF_INLINE real sf_wyh(const SfMesh *m, int j) { return SF_AXIS(m->y, j, 5); }
#endif

#endif
