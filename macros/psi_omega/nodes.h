// The nodes of the mesh as the equations of method psi_omega see them (docs/methods/psi-omega.md).
//
//   (i,j+1) N +-------+           psi and omega are located at the corners of the cells:
//             |       |           i = 0..nx, j = 0..ny. Arrays have the layout of cells with
//             |       |           SF_PAD ghost layers, of which the nodes use the first in the
//   (i,j)   P +-------+ E         east and north.
#ifndef SLIPFLOW_PSI_OMEGA_NODES_H
#define SLIPFLOW_PSI_OMEGA_NODES_H

#include "indexing.h"

/* Kinds of nodes: psi and omega are unknown in the flow, known elsewhere. */
#define PO_FLOW 0
#define PO_SIDE 1   /* on a boundary of the domain */
#define PO_BODY 2   /* in or on a body */
#define PO_CORNER 3 /* at a convex corner of a body, with scheme.corner = faces */

/* One axis: PO_AXIS_VALUES arrays with a value per node k, one after another. With the spacing l to
   the node before and r to the node behind:
   0 low   2/(l(l+r)), weight of the node before in a second difference
   1 high  2/(r(l+r)), weight of the node behind
   2 mean  1/(l+r), of a first difference
   They are 0 at both ends of the axis. */
#define PO_AXIS_VALUES 3

/* What the equations read. */
typedef struct {
  int nx; /* cells */
  int ny;
  SF_GLOBAL const real* x; /* PO_AXIS_VALUES (nx + 1) values */
  SF_GLOBAL const real* y;
  SF_GLOBAL const SfTag* kind;
  SF_GLOBAL const real* u; /* velocities at the nodes */
  SF_GLOBAL const real* v;
  SF_GLOBAL const real* psi;
  SF_GLOBAL const real* omega;
} PoNodes;

/* Place of node (i,j) in an array of a mesh with nx cells in a row. */
SF_INLINE int po_place(int nx, int i, int j) {
  return (j + SF_PAD) * (nx + 2 * SF_PAD) + i + SF_PAD;
}
SF_INLINE int po_at(const PoNodes* n, int i, int j) { return po_place(n->nx, i, j); }

/* The distance in an array between neighbours along an axis. */
SF_INLINE int po_stride(const PoNodes* n, int axis) {
  return axis == SF_X ? 1 : n->nx + 2 * SF_PAD;
}

#define PO_AXIS(n, axis, which, i, j) \
  ((axis) == SF_X ? (n)->x[(which) * ((n)->nx + 1) + (i)] : (n)->y[(which) * ((n)->ny + 1) + (j)])
/* The three values of an axis at node (i,j). */
SF_INLINE real po_low(const PoNodes* n, int axis, int i, int j) {
  return PO_AXIS(n, axis, 0, i, j);
}
SF_INLINE real po_high(const PoNodes* n, int axis, int i, int j) {
  return PO_AXIS(n, axis, 1, i, j);
}
SF_INLINE real po_mean(const PoNodes* n, int axis, int i, int j) {
  return PO_AXIS(n, axis, 2, i, j);
}

/* u = d psi/dy, v = -d psi/dx at a node of the flow, equations (3). */
SF_INLINE real po_u(const PoNodes* n, int i, int j) {
  const int at = po_at(n, i, j), up = po_stride(n, SF_Y);
  return (n->psi[at + up] - n->psi[at - up]) * po_mean(n, SF_Y, i, j);
}
SF_INLINE real po_v(const PoNodes* n, int i, int j) {
  const int at = po_at(n, i, j);
  return (n->psi[at - 1] - n->psi[at + 1]) * po_mean(n, SF_X, i, j);
}

/* The same, along an axis. */
SF_INLINE real po_along(const PoNodes* n, int axis, int i, int j) {
  return axis == SF_X ? po_u(n, i, j) : po_v(n, i, j);
}

/* The width of the volume around a node along an axis. */
SF_INLINE real po_width(const PoNodes* n, int axis, int i, int j) {
  return SF_DIVIDE(0.5, po_mean(n, axis, i, j));
}
/* The inverse of the distance to the next node along an axis. */
SF_INLINE real po_inverse_spacing(const PoNodes* n, int axis, int i, int j) {
  return SF_DIVIDE(0.5 * po_high(n, axis, i, j), po_mean(n, axis, i, j));
}
/* The derivative of psi along an axis, halfway to the next node: u along y, -v along x. */
SF_INLINE real po_slope(const PoNodes* n, int axis, int i, int j) {
  const int at = po_at(n, i, j), next = at + po_stride(n, axis);
  return (n->psi[next] - n->psi[at]) * po_inverse_spacing(n, axis, i, j);
}

/* |u|/dx + |v|/dy at a node of the flow. */
SF_INLINE real po_courant_rate(const PoNodes* n, int i, int j) {
  const int at = po_at(n, i, j);
  return 2.0 *
         (SF_ABS(n->u[at]) * po_mean(n, SF_X, i, j) + SF_ABS(n->v[at]) * po_mean(n, SF_Y, i, j));
}

#endif
