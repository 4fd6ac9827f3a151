// The levels of multigrid for systems on polyhedra in the memory of a device: face_rows.h.
#ifndef SLIPFLOW_FACE_LEVELS_H
#define SLIPFLOW_FACE_LEVELS_H

#include "language.h"

/* Where a level has its values in the arrays of all levels. Entry k of row i is at slot
   slots + k padded + i, with a negative column if the row has no such entry; or, if the first
   column is SF_LONG_ROW(q), the row is long row q, whose entries are next to one another. */
typedef struct {
  int cells, faces;
  int width;    /* entries of a row that is not long */
  int padded;   /* rows, rounded up */
  int cell;     /* its first one in arrays of cells */
  int face;     /* and in those of faces */
  int slots;    /* in those of entries */
  int long_row; /* in the list of where long rows begin */
  int member;   /* of the next coarser level's cells in the list of where their members begin */
  int sum;      /* and of its faces in the list of where their fine faces begin */
} SfFaceLevel;
SF_SAME_SIZE(SfFaceLevel, 40);

#define SF_NO_COLUMN (-1)
#define SF_LONG_ROW(q) (-2 - (q))

/* What a work-group does one after the other on small levels. */
#define SF_STEP_BEFORE 0 /* smooths from zero, and leaves the residual to the next level */
#define SF_STEP_COARSEST 1
#define SF_STEP_AFTER 2 /* adds the correction of the next level, and smooths */
#define SF_STEP_AGAIN 3 /* leaves the residual to the next level once more */
typedef struct {
  int kind, level;
} SfFaceStep;
SF_SAME_SIZE(SfFaceStep, 8);

/* Entry (i,j) of a symmetric matrix after its row k has been swept: once all are, the matrix is
   minus its inverse. `pivot`: entry (k,k). */
SF_INLINE real sf_swept(real entry, real of_row, real of_column, real pivot, int is_row,
                        int is_column) {
  if (is_row && is_column) return -SF_DIVIDE(1.0, pivot);
  if (is_row || is_column) return SF_DIVIDE(entry, pivot);
  return entry - SF_DIVIDE(of_row * of_column, pivot);
}
/* What is left of a diagonal by rounding errors: the row depends on those before it. */
SF_INLINE int sf_is_pivot(real left, real diagonal) { return left > 1e-10 * diagonal; }

#endif
