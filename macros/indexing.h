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

/* One axis: six arrays with a value per cell k, ghosts included, one after another in this order.
   0 h    width of cell k                  1 rh   1/h
   2 hf   distance of centres k-1 and k    3 rhf  1/hf
   4 wl   weight of cell k-1 in the linear interpolation to face k    5 wh  weight of cell k */
#define SF_AXIS_VALUES 6

/* The mesh as the equations see it. Nodes are named from a reference node: (0,0) itself for a view
   of the whole mesh, the node at hand in a kernel that marches, where every offset is then a
   constant. */
typedef struct {
  int nx;
  int ny;
  int pitch;
  int periodic_x;
  int periodic_y;
  SF_GLOBAL const real* x;
  SF_GLOBAL const real* y;
  int column; /* of the reference node */
  int row;
  int origin;          /* its place in an array */
  int away_from_sides; /* 1: no boundary within reach, so that tests for it are eliminated */
} SfMesh;

#ifdef SF_PITCH
#define SF_MESH_PITCH(m) SF_PITCH
#else
#define SF_MESH_PITCH(m) ((m)->pitch)
#endif

/* Place of node (i,j) in an array. */
SF_INLINE int sf_at(const SfMesh* m, int i, int j) {
  return m->origin + (j * SF_MESH_PITCH(m) + i);
}

/* Names nodes from (column, row) on. */
SF_INLINE void sf_name_nodes_from(SfMesh* m, int column, int row) {
  m->column = column;
  m->row = row;
  m->origin = (row + SF_PAD) * SF_MESH_PITCH(m) + (column + SF_PAD);
}

/* A view of the whole mesh. */
SF_INLINE SfMesh sf_whole_mesh(int nx, int ny, int pitch, int periodic_x, int periodic_y,
                               SF_GLOBAL const real* x, SF_GLOBAL const real* y) {
  SfMesh m = {nx, ny, pitch, periodic_x, periodic_y, x, y, 0, 0, 0, 0};
  sf_name_nodes_from(&m, 0, 0);
  return m;
}

#define SF_AXIS(values, cells, which, k) ((values)[(which) * ((cells) + 2 * SF_PAD) + (k) + SF_PAD])

#ifdef SF_HX
SF_INLINE real sf_hx(const SfMesh* m, int i) { return SF_HX; }
SF_INLINE real sf_rhx(const SfMesh* m, int i) { return SF_RHX; }
SF_INLINE real sf_hxf(const SfMesh* m, int i) { return SF_HX; }
SF_INLINE real sf_rhxf(const SfMesh* m, int i) { return SF_RHX; }
SF_INLINE real sf_wxl(const SfMesh* m, int i) { return 0.5; }
SF_INLINE real sf_wxh(const SfMesh* m, int i) { return 0.5; }
#else
SF_INLINE real sf_hx(const SfMesh* m, int i) { return SF_AXIS(m->x, m->nx, 0, m->column + i); }
SF_INLINE real sf_rhx(const SfMesh* m, int i) { return SF_AXIS(m->x, m->nx, 1, m->column + i); }
SF_INLINE real sf_hxf(const SfMesh* m, int i) { return SF_AXIS(m->x, m->nx, 2, m->column + i); }
SF_INLINE real sf_rhxf(const SfMesh* m, int i) { return SF_AXIS(m->x, m->nx, 3, m->column + i); }
SF_INLINE real sf_wxl(const SfMesh* m, int i) { return SF_AXIS(m->x, m->nx, 4, m->column + i); }
SF_INLINE real sf_wxh(const SfMesh* m, int i) { return SF_AXIS(m->x, m->nx, 5, m->column + i); }
#endif

#ifdef SF_HY
SF_INLINE real sf_hy(const SfMesh* m, int j) { return SF_HY; }
SF_INLINE real sf_rhy(const SfMesh* m, int j) { return SF_RHY; }
SF_INLINE real sf_hyf(const SfMesh* m, int j) { return SF_HY; }
SF_INLINE real sf_rhyf(const SfMesh* m, int j) { return SF_RHY; }
SF_INLINE real sf_wyl(const SfMesh* m, int j) { return 0.5; }
SF_INLINE real sf_wyh(const SfMesh* m, int j) { return 0.5; }
#else
SF_INLINE real sf_hy(const SfMesh* m, int j) { return SF_AXIS(m->y, m->ny, 0, m->row + j); }
SF_INLINE real sf_rhy(const SfMesh* m, int j) { return SF_AXIS(m->y, m->ny, 1, m->row + j); }
SF_INLINE real sf_hyf(const SfMesh* m, int j) { return SF_AXIS(m->y, m->ny, 2, m->row + j); }
SF_INLINE real sf_rhyf(const SfMesh* m, int j) { return SF_AXIS(m->y, m->ny, 3, m->row + j); }
SF_INLINE real sf_wyl(const SfMesh* m, int j) { return SF_AXIS(m->y, m->ny, 4, m->row + j); }
SF_INLINE real sf_wyh(const SfMesh* m, int j) { return SF_AXIS(m->y, m->ny, 5, m->row + j); }
#endif

#endif
