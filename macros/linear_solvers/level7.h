// Levels of multigrid on a box, and the factors of its smoother: multigrid7.h.
#ifndef SLIPFLOW_LEVEL7_H
#define SLIPFLOW_LEVEL7_H

#include "language.h"

/* A level and how it becomes the next coarser one. */
typedef struct {
  int n[3];     /* cells */
  int row;      /* places from a cell to the next one along y */
  int plane;    /* and along z */
  int begin;    /* of its arrays in those of all levels; 0: the finest */
  int shift[3]; /* 1: pairs of cells along this axis */
  int ratios;   /* where its ratios begin: for each axis n of faces, then n of boundaries */
} S7Level;
SF_SAME_SIZE(S7Level, 40);

SF_INLINE int s7_place(S7Level level, int i, int j, int k) {
  return i + 1 + level.row * (j + 1) + (level.plane > 0 ? level.plane * (k + 1) : 0);
}
/* Where the ratio of the face between cells `at` and `at` + 1 along an axis is among the ratios of
   a level, or that of a boundary next to cell `at`. */
SF_INLINE int s7_ratio(S7Level level, int axis, int of_side, int at) {
  const int before = axis == 0 ? 0 : axis == 1 ? level.n[0] : level.n[0] + level.n[1];
  return level.ratios + 2 * before + of_side * level.n[axis] + at;
}

/* Chebyshev iteration for the eigenvalues of D^-1 A in [1/2, 2]; 2 bounds those of any such matrix.
   A direction is `before` times the one before it plus `residual` times r/D; step k from 0.
   Rounded once, whatever the precision. */
typedef struct {
  real before, residual;
} S7Chebyshev;
SF_INLINE S7Chebyshev s7_chebyshev(int k) {
  const double centre = 1.25, half_width = 0.75;
  double before = 0.0, residual = 1.0 / centre, rho = half_width / centre;
  for (int step = 0; step < k; ++step) {
    const double next = 1.0 / (2.0 * centre / half_width - rho);
    before = next * rho;
    residual = 2.0 * next / half_width;
    rho = next;
  }
  const S7Chebyshev factors = {(real)before, (real)residual};
  return factors;
}

/* Step `number` of the smoother, of `degree` steps: before the coarser levels, where the first one
   begins from zero, or after them. */
typedef struct {
  int number, degree, is_before;
} S7Smoothing;
SF_INLINE int s7_from_zero(S7Smoothing s) { return s.is_before && s.number == 0; }
/* Nothing follows that reads its residual and direction. */
SF_INLINE int s7_is_last(S7Smoothing s) { return !s.is_before && s.number == s.degree - 1; }
/* Directions that this step adds to the solution. The first steps leave theirs to a later one, so
   that the solution is read and written once. */
SF_INLINE int s7_directions(S7Smoothing s) {
  if (s.is_before)
    return s.number > 2 ? 1 : s.number == 2 || s.number == s.degree - 1 ? s.number + 1 : 0;
  return s.number == 2 ? 2 : s.number == 1 && s.degree > 2 ? 0 : 1;
}
/* Sets the solution at p; `older` and `d`: the directions before the new one. */
SF_INLINE void s7_add_directions(S7Smoothing s, SF_GLOBAL real* x, SF_GLOBAL const real* older,
                                 SF_GLOBAL const real* d, real direction, int p) {
  const int directions = s7_directions(s);
  if (directions == 0) return;
  real sum = s.is_before && s.number < 3 ? 0.0 : x[p];
  if (directions > 2) sum += older[p];
  if (directions > 1) sum += d[p];
  x[p] = sum + direction;
}

/* The part of the diagonal that comes neither from faces nor from Dirichlet conditions: reaction,
   storage. A part as small as rounding errors is 0, so that a singular system stays singular. So is
   a negative one, from convection through boundaries: it would not shrink as Dirichlet conditions
   do, and a coarse matrix would not be positive definite. */
SF_INLINE real s7_plain_part(real diagonal, real faces, real sides) {
  const real rest = diagonal - faces - sides;
  return rest <= 1e-12 * diagonal ? 0.0 : rest;
}

#endif
