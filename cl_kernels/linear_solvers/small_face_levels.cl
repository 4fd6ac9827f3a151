// The small levels of multigrid for systems on polyhedra, all in one launch of one work-group: on a
// device with many work-items at once the launches of each of their steps would take longer than
// the steps. Where a work-item is a thread of a processor, one of them does all.
#include "linear_solvers/face_level.h"

#define SF_ONE_GROUP __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))
#if SF_WORK_GROUP > 1
#define SF_STEP_IS_DONE barrier(CLK_GLOBAL_MEM_FENCE)
#else
#define SF_STEP_IS_DONE
#endif
#define SF_FOR(i, count) for (int i = get_local_id(0); i < (count); i += SF_WORK_GROUP)

/* The vectors of all levels. f and x are those of the coarser levels: without the finest one. */
typedef struct {
  __global real *r, *d, *d_next, *f, *x;
} SfVectors;

SF_INLINE SfVectors sf_vectors_of(SfFaceLevel own, int finest, SfVectors all) {
  const SfVectors v = {all.r + own.cell, all.d + own.cell, all.d_next + own.cell,
                       all.f + own.cell - finest, all.x + own.cell - finest};
  return v;
}

/* The last direction is then in d where the degree is even, in d_next where it is odd. */
#define SF_SMOOTH_LEVEL(own, v, from_zero)                                                         \
  for (int step = 0; step < degree; ++step) {                                                      \
    const S7Chebyshev factors = s7_chebyshev(step);                                                \
    __global const real* const before = step % 2 == 0 ? (v).d : (v).d_next;                        \
    __global real* const after = step % 2 == 0 ? (v).d_next : (v).d;                               \
    SF_FOR(i, (own).cells) {                                                                       \
      const real product = step > 0 ? SF_TIMES(own, before, i) : (real)0.0;                        \
      smooth_face_cell(own, factors, step, from_zero, product, (v).r, before, (v).r, after, (v).x, \
                       diagonal[(own).cell + i], i);                                               \
    }                                                                                              \
    SF_STEP_IS_DONE;                                                                               \
  }

SF_ONE_GROUP void cycle_small_levels(
    __global const S7Progress* restrict progress, __constant const SfFaceLevel* levels,
    SF_MATRIX_PARAMETERS, __constant const SfFaceStep* steps, const int count, const int degree,
    const int inverted, __global const int* restrict coarse_of,
    __global const int* restrict member_starts, __global const int* restrict members,
    __global const real* restrict inverse, __global real* r, __global real* d,
    __global real* d_next, __global real* f, __global real* x) {
  const SfVectors all = {r, d, d_next, f, x};
  const int finest = levels[0].cells;
  const int end = SF_IS_GOING_ON ? count : 0; /* no barrier is left out by some */
  for (int s = 0; s < end; ++s) {
    const SfFaceStep step_now = steps[s];
    const SfFaceLevel own = levels[step_now.level];
    const SfVectors v = sf_vectors_of(own, finest, all);
    if (step_now.kind == SF_STEP_COARSEST) {
      SF_FOR(i, own.cells) {
        real sum = 0.0;
        for (int j = 0; j < inverted; ++j) sum += inverse[i * inverted + j] * v.f[j];
        v.x[i] = inverted > 0                   ? -sum
                 : diagonal[own.cell + i] > 0.0 ? SF_DIVIDE(v.f[i], diagonal[own.cell + i])
                                                : (real)0.0;
      }
      SF_STEP_IS_DONE;
      continue;
    }
    const SfFaceLevel next = levels[step_now.level + 1];
    const SfVectors coarse = sf_vectors_of(next, finest, all);
    if (step_now.kind == SF_STEP_AFTER) {
      SF_FOR(i, own.cells) v.x[i] += coarse.x[coarse_of[own.cell + i]];
      SF_STEP_IS_DONE;
      SF_FOR(i, own.cells) v.r[i] = v.f[i] - SF_TIMES(own, v.x, i);
      SF_STEP_IS_DONE;
      SF_SMOOTH_LEVEL(own, v, 0);
      continue;
    }
    if (step_now.kind == SF_STEP_BEFORE) {
      SF_FOR(i, own.cells) v.r[i] = v.f[i];
      SF_STEP_IS_DONE;
      SF_SMOOTH_LEVEL(own, v, 1);
    }
    __global const real* const last = degree % 2 == 0 ? v.d : v.d_next;
    SF_FOR(i, own.cells) v.r[i] -= SF_TIMES(own, last, i);
    SF_STEP_IS_DONE;
    SF_FOR(i, next.cells)
    coarse.f[i] = sf_sum_of_members(members, v.r, member_starts[own.member + i],
                                    member_starts[own.member + i + 1]);
    SF_STEP_IS_DONE;
  }
}

