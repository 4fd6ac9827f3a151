// Gathers the four points of a limited correction. It is 0 where one of them is a solid cell, a
// node on a wall face or beyond the one layer of ghosts; docs/methods/simple-ts.md section 4.
#ifndef SLIPFLOW_TVD_POINTS_H
#define SLIPFLOW_TVD_POINTS_H

#include "simple_ts/context.h"
#include "simple_ts/convection/convected.h"

/* Correction on the west face of cell (i,j) for values that are a cell's width apart in x:
   cell fields and v. */
#define SF_CORRECT_FX(name)                                                         \
  SF_INLINE real sf_correct_##name##_fx(const SfContext* c, real F, int i, int j) { \
    const SfMesh* m = &c->mesh;                                                     \
    const real hxf = sf_hxf(m, i);                                                  \
    const SfFourPoints q = {sf_##name(c, i - 2, j),                                 \
                            sf_##name(c, i - 1, j),                                 \
                            sf_##name(c, i, j),                                     \
                            sf_##name(c, i + 1, j),                                 \
                            hxf * sf_rhxf(m, i - 1),                                \
                            hxf * sf_rhxf(m, i + 1),                                \
                            sf_wxh(m, i),                                           \
                            sf_wxl(m, i)};                                          \
    return sf_tvd_correction(c->convection, F, q);                                  \
  }
/* Correction on the south face of cell (i,j): cell fields and u. */
#define SF_CORRECT_FY(name)                                                         \
  SF_INLINE real sf_correct_##name##_fy(const SfContext* c, real F, int i, int j) { \
    const SfMesh* m = &c->mesh;                                                     \
    const real hyf = sf_hyf(m, j);                                                  \
    const SfFourPoints q = {sf_##name(c, i, j - 2),                                 \
                            sf_##name(c, i, j - 1),                                 \
                            sf_##name(c, i, j),                                     \
                            sf_##name(c, i, j + 1),                                 \
                            hyf * sf_rhyf(m, j - 1),                                \
                            hyf * sf_rhyf(m, j + 1),                                \
                            sf_wyh(m, j),                                           \
                            sf_wyl(m, j)};                                          \
    return sf_tvd_correction(c->convection, F, q);                                  \
  }
SF_CORRECT_FX(rho)
SF_CORRECT_FY(rho)
SF_CORRECT_FX(T)
SF_CORRECT_FY(T)
SF_CORRECT_FX(v)
SF_CORRECT_FY(u)

/* Columns, or rows, first..last lie within n nodes and one layer of ghosts. */
SF_INLINE int sf_columns_at_hand(const SfContext* c, int first, int last, int n) {
  const int column = c->mesh.column;
  return c->mesh.away_from_sides || c->mesh.periodic_x ||
         (column + first >= -1 && column + last <= n);
}
SF_INLINE int sf_rows_at_hand(const SfContext* c, int first, int last, int n) {
  const int row = c->mesh.row;
  return c->mesh.away_from_sides || c->mesh.periodic_y || (row + first >= -1 && row + last <= n);
}

/* The correction is made in any case and then chosen: a branch around it would keep compilers for
   GPUs from making several at a time. */
SF_INLINE real sf_correction_if(int possible, real correction) {
  return possible ? correction : 0.0;
}

/* A field at cell centres (T, rho), on the west and the south face of cell (i,j). */
SF_INLINE int sf_four_cells_in_x(const SfContext* c, int i, int j) {
  return sf_columns_at_hand(c, i - 2, i + 1, c->mesh.nx) &&
         !(sf_tag(c, i - 2, j) | sf_tag(c, i - 1, j) | sf_tag(c, i, j) | sf_tag(c, i + 1, j));
}
SF_INLINE int sf_four_cells_in_y(const SfContext* c, int i, int j) {
  return sf_rows_at_hand(c, j - 2, j + 1, c->mesh.ny) &&
         !(sf_tag(c, i, j - 2) | sf_tag(c, i, j - 1) | sf_tag(c, i, j) | sf_tag(c, i, j + 1));
}
#define SF_TVD_OF_CELLS(name)                                                                 \
  SF_INLINE real sf_tvd_##name##_fx(const SfContext* c, real F, int i, int j) {               \
    if (c->convection == SF_UPWIND) return 0.0;                                               \
    return sf_correction_if(sf_four_cells_in_x(c, i, j), sf_correct_##name##_fx(c, F, i, j)); \
  }                                                                                           \
  SF_INLINE real sf_tvd_##name##_fy(const SfContext* c, real F, int i, int j) {               \
    if (c->convection == SF_UPWIND) return 0.0;                                               \
    return sf_correction_if(sf_four_cells_in_y(c, i, j), sf_correct_##name##_fy(c, F, i, j)); \
  }
