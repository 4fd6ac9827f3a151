// Gathers the four points of a limited correction. It is 0 where one of them is a solid cell, a
// node on a wall face or beyond the one layer of ghosts; docs/methods/simple-ts.md section 4.
#ifndef SLIPFLOW_TVD_POINTS_H
#define SLIPFLOW_TVD_POINTS_H

#include "simple_ts/context.h"
#include "simple_ts/convection/convected.h"

/* The four points around the lower face of cell (i,j) across the axis, of values that are a cell's
   width apart. */
SF_INLINE SfFourPoints sf_points_at_face(const SfMesh* m, int axis, int i, int j, real phi1,
                                         real phi2, real phi3, real phi4) {
  const int ai = axis == SF_X, aj = axis == SF_Y;
  const real hf = sf_hf(m, axis, i, j);
  const SfFourPoints q = {phi1,
                          phi2,
                          phi3,
                          phi4,
                          hf * sf_rhf(m, axis, i - ai, j - aj),
                          hf * sf_rhf(m, axis, i + ai, j + aj),
                          sf_wh(m, axis, i, j),
                          sf_wl(m, axis, i, j)};
  return q;
}

/* Whether the nodes from `before` (i,j) to `after` it lie within n nodes of the axis and one layer
   of ghosts. */
SF_INLINE int sf_at_hand(const SfContext* c, int axis, int i, int j, int before, int after, int n) {
  const SfMesh* m = &c->mesh;
  const int place = sf_place(m, axis, i, j);
  return m->away_from_sides ||
         (sf_is_from(m, axis, place - before, -1) && sf_is_up_to(m, axis, place + after, n));
}

/* The correction is made in any case and then chosen: a branch around it would keep compilers for
   GPUs from making several at a time. */
SF_INLINE real sf_correction_if(int possible, real correction) {
  return possible ? correction : 0.0;
}

/* A field at cell centres (T, rho), on the lower face of cell (i,j) normal to the axis. */
SF_INLINE int sf_four_cells(const SfContext* c, int axis, int i, int j) {
  const int ai = axis == SF_X, aj = axis == SF_Y;
  return sf_at_hand(c, axis, i, j, 2, 1, sf_cells(&c->mesh, axis)) &&
         !(sf_tag(c, i - 2 * ai, j - 2 * aj) | sf_tag(c, i - ai, j - aj) | sf_tag(c, i, j) |
           sf_tag(c, i + ai, j + aj));
}
#define SF_TVD_OF_CELLS(name)                                                                     \
  SF_INLINE real sf_tvd_##name(const SfContext* c, int axis, real F, int i, int j) {              \
    const int ai = axis == SF_X, aj = axis == SF_Y;                                               \
    if (sf_convection_scheme(c) == SF_UPWIND) return 0.0;                                         \
    const SfFourPoints q = sf_points_at_face(                                                     \
        &c->mesh, axis, i, j, sf_##name(c, i - 2 * ai, j - 2 * aj), sf_##name(c, i - ai, j - aj), \
        sf_##name(c, i, j), sf_##name(c, i + ai, j + aj));                                        \
    return sf_correction_if(sf_four_cells(c, axis, i, j),                                         \
                            sf_tvd_correction(sf_convection_scheme(c), F, q));                    \
  }
SF_TVD_OF_CELLS(rho)
SF_TVD_OF_CELLS(T)

/* The velocity along the axis on the half face across it, between node (i,j) and the one before: u
   on its south side, v on its west side. */
SF_INLINE real sf_tvd_q_across(const SfContext* c, int axis, real F, int i, int j) {
  const int ai = axis == SF_X, aj = axis == SF_Y;
  const int across = SF_OTHER(axis);
  if (sf_convection_scheme(c) == SF_UPWIND) return 0.0;
  const SfFourPoints q = sf_points_at_face(
      &c->mesh, across, i, j, sf_q(c, axis, i - 2 * aj, j - 2 * ai), sf_q(c, axis, i - aj, j - ai),
      sf_q(c, axis, i, j), sf_q(c, axis, i + aj, j + ai));
  const int possible = sf_at_hand(c, across, i, j, 2, 1, sf_cells(&c->mesh, across)) &&
                       sf_fluid(c, axis, i - 2 * aj, j - 2 * ai) &&
                       sf_fluid(c, axis, i - aj, j - ai) && sf_fluid(c, axis, i, j) &&
                       sf_fluid(c, axis, i + aj, j + ai);
  return sf_correction_if(possible, sf_tvd_correction(sf_convection_scheme(c), F, q));
}

/* The velocity along the axis at the centre of cell (i,j), between the nodes on its faces, whose
   distances are widths of cells. */
SF_INLINE real sf_tvd_q_along(const SfContext* c, int axis, real F, int i, int j) {
  const int ai = axis == SF_X, aj = axis == SF_Y;
  const SfMesh* m = &c->mesh;
  if (sf_convection_scheme(c) == SF_UPWIND) return 0.0;
  const real h = sf_h(m, axis, i, j);
  const SfFourPoints q = {sf_q(c, axis, i - ai, j - aj),
                          sf_q(c, axis, i, j),
                          sf_q(c, axis, i + ai, j + aj),
                          sf_q(c, axis, i + 2 * ai, j + 2 * aj),
                          h * sf_rh(m, axis, i - ai, j - aj),
                          h * sf_rh(m, axis, i + ai, j + aj),
                          0.5,
                          0.5};
  const int possible = sf_at_hand(c, axis, i, j, 1, 2, sf_cells(m, axis) + 1) &&
                       sf_fluid(c, axis, i - ai, j - aj) && sf_fluid(c, axis, i, j) &&
                       sf_fluid(c, axis, i + ai, j + aj) &&
                       sf_fluid(c, axis, i + 2 * ai, j + 2 * aj);
  return sf_correction_if(possible, sf_tvd_correction(sf_convection_scheme(c), F, q));
}

/* Convective flux through a face between two values: the whole of it with an explicit scheme,
   (24), the correction to the upwind values with an implicit one, (23). */
SF_INLINE real sf_convective_flux(const SfContext* c, real F, real phi2, real phi3,
                                  real correction) {
  if (!sf_explicit_convection(c)) return F * correction;
  const real upstream = sf_upstream(F, phi2, phi3);
  return F * (sf_convection_scheme(c) == SF_UPWIND ? upstream : upstream + correction);
}

#endif
