// What a time step of second order does besides inner iterations: begins its second stage, and
// measures for the choice of its length. Fields u, v, T and rho are those of the stage or step that
// has ended, those named _old of time level n, those named _combined of the combined level, (88).
// Kernels over places have a work-item for each value of the arrays, `count` with ghosts; the
// others one for a piece of a column.
#include "simple_ts/column_pieces.h"
#include "simple_ts/second_order.h"

#define SF_NODE_OF_PLACE                      \
  const int place = (int)get_global_id(0);    \
  if (place >= count) return;                 \
  const int i = place % SF_PITCH - SF_PAD;    \
  const int j = place / SF_PITCH - SF_PAD;    \
  const SfMesh m = load_mesh(axis_x, axis_y); \
  const SfLevel before = {u_old, v_old, T_old, rho_old}

/* The combined level of the step before becomes that of this step. */
SF_MEASURE void begin_second_stage(SF_CONTEXT_PARAMETERS, __global stored* restrict u_combined,
                                   __global stored* restrict v_combined,
                                   __global stored* restrict T_combined,
                                   __global stored* restrict rho_combined,
                                   __global stored* restrict u_start,
                                   __global stored* restrict v_start,
                                   __global stored* restrict T_start,
                                   __global stored* restrict rho_start, const real weight,
                                   const real of_stage, const real of_last, const int count) {
  SF_NODE_OF_PLACE;
  const SfLevel stage = {u, v, T, rho};
  const SfNewLevel combined = {u_combined, v_combined, T_combined, rho_combined};
  const SfNewLevel start = {u_start, v_start, T_start, rho_start};
  const SfSecondStage s = {weight, of_stage, of_last};
  sf_begin_second_stage(&m, i, j, stage, before, combined, start, s);
}

/* The values at the end of the first stage of the step that has ended, in the arrays _start. */
SF_MEASURE void restore_first_stage(
    SF_CONTEXT_PARAMETERS, __global const stored* restrict u_combined,
    __global const stored* restrict v_combined, __global const stored* restrict T_combined,
    __global const stored* restrict rho_combined, __global stored* restrict u_start,
    __global stored* restrict v_start, __global stored* restrict T_start,
    __global stored* restrict rho_start, const real weight, const int count) {
  SF_NODE_OF_PLACE;
  const SfLevel combined = {u_combined, v_combined, T_combined, rho_combined};
  const SfPlaceValues stage = sf_first_stage(&m, i, j, combined, before, weight);
  u_start[place] = (stored)stage.u;
  v_start[place] = (stored)stage.v;
  T_start[place] = (stored)stage.T;
  rho_start[place] = (stored)stage.rho;
}

/* (89) of the gas, then zeros. */
SF_MEASURE void measure_stage_fall(SF_CONTEXT_PARAMETERS, __global real* restrict partial) {
  const int i = get_global_id(0);
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  real largest = 0.0;
  const int end = end_of_rows(SF_NY);
  for (int j = first_row(SF_NY); i < SF_NX && j < end; ++j)
    if (!sf_tag(&c, i, j)) largest = sf_max_keeping_nan(largest, sf_stage_fall(&c, i, j));
  if (i <= SF_NX) {
    __global real* const mine = partial + piece() * SF_RESIDUALS;
    mine[0] = largest;
    for (int r = 1; r < SF_RESIDUALS; ++r) mine[r] = 0.0;
  }
}

/* Largest curvature and change over the step, then zeros. */
SF_MEASURE void measure_step_shape(SF_CONTEXT_PARAMETERS,
                                   __global const stored* restrict u_combined,
                                   __global const stored* restrict v_combined,
                                   __global const stored* restrict T_combined,
                                   __global const stored* restrict rho_combined, const real weight,
                                   __global real* restrict partial) {
  const int i = get_global_id(0);
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  const SfLevel combined = {u_combined, v_combined, T_combined, rho_combined};
  SfStepShape largest = {0.0, 0.0};
  const int end = end_of_rows(SF_NY + 1);
  for (int j = first_row(SF_NY + 1); i <= SF_NX && j < end; ++j)
    largest = sf_larger_shape(largest, sf_step_shape(&c, combined, weight, i, j));
  if (i <= SF_NX) {
    __global real* const mine = partial + piece() * SF_RESIDUALS;
    mine[0] = largest.curvature;
    mine[1] = largest.change;
    for (int r = 2; r < SF_RESIDUALS; ++r) mine[r] = 0.0;
  }
}
