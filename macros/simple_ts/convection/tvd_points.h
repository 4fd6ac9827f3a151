// Gathers the four points of a limited correction. It is 0 where one of them is a solid cell, a node
// on a wall face or beyond the one layer of ghosts; docs/numerics.md section 4.
#ifndef SLIPFLOW_TVD_POINTS_H
#define SLIPFLOW_TVD_POINTS_H

#include "simple_ts/context.h"
#include "simple_ts/convection/convected.h"

/* Correction on the west face of cell (i,j) for values that stand a cell's distance apart in x: cell
   fields and v. */
SF_INLINE real sf_correct_fx(const SfContext *c, SF_GLOBAL const real *f, real F, int i, int j) {
  const SfMesh *m = &c->mesh;
  const int at = sf_at(m, i, j);
  const real hxf = sf_hxf(m, i);
  const SfFourPoints q = {f[at - 2],
                          f[at - 1],
                          f[at],
                          f[at + 1],
                          hxf * sf_rhxf(m, i - 1),
                          hxf * sf_rhxf(m, i + 1),
                          sf_wxh(m, i),
                          sf_wxl(m, i)};
  return sf_tvd_correction(c->convection, F, q);
}
/* Correction on the south face of cell (i,j): cell fields and u. */
SF_INLINE real sf_correct_fy(const SfContext *c, SF_GLOBAL const real *f, real F, int i, int j) {
  const SfMesh *m = &c->mesh;
  const int at = sf_at(m, i, j);
  const int pitch = SF_MESH_PITCH(m);
  const real hyf = sf_hyf(m, j);
  const SfFourPoints q = {f[at - 2 * pitch],
                          f[at - pitch],
                          f[at],
                          f[at + pitch],
                          hyf * sf_rhyf(m, j - 1),
                          hyf * sf_rhyf(m, j + 1),
                          sf_wyh(m, j),
                          sf_wyl(m, j)};
  return sf_tvd_correction(c->convection, F, q);
}

/* Columns, or rows, first..last lie within n nodes and one layer of ghosts. */
SF_INLINE int sf_columns_at_hand(const SfContext *c, int first, int last, int n) {
  const int column = c->mesh.column;
  return c->mesh.periodic_x || (column + first >= -1 && column + last <= n);
}
SF_INLINE int sf_rows_at_hand(const SfContext *c, int first, int last, int n) {
  const int row = c->mesh.row;
  return c->mesh.periodic_y || (row + first >= -1 && row + last <= n);
}

/* A field at cell centres (T, rho), on the west and the south face of cell (i,j). */
SF_INLINE real sf_tvd_cells_fx(const SfContext *c, SF_GLOBAL const real *f, real F, int i, int j) {
  if (c->convection == SF_UPWIND ||
      !sf_columns_at_hand(c, i - 2, i + 1, c->mesh.nx) ||
      (sf_tag(c, i - 2, j) | sf_tag(c, i - 1, j) | sf_tag(c, i, j) | sf_tag(c, i + 1, j)))
    return 0.0;
  return sf_correct_fx(c, f, F, i, j);
}
SF_INLINE real sf_tvd_cells_fy(const SfContext *c, SF_GLOBAL const real *f, real F, int i, int j) {
  if (c->convection == SF_UPWIND ||
      !sf_rows_at_hand(c, j - 2, j + 1, c->mesh.ny) ||
      (sf_tag(c, i, j - 2) | sf_tag(c, i, j - 1) | sf_tag(c, i, j) | sf_tag(c, i, j + 1)))
    return 0.0;
  return sf_correct_fy(c, f, F, i, j);
}

/* u on the half face south of node u(i,j), v on the half face west of node v(i,j). */
SF_INLINE real sf_tvd_u_fy(const SfContext *c, real F, int i, int j) {
  if (c->convection == SF_UPWIND ||
      !sf_rows_at_hand(c, j - 2, j + 1, c->mesh.ny) ||
      !(sf_fluid_u(c, i, j - 2) && sf_fluid_u(c, i, j - 1) && sf_fluid_u(c, i, j) &&
        sf_fluid_u(c, i, j + 1)))
    return 0.0;
  return sf_correct_fy(c, c->u, F, i, j);
}
SF_INLINE real sf_tvd_v_fx(const SfContext *c, real F, int i, int j) {
  if (c->convection == SF_UPWIND ||
      !sf_columns_at_hand(c, i - 2, i + 1, c->mesh.nx) ||
      !(sf_fluid_v(c, i - 2, j) && sf_fluid_v(c, i - 1, j) && sf_fluid_v(c, i, j) &&
        sf_fluid_v(c, i + 1, j)))
    return 0.0;
  return sf_correct_fx(c, c->v, F, i, j);
}

/* u at the centre of cell (i,j), between u(i,j) and u(i+1,j): the nodes stand on faces, so the
   distances are widths. v alike. */
SF_INLINE real sf_tvd_u_c(const SfContext *c, real F, int i, int j) {
  const SfMesh *m = &c->mesh;
  if (c->convection == SF_UPWIND || !sf_columns_at_hand(c, i - 1, i + 2, m->nx + 1) ||
      !(sf_fluid_u(c, i - 1, j) && sf_fluid_u(c, i, j) && sf_fluid_u(c, i + 1, j) &&
        sf_fluid_u(c, i + 2, j)))
    return 0.0;
  const real hx = sf_hx(m, i);
  const SfFourPoints q = {sf_u(c, i - 1, j),       sf_u(c, i, j),           sf_u(c, i + 1, j),
                          sf_u(c, i + 2, j),       hx * sf_rhx(m, i - 1),   hx * sf_rhx(m, i + 1),
                          0.5,                     0.5};
  return sf_tvd_correction(c->convection, F, q);
}
SF_INLINE real sf_tvd_v_c(const SfContext *c, real F, int i, int j) {
  const SfMesh *m = &c->mesh;
  if (c->convection == SF_UPWIND || !sf_rows_at_hand(c, j - 1, j + 2, m->ny + 1) ||
      !(sf_fluid_v(c, i, j - 1) && sf_fluid_v(c, i, j) && sf_fluid_v(c, i, j + 1) &&
        sf_fluid_v(c, i, j + 2)))
    return 0.0;
  const real hy = sf_hy(m, j);
  const SfFourPoints q = {sf_v(c, i, j - 1),       sf_v(c, i, j),           sf_v(c, i, j + 1),
                          sf_v(c, i, j + 2),       hy * sf_rhy(m, j - 1),   hy * sf_rhy(m, j + 1),
                          0.5,                     0.5};
  return sf_tvd_correction(c->convection, F, q);
}

#endif
