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
  __local real memory[SF_LOCAL_NUMBERS];
  const int lid = get_local_id(0);
  const SfItemPlace place = line_place(rows, lines);
  real d[SF_ROWS_PER_ITEM];
  SF_UNROLL
  for (int r = 0; r < SF_ROWS_PER_ITEM; ++r) {
    const int i = loaded_row(place, r);
    d[r] = i < place.count ? SF_RIGHT(i, place.line) : (real)0.0;
  }
  exchange_loaded(memory, place, d);
  SF_UNROLL
  for (int r = 0; r < SF_ROWS_PER_ITEM; ++r)
    d[r] = sf_down(SF_ROW_FACTOR(SF_FACTOR_A, r), d[r], r > 0 ? d[r - 1] : (real)0.0,
                   SF_ROW_FACTOR(SF_FACTOR_W, r));
  SF_UNROLL
  for (int r = SF_ROWS_PER_ITEM - 3; r >= 0; --r)
    d[r] = sf_up(SF_ROW_FACTOR(SF_FACTOR_C_DOWN, r), d[r], d[r + 1]);
  int buffer = 0;
  memory[shared_place(SF_SHARED_D, buffer, lid)] = d[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  const real next = SF_HAS_NEXT(place)
                        ? memory[shared_place(SF_SHARED_D, buffer, lid + SF_LINES_ABREAST)]
                        : (real)0.0;
  real last = sf_down(SF_ITEM_FACTOR(0, SF_FACTOR_C), d[SF_ROWS_PER_ITEM - 1], next,
                      SF_ITEM_FACTOR(0, SF_FACTOR_W));
  for (int stride = 1, step = 1; stride < place.items; stride *= 2, ++step) {
    buffer = 1 - buffer;
    memory[shared_place(SF_SHARED_D, buffer, lid)] = last;
    barrier(CLK_LOCAL_MEM_FENCE);
    const real before =
        place.item >= stride
            ? memory[shared_place(SF_SHARED_D, buffer, lid - stride * SF_LINES_ABREAST)]
            : (real)0.0;
    const real after =
        place.item + stride < SF_LINE_ITEMS
            ? memory[shared_place(SF_SHARED_D, buffer, lid + stride * SF_LINES_ABREAST)]
            : (real)0.0;
    last = sf_both(SF_ITEM_FACTOR(step, SF_FACTOR_A), SF_ITEM_FACTOR(step, SF_FACTOR_C), last,
                   before, after, SF_ITEM_FACTOR(step, SF_FACTOR_W));
  }
  buffer = 1 - buffer;
  memory[shared_place(SF_SHARED_D, buffer, lid)] = last;
  barrier(CLK_LOCAL_MEM_FENCE);
  const real x_before = place.item > 0
                            ? memory[shared_place(SF_SHARED_D, buffer, lid - SF_LINES_ABREAST)]
                            : (real)0.0;
  SF_UNROLL
  for (int r = 0; r + 1 < SF_ROWS_PER_ITEM; ++r) {
    const SfScaledRow row = {SF_ROW_FACTOR(SF_FACTOR_A_UP, r), SF_ROW_FACTOR(SF_FACTOR_C_UP, r),
                             d[r]};
    d[r] = sf_solve_scaled(row, x_before, last);
  }
  d[SF_ROWS_PER_ITEM - 1] = last;
  exchange_solved(memory, place, d);
  SF_UNROLL
  for (int r = 0; r < SF_ROWS_PER_ITEM; ++r) {
    const int i = loaded_row(place, r);
    if (i < place.count) SF_STORE(i, place.line, d[r]);
  }
}

#endif
