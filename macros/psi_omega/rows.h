// Rows of the tridiagonal systems of method psi_omega: a x[low] + b x[P] + c x[high] = d along an
// axis.
#ifndef SLIPFLOW_PSI_OMEGA_ROWS_H
#define SLIPFLOW_PSI_OMEGA_ROWS_H

#include "psi_omega/nodes.h"

typedef struct {
  real a, b, c, d;
} PoRow;

/* The row of a node whose value is given. */
SF_INLINE PoRow po_identity(real value) {
  const PoRow row = {0.0, 1.0, 0.0, value};
  return row;
}

/* Convection schemes: the velocity halfway to a neighbour, equations (4). */
#define PO_SKEW 0
#define PO_ADVECTIVE 1
#define PO_CONSERVATIVE 2

SF_INLINE real po_halfway(int scheme, real own, real neighbour) {
  return scheme == PO_SKEW ? 0.5 * (own + neighbour) : scheme == PO_ADVECTIVE ? own : neighbour;
}

/* Weights of convection and diffusion along an axis at a node of the flow:
   c d omega/ds - omega_ss/Re = low omega[low] + own omega[P] + high omega[high]. */
typedef struct {
  real low, own, high;
} PoTransport;

SF_INLINE PoTransport po_transport(const PoNodes* n, int axis, int scheme, real reynolds, int i,
                                   int j) {
  SF_GLOBAL const real* velocity = axis == SF_X ? n->u : n->v;
  const int at = po_at(n, i, j), step = po_stride(n, axis);
  const real mean = po_mean(n, axis, i, j);
  const real low = SF_DIVIDE(po_low(n, axis, i, j), reynolds);
  const real high = SF_DIVIDE(po_high(n, axis, i, j), reynolds);
  const PoTransport t = {-low - po_halfway(scheme, velocity[at], velocity[at - step]) * mean,
                         low + high,
                         po_halfway(scheme, velocity[at], velocity[at + step]) * mean - high};
  return t;
}

/* Half a step of ADI, equation (6): implicit along the axis, explicit across it. */
SF_INLINE PoRow po_half_step_row(const PoNodes* n, int axis, int scheme, real reynolds, real dt,
                                 int i, int j) {
  const int at = po_at(n, i, j), step = po_stride(n, SF_OTHER(axis));
  if (n->kind[at] != PO_FLOW) return po_identity(n->omega[at]);
  const PoTransport along = po_transport(n, axis, scheme, reynolds, i, j);
  const PoTransport across = po_transport(n, SF_OTHER(axis), scheme, reynolds, i, j);
  const real half = 0.5 * dt;
  const PoRow row = {
      half * along.low, 1.0 + half * along.own, half * along.high,
      n->omega[at] - half * (across.low * n->omega[at - step] + across.own * n->omega[at] +
                             across.high * n->omega[at + step])};
  return row;
}

/* The steady equation of omega along x, with its neighbours in y from the iteration before,
   equation (8). */
SF_INLINE PoRow po_steady_row(const PoNodes* n, int scheme, real reynolds, int i, int j) {
  const int at = po_at(n, i, j), up = po_stride(n, SF_Y);
  if (n->kind[at] != PO_FLOW) return po_identity(n->omega[at]);
  const PoTransport along = po_transport(n, SF_X, scheme, reynolds, i, j);
  const PoTransport across = po_transport(n, SF_Y, scheme, reynolds, i, j);
  const PoRow row = {along.low, along.own + across.own, along.high,
                     -across.low * n->omega[at - up] - across.high * n->omega[at + up]};
  return row;
}

/* psi along x with its neighbours in y from the iteration before, equation (7). */
SF_INLINE PoRow po_psi_row(const PoNodes* n, int i, int j) {
  const int at = po_at(n, i, j), up = po_stride(n, SF_Y);
  if (n->kind[at] != PO_FLOW) return po_identity(n->psi[at]);
  const real west = po_low(n, SF_X, i, j), east = po_high(n, SF_X, i, j);
  const real south = po_low(n, SF_Y, i, j), north = po_high(n, SF_Y, i, j);
  const PoRow row = {-west, west + east + south + north, -east,
                     n->omega[at] + south * n->psi[at - up] + north * n->psi[at + up]};
  return row;
}

/* psi along the outlet, where psi_yy = -omega, equation (12). */
SF_INLINE PoRow po_outlet_row(const PoNodes* n, int i, int j) {
  const int at = po_at(n, i, j);
  const real south = po_low(n, SF_Y, i, j), north = po_high(n, SF_Y, i, j);
  if (j == 0 || j == n->ny) return po_identity(n->psi[at]);
  const PoRow row = {-south, south + north, -north, n->omega[at]};
  return row;
}

/* omega at the outlet after a step: upwind convection out of the domain, equation (11). */
SF_INLINE real po_outlet_omega(const PoNodes* n, real dt, real spacing, int i, int j) {
  const int at = po_at(n, i, j);
  const real courant = SF_DIVIDE(dt * sf_positive_part(n->u[at]), spacing);
  return n->omega[at] - courant * (n->omega[at] - n->omega[at - 1]);
}

#endif
