// Cyclic reduction, one work-group per line, which is in local memory: with stride 1, 2, 4, ..
// every second of the rows that are left replaces its two neighbours; then the rows are solved in
// the opposite order.
//
//   i                    0 1 2 3 4 5 6 7 8 9
//   stride 1 replaces      x   x   x   x   x       2 stride (q + 1) - 1
//   stride 2                   x       x
//   stride 4                           x
#ifndef SLIPFLOW_LINE_CR_H
#define SLIPFLOW_LINE_CR_H

/* b of a row that no step changes any more is inverse; the solution replaces d. */
typedef struct {
  real a[SF_LINE_ROWS];
  real b[SF_LINE_ROWS];
  real c[SF_LINE_ROWS];
  real d[SF_LINE_ROWS];
} SfLineRows;

SF_INLINE SfRow row_of_line(__local const SfLineRows* shared, int i) {
  const SfRow row = {shared->a[i], shared->b[i], shared->c[i], shared->d[i]};
  return row;
}

SF_INLINE void share_row(__local SfLineRows* shared, int i, SfRow row) {
  shared->a[i] = row.a;
  shared->b[i] = row.b;
  shared->c[i] = row.c;
  shared->d[i] = row.d;
}

SF_LINE_KERNEL void solve_lines(SF_LINE_PARAMETERS, const int rows, const int lines,
                                __global uint* restrict faults) {
  __local SfLineRows shared;
  const int line = get_group_id(0), lid = get_local_id(0);
  const SfRow outside = {0.0, 0.0, 0.0, 0.0};
  for (int i = lid; i < rows; i += SF_WORK_GROUP) {
    SfRow row = SF_ROW(i, line);
    if (i % 2 == 0) row.b = invert_pivot(row.b, faults, line, rows, i);
    share_row(&shared, i, row);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int stride = 1;
  for (; 2 * stride <= rows; stride *= 2) {
    for (int q = lid; 2 * stride * (q + 1) <= rows; q += SF_WORK_GROUP) {
      const int i = 2 * stride * (q + 1) - 1;
      const SfRow after = i + stride < rows ? row_of_line(&shared, i + stride) : outside;
      SfRow row = sf_reduce(row_of_line(&shared, i), row_of_line(&shared, i - stride), after);
      /* The next step replaces it, unless it is another's neighbour then. */
      if (q % 2 == 0) row.b = invert_pivot(row.b, faults, line, rows, i);
      share_row(&shared, i, row);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (; stride >= 1; stride /= 2) {
    for (int q = lid; 2 * stride * q + stride <= rows; q += SF_WORK_GROUP) {
      const int i = 2 * stride * q + stride - 1;
      const real x_before = i >= stride ? shared.d[i - stride] : (real)0.0;
      const real x_after = i + stride < rows ? shared.d[i + stride] : (real)0.0;
      shared.d[i] = sf_solve_reduced(row_of_line(&shared, i), x_before, x_after);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = lid; i < rows; i += SF_WORK_GROUP) SF_STORE(i, line, shared.d[i]);
}

#endif
