// What is measured between iterations: largest changes, step limits, balances. One work-item has one
// column and goes up its rows, so that sums have one order on every device; reduce_residuals then
// takes the maximum over the columns, the host the sum.
#include "language.h"
#include "simple_ts/load_context.h"
#include "simple_ts/density.h"
#include "simple_ts/step_limits.h"

#define SF_MEASURE __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))

/* Largest |new - previous| of p, T, u, v per column, into partial[4 column]; columns [0, nx]. With
   `has_p_next` the new pressure is p_next, else the product rho T. */
SF_MEASURE void measure_changes(SF_CONTEXT_PARAMETERS, __global const real *restrict u_next,
                                __global const real *restrict v_next,
                                __global const real *restrict T_next,
                                __global const real *restrict rho_next,
                                __global const real *restrict p_next, const int has_p_next,
                                __global real *restrict partial, SF_PROGRESS_PARAMETER) {
  SF_RETURN_IF_ENDED;
  const int i = get_global_id(0);
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS, u, u, 0);
  real largest[SF_RESIDUALS] = {0.0, 0.0, 0.0, 0.0};
  for (int j = 0; i <= SF_NX && j <= SF_NY; ++j) {
    const int at = sf_at(&c.mesh, i, j);
    if (i < SF_NX && j < SF_NY && !sf_tag(&c, i, j)) {
      const real p = has_p_next ? p_next[at] : rho_next[at] * T_next[at];
      largest[0] = sf_max_keeping_nan(largest[0], SF_ABS(p - sf_p(&c, i, j)));
      largest[1] = sf_max_keeping_nan(largest[1], SF_ABS(T_next[at] - T[at]));
    }
    if (i < SF_NX + !SF_PERIODIC_X && j < SF_NY)
      largest[2] = sf_max_keeping_nan(largest[2], SF_ABS(u_next[at] - u[at]));
    if (i < SF_NX && j < SF_NY + !SF_PERIODIC_Y)
      largest[3] = sf_max_keeping_nan(largest[3], SF_ABS(v_next[at] - v[at]));
  }
  if (i <= SF_NX)
    for (int r = 0; r < SF_RESIDUALS; ++r) partial[i * SF_RESIDUALS + r] = largest[r];
}

/* Largest signal and convection rates per column, into partial[4 column] and [4 column + 1]. */
SF_MEASURE void measure_step_limits(SF_CONTEXT_PARAMETERS, __global real *restrict partial) {
  const int i = get_global_id(0);
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS, u, u, 0);
  SfStepLimits largest = {0.0, 0.0};
  for (int j = 0; i < SF_NX && j < SF_NY; ++j) {
    if (!sf_tag(&c, i, j)) {
      const SfStepLimits limits = sf_step_limits(&c, i, j);
      largest.signal = sf_max_keeping_nan(largest.signal, limits.signal);
      largest.convection = sf_max_keeping_nan(largest.convection, limits.convection);
    }
  }
  if (i <= SF_NX) {
    partial[i * SF_RESIDUALS] = largest.signal;
    partial[i * SF_RESIDUALS + 1] = largest.convection;
    partial[i * SF_RESIDUALS + 2] = 0.0;
    partial[i * SF_RESIDUALS + 3] = 0.0;
  }
}

/* Per index k, into partial[5 k]: mass of column k, flow through the west and east faces of row k,
   through the south and north faces of column k. `count` indices. */
SF_MEASURE void measure_balance(SF_CONTEXT_PARAMETERS, const int count,
                                __global real *restrict partial) {
  const int k = get_global_id(0);
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS, u, u, 0);
  real mass = 0.0;
  for (int j = 0; k < SF_NX && j < SF_NY; ++j)
    if (!sf_tag(&c, k, j)) mass += sf_hx(&c.mesh, k) * sf_hy(&c.mesh, j) * sf_rho(&c, k, j);
  if (k < count) {
    partial[5 * k] = mass;
    partial[5 * k + 1] = k < SF_NY ? sf_Fx(&c, 0, k) : 0.0;
    partial[5 * k + 2] = k < SF_NY ? sf_Fx(&c, SF_NX, k) : 0.0;
    partial[5 * k + 3] = k < SF_NX ? sf_Fy(&c, k, 0) : 0.0;
    partial[5 * k + 4] = k < SF_NX ? sf_Fy(&c, k, SF_NY) : 0.0;
  }
}
