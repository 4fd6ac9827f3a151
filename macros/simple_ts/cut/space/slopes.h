// Slopes of the velocities in cells near cut walls in space, from iteration k-1;
// docs/methods/cut-cells-in-space.md 4. The places of velocity nodes are the centroids of the open
// parts of faces: slopes in the plane of a face account for their offsets.
#ifndef SLIPFLOW_CUT_SPACE_SLOPES_H
#define SLIPFLOW_CUT_SPACE_SLOPES_H

#include "simple_ts/cut/cells.h"

/* The slope along `across` of the velocity along the axis, in the plane of the face of its node P.
 */
SF_INLINE real sf_cut_in_plane(const SfContext* c, int axis, int across, SfNode P) {
  return SF_CUT_ACROSS(sf_cut_slopes(c, P)->in_plane, axis, across);
}

/* What the offset along `along` of two velocity nodes, the second one beyond the first, adds to
   their difference. */
SF_INLINE real sf_cut_by_offset(const SfContext* c, int axis, int along, SfNode first,
                                SfNode second) {
  const real rise = sf_cut_at(c, axis, along, second) - sf_cut_at(c, axis, along, first);
  if (rise == 0.0) return 0.0;
  return rise * 0.5 *
         (sf_cut_in_plane(c, axis, along, first) + sf_cut_in_plane(c, axis, along, second));
}

/* Whether both velocity nodes along the axis at the lower mesh edge of cell P along the third axis
   exist: those of cell P and of the one before it along `across`. */
SF_INLINE int sf_cut_edge_has(const SfContext* c, int axis, int across, SfNode P) {
  return sf_is_open(c, axis, P) && sf_is_open(c, axis, sf_to(P, across, -1));
}
/* Whether all four nodes around that edge exist, and gas touches it. */
SF_INLINE int sf_cut_edge_is_open(const SfContext* c, int axis, int across, SfNode P) {
  return sf_cut_flag(c, P, SF_CUT_EDGE_IN_GAS(SF_THIRD(axis, across))) &&
         sf_cut_edge_has(c, axis, across, P) && sf_cut_edge_has(c, across, axis, P);
}

/* The slope along `across` of the velocity along the axis at that edge, whose two nodes exist. */
SF_INLINE real sf_cut_slope(const SfContext* c, int axis, int across, SfNode P) {
  const SfNode below = sf_to(P, across, -1);
  const real difference = sf_q(c, axis, P) - sf_q(c, axis, below);
  return (difference - sf_cut_by_offset(c, axis, SF_THIRD(axis, across), below, P)) /
         sf_cut_node_distance(c, axis, across, P);
}

/* Shear rate at that edge: without the difference of its two velocity nodes along the axis, which
   exist, and with it. */
SF_INLINE real sf_cut_cross_slope(const SfContext* c, int axis, int across, SfNode P) {
  return sf_cut_edge_is_open(c, axis, across, P) ? sf_cut_slope(c, across, axis, P) : 0.0;
}
SF_INLINE real sf_cut_deferred_shear(const SfContext* c, int axis, int across, SfNode P) {
  const SfNode below = sf_to(P, across, -1);
  return sf_cut_cross_slope(c, axis, across, P) -
         sf_cut_by_offset(c, axis, SF_THIRD(axis, across), below, P) /
             sf_cut_node_distance(c, axis, across, P);
}
SF_INLINE real sf_cut_shear(const SfContext* c, int axis, int across, SfNode P) {
  return sf_cut_slope(c, axis, across, P) + sf_cut_cross_slope(c, axis, across, P);
}

/* The slope in cell P of the velocity along the axis along it; where a node is missing, as the
   walls of the cell give it. */
SF_INLINE real sf_cut_slope_along(const SfContext* c, int axis, SfNode P) {
  const SfNode next = sf_to(P, axis, 1);
  if (!sf_is_open(c, axis, P) || !sf_is_open(c, axis, next))
    return sf_cut_slopes(c, P)->along_at_wall[axis];
  const real difference = sf_q(c, axis, next) - sf_q(c, axis, P);
  return (difference - sf_cut_by_offset(c, axis, SF_NEXT(axis), P, next) -
          sf_cut_by_offset(c, axis, SF_AFTER(axis), P, next)) *
         sf_rh(&c->mesh, axis, P);
}
SF_INLINE real sf_cut_divergence(const SfContext* c, SfNode P) {
  return sf_cut_slope_along(c, SF_X, P) + sf_cut_slope_along(c, SF_Y, P) +
         sf_cut_slope_along(c, SF_Z, P);
}

/* The mesh edge k of cell P, 0 to 3, along the third axis of two, as the cell whose lower one it
 * is.
 */
SF_INLINE SfNode sf_cut_edge(SfNode P, int a, int b, int k) {
  return sf_to(sf_to(P, a, k & 1), b, k >> 1);
}

/* Whether the velocity node `steps` cells further along `across` in the plane of the face of the
   node P is open, and gas joins both faces. */
