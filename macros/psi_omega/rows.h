// Rows of the tridiagonal systems of method psi_omega: a x[low] + b x[P] + c x[high] = d along an
// axis.
#ifndef SLIPFLOW_PSI_OMEGA_ROWS_H
#define SLIPFLOW_PSI_OMEGA_ROWS_H

#include "linear_solvers/tridiagonal.h"
#include "psi_omega/nodes.h"

/* The row of a node whose value is known. */
SF_INLINE SfRow po_identity(real value) {
  const SfRow row = {0.0, 1.0, 0.0, value};
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

/* Half a step of ADI, equations (5) and (6): implicit along the axis, explicit across it. */
SF_INLINE SfRow po_half_step_row(const PoNodes* n, int axis, int scheme, real reynolds, real dt,
                                 int i, int j) {
  const int at = po_at(n, i, j), step = po_stride(n, SF_OTHER(axis));
  if (n->kind[at] != PO_FLOW) return po_identity(n->omega[at]);
  const PoTransport along = po_transport(n, axis, scheme, reynolds, i, j);
  const PoTransport across = po_transport(n, SF_OTHER(axis), scheme, reynolds, i, j);
  const real half_dt = 0.5 * dt;
  const SfRow row = {
      half_dt * along.low, 1.0 + half_dt * along.own, half_dt * along.high,
      n->omega[at] - half_dt * (across.low * n->omega[at - step] + across.own * n->omega[at] +
                                across.high * n->omega[at + step])};
  return row;
}

/* The steady equation of omega along x, with its neighbours in y from the iteration before,
   equation (8). */
SF_INLINE SfRow po_steady_row(const PoNodes* n, int scheme, real reynolds, int i, int j) {
  const int at = po_at(n, i, j), up = po_stride(n, SF_Y);
  if (n->kind[at] != PO_FLOW) return po_identity(n->omega[at]);
  const PoTransport along = po_transport(n, SF_X, scheme, reynolds, i, j);
  const PoTransport across = po_transport(n, SF_Y, scheme, reynolds, i, j);
  const SfRow row = {along.low, along.own + across.own, along.high,
                     -across.low * n->omega[at - up] - across.high * n->omega[at + up]};
  return row;
}

/* psi along x with its neighbours in y from the iteration before, equation (7). */
SF_INLINE SfRow po_psi_row(const PoNodes* n, int i, int j) {
  const int at = po_at(n, i, j), up = po_stride(n, SF_Y);
  if (n->kind[at] != PO_FLOW) return po_identity(n->psi[at]);
  const real west = po_low(n, SF_X, i, j), east = po_high(n, SF_X, i, j);
  const real south = po_low(n, SF_Y, i, j), north = po_high(n, SF_Y, i, j);
  const SfRow row = {-west, west + east + south + north, -east,
                     n->omega[at] + south * n->psi[at - up] + north * n->psi[at + up]};
  return row;
}

/* psi along the outlet, where psi_yy = -omega, equation (12). */
SF_INLINE SfRow po_outlet_row(const PoNodes* n, int i, int j) {
  const int at = po_at(n, i, j);
  const real south = po_low(n, SF_Y, i, j), north = po_high(n, SF_Y, i, j);
  if (j == 0 || j == n->ny) return po_identity(n->psi[at]);
  const SfRow row = {-south, south + north, -north, n->omega[at]};
  return row;
}

/* The families of lines. */
#define PO_HALF_X 0
#define PO_HALF_Y 1
#define PO_PSI 2
#define PO_STEADY 3
#define PO_OUTLET 4

/* The place of row k of a line. */
SF_INLINE int po_place_in_line(int family, int nx, int line, int k) {
  return family == PO_OUTLET   ? po_place(nx, nx, k)
         : family == PO_HALF_Y ? po_place(nx, line, k)
                               : po_place(nx, k, line);
}

/* Row k of a line. */
SF_INLINE SfRow po_row_of_line(const PoNodes* n, int family, int scheme, real reynolds, real dt,
                               int line, int k) {
  if (family == PO_HALF_X) return po_half_step_row(n, SF_X, scheme, reynolds, dt, k, line);
  if (family == PO_HALF_Y) return po_half_step_row(n, SF_Y, scheme, reynolds, dt, line, k);
  if (family == PO_PSI) return po_psi_row(n, k, line);
  if (family == PO_STEADY) return po_steady_row(n, scheme, reynolds, k, line);
  return po_outlet_row(n, n->nx, k);
}

/* The vorticity after an iteration whose lines have a solution, relaxed in the flow. */
SF_INLINE real po_relaxed(const PoNodes* n, int at, real relaxation, real solution) {
  if (n->kind[at] != PO_FLOW) return n->omega[at];
  return n->omega[at] + relaxation * (solution - n->omega[at]);
}

/* omega at the outlet after a step: upwind convection out of the domain, equation (11). */
SF_INLINE real po_outlet_omega(const PoNodes* n, real dt, real spacing, int i, int j) {
  const int at = po_at(n, i, j);
  const real courant = SF_DIVIDE(dt * sf_positive_part(n->u[at]), spacing);
  return n->omega[at] - courant * (n->omega[at] - n->omega[at - 1]);
}

#endif
