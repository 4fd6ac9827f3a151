// Five-point systems of the multigrid that solves for psi: equations (13) to (15).
//
// Each level has, for each of its nodes, the weights of its links to the nodes in the west and the
// south, the sum of all its weights, and its reciprocal, which is 0 where nothing is unknown.
#ifndef SLIPFLOW_PSI_OMEGA_POISSON_H
#define SLIPFLOW_PSI_OMEGA_POISSON_H

#include "linear_solvers/level7.h"
#include "psi_omega/nodes.h"
#include "psi_omega/numbers.h"

typedef struct {
  int nx; /* of the layout: places are po_place(nx, i, j) */
  SF_GLOBAL const real* west;
  SF_GLOBAL const real* south;
  SF_GLOBAL const real* sum;
  SF_GLOBAL const real* reciprocal;
} PoLevel;

/* Row of the matrix times x. */
SF_INLINE real po_times(const PoLevel* level, SF_GLOBAL const real* x, int at) {
  const int up = level->nx + 2 * SF_PAD;
  return level->sum[at] * x[at] -
         (level->west[at] * x[at - 1] + level->west[at + 1] * x[at + 1] +
          level->south[at] * x[at - up] + level->south[at + up] * x[at + up]);
}

/* Right-hand side and residual of the finite volume around a node of the flow, equation (13). */
typedef struct {
  real right_hand_side, residual;
} PoSource;

/* `west` to `north`: widths of the adjacent cells. */
SF_INLINE PoSource po_source(SF_GLOBAL const SfTag* kind, SF_GLOBAL const real* psi,
                             SF_GLOBAL const real* omega, int nx, int at, real west, real east,
                             real south, real north) {
  const int up = nx + 2 * SF_PAD;
  const real wide = 0.5 * (west + east), high = 0.5 * (south + north);
  const real weight[4] = {SF_DIVIDE(high, west), SF_DIVIDE(high, east), SF_DIVIDE(wide, south),
                          SF_DIVIDE(wide, north)};
  const int neighbours[4] = {at - 1, at + 1, at - up, at + up};
  PoSource source = {wide * high * omega[at], 0.0};
  real flow = 0.0;
  for (int k = 0; k < 4; ++k) {
    const int known = kind[neighbours[k]] != PO_FLOW;
    source.right_hand_side += known ? weight[k] * psi[neighbours[k]] : 0.0;
    flow += weight[k] * (known ? psi[at] : psi[at] - psi[neighbours[k]]);
  }
  source.residual = source.right_hand_side - flow;
  return source;
}

/* Steps of the smoother, equation (15): s7_chebyshev(). */
#define PO_DEGREE 3

/* The residual after the last direction was added to the solution, and the next direction. */
SF_INLINE real po_next_residual(const PoLevel* level, real residual,
                                SF_GLOBAL const real* direction, int at) {
  return residual - po_times(level, direction, at);
}
SF_INLINE real po_next_direction(const PoLevel* level, S7Chebyshev factors, real residual,
                                 real direction, int at) {
  return factors.before * direction + factors.residual * (residual * level->reciprocal[at]);
}

/* Conjugate gradients, iteration k: the next direction from the correction and the last direction,
   which counts as 0 at first, whatever it holds; and the length of the step along it. */
SF_INLINE real po_conjugate(SF_GLOBAL const real* numbers, int k, real correction, real direction) {
  if (k == 0) return correction;
  return correction + SF_DIVIDE(numbers[PO_RHO(k)], numbers[PO_RHO(k + 1)]) * direction;
}
SF_INLINE real po_alpha(SF_GLOBAL const real* numbers, int k) {
  return SF_DIVIDE(numbers[PO_RHO(k)], numbers[PO_CURVATURE]);
}

#endif
