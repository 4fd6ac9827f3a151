// How a work-group sweeps a tile. Each work-item ("lane") has a row of cells along x, at (j,k) of
// the tile, and solves S7_RUN cells of it in a step, the next run in the next step. It is j + k
// steps behind the first lane: then the rows before it have just solved the run that it needs.
//
//   step 0   1   2   3             lanes of one k, S7_RUN = 4
//   j=0  ....|....|....|           each run needs the one before it in its row, and those of the
//   j=1      |....|....|....       same columns in the rows j-1 and k-1
//   j=2           |....|....
//
// In memory the lanes of a step are far from one another. So the runs of all lanes are loaded
// together, S7_RUN work-items side by side for each lane, a step ahead of their use, and pass
// through local memory to their lane; solutions go the same way back. The rows before the tile
// are loaded like that too. Of two buffers of solutions a step reads one and writes the other.
//
// Where a work-item is a thread of a processor, one of them sweeps a tile alone, cell by cell.
//
// The host defines
//
//   S7_ROWS_Y, S7_ROWS_Z   rows of a tile along y and z
//   SF_WORK_GROUP          lanes, a multiple of S7_RUN: all rows of a tile; or 1
//   S7_RUN                 cells of a row in a step
#ifndef SLIPFLOW_SWEEP_MARCH_H
#define SLIPFLOW_SWEEP_MARCH_H

#include "linear_solvers/sweep.h"

/* Without a shape, one whose group it decides itself. */
#ifndef S7_ROWS_Y
#undef SF_WORK_GROUP
#define S7_ROWS_Y 8
#ifdef S7_FLAT
#define S7_ROWS_Z 1
#else
#define S7_ROWS_Z 4
#endif
#define SF_WORK_GROUP (S7_ROWS_Y * S7_ROWS_Z)
#define S7_RUN 8
#endif

#define S7_SWEEP_KERNEL __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))

/* Some columns of some rows of the box. */
typedef struct {
  S7Matrix matrix;
  real w;
  __global const real* right;
  __global real* solution;
  int first; /* place of its first cell */
  int columns, rows_y, rows_z;
} S7Tile;

/* The tile at (i,j,k) of the box, of up to `columns` columns. */
SF_INLINE S7Tile s7_tile(S7Matrix matrix, real w, __global const real* right,
                         __global real* solution, int first, int i, int j, int k, int columns,
                         int rows_y, int rows_z) {
  const S7Tile tile = {matrix,
                       w,
                       right,
                       solution,
                       s7_sweep_place(&matrix, first, i, j, k),
                       columns,
                       min(rows_y, S7_ROWS_Y),
                       min(rows_z, S7_ROWS_Z)};
  return tile;
}

/* Sweeps the columns from `begin` to before `end` by one work-item. */
SF_INLINE void s7_sweep_alone(const S7Tile* tile, int begin, int end) {
  const S7Matrix* m = &tile->matrix;
  __global real* solution = tile->solution;
  for (int k = 0; k < tile->rows_z; ++k)
    for (int j = 0; j < tile->rows_y; ++j) {
      int p = s7_sweep_place(m, tile->first, begin, j, k);
      real before = solution[p - S7_ORDER];
      for (int i = begin; i < end; ++i, p += S7_ORDER)
        solution[p] = before = s7_sweep_cell(S7_TRIANGLE(m, p), tile->w, tile->right[p], before,
                                             solution[p - S7_ORDER * m->row],
                                             S7_ALONG_Z(solution[p - S7_ORDER * m->plane]));
    }
}

/* Runs in local memory do not begin in the same bank. */
#define S7_PITCH (S7_RUN + 1)
/* Staged numbers per cell of a step: the diagonal, three coefficients, the right-hand side. */
#ifdef S7_FLAT
#define S7_STAGED 4
#else
#define S7_STAGED 5
#endif
#define S7_STAGED_NUMBERS (S7_STAGED * SF_WORK_GROUP * S7_PITCH)
/* Solutions of a step, with the rows before the tile. */
#define S7_SOLVED_STEP ((S7_ROWS_Y + 1) * (S7_ROWS_Z + 1) * S7_PITCH)
#define S7_SOLVED_NUMBERS (2 * S7_SOLVED_STEP)
#define S7_SOLVED_AT(step, j, k) \
  (((step)&1) * S7_SOLVED_STEP + (((k) + 1) * (S7_ROWS_Y + 1) + (j) + 1) * S7_PITCH)
