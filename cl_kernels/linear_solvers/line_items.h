// The work-items of a group that partition divides a line, or a piece of it, among.
#ifndef SLIPFLOW_LINE_ITEMS_H
#define SLIPFLOW_LINE_ITEMS_H

#define SF_LINE_ITEMS (SF_WORK_GROUP / SF_LINES_ABREAST)
/* Rows of a piece, with the one between it and the next. */
#define SF_PIECE_ROWS (SF_LINE_ITEMS * SF_ROWS_PER_ITEM + 1)

/* Numbers of the rows of a work-item. */
typedef struct {
  real a[SF_ROWS_PER_ITEM];
  real b[SF_ROWS_PER_ITEM];
  real c[SF_ROWS_PER_ITEM];
  real d[SF_ROWS_PER_ITEM];
} SfItemRows;

/* Numbers in the local memory of a group: at one time a row of each work-item, twice; at another,
   if it has one line, a number of each row and an unused one for each work-item, so that
   work-items access different banks. */
#define SF_SHARED_NUMBERS (6 * SF_WORK_GROUP)
#if SF_LINES_ABREAST == 1 && SF_ROWS_PER_ITEM > 5
#define SF_LOCAL_NUMBERS (SF_WORK_GROUP * (SF_ROWS_PER_ITEM + 1))
#else
#define SF_LOCAL_NUMBERS SF_SHARED_NUMBERS
#endif

/* Place of a, c or d of the row that a work-item shares. */
#define SF_SHARED_A 0
#define SF_SHARED_C 1
#define SF_SHARED_D 2
SF_INLINE int shared_place(int number, int buffer, int lid) {
  return (2 * number + buffer) * SF_WORK_GROUP + lid;
}

/* Where a work-item is: the `count` rows of a piece from row `first` of a line on, of which it has
   SF_ROWS_PER_ITEM, or none where the group has more lines than are left. `items`: those with rows,
   the same in the whole group, which passes barriers together. */
typedef struct {
  int line;
  int item;
  int piece;
  int first;
  int count;
  int items;
} SfItemPlace;

/* Whether an item's last row refers to another item's first, which is not its last. */
#define SF_HAS_NEXT(place) (SF_ROWS_PER_ITEM > 1 && (place).item + 1 < SF_LINE_ITEMS)

SF_INLINE SfItemPlace piece_place(int rows, int lines, int pieces) {
  SfItemPlace place;
  const int lid = get_local_id(0), group = get_group_id(0);
  place.line = group / pieces * SF_LINES_ABREAST + lid % SF_LINES_ABREAST;
  place.item = lid / SF_LINES_ABREAST;
  place.piece = group % pieces;
  place.first = place.piece * SF_PIECE_ROWS;
  const int left = min(rows - place.first, SF_PIECE_ROWS - 1);
  place.items = (left + SF_ROWS_PER_ITEM - 1) / SF_ROWS_PER_ITEM;
  place.count = place.line < lines ? left : 0;
  return place;
}

SF_INLINE SfItemPlace line_place(int rows, int lines) { return piece_place(rows, lines, 1); }

/* Rows of one line: neighbouring work-items load neighbouring rows, and store them, so that a group
   reads memory without gaps. Local memory passes each number between the work-item that loads its
   row and the one that has it. Where lines are side by side, each loads its own rows. */
#if SF_LINES_ABREAST == 1
SF_INLINE int loaded_row(SfItemPlace place, int r) { return r * SF_LINE_ITEMS + place.item; }
SF_INLINE int staged_place(int i) { return i + (uint)i / SF_ROWS_PER_ITEM; }

SF_INLINE void exchange_loaded(__local real* staged, SfItemPlace place, real* numbers) {
  SF_UNROLL
  for (int r = 0; r < SF_ROWS_PER_ITEM; ++r)
    staged[staged_place(loaded_row(place, r))] = numbers[r];
  barrier(CLK_LOCAL_MEM_FENCE);
  SF_UNROLL
  for (int r = 0; r < SF_ROWS_PER_ITEM; ++r)
    numbers[r] = staged[place.item * (SF_ROWS_PER_ITEM + 1) + r];
  barrier(CLK_LOCAL_MEM_FENCE);
}

SF_INLINE void exchange_solved(__local real* staged, SfItemPlace place, real* numbers) {
  barrier(CLK_LOCAL_MEM_FENCE);
  SF_UNROLL
  for (int r = 0; r < SF_ROWS_PER_ITEM; ++r)
    staged[place.item * (SF_ROWS_PER_ITEM + 1) + r] = numbers[r];
  barrier(CLK_LOCAL_MEM_FENCE);
  SF_UNROLL
  for (int r = 0; r < SF_ROWS_PER_ITEM; ++r)
    numbers[r] = staged[staged_place(loaded_row(place, r))];
}
#else
SF_INLINE int loaded_row(SfItemPlace place, int r) { return place.item * SF_ROWS_PER_ITEM + r; }
SF_INLINE void exchange_loaded(__local real* staged, SfItemPlace place, real* numbers) {}
SF_INLINE void exchange_solved(__local real* staged, SfItemPlace place, real* numbers) {}
#endif

#endif