SF_TVD_OF_CELLS(rho)
SF_TVD_OF_CELLS(T)

/* u on the half face south of node u(i,j), v on the half face west of node v(i,j). */
SF_INLINE real sf_tvd_u_fy(const SfContext* c, real F, int i, int j) {
  if (c->convection == SF_UPWIND) return 0.0;
  const int possible = sf_rows_at_hand(c, j - 2, j + 1, c->mesh.ny) && sf_fluid_u(c, i, j - 2) &&
                       sf_fluid_u(c, i, j - 1) && sf_fluid_u(c, i, j) && sf_fluid_u(c, i, j + 1);
  return sf_correction_if(possible, sf_correct_u_fy(c, F, i, j));
}
SF_INLINE real sf_tvd_v_fx(const SfContext* c, real F, int i, int j) {
  if (c->convection == SF_UPWIND) return 0.0;
  const int possible = sf_columns_at_hand(c, i - 2, i + 1, c->mesh.nx) && sf_fluid_v(c, i - 2, j) &&
                       sf_fluid_v(c, i - 1, j) && sf_fluid_v(c, i, j) && sf_fluid_v(c, i + 1, j);
  return sf_correction_if(possible, sf_correct_v_fx(c, F, i, j));
}

/* u at the centre of cell (i,j), between u(i,j) and u(i+1,j): the nodes are on faces, so the
   distances are widths. v alike. */
SF_INLINE real sf_tvd_u_c(const SfContext* c, real F, int i, int j) {
  if (c->convection == SF_UPWIND) return 0.0;
  const SfMesh* m = &c->mesh;
  const real hx = sf_hx(m, i);
  const SfFourPoints q = {sf_u(c, i - 1, j),
                          sf_u(c, i, j),
                          sf_u(c, i + 1, j),
                          sf_u(c, i + 2, j),
                          hx * sf_rhx(m, i - 1),
                          hx * sf_rhx(m, i + 1),
                          0.5,
                          0.5};
  const int possible = sf_columns_at_hand(c, i - 1, i + 2, m->nx + 1) && sf_fluid_u(c, i - 1, j) &&
                       sf_fluid_u(c, i, j) && sf_fluid_u(c, i + 1, j) && sf_fluid_u(c, i + 2, j);
  return sf_correction_if(possible, sf_tvd_correction(c->convection, F, q));
}
SF_INLINE real sf_tvd_v_c(const SfContext* c, real F, int i, int j) {
  if (c->convection == SF_UPWIND) return 0.0;
  const SfMesh* m = &c->mesh;
  const real hy = sf_hy(m, j);
  const SfFourPoints q = {sf_v(c, i, j - 1),
                          sf_v(c, i, j),
                          sf_v(c, i, j + 1),
                          sf_v(c, i, j + 2),
                          hy * sf_rhy(m, j - 1),
                          hy * sf_rhy(m, j + 1),
                          0.5,
                          0.5};
  const int possible = sf_rows_at_hand(c, j - 1, j + 2, m->ny + 1) && sf_fluid_v(c, i, j - 1) &&
                       sf_fluid_v(c, i, j) && sf_fluid_v(c, i, j + 1) && sf_fluid_v(c, i, j + 2);
  return sf_correction_if(possible, sf_tvd_correction(c->convection, F, q));
}

/* Convective flux through a face between two values: the whole of it with an explicit scheme,
   (24), the correction to the upwind values with an implicit one, (23). */
SF_INLINE real sf_carried(const SfContext* c, real F, real phi2, real phi3, real correction) {
  if (!c->explicit_convection) return F * correction;
  const real upstream = sf_upstream(F, phi2, phi3);
  return F * (c->convection == SF_UPWIND ? upstream : upstream + correction);
}

#endif
