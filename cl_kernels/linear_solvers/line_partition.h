// Partition: each work-item eliminates the rows of its own piece of a line in registers, and the
// work-items solve the system of their last unknowns by parallel cyclic reduction. Rows are read
// once and solutions written once: 40 bytes of memory traffic a row in double precision.
//
//   rows       0 1 2 3 | 4 5 6 7 | 8 9 ...     SF_ROWS_PER_ITEM of each work-item, here 4
//   work-item     0         1        2         SF_LINE_ITEMS of each line; missing rows are x = 0
//   unknowns         z0        z1              a row becomes x_r = d - a z_before - c z_own
//
// A group has SF_LINES_ABREAST lines side by side: where rows of a line are far apart, those of
// neighbouring lines are read together.
//
// Longer lines (SF_PIECES) are cut into pieces as long as a group can hold, with one row between
// two pieces: line_pieces.h finds the solution `between` of these rows, which `solve_lines` uses.
#ifndef SLIPFLOW_LINE_PARTITION_H
#define SLIPFLOW_LINE_PARTITION_H

/* Gives each work-item its rows; `row_of` is row i of the piece. All are loaded before one is used:
   the pivots of a row wait for those before it. */
#define SF_LOAD_ITEM(own, memory, place, row_of)                           \
  SF_UNROLL                                                                \
  for (int r = 0; r < SF_ROWS_PER_ITEM; ++r) {                             \
    const int i = loaded_row(place, r);                                    \
    keep_row(&(own), r, i < (place).count ? row_of(i) : sf_missing_row()); \
  }                                                                        \
  exchange_rows(memory, place, &(own))

SF_INLINE void keep_row(SfItemRows* own, int r, SfRow row) {
  own->a[r] = row.a;
  own->b[r] = row.b;
  own->c[r] = row.c;
  own->d[r] = row.d;
}

SF_INLINE void exchange_rows(__local real* staged, SfItemPlace place, SfItemRows* own) {
  exchange_loaded(staged, place, own->a);
  exchange_loaded(staged, place, own->b);
  exchange_loaded(staged, place, own->c);
  exchange_loaded(staged, place, own->d);
}

SF_INLINE real invert_item_pivot(real pivot, __global uint* faults, SfItemPlace place, int rows,
                                 int i) {
  return invert_pivot(pivot, faults, place.line, rows, place.first + min(i, place.count - 1));
}

/* Scaled rows in which z_before and z_own are left. */
SF_INLINE void eliminate_rows(const SfItemRows* own, SfItemPlace place, int rows,
                              SfScaledRow* scaled, __global uint* faults) {
  SF_UNROLL
  for (int r = 0; r < SF_ROWS_PER_ITEM; ++r) {
    const int i = place.item * SF_ROWS_PER_ITEM + r;
    const SfRow row = {own->a[r], own->b[r], own->c[r], own->d[r]};
    const SfScaledRow before = r > 0 ? scaled[r - 1] : sf_before_all();
    const real w = invert_item_pivot(sf_pivot_down(row, before), faults, place, rows, i);
    scaled[r] = sf_eliminate_before(row, before, w);
  }
  SF_UNROLL
  for (int r = SF_ROWS_PER_ITEM - 3; r >= 0; --r)
    scaled[r] = sf_eliminate_after(scaled[r], scaled[r + 1]);
}

SF_INLINE void share_row(__local real* shared, int buffer, SfScaledRow row) {
  const int lid = get_local_id(0);
  shared[shared_place(SF_SHARED_A, buffer, lid)] = row.a;
  shared[shared_place(SF_SHARED_C, buffer, lid)] = row.c;
  shared[shared_place(SF_SHARED_D, buffer, lid)] = row.d;
}

SF_INLINE SfScaledRow shared_row(__local const real* shared, int buffer, int lid) {
  const SfScaledRow row = {shared[shared_place(SF_SHARED_A, buffer, lid)],
                           shared[shared_place(SF_SHARED_C, buffer, lid)],
                           shared[shared_place(SF_SHARED_D, buffer, lid)]};
  return row;
}

/* The row of z_own after all others have been eliminated; d of all is shared in the buffer that is
   returned. Two buffers, so that one barrier a step is enough. */
