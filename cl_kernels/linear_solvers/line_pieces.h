// Lines that are longer than a group can hold, line_partition.h: `reduce_pieces` finds how the ends
// of each piece depend on the rows between pieces, `join_pieces` makes a system of these rows.
#ifndef SLIPFLOW_LINE_PIECES_H
#define SLIPFLOW_LINE_PIECES_H

/* The first and the last unknown of a piece, by the rows between pieces: a, c and d of both, in the
   six parts of `ends` with a number for each piece of each line. */
#define SF_PIECE_FIRST 0
#define SF_PIECE_LAST 3
#define SF_ROW_OF_PIECE(i) SF_ROW(place.first + (i), place.line)
SF_INLINE void store_end(__global real* ends, int end, long parts, long at, SfScaledRow row) {
  ends[end * parts + at] = row.a;
  ends[(end + 1) * parts + at] = row.c;
  ends[(end + 2) * parts + at] = row.d;
}
SF_INLINE SfScaledRow load_end(__global const real* ends, int end, long parts, long at) {
  const SfScaledRow row = {ends[end * parts + at], ends[(end + 1) * parts + at],
                           ends[(end + 2) * parts + at]};
  return row;
}

SF_LINE_KERNEL void reduce_pieces(SF_LINE_PARAMETERS, const int rows, const int lines,
                                  const int pieces, __global real* restrict ends,
                                  __global uint* restrict faults) {
  __local real memory[SF_LOCAL_NUMBERS];
  const SfItemPlace place = SF_PLACE;
  SfItemRows own;
  SfScaledRow scaled[SF_ROWS_PER_ITEM], last;
  SF_LOAD_ITEM(own, memory, place, SF_ROW_OF_PIECE);
  eliminate_rows(&own, place, rows, scaled, faults);
  solve_items(memory, place, rows, scaled, &last, faults);
  const long parts = (long)pieces * lines, at = (long)place.line * pieces + place.piece;
  if (place.count > 0 && place.item == 0)
    store_end(ends, SF_PIECE_FIRST, parts, at,
              SF_ROWS_PER_ITEM > 1 ? sf_eliminate_after(scaled[0], last) : last);
  if (place.count > 0 && place.item == SF_LINE_ITEMS - 1)
    store_end(ends, SF_PIECE_LAST, parts, at, last);
}

/* The system of the rows between pieces, contiguous; a work-item makes one row of it. */
SF_LINE_KERNEL void join_pieces(SF_LINE_PARAMETERS, const int rows, const int lines,
                                const int pieces, __global const real* restrict ends,
                                __global real* restrict between_a,
                                __global real* restrict between_b,
                                __global real* restrict between_c,
                                __global real* restrict between_d) {
  const int joints = rows / SF_PIECE_ROWS;
  const long k = get_global_id(0);
  const int line = (int)(k / joints), piece = (int)(k % joints);
  if (line >= lines) return;
  const long parts = (long)pieces * lines, at = (long)line * pieces + piece;
  const SfScaledRow last = load_end(ends, SF_PIECE_LAST, parts, at);
  const SfScaledRow none = {0.0, 0.0, 0.0};
  const SfScaledRow first =
      piece + 1 < pieces ? load_end(ends, SF_PIECE_FIRST, parts, at + 1) : none;
  const SfRow row = sf_between_pieces(SF_ROW((piece + 1) * SF_PIECE_ROWS - 1, line), last, first);
  between_a[k] = row.a;
  between_b[k] = row.b;
  between_c[k] = row.c;
  between_d[k] = row.d;
}

#endif
