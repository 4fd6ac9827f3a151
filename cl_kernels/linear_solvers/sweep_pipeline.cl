// A sweep in one launch. A work-group sweeps the whole rows of a tile and lets the tiles after it
// know by done[tile] in how many steps its solutions are stored.
//
// A group takes its tile when it starts, from `order`, in which tiles come after those before them.
// So a group waits only for groups that have started before it: there is no deadlock on a device
// whose groups continue once they have started, however many of them run at a time.
#include "linear_solvers/sweep_march.h"

/* For each tile of (ty,tz). */
S7_SWEEP_KERNEL void start_pipeline(const int tiles, __global int* restrict ticket,
                                    __global int* restrict done) {
  const int tile = get_global_id(0);
  if (tile == 0) *ticket = 0;
  if (tile < tiles) done[tile] = 0;
}

#ifdef SF_DEVICE_FENCE
/* A tile before this one: where its steps are counted, how many of them are known to be done, and
   how many steps it is ahead. */
typedef struct {
  __global int* done;
  int known, ahead;
} S7TileBefore;

/* Without a tile there, nothing has to be waited for. */
SF_INLINE S7TileBefore s7_tile_before(bool there, __global int* done, int ahead) {
  const S7TileBefore before = {done, there ? 0 : INT_MAX, ahead};
  return before;
}
/* Whether the tile before is known to have stored the rows that this one loads for a step. */
SF_INLINE bool s7_is_there(const S7TileBefore* before, int step, int steps) {
  return before->known >= min(step + before->ahead, steps);
}
/* Asks the tiles before, unless that is known. The answer takes as long as a load. */
SF_INLINE void s7_look(S7TileBefore* along_y, S7TileBefore* along_z, int step, int steps) {
  if (!s7_is_there(along_y, step, steps)) along_y->known = atomic_or(along_y->done, 0);
  if (!s7_is_there(along_z, step, steps)) along_z->known = atomic_or(along_z->done, 0);
}
SF_INLINE void s7_wait(S7TileBefore* along_y, S7TileBefore* along_z, int step, int steps) {
  while (!s7_is_there(along_y, step, steps) || !s7_is_there(along_z, step, steps))
    s7_look(along_y, along_z, step, steps);
}

#if SF_WORK_GROUP > 1
/* Marches through the tile; the first work-item waits and publishes for all. */
SF_INLINE void s7_sweep_whole_rows(const S7Tile* tile, S7TileBefore along_y, S7TileBefore along_z,
                                   __global int* done, __local real* staged, __local real* solved) {
  const int steps = s7_steps(tile->columns);
  const bool first = get_local_id(0) == 0;
  S7Loaded next;
  real last = s7_first_before(tile);
  if (first) s7_wait(&along_y, &along_z, 1, steps);
  SF_DEVICE_FENCE();
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  s7_load(tile, 0, &next);
  s7_hand_on(0, &next, staged, solved);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 0; step < steps; ++step) {
    if (first) s7_look(&along_y, &along_z, step + 2, steps);
    s7_load(tile, step + 1, &next);
    last = s7_solve_run(tile->w, step, staged, solved, last);
    if (first) s7_wait(&along_y, &along_z, step + 2, steps);
    SF_DEVICE_FENCE(); /* by each work-item: each has stored solutions of the step before */
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (first) atomic_xchg(done, step);
    s7_hand_on(step + 1, &next, staged, solved);
    s7_store(tile, step, solved);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  SF_DEVICE_FENCE();
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (first) atomic_xchg(done, steps);
}
#else
/* The same by one work-item, S7_RUN columns of all rows in a step. */
SF_INLINE void s7_sweep_whole_rows_alone(const S7Tile* tile, S7TileBefore along_y,
                                         S7TileBefore along_z, __global int* done) {
  const int steps = (tile->columns + S7_RUN - 1) / S7_RUN;
  for (int step = 0; step < steps; ++step) {
    s7_wait(&along_y, &along_z, step, steps);
    SF_DEVICE_FENCE();
    s7_sweep_alone(tile, step * S7_RUN, min((step + 1) * S7_RUN, tile->columns));
    SF_DEVICE_FENCE();
    atomic_xchg(done, step + 1);
  }
}
#endif

/* Steps by which the tile before along y, or along z, has to be ahead. */
#if SF_WORK_GROUP > 1
#define S7_AHEAD_Y S7_ROWS_Y
#define S7_AHEAD_Z S7_ROWS_Z
#else
#define S7_AHEAD_Y 1
#define S7_AHEAD_Z 1
#endif

S7_SWEEP_KERNEL void sweep_pipeline(S7_SWEEP_PARAMETERS, const int tiles_y,
                                    __global const int* restrict order, __global int* ticket,
                                    __global int* done) {
  S7_RETURN_IF_ENDED;
#if SF_WORK_GROUP > 1
  __local real staged[S7_STAGED_NUMBERS], solved[S7_SOLVED_NUMBERS];
#endif
  __local int taken[1];
  if (get_local_id(0) == 0) taken[0] = order[atomic_inc(ticket)];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int mine = taken[0], ty = mine % tiles_y, tz = mine / tiles_y;
  const int j = ty * S7_ROWS_Y, k = tz * S7_ROWS_Z;
  const S7TileBefore along_y = s7_tile_before(ty > 0, done + mine - 1, S7_AHEAD_Y);
  const S7TileBefore along_z = s7_tile_before(tz > 0, done + mine - tiles_y, S7_AHEAD_Z);
  S7_TAKE_MATRIX;
  const S7Tile tile =
      s7_tile(matrix, numbers[S7_W], right, solution, first, 0, j, k, n1, n2 - j, n3 - k);
#if SF_WORK_GROUP > 1
  s7_sweep_whole_rows(&tile, along_y, along_z, done + mine, staged, solved);
#else
  s7_sweep_whole_rows_alone(&tile, along_y, along_z, done + mine);
#endif
}
#endif
