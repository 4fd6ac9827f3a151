// One row of a tridiagonal system, and the steps of the algorithms that solve it.
//
//   row i:          a x_{i-1} + b x_i + c x_{i+1} = d
//   scaled row:     a x_- + x + c x_+ = d       divided by its pivot; x_- and x_+ are the unknowns
//                                               that are still its neighbours
//
// An algorithm takes the pivot of a step, divides once, w = 1/pivot, and passes w to the step.
#ifndef SLIPFLOW_TRIDIAGONAL_H
#define SLIPFLOW_TRIDIAGONAL_H

#include "language.h"

typedef struct {
  real a;
  real b; /* cyclic reduction: its inverse, once nothing changes it any more */
  real c;
  real d;
} SfRow;

typedef struct {
  real a;
  real c;
  real d;
} SfScaledRow;

/* A row that is missing: x = 0. */
SF_INLINE SfRow sf_missing_row(void) {
  const SfRow row = {0.0, 1.0, 0.0, 0.0};
  return row;
}

/* The unknown before the first one and the one after the last, which no step eliminates: x = x_-
   and x = x_+. */
SF_INLINE SfScaledRow sf_before_all(void) {
  const SfScaledRow row = {-1.0, 0.0, 0.0};
  return row;
}
SF_INLINE SfScaledRow sf_after_all(void) {
  const SfScaledRow row = {0.0, -1.0, 0.0};
  return row;
}

/* Pivots by which nothing can be divided. */
#define SF_PIVOT_NORMAL 0
#define SF_PIVOT_ZERO 1
#define SF_PIVOT_SUBNORMAL 2
#define SF_PIVOT_NOT_FINITE 3
#define SF_PIVOT_KINDS 4
#ifdef SF_SINGLE
#define SF_LEAST_NORMAL 0x1p-126
#define SF_LARGEST_NUMBER 0x1.fffffep127
#else
#define SF_LEAST_NORMAL 0x1p-1022
#define SF_LARGEST_NUMBER 0x1.fffffffffffffp1023
#endif
SF_INLINE int sf_pivot_kind(real pivot) {
  const real size = SF_ABS(pivot);
  if (size >= SF_LEAST_NORMAL && size <= SF_LARGEST_NUMBER) return SF_PIVOT_NORMAL;
  if (size == 0.0) return SF_PIVOT_ZERO;
  return size < SF_LEAST_NORMAL ? SF_PIVOT_SUBNORMAL : SF_PIVOT_NOT_FINITE;
}

/* A row by itself; w = 1/b. */
SF_INLINE SfScaledRow sf_scale(SfRow row, real w) {
  const SfScaledRow scaled = {row.a * w, row.c * w, row.d * w};
  return scaled;
}

/* Eliminates x_{i-1} by the scaled row before. Thomas' algorithm does so from the first row to the
   last; x_- is then always the unknown before the first row, and of no interest. */
SF_INLINE real sf_pivot_down(SfRow row, SfScaledRow before) { return row.b - row.a * before.c; }
SF_INLINE real sf_down(real a, real d, real d_before, real w) { return (d - a * d_before) * w; }
SF_INLINE SfScaledRow sf_eliminate_before(SfRow row, SfScaledRow before, real w) {
  const SfScaledRow scaled = {-row.a * before.a * w, row.c * w, sf_down(row.a, row.d, before.d, w)};
  return scaled;
}

/* Replaces x_+ by its own row. */
SF_INLINE real sf_up(real c, real d, real d_after) { return d - c * d_after; }
SF_INLINE SfScaledRow sf_eliminate_after(SfScaledRow row, SfScaledRow after) {
  const SfScaledRow next = {row.a - row.c * after.a, -row.c * after.c,
                            sf_up(row.c, row.d, after.d)};
  return next;
}

/* Replaces x_+, whose row refers to the unknown of this one: partition, the last row of a piece and
   the first of the next. */
SF_INLINE real sf_pivot_join(SfScaledRow row, SfScaledRow after) { return 1.0 - row.c * after.a; }
SF_INLINE SfScaledRow sf_join(SfScaledRow row, SfScaledRow after, real w) {
  const SfScaledRow next = {row.a * w, -row.c * after.c * w, sf_down(row.c, row.d, after.d, w)};
  return next;
}

/* Replaces both neighbours: a step of parallel cyclic reduction. */
SF_INLINE real sf_pivot_both(SfScaledRow row, SfScaledRow before, SfScaledRow after) {
  return 1.0 - row.a * before.c - row.c * after.a;
}
SF_INLINE real sf_both(real a, real c, real d, real d_before, real d_after, real w) {
  return (d - a * d_before - c * d_after) * w;
}
SF_INLINE SfScaledRow sf_eliminate_both(SfScaledRow row, SfScaledRow before, SfScaledRow after,
                                        real w) {
  const SfScaledRow next = {-row.a * before.a * w, -row.c * after.c * w,
                            sf_both(row.a, row.c, row.d, before.d, after.d, w)};
  return next;
}

/* x of a scaled row. */
SF_INLINE real sf_solve_scaled(SfScaledRow row, real x_before, real x_after) {
  return row.d - row.a * x_before - row.c * x_after;
}

/* Cyclic reduction: replaces both neighbours, whose b are inverse. Outside of the system they are
   all 0. */
SF_INLINE SfRow sf_reduce(SfRow row, SfRow before, SfRow after) {
  const real k1 = row.a * before.b, k2 = row.c * after.b;
  const SfRow next = {-before.a * k1, row.b - (before.c * k1 + after.a * k2), -after.c * k2,
                      row.d - (before.d * k1 + after.d * k2)};
  return next;
}
SF_INLINE real sf_solve_reduced(SfRow row, real x_before, real x_after) {
  return (row.d - row.a * x_before - row.c * x_after) * row.b;
}

/* The row between two pieces of a long line, whose neighbours are the last unknown of one and the
   first of the other, in the unknowns between pieces. */
SF_INLINE SfRow sf_between_pieces(SfRow row, SfScaledRow last, SfScaledRow first) {
  const SfRow between = {-row.a * last.a, row.b - row.a * last.c - row.c * first.a,
                         -row.c * first.c, row.d - row.a * last.d - row.c * first.d};
  return between;
}

/* A row whose neighbour before it, or after it, is known. */
SF_INLINE SfRow sf_insert_before(SfRow row, real x) {
  row.d = row.d - row.a * x;
  row.a = 0.0;
  return row;
}
SF_INLINE SfRow sf_insert_after(SfRow row, real x) {
  row.d = row.d - row.c * x;
  row.c = 0.0;
  return row;
}

#endif
