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
// In space (SF_AXES 3) z points to the reader: w(i,j,k) is on the bottom face of cell (i,j,k),
// w(i,j,k+1) on its top face, k = 0..nz-1.
//
// A kernel compiled for one case has the pitch, and on a uniform axis the widths, as constants
// (SF_PITCH, SF_HX, SF_RHX, SF_HY, SF_RHY, SF_HZ, SF_RHZ); elsewhere they are read from the mesh.
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
  int continues_west; /* 1: so does the mesh outside it, at the other end or on another rank */
  int continues_east;
  int continues_south;
  int continues_north;
  SF_GLOBAL const real* x;
  SF_GLOBAL const real* y;
  int column; /* of the reference node */
  int row;
  int origin;          /* its place in an array */
  int away_from_sides; /* 1: no boundary within reach, so that tests for it are eliminated */
#if SF_AXES == 3
  int nz;
  int plane; /* values in an array from one layer of cells to the next */
  int continues_bottom;
  int continues_top;
  SF_GLOBAL const real* z;
  int layer; /* of the reference node */
#endif
} SfMesh;

#ifdef SF_PITCH
#define SF_MESH_PITCH(m) SF_PITCH
#else
#define SF_MESH_PITCH(m) ((m)->pitch)
#endif

/* A cell, or the node of a velocity on one of its lower faces: by column, row and layer from the
   reference node. */
typedef struct {
  int i;
  int j;
  SF_IN_SPACE(int k;)
} SfNode;

#if SF_AXES == 3
SF_INLINE SfNode sf_node(int i, int j, int k) {
  const SfNode P = {i, j, k};
  return P;
}
#define SF_NODE(i, j, k) sf_node(i, j, k)
#else
SF_INLINE SfNode sf_node(int i, int j) {
  const SfNode P = {i, j};
  return P;
}
#define SF_NODE(i, j, k) sf_node(i, j)
#endif

/* Place of a node in an array. */
SF_INLINE int sf_at(const SfMesh* m, SfNode P) {
  return m->origin + (P.j * SF_MESH_PITCH(m) + P.i) SF_IN_SPACE(+P.k * m->plane);
}

#if SF_AXES == 3
/* A view of the whole mesh; `cells` along x, y and z, `sides`: SF_SIDE_* of the boundaries, from
   west to top. */
SF_INLINE SfMesh sf_whole_box(const int* cells, int pitch, int plane, const int* sides,
                              SF_GLOBAL const real* x, SF_GLOBAL const real* y,
                              SF_GLOBAL const real* z) {
  const SfMesh m = {cells[0],
                    cells[1],
                    pitch,
                    SF_SIDE_CONTINUES(sides[0]),
                    SF_SIDE_CONTINUES(sides[1]),
                    SF_SIDE_CONTINUES(sides[2]),
                    SF_SIDE_CONTINUES(sides[3]),
                    x,
                    y,
                    0,
                    0,
                    SF_PAD * (plane + pitch + 1),
                    0,
                    cells[2],
                    plane,
                    SF_SIDE_CONTINUES(sides[4]),
                    SF_SIDE_CONTINUES(sides[5]),
                    z,
                    0};
  return m;
}
#else
/* Names nodes from (column, row) on. */
SF_INLINE void sf_name_nodes_from(SfMesh* m, int column, int row) {
  m->column = column;
  m->row = row;
  m->origin = (row + SF_PAD) * SF_MESH_PITCH(m) + (column + SF_PAD);
}

/* A view of the whole mesh; west .. north: SF_SIDE_* of the boundaries. */
SF_INLINE SfMesh sf_whole_mesh(int nx, int ny, int pitch, int west, int east, int south, int north,
                               SF_GLOBAL const real* x, SF_GLOBAL const real* y) {
  SfMesh m = {nx,
              ny,
              pitch,
              SF_SIDE_CONTINUES(west),
              SF_SIDE_CONTINUES(east),
              SF_SIDE_CONTINUES(south),
              SF_SIDE_CONTINUES(north),
              x,
              y,
              0,
              0,
              0,
              0};
  sf_name_nodes_from(&m, 0, 0);
  return m;
}
#endif

#define SF_AXIS(values, cells, which, k) ((values)[(which) * ((cells) + 2 * SF_PAD) + (k) + SF_PAD])

/* The values of an axis at cell k, counted from the reference node: constants on a uniform axis of
   a compiled case, else a table. `x` and `first` name the axis and the reference node's place on
   it. */
#define SF_UNIFORM_AXIS(x, width, reciprocal)                               \
  SF_INLINE real sf_h##x(const SfMesh* m, int k) { return width; }          \
  SF_INLINE real sf_rh##x(const SfMesh* m, int k) { return reciprocal; }    \
  SF_INLINE real sf_h##x##f(const SfMesh* m, int k) { return width; }       \
  SF_INLINE real sf_rh##x##f(const SfMesh* m, int k) { return reciprocal; } \
  SF_INLINE real sf_w##x##l(const SfMesh* m, int k) { return 0.5; }         \
  SF_INLINE real sf_w##x##h(const SfMesh* m, int k) { return 0.5; }
#define SF_AXIS_VALUE(name, x, cells, first, which)      \
  SF_INLINE real name(const SfMesh* m, int k) {          \
    return SF_AXIS(m->x, m->cells, which, m->first + k); \
  }
