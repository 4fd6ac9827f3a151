// Maxima over the mesh: a work-item has a piece of a column, as many as are launched in y, and
// reduce_residuals then takes the largest of all.
#ifndef SLIPFLOW_COLUMN_PIECES_H
#define SLIPFLOW_COLUMN_PIECES_H

#include "simple_ts/load_context.h"

#define SF_MEASURE __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))

/* The rows of this work-item's piece of [0, count), and the place of its maxima among the partial
   ones: those of column i, [0, nx], and piece k at k (nx + 1) + i. */
SF_INLINE int first_row(int count) { return (int)(get_global_id(1) * count / get_global_size(1)); }
SF_INLINE int end_of_rows(int count) {
  return (int)((get_global_id(1) + 1) * count / get_global_size(1));
}
SF_INLINE int piece(int i) { return (int)get_global_id(1) * (SF_NX + 1) + i; }

#endif
