// The vorticity at walls and inflows, from psi next to them: equations (9), (9a) and (10).
#ifndef SLIPFLOW_PSI_OMEGA_WALL_VORTICITY_H
#define SLIPFLOW_PSI_OMEGA_WALL_VORTICITY_H

#include "psi_omega/nodes.h"

/* A node of a wall, places in arrays. A node of a flat wall has one face to the flow, at a convex
   corner two, of which each counts half. */
typedef struct {
  int node;
  int first[2];   /* node next to each face */
  int second[2];  /* and the next one */
  real weight[2]; /* 1/h^2 of each face; 0 without it, half of it at a corner */
  real motion;    /* part of the wall's own velocity; at an inflow -du/dy */
} PoWallNode;
SF_SAME_SIZE(PoWallNode, 24 + 3 * sizeof(real));

/* Thom's formula, of first order; exact for a constant vorticity. */
SF_INLINE real po_thom(const PoWallNode* wall, SF_GLOBAL const real* psi) {
  real sum = wall->motion;
  for (int k = 0; k < 2; ++k)
    sum += 2.0 * wall->weight[k] * (psi[wall->node] - psi[wall->first[k]]);
  return sum;
}

/* Jensen's formula, of second order. */
SF_INLINE real po_jensen(const PoWallNode* wall, SF_GLOBAL const real* psi) {
  real sum = wall->motion;
  for (int k = 0; k < 2; ++k)
    sum += 0.5 * wall->weight[k] *
           (7.0 * psi[wall->node] - 8.0 * psi[wall->first[k]] + psi[wall->second[k]]);
  return sum;
}

#endif
