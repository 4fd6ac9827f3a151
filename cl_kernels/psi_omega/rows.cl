// Solves the tridiagonal systems of method psi_omega: line_kernels.h with the rows of the
// equations.
//
// PO_FAMILY chooses the lines, PO_CONVECTION and PO_SEES_FACES the scheme
// (macros/psi_omega/rows.h). Arrays have a value per node, by po_place(). `result` receives the
// solutions; of steady lines, omega relaxed towards them. It is no array that the rows are made of,
// except psi for PO_OUTLET: those rows read psi only at both ends, where the solution is the same.
#ifndef PO_FAMILY
#define PO_FAMILY PO_HALF_X
#endif
#ifndef PO_CONVECTION
#define PO_CONVECTION PO_SKEW
#endif
#ifndef PO_SEES_FACES
#define PO_SEES_FACES 0
#endif
#include "linear_solvers/tridiagonal.h"
#include "psi_omega/rows.h"

#define SF_LINE_PARAMETERS                                                          \
  const int mesh_nx, const int mesh_ny, __global const real *restrict axis_x,       \
      __global const real *restrict axis_y, __global const SfTag *restrict kinds,   \
      __global const real *restrict field_u, __global const real *restrict field_v, \
      __global const real *field_psi, __global const real *restrict field_omega,    \
      const real reynolds, const real time_step, const real relaxation, __global real *result

#define PO_LINE_NODES \
  { mesh_nx, mesh_ny, axis_x, axis_y, kinds, field_u, field_v, field_psi, field_omega }

SF_INLINE SfRow row_at(PoNodes nodes, real reynolds, real time_step, int line, int k) {
  const PoScheme scheme = {PO_CONVECTION, PO_SEES_FACES, reynolds, time_step};
  return po_row_of_line(&nodes, PO_FAMILY, &scheme, line, k);
}

SF_INLINE real relaxed(PoNodes nodes, int at, real relaxation, real solution) {
  return po_relaxed(&nodes, at, relaxation, solution);
}

#define PO_RESULT_AT(k, line) po_place_in_line(PO_FAMILY, mesh_nx, line, k)
#define SF_ROW(k, line) row_at((PoNodes)PO_LINE_NODES, reynolds, time_step, line, k)
#define SF_KEEP(k, line, d) result[PO_RESULT_AT(k, line)] = (d)
#define SF_KEPT(k, line) result[PO_RESULT_AT(k, line)]
#if PO_IS_STEADY(PO_FAMILY)
#define SF_STORE(k, line, x)      \
  result[PO_RESULT_AT(k, line)] = \
      relaxed((PoNodes)PO_LINE_NODES, PO_RESULT_AT(k, line), relaxation, x)
#else
#define SF_STORE(k, line, x) result[PO_RESULT_AT(k, line)] = (x)
#endif

#include "linear_solvers/line_kernels.h"
