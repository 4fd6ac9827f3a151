// Thomas' algorithm, one work-item per line ("parallel Thomas algorithm"): 72 bytes of memory
// traffic a row in double precision, coalesced where lines are interleaved.
#ifndef SLIPFLOW_LINE_PTA_H
#define SLIPFLOW_LINE_PTA_H

/* The next row is read before the present one is stored: memory that the compiler cannot tell
   apart would make each row wait for the one before. */
#ifndef SF_FIXED
/* `kept_c` holds a number for each row, interleaved whatever the layout of the lines is. */
SF_LINE_KERNEL void solve_lines(SF_LINE_PARAMETERS, const int rows, const int lines,
                                __global real* restrict kept_c, __global uint* restrict faults) {
  const int line = get_global_id(0);
  if (line >= lines) return;
  SfScaledRow scaled = {0.0, 0.0, 0.0};
  SfRow next = SF_ROW(0, line);
  for (int i = 0; i < rows; ++i) {
    const SfRow row = next;
    if (i + 1 < rows) next = SF_ROW(i + 1, line);
    const real w = invert_pivot(sf_pivot_down(row, scaled), faults, line, rows, i);
    scaled = sf_eliminate_before(row, scaled, w);
    kept_c[(long)i * lines + line] = scaled.c;
    SF_KEEP(i, line, scaled.d);
  }
  real x = 0.0, next_c = 0.0, next_d = scaled.d;
  for (int i = rows - 1; i >= 0; --i) {
    x = sf_up(next_c, next_d, x);
    if (i > 0) {
      next_c = kept_c[(long)(i - 1) * lines + line];
      next_d = SF_KEPT(i - 1, line);
    }
    SF_STORE(i, line, x);
  }
}
#else
/* `factors`: of each row a, w and the scaled c. */
SF_LINE_KERNEL void solve_lines(SF_LINE_PARAMETERS, const int rows, const int lines,
                                __global const real* restrict factors) {
  const int line = get_global_id(0);
  if (line >= lines) return;
  real d = 0.0, next = SF_RIGHT(0, line);
  for (int i = 0; i < rows; ++i) {
    const real right = next;
    if (i + 1 < rows) next = SF_RIGHT(i + 1, line);
    d = sf_down(factors[SF_FACTORS_OF_PTA * i], right, d, factors[SF_FACTORS_OF_PTA * i + 1]);
    SF_KEEP(i, line, d);
  }
  real x = 0.0, next_d = d;
  for (int i = rows - 1; i >= 0; --i) {
    x = sf_up(factors[SF_FACTORS_OF_PTA * i + 2], next_d, x);
    if (i > 0) next_d = SF_KEPT(i - 1, line);
    SF_STORE(i, line, x);
  }
}
#endif

#endif