/* Rows before the tile: S7_ROWS_Z of them along y, S7_ROWS_Y along z. */
#ifdef S7_FLAT
#define S7_ROWS_BEFORE S7_ROWS_Z
#else
#define S7_ROWS_BEFORE (S7_ROWS_Z + S7_ROWS_Y)
#endif
#define S7_LOADS_BEFORE ((S7_ROWS_BEFORE * S7_RUN + SF_WORK_GROUP - 1) / SF_WORK_GROUP)

/* What a work-item has loaded for the group, and not yet handed on. */
typedef struct {
  real a0[S7_RUN], x[S7_RUN], y[S7_RUN], z[S7_RUN], right[S7_RUN];
  real before[S7_LOADS_BEFORE];
} S7Loaded;

/* Steps in which a group sweeps a tile of that many columns. */
SF_INLINE int s7_steps(int columns) {
  return (columns + S7_RUN - 1) / S7_RUN + S7_ROWS_Y + S7_ROWS_Z - 2;
}

/* The place of a cell of the run that (j,k) solves in a step, -1 where that is not in the tile; j
   or k may be -1, for the rows before the tile. */
SF_INLINE int s7_place_in_run(const S7Tile* tile, int step, int j, int k, int column) {
  const int i = (step - max(j, 0) - max(k, 0)) * S7_RUN + column;
  const int inside = i >= 0 && i < tile->columns && j < tile->rows_y && k < tile->rows_z;
  return inside ? s7_sweep_place(&tile->matrix, tile->first, i, j, k) : -1;
}

/* Loading, handing on and storing: the lane whose run the work-item is at, and the column in it. */
#define S7_LANE(n) (get_local_id(0) / S7_RUN + (n) * (SF_WORK_GROUP / S7_RUN))
#define S7_COLUMN (get_local_id(0) % S7_RUN)
SF_INLINE int s7_lane_place(const S7Tile* tile, int step, int n) {
  const int lane = S7_LANE(n);
  return s7_place_in_run(tile, step, lane % S7_ROWS_Y, lane / S7_ROWS_Y, S7_COLUMN);
}
/* The row j of cell `at` of the rows before the tile. */
SF_INLINE int s7_j_before(int at) {
  const int row = at / S7_RUN;
  return row < S7_ROWS_Z ? -1 : row - S7_ROWS_Z;
}
SF_INLINE int s7_k_before(int at) {
  const int row = at / S7_RUN;
  return row < S7_ROWS_Z ? row : -1;
}

/* What is not in the tile counts as no cell. */
SF_INLINE void s7_load(const S7Tile* tile, int step, S7Loaded* loaded) {
  SF_UNROLL
  for (int n = 0; n < S7_RUN; ++n) {
    const int p = s7_lane_place(tile, step, n);
    S7Triangle t = {0.0, 0.0, 0.0, 0.0};
    real right = 0.0;
    if (p >= 0) {
      t = S7_TRIANGLE(&tile->matrix, p);
      right = tile->right[p];
    }
    loaded->a0[n] = t.a0;
    loaded->x[n] = t.x;
    loaded->y[n] = t.y;
    loaded->z[n] = t.z;
    loaded->right[n] = right;
  }
  /* Other work-groups of the launch may have stored these: no cache of this one's has them. */
  volatile __global const real* solution = tile->solution;
  SF_UNROLL
  for (int n = 0; n < S7_LOADS_BEFORE; ++n) {
    const int at = get_local_id(0) + n * SF_WORK_GROUP;
    const int place = at < S7_ROWS_BEFORE * S7_RUN ? s7_place_in_run(tile, step, s7_j_before(at),
                                                                     s7_k_before(at), at % S7_RUN)
                                                   : -1;
    loaded->before[n] = place < 0 ? (real)0.0 : solution[place];
  }
}

