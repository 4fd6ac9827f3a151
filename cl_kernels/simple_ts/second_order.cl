// What a time step of second order does besides inner iterations: begins its second stage, and
// measures for the choice of its length. Fields u, v, T and rho are those of the stage or step that
// has ended, those named _old of time level n, those named _combined of the combined level, (88).
// Kernels over places have a work-item for each value of the arrays, `count` with ghosts; the
// others one for a piece of a column.
#include "simple_ts/column_pieces.h"
#include "simple_ts/second_order.h"

#define SF_LEVEL_PARAMETERS(type, name)                               \
  __global type *restrict u_##name, __global type *restrict v_##name, \
      __global type *restrict T_##name, __global type *restrict rho_##name
#define SF_LEVEL(name) \
  { u_##name, v_##name, T_##name, rho_##name }
#define SF_NODE_OF_PLACE                      \
  const int place = (int)get_global_id(0);    \
  if (place >= count) return;                 \
  const int i = place % SF_PITCH - SF_PAD;    \
  const int j = place / SF_PITCH - SF_PAD;    \
  const SfMesh m = load_mesh(axis_x, axis_y); \
  const SfLevel before = SF_LEVEL(old)

/* The combined level of the step before becomes that of this step. */
SF_MEASURE void begin_second_stage(SF_CONTEXT_PARAMETERS, SF_LEVEL_PARAMETERS(stored, combined),
                                   SF_LEVEL_PARAMETERS(stored, start), const real weight,
                                   const real of_stage, const real of_last, const int count) {
  SF_NODE_OF_PLACE;
  const SfLevel stage = {u, v, T, rho};
  const SfNewLevel combined = SF_LEVEL(combined);
  const SfNewLevel start = SF_LEVEL(start);
  const SfSecondStage s = {weight, of_stage, of_last};
  sf_begin_second_stage(&m, sf_node(i, j), stage, before, combined, start, s);
}

/* The values at the end of the first stage of the step that has ended, in the arrays _start. */
SF_MEASURE void restore_first_stage(SF_CONTEXT_PARAMETERS,
                                    SF_LEVEL_PARAMETERS(const stored, combined),
                                    SF_LEVEL_PARAMETERS(stored, start), const real weight,
                                    const int count) {
  SF_NODE_OF_PLACE;
  const SfLevel combined = SF_LEVEL(combined);
  const SfNewLevel start = SF_LEVEL(start);
  sf_restore_first_stage(&m, sf_node(i, j), combined, before, start, weight);
}

/* (89) of the gas, then zeros. */
SF_MEASURE void measure_stage_fall(SF_CONTEXT_PARAMETERS, __global real* restrict partial) {
  const int i = get_global_id(0);
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  real largest = 0.0;
  const int end = end_of_rows(SF_NY);
  for (int j = first_row(SF_NY); i < SF_NX && j < end; ++j) {
    const SfNode P = sf_node(i, j);
    if (!sf_tag(&c, P)) largest = sf_max_keeping_nan(largest, sf_stage_fall(&c, P));
  }
  if (i <= SF_NX) {
    __global real* const mine = partial + piece() * SF_RESIDUALS;
    mine[0] = largest;
    for (int r = 1; r < SF_RESIDUALS; ++r) mine[r] = 0.0;
  }
}

/* Largest curvature and change over the step, then zeros. */
SF_MEASURE void measure_step_shape(SF_CONTEXT_PARAMETERS,
                                   SF_LEVEL_PARAMETERS(const stored, combined), const real weight,
                                   __global real* restrict partial) {
  const int i = get_global_id(0);
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  const SfLevel combined = SF_LEVEL(combined);
  SfStepShape largest = {0.0, 0.0};
  const int end = end_of_rows(SF_NY + 1);
  for (int j = first_row(SF_NY + 1); i <= SF_NX && j < end; ++j)
    largest = sf_larger_shape(largest, sf_step_shape(&c, combined, weight, sf_node(i, j)));
  if (i <= SF_NX) {
    __global real* const mine = partial + piece() * SF_RESIDUALS;
    mine[0] = largest.curvature;
    mine[1] = largest.change;
    for (int r = 2; r < SF_RESIDUALS; ++r) mine[r] = 0.0;
  }
}
