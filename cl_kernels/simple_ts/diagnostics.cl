// Diagnostics between iterations: largest changes and step limits.
#include "simple_ts/column_pieces.h"
#include "simple_ts/step_limits.h"

/* Largest |new - previous| of p, T, u, v, w. */
SF_MEASURE void measure_changes(SF_CONTEXT_PARAMETERS, SF_SET_PARAMETERS(const stored, _next),
                                __global real* restrict partial, SF_PROGRESS_PARAMETER) {
  SF_RETURN_IF_ENDED;
  const int i = get_global_id(0);
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  real largest[SF_RESIDUALS];
  for (int r = 0; r < SF_RESIDUALS; ++r) largest[r] = 0.0;
  const int lines = SF_LINES(SF_NY + 1, SF_NZ + 1), end = end_of_lines(lines);
  for (int line = first_line(lines); i <= SF_NX && line < end; ++line) {
    const SfNode P = node_at(i, line, SF_NY + 1);
    const int at = sf_at(&c.mesh, P);
    if (is_cell(P) && !sf_tag(&c, P)) {
      const real T = T_next[at];
      const real p = rho_next[at] * T;
      SF_KEEP_LARGEST(largest[0], p - sf_p(&c, P));
      SF_KEEP_LARGEST(largest[1], T - sf_T(&c, P));
    }
    if (is_face(SF_X, P) && i < SF_U_COLUMNS) SF_KEEP_LARGEST(largest[2], u_next[at] - sf_u(&c, P));
    if (is_face(SF_Y, P) && P.j < SF_V_ROWS) SF_KEEP_LARGEST(largest[3], v_next[at] - sf_v(&c, P));
#if SF_AXES == 3
    if (is_face(SF_Z, P) && P.k < SF_W_LAYERS)
      SF_KEEP_LARGEST(largest[4], w_next[at] - sf_w(&c, P));
#endif
  }
  if (i <= SF_NX)
    for (int r = 0; r < SF_RESIDUALS; ++r) partial[piece(i) * SF_RESIDUALS + r] = largest[r];
}

/* Largest rates of signals, convection and diffusion, then zeros. */
SF_MEASURE void measure_step_limits(SF_CONTEXT_PARAMETERS, __global real* restrict partial) {
  const int i = get_global_id(0);
  const SfContext c = load_context(SF_HAS_WALLS, SF_CONTEXT_ARGUMENTS);
  SfStepLimits largest = {0.0, 0.0, 0.0};
  const int lines = SF_LINES(SF_NY, SF_NZ), end = end_of_lines(lines);
  for (int line = first_line(lines); i < SF_NX && line < end; ++line) {
    const SfNode P = node_at(i, line, SF_NY);
    if (!sf_tag(&c, P)) largest = sf_larger_limits(largest, sf_step_limits(&c, P));
  }
  if (i <= SF_NX) {
    __global real* const mine = partial + piece(i) * SF_RESIDUALS;
    mine[0] = largest.signal;
    mine[1] = largest.convection;
    mine[2] = largest.diffusion;
    for (int r = 3; r < SF_RESIDUALS; ++r) mine[r] = 0.0;
  }
}