SF_INLINE int solve_items(__local real* shared, SfItemPlace place, int rows,
                          const SfScaledRow* scaled, SfScaledRow* own, __global uint* faults) {
  const int lid = get_local_id(0);
  const int last = place.item * SF_ROWS_PER_ITEM + SF_ROWS_PER_ITEM - 1;
  int buffer = 0;
  share_row(shared, buffer, scaled[0]);
  barrier(CLK_LOCAL_MEM_FENCE);
  SfScaledRow row = scaled[SF_ROWS_PER_ITEM - 1];
  const SfScaledRow next =
      SF_HAS_NEXT(place) ? shared_row(shared, buffer, lid + SF_LINES_ABREAST) : sf_after_all();
  real w = invert_item_pivot(sf_pivot_join(row, next), faults, place, rows, last);
  row = sf_join(row, next, w);
  for (int stride = 1; stride < place.items; stride *= 2) {
    buffer = 1 - buffer;
    share_row(shared, buffer, row);
    barrier(CLK_LOCAL_MEM_FENCE);
    const SfScaledRow before = place.item >= stride
                                   ? shared_row(shared, buffer, lid - stride * SF_LINES_ABREAST)
                                   : sf_before_all();
    const SfScaledRow after = place.item + stride < SF_LINE_ITEMS
                                  ? shared_row(shared, buffer, lid + stride * SF_LINES_ABREAST)
                                  : sf_after_all();
    w = invert_item_pivot(sf_pivot_both(row, before, after), faults, place, rows, last);
    row = sf_eliminate_both(row, before, after, w);
  }
  buffer = 1 - buffer;
  shared[shared_place(SF_SHARED_D, buffer, lid)] = row.d;
  barrier(CLK_LOCAL_MEM_FENCE);
  *own = row;
  return buffer;
}

#ifdef SF_PIECES
#define SF_PIECE_PARAMETERS , const int pieces, __global const real *restrict between
#define SF_PLACE piece_place(rows, lines, pieces)
#define SF_PIECE_ROW(i) \
  sf_insert_between(SF_ROW(place.first + (i), place.line), place, i, rows, between)

/* A row with the solutions before and after the piece. */
SF_INLINE SfRow sf_insert_between(SfRow row, SfItemPlace place, int i, int rows,
                                  __global const real* between) {
  __global const real* x = between + (long)place.line * (rows / SF_PIECE_ROWS) + place.piece;
  if (i == 0 && place.piece > 0) row = sf_insert_before(row, x[-1]);
  if (i == SF_PIECE_ROWS - 2 && place.first + i + 1 < rows) row = sf_insert_after(row, x[0]);
  return row;
}
#else
#define SF_PIECE_PARAMETERS
#define SF_PLACE line_place(rows, lines)
#define SF_PIECE_ROW(i) SF_ROW(i, place.line)
#endif

SF_LINE_KERNEL void solve_lines(SF_LINE_PARAMETERS, const int rows,
                                const int lines SF_PIECE_PARAMETERS,
                                __global uint* restrict faults) {
  __local real memory[SF_LOCAL_NUMBERS];
  const SfItemPlace place = SF_PLACE;
  SfItemRows own;
  SfScaledRow scaled[SF_ROWS_PER_ITEM], last;
  real x[SF_ROWS_PER_ITEM];
  SF_LOAD_ITEM(own, memory, place, SF_PIECE_ROW);
  eliminate_rows(&own, place, rows, scaled, faults);
  const int buffer = solve_items(memory, place, rows, scaled, &last, faults);
  const real x_before =
      place.item > 0 ? memory[shared_place(SF_SHARED_D, buffer, get_local_id(0) - SF_LINES_ABREAST)]
                     : (real)0.0;
  SF_UNROLL
  for (int r = 0; r + 1 < SF_ROWS_PER_ITEM; ++r)
    x[r] = sf_solve_scaled(scaled[r], x_before, last.d);
  x[SF_ROWS_PER_ITEM - 1] = last.d;
  exchange_solved(memory, place, x);
  SF_UNROLL
  for (int r = 0; r < SF_ROWS_PER_ITEM; ++r) {
    const int i = loaded_row(place, r);
    if (i < place.count) SF_STORE(place.first + i, place.line, x[r]);
  }
#ifdef SF_PIECES
  const int row_between = place.first + SF_PIECE_ROWS - 1;
  if (place.item == 0 && place.count > 0 && row_between < rows)
    SF_STORE(row_between, place.line,
             between[(long)place.line * (rows / SF_PIECE_ROWS) + place.piece]);
#endif
}

#endif