SF_INLINE int sf_cut_is_joined(const SfContext* c, int axis, int across, SfNode P, int steps) {
  const SfNode next = sf_to(P, across, steps), edge = steps > 0 ? next : P;
  return sf_is_open(c, axis, next) &&
         sf_cut_flag(c, edge, SF_CUT_EDGE_IN_GAS(SF_THIRD(axis, across)));
}
/* Whether this holds for steps -1, 0 or 1 along both axes across: through a face in between. */
SF_INLINE int sf_cut_are_joined(const SfContext* c, int axis, SfNode P, int next, int after) {
  const int a = SF_NEXT(axis), b = SF_AFTER(axis);
  if (after == 0) return sf_cut_is_joined(c, axis, a, P, next);
  if (next == 0) return sf_cut_is_joined(c, axis, b, P, after);
  return (sf_cut_is_joined(c, axis, a, P, next) &&
          sf_cut_is_joined(c, axis, b, sf_to(P, a, next), after)) ||
         (sf_cut_is_joined(c, axis, b, P, after) &&
          sf_cut_is_joined(c, axis, a, sf_to(P, b, after), next));
}

/* Slopes of the velocity node P in the plane of its face, by least squares over the up to eight
   nodes around it that gas joins to it, with weights 1/r^2; 0 where they lie on a line. */
SF_INLINE void sf_cut_slopes_in_plane(const SfContext* c, int axis, SfNode P,
                                      SF_GLOBAL real* slopes) {
  const int a = SF_NEXT(axis), b = SF_AFTER(axis);
  real aa = 0.0, ab = 0.0, bb = 0.0, aq = 0.0, bq = 0.0;
  for (int k = 0; k < 9; ++k) {
    const int next = k % 3 - 1, after = k / 3 - 1;
    if (k == 4 || !sf_cut_are_joined(c, axis, P, next, after)) continue;
    const SfNode Q = sf_to(sf_to(P, a, next), b, after);
    const real x = sf_cut_offset(c, a, P, next, sf_cut_at(c, axis, a, P), sf_cut_at(c, axis, a, Q));
    const real y =
        sf_cut_offset(c, b, P, after, sf_cut_at(c, axis, b, P), sf_cut_at(c, axis, b, Q));
    const real weight = 1.0 / (x * x + y * y), q = sf_q(c, axis, Q) - sf_q(c, axis, P);
    aa += weight * (x * x);
    ab += weight * (x * y);
    bb += weight * (y * y);
    aq += weight * (x * q);
    bq += weight * (y * q);
  }
  const real determinant = aa * bb - ab * ab, trace = aa + bb;
  const int solvable = determinant > 0.02 * (trace * trace);
  slopes[0] = solvable ? (bb * aq - ab * bq) / determinant : 0.0;
  slopes[1] = solvable ? (aa * bq - ab * aq) / determinant : 0.0;
}

/* Slope of T by least squares over the up to 26 cells around P that have gas, with weights 1/r^2; 0
   where they lie in a plane. */
SF_INLINE void sf_cut_slope_of_T(const SfContext* c, SfNode P, real* of_T) {
  SF_GLOBAL const SfCutCell* own = sf_cut_cell(c, P);
  real xx = 0.0, yy = 0.0, zz = 0.0, xy = 0.0, yz = 0.0, zx = 0.0, xT = 0.0, yT = 0.0, zT = 0.0;
  for (int k = 0; k < 27; ++k) {
    const int i = k % 3 - 1, j = k / 3 % 3 - 1, l = k / 9 - 1;
    const SfNode Q = sf_to(sf_to(sf_to(P, SF_X, i), SF_Y, j), SF_Z, l);
    if (k == 13 || !sf_has_gas(c, Q)) continue;
    SF_GLOBAL const SfCutCell* cell = sf_cut_cell(c, Q);
    const real x = sf_cut_offset(c, SF_X, P, i, own->centre[SF_X], cell->centre[SF_X]);
    const real y = sf_cut_offset(c, SF_Y, P, j, own->centre[SF_Y], cell->centre[SF_Y]);
    const real z = sf_cut_offset(c, SF_Z, P, l, own->centre[SF_Z], cell->centre[SF_Z]);
    const real weight = 1.0 / (x * x + y * y + z * z), T = sf_T(c, Q) - sf_T(c, P);
    xx += weight * (x * x);
    yy += weight * (y * y);
    zz += weight * (z * z);
    xy += weight * (x * y);
    yz += weight * (y * z);
    zx += weight * (z * x);
    xT += weight * (x * T);
    yT += weight * (y * T);
    zT += weight * (z * T);
  }
  /* Cofactors of the symmetric matrix. */
  const real X = yy * zz - yz * yz, Y = zz * xx - zx * zx, Z = xx * yy - xy * xy;
  const real XY = yz * zx - xy * zz, YZ = zx * xy - yz * xx, ZX = xy * yz - zx * yy;
  const real determinant = xx * X + xy * XY + zx * ZX, trace = xx + yy + zz;
  const int solvable = determinant > 0.002 * (trace * (trace * trace));
  of_T[SF_X] = solvable ? (X * xT + XY * yT + ZX * zT) / determinant : 0.0;
  of_T[SF_Y] = solvable ? (XY * xT + Y * yT + YZ * zT) / determinant : 0.0;
  of_T[SF_Z] = solvable ? (ZX * xT + YZ * yT + Z * zT) / determinant : 0.0;
}

#endif
