// Diagnostics between iterations: largest changes and step limits.
#include "simple_ts/column_pieces.h"
#include "simple_ts/step_limits.h"

/* Largest |new - previous| of p, T, u, v. */
SF_MEASURE void measure_changes(SF_CONTEXT_PARAMETERS, __global const stored* restrict u_next,
                                __global const stored* restrict v_next,
                                __global const stored* restrict T_next,
                                __global const stored* restrict rho_next,
                                __global real* restrict partial, SF_PROGRESS_PARAMETER) {
  SF_RETURN_IF_ENDED;
  const int i = get_global_id(0);
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  real largest[SF_RESIDUALS] = {0.0, 0.0, 0.0, 0.0};
  const int end = end_of_rows(SF_NY + 1);
  for (int j = first_row(SF_NY + 1); i <= SF_NX && j < end; ++j) {
    const SfNode P = sf_node(i, j);
    const int at = sf_at(&c.mesh, P);
    if (i < SF_NX && j < SF_NY && !sf_tag(&c, P)) {
      const real T = T_next[at];
      const real p = rho_next[at] * T;
      SF_KEEP_LARGEST(largest[0], p - sf_p(&c, P));
      SF_KEEP_LARGEST(largest[1], T - sf_T(&c, P));
    }
    if (i < SF_U_COLUMNS && j < SF_NY) SF_KEEP_LARGEST(largest[2], u_next[at] - sf_u(&c, P));
    if (i < SF_NX && j < SF_V_ROWS) SF_KEEP_LARGEST(largest[3], v_next[at] - sf_v(&c, P));
  }
  if (i <= SF_NX)
    for (int r = 0; r < SF_RESIDUALS; ++r) partial[piece(i) * SF_RESIDUALS + r] = largest[r];
}

/* Largest rates of signals, convection and diffusion, then a zero. */
SF_MEASURE void measure_step_limits(SF_CONTEXT_PARAMETERS, __global real* restrict partial) {
  const int i = get_global_id(0);
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  SfStepLimits largest = {0.0, 0.0, 0.0};
  const int end = end_of_rows(SF_NY);
  for (int j = first_row(SF_NY); i < SF_NX && j < end; ++j) {
    const SfNode P = sf_node(i, j);
    if (!sf_tag(&c, P)) largest = sf_larger_limits(largest, sf_step_limits(&c, P));
  }
  if (i <= SF_NX) {
    __global real* const mine = partial + piece(i) * SF_RESIDUALS;
    mine[0] = largest.signal;
    mine[1] = largest.convection;
    mine[2] = largest.diffusion;
    mine[3] = 0.0;
  }
}
