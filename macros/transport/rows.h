// The row of a cell in the system of a step, and its right-hand side: equations (9) to (12) of
// docs/methods/transport.md.
#ifndef SLIPFLOW_TRANSPORT_ROWS_H
#define SLIPFLOW_TRANSPORT_ROWS_H

#include "transport/faces.h"

/* Coefficients as linear_solvers/stencil7.h has them, and the parts of a[0] from conditions on
   faces across x, y and z. */
typedef struct {
  real a[7];
  real fixed[3];
} TrRow;

/* The coefficient of the neighbour beyond a side. */
#define TR_COEFFICIENT(side) (TR_IS_HIGH(side) ? (side) : (side) + 2)

/* `mass`: storage over the time of the step; 0: steady. */
SF_INLINE TrRow tr_row(const TrBox* box, const TrCell* cell, real mass) {
  TrRow row = {{0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  row.a[0] = (mass + box->reaction) * tr_volume(box, cell);
  TR_FOR_SIDES(box, side) {
    const TrFace face = tr_face(box, cell, side);
    row.a[0] += face.own;
    row.a[TR_COEFFICIENT(side)] = face.next;
    row.fixed[TR_AXIS(side)] += face.fixed;
  }
  return row;
}

SF_INLINE real tr_source(const TrBox* box, const TrCell* cell) {
  real sum = 0.0;
  for (int n = 0; n < box->sources; ++n) {
    const TrSource s = box->source[n];
    int inside = 1;
    for (int axis = 0; axis < 3; ++axis)
      inside = inside && cell->at[axis] >= s.low[axis] && cell->at[axis] < s.high[axis];
    if (inside) sum += box->source_values[n] * tr_factor(box, s.over, cell, -1);
  }
  return sum;
}

SF_INLINE real tr_right_hand_side(const TrBox* box, const TrCell* cell, real mass, real phi) {
  real sum = (mass * phi + tr_source(box, cell)) * tr_volume(box, cell);
  TR_FOR_SIDES(box, side) {
    const int wall = box->tag[tr_beyond(box, cell, side)];
    if (wall) sum += tr_outer_face(box, cell, side, wall, tr_flow(box, cell, side)).prescribed;
  }
  return sum;
}

/* phi at the end of a step, (12): what was solved for, or with the middle of the step as its time
   the double change. */
SF_INLINE real tr_end_of_step(real before, real solved, int is_middle) {
  return is_middle ? 2.0 * solved - before : solved;
}

#endif
