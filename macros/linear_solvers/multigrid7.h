// Multigrid for the symmetric part of a seven-point system on a box. Cells are agglomerated by
// index, two and two along some of the axes. Residuals are added, corrections copied; the
// coefficient between agglomerates is the sum of those of its faces, each times the ratio of the
// distances between the centres of cells and of agglomerates, so that a linear function keeps its
// flux. docs/linear-solvers.md.
#ifndef SLIPFLOW_MULTIGRID7_H
#define SLIPFLOW_MULTIGRID7_H

#include "linear_solvers/level7.h"
#include "linear_solvers/stencil7.h"

SF_INLINE real s7_next_direction(const S7Matrix* m, S7Chebyshev factors, real residual,
                                 real direction, int p) {
  return factors.before * direction + factors.residual * SF_DIVIDE(residual, S7_DIAGONAL(m, p));
}

/* Parts of the diagonal from Dirichlet conditions along x, y, z; null: none. */
typedef struct {
  SF_GLOBAL const real* along[3];
} S7Sides;
#if S7_KIND == S7_FREE
#define S7_IS_CELL(m, p) ((m)->codes[p] != 0)
SF_INLINE real s7_side(const S7Matrix* m, S7Sides sides, int axis, int p) {
  (void)sides;
  const int faces = m->codes[p] - 1, step = axis == 0 ? 1 : axis == 1 ? m->row : m->plane;
  const int all = axis == 0 ? faces % 5 : axis == 1 ? faces / 5 % 5 : faces / 25;
  const int open = step == 0 ? 0 : (m->codes[p + step] != 0) + (m->codes[p - step] != 0);
  return (real)(all - open) * (axis == 0 ? m->c1 : axis == 1 ? m->c3 : m->c5);
}
/* Coefficients that lead out of the domain count for nothing. */
#define S7_OPEN(m, p, neighbour, a) (S7_IS_CELL(m, neighbour) ? (a) : 0.0)
#else
#define S7_IS_CELL(m, p) (S7_DIAGONAL(m, p) > 0.0)
SF_INLINE real s7_side(const S7Matrix* m, S7Sides sides, int axis, int p) {
  (void)m;
  return sides.along[axis] ? sides.along[axis][p] : 0.0;
}
#define S7_OPEN(m, p, neighbour, a) ((void)(m), (void)(neighbour), (a))
#endif

/* Coefficients of an agglomerate: diagonal, those to the next ones along x, y, z, and the parts of
   the diagonal from given values. */
typedef struct {
  real a0, next[3], sides[3];
} S7Coarse;

/* Adds what cell (i,j,k) gives to its agglomerate. A face counts where the cell beyond it belongs
   to another one. */
SF_INLINE void s7_add_to_coarse(const S7Matrix* m, S7Sides sides, S7Level level,
                                SF_GLOBAL const real* ratios, int i, int j, int k, S7Coarse* sum) {
  const int at[3] = {i, j, k};
  const int p = s7_place(level, i, j, k);
  if (!S7_IS_CELL(m, p)) return;
  const real up[3] = {S7_OPEN(m, p, p + 1, S7_S1(m, p)), S7_OPEN(m, p, p + m->row, S7_S3(m, p)),
                      S7_ALONG_Z(S7_OPEN(m, p, p + m->plane, S7_S5(m, p)))};
  const real down[3] = {S7_OPEN(m, p, p - 1, S7_S2(m, p)), S7_OPEN(m, p, p - m->row, S7_S4(m, p)),
                        S7_ALONG_Z(S7_OPEN(m, p, p - m->plane, S7_S6(m, p)))};
  real faces = 0.0, given = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    const real side = s7_side(m, sides, axis, p);
    faces += up[axis] + down[axis];
    given += side;
    const real scaled = side * ratios[s7_ratio(level, axis, 1, at[axis])];
    sum->sides[axis] += scaled;
    sum->a0 += scaled;
    /* Where ends are not joined, coefficients there are 0. */
    const int after = at[axis] + 1 < level.n[axis] ? at[axis] + 1 : 0;
    const int before = at[axis] > 0 ? at[axis] - 1 : level.n[axis] - 1;
    const int own = at[axis] >> level.shift[axis];
    if (own != after >> level.shift[axis]) {
      const real next = up[axis] * ratios[s7_ratio(level, axis, 0, at[axis])];
      sum->next[axis] += next;
      sum->a0 += next;
    }
    if (own != before >> level.shift[axis])
      sum->a0 += down[axis] * ratios[s7_ratio(level, axis, 0, before)];
  }
  sum->a0 += s7_plain_part(S7_DIAGONAL(m, p), faces, given);
}

/* The number of the cell before (-1) or after (1) number `at` of `cells` along an axis. */
SF_INLINE int s7_adjacent(const S7Matrix* m, int axis, int at, int side, int cells) {
#ifdef S7_PERIODIC
  if (m->periodic >> axis & 1) return at + side < 0 ? cells - 1 : (at + side) % cells;
#else
  (void)m, (void)axis, (void)cells;
#endif
  return at + side;
}

/* Corrections that are copied from agglomerates to cell (i,j,k): the place of the cell, and that of
   its agglomerate on the coarser level. They are 0 where the fine level has no cell. */
typedef struct {
  SF_GLOBAL const real* corrections; /* of the coarser level */
  int at[3], p, from;
} S7Copied;
SF_INLINE S7Copied s7_copied_to(S7Level level, S7Level coarser, SF_GLOBAL const real* corrections,
                                int i, int j, int k) {
  const int from = s7_place(coarser, i >> level.shift[0], j >> level.shift[1], k >> level.shift[2]);
  const S7Copied c = {corrections, {i, j, k}, s7_place(level, i, j, k), from};
  return c;
}
/* The correction of the cell before or after it along an axis. */
SF_INLINE real s7_adjacent_copied(const S7Matrix* m, const S7Copied* c, S7Level level,
                                  S7Level coarser, int axis, int side) {
  const int at = c->at[axis], shift = level.shift[axis];
  const int other = s7_adjacent(m, axis, at, side, level.n[axis]);
  const int next = c->p + (other - at) * (axis == 0 ? 1 : axis == 1 ? level.row : level.plane);
  const int coarse_step = axis == 0 ? 1 : axis == 1 ? coarser.row : coarser.plane;
  const int from = c->from + coarse_step * ((other >> shift) - (at >> shift));
  return S7_OPEN(m, 0, next, c->corrections[from]);
}

/* Row of A0 times the copied corrections. */
SF_INLINE real s7_times_copied(const S7Matrix* m, const S7Copied* c, S7Level level,
                               S7Level coarser) {
  const int p = c->p;
#define S7_ADJACENT(axis, side) s7_adjacent_copied(m, c, level, coarser, axis, side)
  const real sum = S7_S1(m, p) * S7_ADJACENT(0, 1) + S7_S2(m, p) * S7_ADJACENT(0, -1) +
                   (S7_S3(m, p) * S7_ADJACENT(1, 1) + S7_S4(m, p) * S7_ADJACENT(1, -1)) +
                   S7_ALONG_Z(S7_S5(m, p) * S7_ADJACENT(2, 1) + S7_S6(m, p) * S7_ADJACENT(2, -1));
#undef S7_ADJACENT
  return S7_DIAGONAL(m, p) * c->corrections[c->from] - sum;
}

#endif