#define SF_STRETCHED_AXIS(x, cells, first)       \
  SF_AXIS_VALUE(sf_h##x, x, cells, first, 0)     \
  SF_AXIS_VALUE(sf_rh##x, x, cells, first, 1)    \
  SF_AXIS_VALUE(sf_h##x##f, x, cells, first, 2)  \
  SF_AXIS_VALUE(sf_rh##x##f, x, cells, first, 3) \
  SF_AXIS_VALUE(sf_w##x##l, x, cells, first, 4)  \
  SF_AXIS_VALUE(sf_w##x##h, x, cells, first, 5)

#ifdef SF_HX
SF_UNIFORM_AXIS(x, SF_HX, SF_RHX)
#else
SF_STRETCHED_AXIS(x, nx, column)
#endif
#ifdef SF_HY
SF_UNIFORM_AXIS(y, SF_HY, SF_RHY)
#else
SF_STRETCHED_AXIS(y, ny, row)
#endif
#if SF_AXES == 3
#ifdef SF_HZ
SF_UNIFORM_AXIS(z, SF_HZ, SF_RHZ)
#else
SF_STRETCHED_AXIS(z, nz, layer)
#endif
#endif

/* What is alike on all axes is written once, for an `axis` and one `across` it. Where it is called
   the axes are constants, so that inlining leaves nothing of the choice. SF_NEXT(axis) is the axis
   across it of two. In space the axes follow one another in a circle: SF_NEXT(axis), then
   SF_AFTER(axis); the third axis is the one that is neither of two. */
#define SF_X 0
#define SF_Y 1
#define SF_OTHER(axis) (1 - (axis)) /* in a plane */
#if SF_AXES == 3
#define SF_Z 2
#define SF_NEXT(axis) ((axis) == SF_Z ? SF_X : (axis) + 1)
#define SF_AFTER(axis) ((axis) == SF_X ? SF_Z : (axis)-1)
#define SF_THIRD(axis, across) (3 - (axis) - (across))
#define SF_BY_AXIS(axis, of_x, of_y, of_z) \
  ((axis) == SF_X ? (of_x) : (axis) == SF_Y ? (of_y) : (of_z))
#define SF_SUM_ACROSS(next, after) ((next) + (after))
#else
#define SF_NEXT(axis) SF_OTHER(axis)
#define SF_BY_AXIS(axis, of_x, of_y, of_z) ((axis) == SF_X ? (of_x) : (of_y))
#define SF_SUM_ACROSS(next, after) (next)
#endif

/* The node `steps` further along the axis. */
SF_INLINE SfNode sf_to(SfNode P, int axis, int steps) {
  if (axis == SF_X) P.i += steps;
  if (axis == SF_Y) P.j += steps;
  SF_IN_SPACE(if (axis == SF_Z) P.k += steps;)
  return P;
}

/* The values of an axis at a node. */
#define SF_OF_AXIS(name, of_x, of_y, of_z)                             \
  SF_INLINE real name(const SfMesh* m, int axis, SfNode P) {           \
    return SF_BY_AXIS(axis, of_x(m, P.i), of_y(m, P.j), of_z(m, P.k)); \
  }
SF_OF_AXIS(sf_h, sf_hx, sf_hy, sf_hz)
SF_OF_AXIS(sf_rh, sf_rhx, sf_rhy, sf_rhz)
SF_OF_AXIS(sf_hf, sf_hxf, sf_hyf, sf_hzf)
SF_OF_AXIS(sf_rhf, sf_rhxf, sf_rhyf, sf_rhzf)
SF_OF_AXIS(sf_wl, sf_wxl, sf_wyl, sf_wzl)
SF_OF_AXIS(sf_wh, sf_wxh, sf_wyh, sf_wzh)

/* Area of the lower face of cell P normal to the axis, and volume of the cell; x times the length
   of the edges of cell P along the third axis. In a plane they are per unit of depth. */
#if SF_AXES == 3
SF_INLINE real sf_area(const SfMesh* m, int axis, SfNode P) {
  return sf_h(m, SF_NEXT(axis), P) * sf_h(m, SF_AFTER(axis), P);
}
SF_INLINE real sf_volume(const SfMesh* m, SfNode P) {
  return sf_h(m, SF_X, P) * sf_h(m, SF_Y, P) * sf_h(m, SF_Z, P);
}
#define SF_TIMES_EDGE(x, m, axis, across, P) ((x)*sf_h(m, SF_THIRD(axis, across), P))
#else
SF_INLINE real sf_area(const SfMesh* m, int axis, SfNode P) { return sf_h(m, SF_NEXT(axis), P); }
SF_INLINE real sf_volume(const SfMesh* m, SfNode P) { return sf_h(m, SF_X, P) * sf_h(m, SF_Y, P); }
#define SF_TIMES_EDGE(x, m, axis, across, P) (x)
#endif

/* The cells of an axis, and the place of a node on it, from its first cell on. */
SF_INLINE int sf_cells(const SfMesh* m, int axis) { return SF_BY_AXIS(axis, m->nx, m->ny, m->nz); }
SF_INLINE int sf_place(const SfMesh* m, int axis, SfNode P) {
  return SF_BY_AXIS(axis, m->column + P.i, m->row + P.j, m->layer + P.k);
}

/* Whether a place on the axis is `first` or above, or the mesh continues below its first cell; is
   `last` or below, or it continues above its last one. */
SF_INLINE int sf_is_from(const SfMesh* m, int axis, int place, int first) {
  return SF_BY_AXIS(axis, m->continues_west, m->continues_south, m->continues_bottom) ||
         place >= first;
}
SF_INLINE int sf_is_up_to(const SfMesh* m, int axis, int place, int last) {
  return SF_BY_AXIS(axis, m->continues_east, m->continues_north, m->continues_top) || place <= last;
}

#endif
