// Gathers the four points of a limited correction. It is 0 where one of them is a solid cell, a
// node on a wall face or beyond the one layer of ghosts; docs/methods/simple-ts.md section 4.
#ifndef SLIPFLOW_TVD_POINTS_H
#define SLIPFLOW_TVD_POINTS_H

#include "simple_ts/context.h"
#include "simple_ts/convection/convected.h"

/* The four points around the lower face of cell P across the axis, of values that are a cell's
   width apart. */
SF_INLINE SfFourPoints sf_points_at_face(const SfMesh* m, int axis, SfNode P, real phi1, real phi2,
                                         real phi3, real phi4) {
  const real hf = sf_hf(m, axis, P);
  const SfFourPoints q = {phi1,
                          phi2,
                          phi3,
                          phi4,
                          hf * sf_rhf(m, axis, sf_to(P, axis, -1)),
                          hf * sf_rhf(m, axis, sf_to(P, axis, 1)),
                          sf_wh(m, axis, P),
                          sf_wl(m, axis, P)};
  return q;
}

/* Whether the nodes from `before` P to `after` it lie within n nodes of the axis and one layer
   of ghosts. */
SF_INLINE int sf_at_hand(const SfContext* c, int axis, SfNode P, int before, int after, int n) {
  const SfMesh* m = &c->mesh;
  const int place = sf_place(m, axis, P);
  return m->away_from_sides ||
         (sf_is_from(m, axis, place - before, -1) && sf_is_up_to(m, axis, place + after, n));
}

/* The correction is made in any case and then chosen: a branch around it would keep compilers for
   GPUs from making several at a time. */
SF_INLINE real sf_correction_if(int possible, real correction) {
  return possible ? correction : 0.0;
}

/* A field at cell centres (T, rho), on the lower face of cell P normal to the axis. */
SF_INLINE int sf_four_cells(const SfContext* c, int axis, SfNode P) {
  return sf_at_hand(c, axis, P, 2, 1, sf_cells(&c->mesh, axis)) &&
         !(sf_tag(c, sf_to(P, axis, -2)) | sf_tag(c, sf_to(P, axis, -1)) | sf_tag(c, P) |
           sf_tag(c, sf_to(P, axis, 1)));
}
#define SF_TVD_OF_CELLS(name)                                                                     \
  SF_INLINE real sf_tvd_##name(const SfContext* c, int axis, real F, SfNode P) {                  \
    if (sf_convection_scheme(c) == SF_UPWIND) return 0.0;                                         \
    const SfFourPoints q = sf_points_at_face(&c->mesh, axis, P, sf_##name(c, sf_to(P, axis, -2)), \
                                             sf_##name(c, sf_to(P, axis, -1)), sf_##name(c, P),   \
                                             sf_##name(c, sf_to(P, axis, 1)));                    \
    return sf_correction_if(sf_four_cells(c, axis, P),                                            \
                            sf_tvd_correction(sf_convection_scheme(c), F, q));                    \
  }
SF_TVD_OF_CELLS(rho)
SF_TVD_OF_CELLS(T)

/* The velocity along the axis on the half face across it, between node P and the one before: u
   on its south side, v on its west side. */
SF_INLINE real sf_tvd_q_across(const SfContext* c, int axis, int across, real F, SfNode P) {
  if (sf_convection_scheme(c) == SF_UPWIND) return 0.0;
  const SfFourPoints q = sf_points_at_face(&c->mesh, across, P, sf_q(c, axis, sf_to(P, across, -2)),
                                           sf_q(c, axis, sf_to(P, across, -1)), sf_q(c, axis, P),
                                           sf_q(c, axis, sf_to(P, across, 1)));
  const int possible = sf_at_hand(c, across, P, 2, 1, sf_cells(&c->mesh, across)) &&
                       sf_fluid(c, axis, sf_to(P, across, -2)) &&
                       sf_fluid(c, axis, sf_to(P, across, -1)) && sf_fluid(c, axis, P) &&
                       sf_fluid(c, axis, sf_to(P, across, 1));
  return sf_correction_if(possible, sf_tvd_correction(sf_convection_scheme(c), F, q));
}

/* The velocity along the axis at the centre of cell P, between the nodes on its faces, whose
   distances are widths of cells. */
SF_INLINE real sf_tvd_q_along(const SfContext* c, int axis, real F, SfNode P) {
  const SfMesh* m = &c->mesh;
  if (sf_convection_scheme(c) == SF_UPWIND) return 0.0;
  const real h = sf_h(m, axis, P);
  const SfFourPoints q = {sf_q(c, axis, sf_to(P, axis, -1)),
                          sf_q(c, axis, P),
                          sf_q(c, axis, sf_to(P, axis, 1)),
                          sf_q(c, axis, sf_to(P, axis, 2)),
                          h * sf_rh(m, axis, sf_to(P, axis, -1)),
                          h * sf_rh(m, axis, sf_to(P, axis, 1)),
                          0.5,
                          0.5};
  const int possible = sf_at_hand(c, axis, P, 1, 2, sf_cells(m, axis) + 1) &&
                       sf_fluid(c, axis, sf_to(P, axis, -1)) && sf_fluid(c, axis, P) &&
                       sf_fluid(c, axis, sf_to(P, axis, 1)) && sf_fluid(c, axis, sf_to(P, axis, 2));
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