/* Hands on what was loaded for a step. */
SF_INLINE void s7_hand_on(int step, const S7Loaded* loaded, __local real* staged,
                          __local real* solved) {
  SF_UNROLL
  for (int n = 0; n < S7_RUN; ++n) {
    __local real* to = staged + S7_LANE(n) * S7_PITCH + S7_COLUMN;
    to[0] = loaded->a0[n];
    to[SF_WORK_GROUP * S7_PITCH] = loaded->x[n];
    to[2 * SF_WORK_GROUP * S7_PITCH] = loaded->y[n];
    to[3 * SF_WORK_GROUP * S7_PITCH] = loaded->right[n];
#ifndef S7_FLAT
    to[4 * SF_WORK_GROUP * S7_PITCH] = loaded->z[n];
#endif
  }
  SF_UNROLL
  for (int n = 0; n < S7_LOADS_BEFORE; ++n) {
    const int at = get_local_id(0) + n * SF_WORK_GROUP;
    if (at < S7_ROWS_BEFORE * S7_RUN)
      solved[S7_SOLVED_AT(step - 1, s7_j_before(at), s7_k_before(at)) + at % S7_RUN] =
          loaded->before[n];
  }
}

/* Solves the run of this work-item's own lane. Takes and returns the last solution in its row. */
SF_INLINE real s7_solve_run(real w, int step, __local const real* staged, __local real* solved,
                            real last) {
  const int lane = get_local_id(0), j = lane % S7_ROWS_Y, k = lane / S7_ROWS_Y;
  __local const real* own = staged + lane * S7_PITCH;
  __local const real* along_y = solved + S7_SOLVED_AT(step - 1, j - 1, k);
  real before = last, run[S7_RUN];
  SF_UNROLL
  for (int c = 0; c < S7_RUN; ++c) {
    const S7Triangle t = {own[c], own[SF_WORK_GROUP * S7_PITCH + c],
                          own[2 * SF_WORK_GROUP * S7_PITCH + c],
                          S7_ALONG_Z(own[4 * SF_WORK_GROUP * S7_PITCH + c])};
    run[c] = before = s7_sweep_cell(t, w, own[3 * SF_WORK_GROUP * S7_PITCH + c], before, along_y[c],
                                    S7_ALONG_Z(solved[S7_SOLVED_AT(step - 1, j, k - 1) + c]));
  }
  __local real* now = solved + S7_SOLVED_AT(step, j, k);
  SF_UNROLL
  for (int c = 0; c < S7_RUN; ++c) now[c] = run[c];
  return step < j + k ? last : before;
}

/* Stores what the group has solved in a step. */
SF_INLINE void s7_store(const S7Tile* tile, int step, __local const real* solved) {
  SF_UNROLL
  for (int n = 0; n < S7_RUN; ++n) {
    const int lane = S7_LANE(n), place = s7_lane_place(tile, step, n);
    if (place >= 0)
      tile->solution[place] =
          solved[S7_SOLVED_AT(step, lane % S7_ROWS_Y, lane / S7_ROWS_Y) + S7_COLUMN];
  }
}

/* The solution before the first cell of the lane's row. */
SF_INLINE real s7_first_before(const S7Tile* tile) {
  const int lane = get_local_id(0), j = lane % S7_ROWS_Y, k = lane / S7_ROWS_Y;
  return j < tile->rows_y && k < tile->rows_z
             ? tile->solution[s7_sweep_place(&tile->matrix, tile->first, -1, j, k)]
             : (real)0.0;
}

/* Sweeps a tile when the solutions before it are there. */
SF_INLINE void s7_sweep_tile(const S7Tile* tile, __local real* staged, __local real* solved) {
  const int steps = s7_steps(tile->columns);
  S7Loaded next;
  real last = s7_first_before(tile);
  s7_load(tile, 0, &next);
  s7_hand_on(0, &next, staged, solved);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 0; step < steps; ++step) {
    s7_load(tile, step + 1, &next);
    last = s7_solve_run(tile->w, step, staged, solved, last);
    barrier(CLK_LOCAL_MEM_FENCE);
    s7_hand_on(step + 1, &next, staged, solved);
    s7_store(tile, step, solved);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

#endif
