// The table of a matrix that has been eliminated once for all lines. For pta: of each row a, the
// inverse of its pivot, and c of the scaled row. For partition, with `items` work-items of `rows`
// rows each:
//
//   of row r of an item, at (factor * rows + r) * items + item
//     A, W       a of the row, and the inverse of its pivot
//     C_DOWN     c of the scaled row before x_+ is replaced
//     A_UP, C_UP a and c of the scaled row after that
//   of step s of the items, after these, at (s * 3 + factor) * items + item: a, w and c;
//   step 0 joins the items (a is 0)
#ifndef SLIPFLOW_LINE_FACTORS_H
#define SLIPFLOW_LINE_FACTORS_H

#include "language.h"

#define SF_FACTORS_OF_PTA 3

#define SF_FACTOR_A 0
#define SF_FACTOR_W 1
#define SF_FACTOR_C 2
#define SF_FACTOR_C_DOWN 2
#define SF_FACTOR_A_UP 3
#define SF_FACTOR_C_UP 4
#define SF_FACTORS_OF_ROW 5
#define SF_FACTORS_OF_STEP 3

SF_INLINE int sf_at_row_factor(int factor, int r, int item, int rows, int items) {
  return (factor * rows + r) * items + item;
}
SF_INLINE int sf_at_item_factor(int step, int factor, int item, int rows, int items) {
  return (SF_FACTORS_OF_ROW * rows + SF_FACTORS_OF_STEP * step + factor) * items + item;
}

#endif
