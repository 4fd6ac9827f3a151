// psi on islands: equation (14) of docs/methods/psi-omega.md.
#ifndef SLIPFLOW_PSI_OMEGA_ISLAND_PSI_H
#define SLIPFLOW_PSI_OMEGA_ISLAND_PSI_H

#include "psi_omega/nodes.h"

/* A piece of wall around one node of an island, places in arrays. */
typedef struct {
  int node;
  int first;   /* the next node into the flow */
  int second;  /* and the one behind it */
  real h;      /* distance of the first from the wall */
  real weight; /* length of the wall over h^3 */
} PoIslandFace;
SF_SAME_SIZE(PoIslandFace, 16 + 2 * sizeof(real));

/* What a face lacks to the vorticity with which d omega/dn would be 0, weighted; the sum over an
   island vanishes if the pressure around it is unique. */
SF_INLINE real po_defect(const PoIslandFace* face, SF_GLOBAL const real* psi,
                         SF_GLOBAL const real* omega) {
  const real wall = (4.0 * omega[face->first] - omega[face->second]) * (1.0 / 3.0);
  return face->weight * (wall * face->h * face->h * 0.5 + psi[face->first] - psi[face->node]);
}

/* The multiple of an island's response that psi is corrected by: a row of the inverse matrix
   (row-major) times the defects of all islands. */
SF_INLINE real po_correction(SF_GLOBAL const real* inverse, SF_GLOBAL const real* defects,
                             int islands, int island) {
  real sum = 0.0;
  for (int k = 0; k < islands; ++k) sum += inverse[island * islands + k] * defects[k];
  return sum;
}

#endif
