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
/* Of the ratios of a level, that of the face between cells `at` and `at` + 1 along an axis, or of
   a boundary next to cell `at`. */
SF_INLINE int s7_ratio(S7Level level, int axis, int of_side, int at) {
  const int before = axis == 0 ? 0 : axis == 1 ? level.n[0] : level.n[0] + level.n[1];
  return level.ratios + 2 * before + of_side * level.n[axis] + at;
}

/* Chebyshev iteration for the eigenvalues of D^-1 A in [1/2, 2]; 2 bounds those of any such matrix.
   A direction is `before` times the one before it plus `residual` times r/D; step k from 0. */
typedef struct {
  real before, residual;
} S7Chebyshev;
SF_INLINE S7Chebyshev s7_chebyshev(int k) {
  const real centre = 1.25, half_width = 0.75;
  S7Chebyshev factors = {0.0, 1.0 / centre};
  real rho = half_width / centre;
  for (int step = 0; step < k; ++step) {
    const real next = 1.0 / (2.0 * centre / half_width - rho);
    factors.before = next * rho;
    factors.residual = 2.0 * next / half_width;
    rho = next;
  }
  return factors;
}

/* The part of the diagonal that comes neither from faces nor from Dirichlet conditions: reaction,
   storage. A part as small as rounding errors is 0, so that a singular system stays singular. */
SF_INLINE real s7_plain_part(real diagonal, real faces, real sides) {
  const real rest = diagonal - faces - sides;
  return SF_ABS(rest) <= 1e-12 * diagonal ? 0.0 : rest;
}

#endif