/* The coefficients and rows of the levels after `first`, in one launch too. */
SF_ONE_GROUP void set_small_levels(
    __global const S7Progress* restrict progress, __constant const SfFaceLevel* levels,
    const int first, const int last, __global const int* restrict columns,
    __global const int* restrict long_starts, __global const int* restrict faces,
    __global const int* restrict sum_starts, __global const int* restrict sum_faces,
    __global const real* restrict sum_ratios, __global const int* restrict member_starts,
    __global const int* restrict members, __global const real* restrict side_ratios,
    __global real* a, __global real* b, __global real* entries, __global real* diagonal) {
  const int end = SF_IS_GOING_ON ? last : first;
  for (int level = first; level < end; ++level) {
    const SfFaceLevel own = levels[level], next = levels[level + 1];
    SF_FOR(i, next.faces)
    a[next.face + i] = sf_sum_of_faces(sum_faces, sum_ratios, a + own.face, sum_starts[own.sum + i],
                                       sum_starts[own.sum + i + 1]);
    SF_FOR(i, next.cells)
    b[next.cell + i] =
        sf_sum_of_sides(members, side_ratios + own.cell, b + own.cell,
                        member_starts[own.member + i], member_starts[own.member + i + 1]);
    SF_STEP_IS_DONE;
    SF_FOR(i, next.cells) {
      const SfFaceRow row = sf_face_row(next, columns, long_starts, i);
      for (int k = 0, at = row.begin; k < row.count && columns[at] >= 0; ++k, at += row.stride)
        entries[at] = a[next.face + faces[at]];
      diagonal[next.cell + i] = sf_face_diagonal(columns, entries, row, b[next.cell + i]);
    }
    SF_STEP_IS_DONE;
  }
}

/* Minus the inverse of the coarsest matrix, of n rows; 0 in rows that depend on others. `spare`:
   memory for another matrix. */
SF_ONE_GROUP void invert_coarsest(__global const S7Progress* restrict progress,
                                  __constant const SfFaceLevel* levels, const int level,
                                  SF_MATRIX_PARAMETERS, const int n, __global real* inverse,
                                  __global real* spare) {
  const SfFaceLevel own = levels[level];
  const int end = SF_IS_GOING_ON ? n : 0;
  __global real* now = n % 2 == 0 ? inverse : spare; /* the last step writes `inverse` */
  __global real* next = n % 2 == 0 ? spare : inverse;
  SF_FOR(i, end) {
    for (int j = 0; j < n; ++j) now[i * n + j] = 0.0;
    now[i * n + i] = diagonal[own.cell + i];
    const SfFaceRow row = sf_face_row(own, columns, long_starts, i);
    for (int k = 0, at = row.begin; k < row.count && columns[at] >= 0; ++k, at += row.stride)
      now[i * n + columns[at]] -= entries[at];
  }
  SF_STEP_IS_DONE;
  for (int k = 0; k < end; ++k) {
    const real pivot = now[k * n + k];
    const int is_pivot = sf_is_pivot(pivot, diagonal[own.cell + k]);
    SF_FOR(at, n * n) {
      const int i = at / n, j = at - i * n, is_row = i == k, is_column = j == k;
      if (is_pivot)
        next[at] = sf_swept(now[at], now[i * n + k], now[k * n + j], pivot, is_row, is_column);
      else
        next[at] = is_row || is_column ? (real)0.0 : now[at];
    }
    SF_STEP_IS_DONE;
    __global real* const swapped = now;
    now = next;
    next = swapped;
  }
}
