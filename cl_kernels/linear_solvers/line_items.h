// The work-items of a group that partition divides a line, or a piece of it, among.
#ifndef SLIPFLOW_LINE_ITEMS_H
#define SLIPFLOW_LINE_ITEMS_H

#define SF_LINE_ITEMS (SF_WORK_GROUP / SF_LINES_ABREAST)
/* Rows of a piece, with the one between it and the next. */
#define SF_PIECE_ROWS (SF_LINE_ITEMS * SF_ROWS_PER_ITEM + 1)

/* A row of each work-item, twice. */
typedef struct {
  real a[2][SF_WORK_GROUP];
  real c[2][SF_WORK_GROUP];
  real d[2][SF_WORK_GROUP];
} SfItemRows;

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

#endif
