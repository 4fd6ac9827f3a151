// Partition, line_partition.h, where the host has eliminated the matrix, which all lines share:
// only d is left to do, by the same operations.
//
// `factors` of macros/linear_solvers/line_factors.h, the numbers of neighbouring work-items side by
// side.
#ifndef SLIPFLOW_LINE_PARTITION_FIXED_H
#define SLIPFLOW_LINE_PARTITION_FIXED_H

#define SF_ROW_FACTOR(factor, r) \
  factors[sf_at_row_factor(factor, r, place.item, SF_ROWS_PER_ITEM, SF_LINE_ITEMS)]
#define SF_ITEM_FACTOR(step, factor) \
  factors[sf_at_item_factor(step, factor, place.item, SF_ROWS_PER_ITEM, SF_LINE_ITEMS)]

SF_LINE_KERNEL void solve_lines(SF_LINE_PARAMETERS, const int rows, const int lines,
                                __global const real* restrict factors) {
  __local real shared[2][SF_WORK_GROUP];
  const int lid = get_local_id(0);
  const SfItemPlace place = line_place(rows, lines);
  real d[SF_ROWS_PER_ITEM];
  SF_UNROLL
  for (int r = 0; r < SF_ROWS_PER_ITEM; ++r) {
    const int i = place.item * SF_ROWS_PER_ITEM + r;
    const real right = i < place.count ? SF_RIGHT(i, place.line) : (real)0.0;
    d[r] = sf_down(SF_ROW_FACTOR(SF_FACTOR_A, r), right, r > 0 ? d[r - 1] : (real)0.0,
                   SF_ROW_FACTOR(SF_FACTOR_W, r));
  }
  SF_UNROLL
  for (int r = SF_ROWS_PER_ITEM - 3; r >= 0; --r)
    d[r] = sf_up(SF_ROW_FACTOR(SF_FACTOR_C_DOWN, r), d[r], d[r + 1]);
  int buffer = 0;
  shared[buffer][lid] = d[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  const real next = SF_HAS_NEXT(place) ? shared[buffer][lid + SF_LINES_ABREAST] : (real)0.0;
  real own = sf_down(SF_ITEM_FACTOR(0, SF_FACTOR_C), d[SF_ROWS_PER_ITEM - 1], next,
                     SF_ITEM_FACTOR(0, SF_FACTOR_W));
  for (int stride = 1, step = 1; stride < place.items; stride *= 2, ++step) {
    buffer = 1 - buffer;
    shared[buffer][lid] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    const real before =
        place.item >= stride ? shared[buffer][lid - stride * SF_LINES_ABREAST] : (real)0.0;
    const real after = place.item + stride < SF_LINE_ITEMS
                           ? shared[buffer][lid + stride * SF_LINES_ABREAST]
                           : (real)0.0;
    own = sf_both(SF_ITEM_FACTOR(step, SF_FACTOR_A), SF_ITEM_FACTOR(step, SF_FACTOR_C), own, before,
                  after, SF_ITEM_FACTOR(step, SF_FACTOR_W));
  }
  buffer = 1 - buffer;
  shared[buffer][lid] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  const real x_before = place.item > 0 ? shared[buffer][lid - SF_LINES_ABREAST] : (real)0.0;
  SF_UNROLL
  for (int r = 0; r < SF_ROWS_PER_ITEM; ++r) {
    const int i = place.item * SF_ROWS_PER_ITEM + r;
    const SfScaledRow row = {SF_ROW_FACTOR(SF_FACTOR_A_UP, r), SF_ROW_FACTOR(SF_FACTOR_C_UP, r),
                             d[r]};
    const real x = r + 1 < SF_ROWS_PER_ITEM ? sf_solve_scaled(row, x_before, own) : own;
    if (i < place.count) SF_STORE(i, place.line, x);
  }
}

#endif
