// The flux of vorticity from a node to the next one along an axis, which the transport equation
// (4) to (6) is a balance of: equation (14).
#ifndef SLIPFLOW_PSI_OMEGA_VORTICITY_FLUX_H
#define SLIPFLOW_PSI_OMEGA_VORTICITY_FLUX_H

#include "psi_omega/rows.h"

/* omega before, between and after the half steps of a step; of steady flow the same array. */
typedef struct {
  SF_GLOBAL const real* before;
  SF_GLOBAL const real* between;
  SF_GLOBAL const real* after;
} PoVorticities;

/* The vorticity that a step transports along an axis. */
SF_INLINE real po_transported(const PoVorticities* w, int axis, int at) {
  return axis == SF_X ? w->between[at] : 0.5 * (w->before[at] + w->after[at]);
}

/* The velocity along an axis that the neighbours of a node see: 0 in and on bodies. */
SF_INLINE real po_velocity_seen(const PoNodes* n, int axis, int i, int j) {
  return n->kind[po_at(n, i, j)] == PO_FLOW ? po_along(n, axis, i, j) : 0.0;
}

/* Per length across the axis, with the psi that the step begins with. */
SF_INLINE real po_vorticity_flux(const PoNodes* n, const PoScheme* s, const PoVorticities* w,
                                 int axis, int i, int j) {
  const int next_i = i + (axis == SF_X), next_j = j + (axis == SF_Y);
  const int at = po_at(n, i, j), next = po_at(n, next_i, next_j);
  const real inverse_h = po_inverse_spacing(n, axis, i, j);
  const real low = po_shows_faces(n, s, at) ? po_omega_of_face(n, next, at, inverse_h)
                                            : po_transported(w, axis, at);
  const real high = po_shows_faces(n, s, next) ? po_omega_of_face(n, at, next, inverse_h)
                                               : po_transported(w, axis, next);
  /* The own velocity is that of psi, which is not 0 at corners of bodies. */
  const real from_low =
      po_halfway(s->convection, po_along(n, axis, next_i, next_j), po_velocity_seen(n, axis, i, j));
  const real from_high =
      po_halfway(s->convection, po_along(n, axis, i, j), po_velocity_seen(n, axis, next_i, next_j));
  return 0.5 * (from_low * low + from_high * high) -
         SF_DIVIDE((high - low) * inverse_h, s->reynolds);
}

#endif
