// Windows of registers (macros/simple_ts/context.h) for kernels that march along y, one column per
// work-item: making, loading and shifting them. A kernel has rows of shared quantities in local
// memory, SharedRow: arrays of SF_WORK_GROUP values.
#ifndef SLIPFLOW_MARCH_WINDOWS_H
#define SLIPFLOW_MARCH_WINDOWS_H

#include "simple_ts/convection/schemes.h"
#include "simple_ts/load_context.h"

/* ACTION(name) on the windows of fields and on those of shared quantities. What a kernel does with
   windows that it does not read is eliminated after inlining. */
#define SF_OLD_FIELD_WINDOWS(ACTION) \
  ACTION(w_u_old) ACTION(w_v_old) ACTION(w_T_old) ACTION(w_rho_old)
#define SF_FIELD_WINDOWS(ACTION) \
  ACTION(w_u) ACTION(w_v) ACTION(w_T) ACTION(w_rho) SF_OLD_FIELD_WINDOWS(ACTION)
#define SF_SHARED_WINDOWS(ACTION) \
  SF_SHARED_FLUXES(ACTION) SF_SHARED_CONDUCTANCES(ACTION) SF_SHARED_CORRECTIONS(ACTION)

/* The row shifted so that the first value of each array is that of work-item `lid`:
   *SF_SEEN_FROM(row, lid)->p. With one variable place for all of them and a constant for each, a
   compiler need not keep an address of each in registers: 14 of 256 on AMD's GPUs. */
#define SF_SEEN_FROM(row, lid) ((__local SharedRow*)((__local real*)(row) + (lid)))
#define SF_TAKE(c, name, i, j, from) SF_AT(c, name, i, j) = *(from)->name
#define SF_LOAD(c, name, i, j, at) SF_IN_FIELD_WINDOW((c)->w_##name, i, j) = (c)->name[at]

/* Row `to` of the window becomes the one `by` rows above it, 1 or 2. */
#define SF_SHIFT_ROW(window, to, by)                                      \
  window[to][0] = window[to + by][0], window[to][1] = window[to + by][1], \
  window[to][2] = window[to + by][2]
#define SF_SHIFT_FIELD_ROW(window, to, by)                          \
  SF_SHIFT_ROW(window, to, by), window[to][3] = window[to + by][3], \
                                window[to][4] = window[to + by][4]
SF_INLINE void shift_window(SfWindow window, const int by) {
  SF_SHIFT_ROW(window, 0, by);
  SF_SHIFT_ROW(window, 1, by);
  SF_SHIFT_ROW(window, 2, by);
  SF_SHIFT_ROW(window, 3, by);
  if (by == 1) SF_SHIFT_ROW(window, 4, 1);
}
SF_INLINE void shift_field(SfFieldWindow window, const int by) {
  SF_SHIFT_FIELD_ROW(window, 0, by);
  SF_SHIFT_FIELD_ROW(window, 1, by);
  SF_SHIFT_FIELD_ROW(window, 2, by);
  SF_SHIFT_FIELD_ROW(window, 3, by);
  SF_SHIFT_FIELD_ROW(window, 4, by);
  SF_SHIFT_FIELD_ROW(window, 5, by);
  SF_SHIFT_FIELD_ROW(window, 6, by);
  if (by == 1) SF_SHIFT_FIELD_ROW(window, 7, 1);
}

SF_INLINE void shift_windows(SfContext* c, const int by) {
#define SF_SHIFT(name) shift_window(c->name, by);
#define SF_SHIFT_FIELD(name) shift_field(c->name, by);
  SF_FIELD_WINDOWS(SF_SHIFT_FIELD)
  SF_SHARED_WINDOWS(SF_SHIFT)
#undef SF_SHIFT
#undef SF_SHIFT_FIELD
}

/* The first steps of a march compute with rows that are not made yet; nothing of that is kept. */
#define SF_CLEAR_ROW(window, r) window[r][0] = 0.0, window[r][1] = 0.0, window[r][2] = 0.0
SF_INLINE void clear_window(SfWindow window) {
  SF_CLEAR_ROW(window, 0);
  SF_CLEAR_ROW(window, 1);
  SF_CLEAR_ROW(window, 2);
  SF_CLEAR_ROW(window, 3);
}
SF_INLINE void clear_windows(SfContext* c) {
#define SF_CLEAR(name) clear_window(c->name);
  SF_SHARED_WINDOWS(SF_CLEAR)
#undef SF_CLEAR
#if SF_FRICTION_HEAT
#define SF_CLEAR_FIRST_ROW(name) SF_CLEAR_ROW(c->name, 0), c->name[0][3] = 0.0, c->name[0][4] = 0.0;
  SF_FIELD_WINDOWS(SF_CLEAR_FIRST_ROW)
#undef SF_CLEAR_FIRST_ROW
#endif
}

/* Place of node (0,j), or of the last one above it that exists. */
SF_INLINE int place_in_column(const SfContext* c, const int j) {
  if (c->mesh.away_from_sides) return sf_at(&c->mesh, sf_node(0, j));
  const int last = SF_NY + SF_PAD - 1 - c->mesh.row;
  return sf_at(&c->mesh, sf_node(0, j < last ? j : last));
}

#endif
