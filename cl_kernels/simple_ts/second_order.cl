// What a time step of second order does besides inner iterations. Fields u, v, T and rho are those
// of the stage or step that has ended, those named _old of time level n, those named _combined of
// the combined level, (88).
#include "simple_ts/column_pieces.h"
#include "simple_ts/second_order.h"

#define SF_LEVEL(name) \
  { u_##name, v_##name, T_##name, rho_##name SF_AND_IN_SPACE(w_##name) }

/* The combined level of the step before becomes that of this step. A work-item has a piece of a
   column with its ghosts, and leaves the shape of the step in it, then zeros. */
SF_MEASURE void begin_second_stage(SF_CONTEXT_PARAMETERS, SF_SET_PARAMETERS(stored, _combined),
                                   SF_SET_PARAMETERS(stored, _start), const real weight,
                                   const real of_stage, const real of_last, const int extrapolates,
                                   __global real* restrict partial) {
  const int i = (int)get_global_id(0) - SF_PAD;
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  const SfNewLevel combined = SF_LEVEL(combined);
  const SfNewLevel start = SF_LEVEL(start);
  const SfSecondStage s = {weight, of_stage, of_last, extrapolates};
  const int lines = SF_LINES(SF_NY + 2 * SF_PAD, SF_NZ + 2 * SF_PAD), end = end_of_lines(lines);
  SfStepShape largest = {0.0, 0.0, 0.0};
  for (int line = first_line(lines); i < SF_NX + SF_PAD && line < end; ++line)
    largest = sf_larger_shape(
        largest,
        sf_begin_second_stage(&c, node_around(get_global_id(0), line, SF_PAD), combined, start, s));
  if (i >= 0 && i <= SF_NX) {
    __global real* const mine = partial + piece(i) * SF_RESIDUALS;
    mine[0] = largest.fall;
    mine[1] = largest.curvature;
    mine[2] = largest.change;
    for (int r = 3; r < SF_RESIDUALS; ++r) mine[r] = 0.0;
  }
}

/* The values at the end of the first stage of the step that has ended, in the arrays _start. A
   work-item has a value of the arrays, `count` with ghosts. */
SF_MEASURE void restore_first_stage(SF_CONTEXT_PARAMETERS,
                                    SF_SET_PARAMETERS(const stored, _combined),
                                    SF_SET_PARAMETERS(stored, _start), const real weight,
                                    const int count) {
  const int place = (int)get_global_id(0);
  if (place >= count) return;
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  const SfLevel combined = SF_LEVEL(combined);
  const SfNewLevel start = SF_LEVEL(start);
  const SfNode P = node_around(place % SF_PITCH, place / SF_PITCH, SF_PAD);
  sf_restore_first_stage(&c, P, combined, start, weight);
}
