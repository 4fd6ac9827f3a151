// psi on islands, such that the circulation around each is conserved: equations (15) to (17) of
// docs/methods/psi-omega.md.
#ifndef SLIPFLOW_PSI_OMEGA_ISLAND_PSI_H
#define SLIPFLOW_PSI_OMEGA_ISLAND_PSI_H

#include "psi_omega/vorticity_flux.h"

/* A face between the volumes of a node of an island and of its neighbour in the flow: halfway
   from node (i,j) to the next one along the axis. */
typedef struct {
  int i;
  int j;
  int axis;
  int sense; /* 1: the flow is in the east or north; -1: in the west or south */
} PoIslandFace;
SF_SAME_SIZE(PoIslandFace, 16);

/* Its length, positive if the axis leads into the flow. */
SF_INLINE real po_signed_length(const PoNodes* n, const PoIslandFace* f) {
  return f->sense * po_width(n, SF_OTHER(f->axis), f->i, f->j);
}

/* The circulation along a face, counter-clockwise around the island, equation (15). */
SF_INLINE real po_circulation(const PoNodes* n, const PoIslandFace* f) {
  return -po_signed_length(n, f) * po_slope(n, f->axis, f->i, f->j);
}

/* The same after a step from psi: less the vorticity that left the island through the face,
   equation (16). */
SF_INLINE real po_circulation_after(const PoNodes* n, const PoScheme* s, const PoVorticities* w,
                                    const PoIslandFace* f) {
  return po_circulation(n, f) -
         s->dt * po_signed_length(n, f) * po_vorticity_flux(n, s, w, f->axis, f->i, f->j);
}

/* The multiple of an island's response that psi is corrected by: a row of the inverse matrix
   (row-major) times what the circulations of all islands lack, equation (17). */
SF_INLINE real po_correction(SF_GLOBAL const real* inverse, SF_GLOBAL const real* wanted,
                             SF_GLOBAL const real* found, int islands, int island) {
  real sum = 0.0;
  for (int k = 0; k < islands; ++k) sum += inverse[island * islands + k] * (wanted[k] - found[k]);
  return sum;
}

#endif
