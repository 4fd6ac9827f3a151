// Parallel cyclic reduction, one work-group per line: in each step every row replaces its two
// neighbours by rows twice as far away, until none are left. A work-item has every SF_WORK_GROUP-th
// row, in registers; local memory passes them on.
#ifndef SLIPFLOW_LINE_PCR_H
#define SLIPFLOW_LINE_PCR_H

#define SF_ROWS_OF_ITEM ((SF_LINE_ROWS + SF_WORK_GROUP - 1) / SF_WORK_GROUP)

typedef struct {
  real a[SF_LINE_ROWS];
  real c[SF_LINE_ROWS];
  real d[SF_LINE_ROWS];
} SfLineRows;

SF_INLINE SfScaledRow row_of_line(__local const SfLineRows* shared, int i) {
  const SfScaledRow row = {shared->a[i], shared->c[i], shared->d[i]};
  return row;
}

SF_LINE_KERNEL void solve_lines(SF_LINE_PARAMETERS, const int rows, const int lines,
                                __global uint* restrict faults) {
  __local SfLineRows shared;
  const int line = get_group_id(0), lid = get_local_id(0);
  SfScaledRow mine[SF_ROWS_OF_ITEM];
  SF_UNROLL
  for (int r = 0, i = lid; r < SF_ROWS_OF_ITEM; ++r, i += SF_WORK_GROUP) {
    if (i >= rows) continue;
    const SfRow row = SF_ROW(i, line);
    mine[r] = sf_scale(row, invert_pivot(row.b, faults, line, rows, i));
  }
  for (int stride = 1; stride < rows; stride *= 2) {
    SF_UNROLL
    for (int r = 0, i = lid; r < SF_ROWS_OF_ITEM; ++r, i += SF_WORK_GROUP) {
      if (i >= rows) continue;
      shared.a[i] = mine[r].a;
      shared.c[i] = mine[r].c;
      shared.d[i] = mine[r].d;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    SF_UNROLL
    for (int r = 0, i = lid; r < SF_ROWS_OF_ITEM; ++r, i += SF_WORK_GROUP) {
      if (i >= rows) continue;
      const SfScaledRow row = mine[r];
      const SfScaledRow before = i >= stride ? row_of_line(&shared, i - stride) : sf_before_all();
      const SfScaledRow after =
          i + stride < rows ? row_of_line(&shared, i + stride) : sf_after_all();
      const real w = invert_pivot(sf_pivot_both(row, before, after), faults, line, rows, i);
      mine[r] = sf_eliminate_both(row, before, after, w);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  SF_UNROLL
  for (int r = 0, i = lid; r < SF_ROWS_OF_ITEM; ++r, i += SF_WORK_GROUP)
    if (i < rows) SF_STORE(i, line, mine[r].d);
}

#endif
