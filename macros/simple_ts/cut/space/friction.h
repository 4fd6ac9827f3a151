// Shear rates at pieces of wall in space, from velocities near them;
// docs/methods/cut-cells-in-space.md 5.
#ifndef SLIPFLOW_CUT_SPACE_FRICTION_H
#define SLIPFLOW_CUT_SPACE_FRICTION_H

#include "simple_ts/cut/cells.h"

/* Values along both tangents of a piece, and a vector. */
typedef struct {
  real along[2];
} SfCutTangential;
typedef struct {
  real of[3];
} SfCutVector;

SF_INLINE real sf_cut_along_tangent(SF_GLOBAL const SfCutPiece* piece, int j, SfCutVector v) {
  return piece->t[j][SF_X] * v.of[SF_X] + piece->t[j][SF_Y] * v.of[SF_Y] +
         piece->t[j][SF_Z] * v.of[SF_Z];
}
SF_INLINE SfCutTangential sf_cut_tangential(SF_GLOBAL const SfCutPiece* piece, SfCutVector v) {
  const SfCutTangential w = {
      {sf_cut_along_tangent(piece, 0, v), sf_cut_along_tangent(piece, 1, v)}};
  return w;
}
/* The vector with these parts along the tangents. */
SF_INLINE real sf_cut_along_axis(SF_GLOBAL const SfCutPiece* piece, int axis, SfCutTangential w) {
  return piece->t[0][axis] * w.along[0] + piece->t[1][axis] * w.along[1];
}

/* The shear rates that make the velocity w: (of_gas + slip of_slip) s = w. */
SF_INLINE SfCutTangential sf_cut_shear_rates(SF_GLOBAL const SfCutFriction* of, real slip,
                                             SfCutTangential w) {
  const real a = of->of_gas[0][0] + slip * of->of_slip[0][0];
  const real b = of->of_gas[0][1] + slip * of->of_slip[0][1];
  const real d = of->of_gas[1][0] + slip * of->of_slip[1][0];
  const real e = of->of_gas[1][1] + slip * of->of_slip[1][1];
  const real determinant = a * e - b * d;
  const SfCutTangential s = {{(e * w.along[0] - b * w.along[1]) / determinant,
                              (a * w.along[1] - d * w.along[0]) / determinant}};
  return s;
}

/* The velocity v relative to the wall and to its creep, along the tangents. */
SF_INLINE SfCutTangential sf_cut_over_wall(SF_GLOBAL const SfCutPiece* piece,
                                           SF_GLOBAL const SfCutFriction* of, SfCutTangential creep,
                                           SfCutVector v) {
  SfCutTangential w = sf_cut_tangential(piece, v);
  for (int j = 0; j < 2; ++j)
    w.along[j] -=
        of->moving[j] + (of->of_slip[j][0] * creep.along[0] + of->of_slip[j][1] * creep.along[1]);
  return w;
}

/* The mean velocities of cell P. */
SF_INLINE SfCutVector sf_cut_mean_velocity(const SfContext* c, SfNode P) {
  const SfCutVector v = {
      {sf_cut_mean_q(c, SF_X, P), sf_cut_mean_q(c, SF_Y, P), sf_cut_mean_q(c, SF_Z, P)}};
  return v;
}
/* The same, but along the axis the velocity q of one node. */
SF_INLINE SfCutVector sf_cut_velocity_with(const SfContext* c, int axis, real q, SfNode P) {
  SfCutVector v = sf_cut_mean_velocity(c, P);
  v.of[axis] = q;
  return v;
}

/* Shear rates of a piece with the slip length and the creep of the gas at it; 0 with free slip. */
SF_INLINE SfCutTangential sf_cut_rates(SF_GLOBAL const SfCutPiece* piece,
                                       SF_GLOBAL const SfCutFriction* of, real slip,
                                       SfCutTangential creep, SfCutVector v) {
  const SfCutTangential none = {{0.0, 0.0}};
  if (slip < 0.0) return none;
  return sf_cut_shear_rates(of, slip, sf_cut_over_wall(piece, of, creep, v));
}

/* Velocity of the gas at the wall relative to it. */
SF_INLINE SfCutTangential sf_cut_slide(real slip, SfCutTangential creep, SfCutTangential rates) {
  const SfCutTangential w = {{sf_positive_part(slip) * rates.along[0] + creep.along[0],
                              sf_positive_part(slip) * rates.along[1] + creep.along[1]}};
  return w;
}

#endif
