// Maxima over the mesh: a work-item has a piece of a column, as many as are launched in y, and
// reduce_residuals then takes the largest of all.
#ifndef SLIPFLOW_COLUMN_PIECES_H
#define SLIPFLOW_COLUMN_PIECES_H

#include "simple_ts/load_context.h"

#define SF_MEASURE __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))

/* Number of lines in a box of rows and layers, and the node of a column and a line. Lines are rows;
   in space those of one layer follow those of the layer below. */
#if SF_AXES == 3
#define SF_LINES(rows, layers) ((rows) * (layers))
SF_INLINE SfNode node_at(int column, int line, int rows) {
  return sf_node(column, line % rows, line / rows);
}
#else
#define SF_LINES(rows, layers) (rows)
SF_INLINE SfNode node_at(int column, int line, int rows) { return sf_node(column, line); }
#endif

/* The node of a column and a line where the domain has `layers` further nodes on each side. */
SF_INLINE SfNode node_around(int column, int line, int layers) {
  SfNode P = node_at(column, line, SF_NY + 2 * layers);
  for (int axis = 0; axis < SF_AXES; ++axis) P = sf_to(P, axis, -layers);
  return P;
}

#if SF_LISTED
/* Kernels over nodes near walls and other boundaries, in space, which a list of segments selects.
   Other work-items have a node that is in no range. */
#define SF_LIST_PARAMETERS __global const SfNodeSegment *restrict segments, const int segment_count,
SF_INLINE SfNode listed_node(__global const SfNodeSegment* segments, int count) {
  const int segment = get_global_id(0) / SF_SEGMENT, place = get_global_id(0) % SF_SEGMENT;
  if (segment >= count || !(segments[segment].selected >> place & 1))
    return sf_node(SF_NX + SF_PAD, SF_NY + SF_PAD, SF_NZ + SF_PAD);
  return sf_node(segments[segment].i + place, segments[segment].j, segments[segment].k);
}
#else
#define SF_LIST_PARAMETERS
#endif

/* The lines of this work-item's piece of [0, count), and the place of its maxima among the partial
   ones: those of column i, [0, nx], and piece k at k (nx + 1) + i. */
SF_INLINE int first_line(int count) { return (int)(get_global_id(1) * count / get_global_size(1)); }
SF_INLINE int end_of_lines(int count) {
  return (int)((get_global_id(1) + 1) * count / get_global_size(1));
}
SF_INLINE int piece(int i) { return (int)get_global_id(1) * (SF_NX + 1) + i; }

/* Whether node P has a face normal to the axis of a cell of the domain; whether it is a cell. */
SF_INLINE int is_face(int axis, SfNode P) {
  return (axis == SF_X || P.i < SF_NX) && (axis == SF_Y || P.j < SF_NY)
                                              SF_IN_SPACE(&&(axis == SF_Z || P.k < SF_NZ));
}
SF_INLINE int is_cell(SfNode P) { return is_face(SF_AXES, P); }

#endif
