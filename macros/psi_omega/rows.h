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

/* How rows are made. */
typedef struct {
  int convection;
  int sees_faces; /* each neighbour of a convex corner sees the vorticity of its own face */
  real reynolds;
  real dt; /* of half steps */
} PoScheme;

SF_INLINE real po_halfway(int convection, real own, real neighbour) {
  return convection == PO_SKEW        ? 0.5 * (own + neighbour)
         : convection == PO_ADVECTIVE ? own
                                      : neighbour;
}

/* Weights of convection and diffusion along an axis at a node of the flow:
   c d omega/ds - omega_ss/Re = low omega[low] + own omega[P] + high omega[high]. */
typedef struct {
  real low, own, high;
} PoTransport;

SF_INLINE PoTransport po_transport(const PoNodes* n, int axis, const PoScheme* s, int i, int j) {
  SF_GLOBAL const real* velocity = axis == SF_X ? n->u : n->v;
  const int at = po_at(n, i, j), step = po_stride(n, axis);
  const real mean = po_mean(n, axis, i, j);
  const real low = SF_DIVIDE(po_low(n, axis, i, j), s->reynolds);
  const real high = SF_DIVIDE(po_high(n, axis, i, j), s->reynolds);
  const PoTransport t = {
      -low - po_halfway(s->convection, velocity[at], velocity[at - step]) * mean, low + high,
      po_halfway(s->convection, velocity[at], velocity[at + step]) * mean - high};
  return t;
}

/* Whether the neighbours of a node see the vorticity of the wall between: at a corner. */
SF_INLINE int po_shows_faces(const PoNodes* n, const PoScheme* s, int at) {
  return s->sees_faces && n->kind[at] == PO_CORNER;
}
/* That vorticity, by Thom's formula (9) with the inverse of the distance h. */
SF_INLINE real po_omega_of_face(const PoNodes* n, int at, int corner, real inverse_h) {
  return 2.0 * inverse_h * inverse_h * (n->psi[corner] - n->psi[at]);
}

/* The vorticity of a neighbour as node (i,j) sees it. */
SF_INLINE real po_seen(const PoNodes* n, const PoScheme* s, int at, int neighbour, real weight,
                       real mean) {
  if (!po_shows_faces(n, s, neighbour)) return n->omega[neighbour];
  return po_omega_of_face(n, at, neighbour, SF_DIVIDE(0.5 * weight, mean));
}
SF_INLINE real po_seen_low(const PoNodes* n, const PoScheme* s, int axis, int i, int j) {
  const int at = po_at(n, i, j);
  return po_seen(n, s, at, at - po_stride(n, axis), po_low(n, axis, i, j), po_mean(n, axis, i, j));
}
SF_INLINE real po_seen_high(const PoNodes* n, const PoScheme* s, int axis, int i, int j) {
  const int at = po_at(n, i, j);
  return po_seen(n, s, at, at + po_stride(n, axis), po_high(n, axis, i, j), po_mean(n, axis, i, j));
}

/* A row whose neighbours at corners have the vorticity that the node sees. */
SF_INLINE SfRow po_see_corners(const PoNodes* n, const PoScheme* s, int axis, int i, int j,
                               SfRow row) {
  const int at = po_at(n, i, j), step = po_stride(n, axis);
  if (po_shows_faces(n, s, at - step)) row = sf_insert_before(row, po_seen_low(n, s, axis, i, j));
  if (po_shows_faces(n, s, at + step)) row = sf_insert_after(row, po_seen_high(n, s, axis, i, j));
  return row;
}

/* Half a step of ADI, equations (5) and (6): implicit along the axis, explicit across it. */
SF_INLINE SfRow po_half_step_row(const PoNodes* n, int axis, const PoScheme* s, int i, int j) {
  const int at = po_at(n, i, j), other = SF_OTHER(axis);
  if (n->kind[at] != PO_FLOW) return po_identity(n->omega[at]);
  const PoTransport along = po_transport(n, axis, s, i, j);
  const PoTransport across = po_transport(n, other, s, i, j);
  const real half_dt = 0.5 * s->dt;
  const SfRow row = {half_dt * along.low, 1.0 + half_dt * along.own, half_dt * along.high,
                     n->omega[at] - half_dt * (across.low * po_seen_low(n, s, other, i, j) +
                                               across.own * n->omega[at] +
                                               across.high * po_seen_high(n, s, other, i, j))};
  return po_see_corners(n, s, axis, i, j, row);
}

/* The steady equation of omega along an axis, with its neighbours across it from the iteration
   before, equation (8). */
SF_INLINE SfRow po_steady_row(const PoNodes* n, int axis, const PoScheme* s, int i, int j) {
  const int at = po_at(n, i, j), step = po_stride(n, SF_OTHER(axis));
  if (n->kind[at] != PO_FLOW) return po_identity(n->omega[at]);
  const PoTransport along = po_transport(n, axis, s, i, j);
  const PoTransport across = po_transport(n, SF_OTHER(axis), s, i, j);
  const SfRow row = {along.low, along.own + across.own, along.high,
                     -across.low * n->omega[at - step] - across.high * n->omega[at + step]};
  return row;
}

/* psi along an axis with its neighbours across it from the iteration before, equation (7). */
SF_INLINE SfRow po_psi_row(const PoNodes* n, int axis, int i, int j) {
  const int at = po_at(n, i, j), other = SF_OTHER(axis), step = po_stride(n, other);
  if (n->kind[at] != PO_FLOW) return po_identity(n->psi[at]);
  const real low = po_low(n, axis, i, j), high = po_high(n, axis, i, j);
  const real low_across = po_low(n, other, i, j), high_across = po_high(n, other, i, j);
  const SfRow row = {
      -low, low + high + low_across + high_across, -high,
      n->omega[at] + low_across * n->psi[at - step] + high_across * n->psi[at + step]};
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

/* The families of lines: even along x, odd along y. */
#define PO_HALF_X 0
#define PO_HALF_Y 1
#define PO_PSI_X 2
#define PO_PSI_Y 3
#define PO_STEADY_X 4
#define PO_STEADY_Y 5
#define PO_OUTLET 7
#define PO_AXIS_OF(family) ((family) % 2 == 0 ? SF_X : SF_Y)
#define PO_IS_STEADY(family) ((family) == PO_STEADY_X || (family) == PO_STEADY_Y)

/* The place of row k of a line. */
SF_INLINE int po_place_in_line(int family, int nx, int line, int k) {
  return family == PO_OUTLET          ? po_place(nx, nx, k)
         : PO_AXIS_OF(family) == SF_Y ? po_place(nx, line, k)
                                      : po_place(nx, k, line);
}

/* Row k of a line. */
SF_INLINE SfRow po_row_of_line(const PoNodes* n, int family, const PoScheme* s, int line, int k) {
  const int axis = PO_AXIS_OF(family);
  const int i = axis == SF_X ? k : line, j = axis == SF_X ? line : k;
  if (family == PO_OUTLET) return po_outlet_row(n, n->nx, k);
  if (family == PO_PSI_X || family == PO_PSI_Y) return po_psi_row(n, axis, i, j);
  if (PO_IS_STEADY(family)) return po_steady_row(n, axis, s, i, j);
  return po_half_step_row(n, axis, s, i, j);
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
