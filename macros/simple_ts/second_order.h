// A time step of second order: two stages, each a step of implicit Euler of another length from
// another level (SDIRK2); docs/methods/simple-ts.md (87)-(91). A place is any node of the arrays,
// ghost and solid cells included: values that do not change keep their bits.
#ifndef SLIPFLOW_SECOND_ORDER_H
#define SLIPFLOW_SECOND_ORDER_H

#include "interpolation.h"
#include "simple_ts/context.h"
#include "simple_ts/extrapolated_start.h"
#include "simple_ts/stage_length.h"

/* The fields of a level, and those of a level that is written. */
typedef struct {
  SF_GLOBAL const stored *u, *v, *T, *rho;
  SF_IN_SPACE(SF_GLOBAL const stored* w;)
} SfLevel;
typedef struct {
  SF_GLOBAL stored *u, *v, *T, *rho;
  SF_IN_SPACE(SF_GLOBAL stored* w;)
} SfNewLevel;

/* Mean density of the control volume of the velocity node P, by volume as in (21). The outermost
   ghost has no cell below it: where the mesh continues, that is at the opposite end. */
SF_INLINE real sf_density_of_velocity(const SfMesh* m, int axis, SfNode P,
                                      SF_GLOBAL const stored* rho) {
  const int is_outermost = sf_place(m, axis, P) == -SF_PAD;
  const int below = !is_outermost ? -1 : sf_is_from(m, axis, -1, 0) ? sf_cells(m, axis) - 1 : 0;
  const int lo = sf_at(m, sf_to(P, axis, below));
  return sf_linear(rho[lo], sf_wh(m, axis, P), rho[sf_at(m, P)], sf_wl(m, axis, P));
}

/* (88) now + a (now - before) of a quantity whose conserved value is density x value. */
SF_INLINE real sf_combined(real now, real before, real a, real density, real density_before) {
  return now + a * density_before * (now - before) / (density + a * (density - density_before));
}
/* (88) solved for the value at the end of the first stage; densities of both levels. */
SF_INLINE real sf_uncombined(real combined, real before, real a, real density,
                             real density_before) {
  return before + density * (combined - before) / (density + a * density_before);
}

/* The fields of a place. */
typedef struct {
  real u, v, T, rho;
  SF_IN_SPACE(real w;)
} SfPlaceValues;

/* How the second stage begins. */
typedef struct {
  real weight; /* a of (88) */
  real
      of_stage; /* of (90): factors of the change over the first stage, and of that over the last */
  real of_last; /* stage of the step before */
  int extrapolates; /* the iteration starts from (90), else from the end of the first stage */
} SfSecondStage;

/* (90) The end of the step as predicted; combined: of the step before. */
SF_INLINE real sf_prediction(SfSecondStage s, real stage, real before, real combined) {
  return before + s.of_stage * (stage - before) + s.of_last * (before - combined);
}
SF_INLINE real sf_positive_prediction(real prediction, real stage) {
  return prediction > 0.5 * stage ? prediction : stage;
}

/* How a step changes the fields, at a node or at most at any node: `fall` is the larger ratio of
   density and of pressure before the first stage to those after it, (89); curvature (91) and change
   are magnitudes. */
typedef struct {
  real fall, curvature, change;
} SfStepShape;

SF_INLINE SfStepShape sf_larger_shape(SfStepShape a, SfStepShape b) {
  a.fall = sf_max_keeping_nan(a.fall, b.fall);
  a.curvature = sf_max_keeping_nan(a.curvature, b.curvature);
  a.change = sf_max_keeping_nan(a.change, b.change);
  return a;
}

/* (91) of a value. */
SF_INLINE SfStepShape sf_shape_of(real end, real stage, real before) {
  SfStepShape shape = {0.0, 0.0, 0.0};
  shape.change = SF_ABS(end - before);
  shape.curvature = SF_ABS((end - before) - SF_STAGES_PER_STEP * (stage - before));
  return shape;
}

/* Whether the node P of the velocity along the axis is stored; with SF_AXES, whether cell P is. */
SF_INLINE int sf_is_stored(const SfMesh* m, int axis, SfNode P) {
  if (P.i < 0 || P.j < 0 SF_IN_SPACE(|| P.k < 0)) return 0;
  return P.i < m->nx + (axis == SF_X && !m->continues_east) &&
         P.j < m->ny + (axis == SF_Y && !m->continues_north)
                           SF_IN_SPACE(&&P.k < m->nz + (axis == SF_Z && !m->continues_top));
}

/* The shape at the node P: of gas cells and of all faces that are stored, else zeros. */
SF_INLINE SfStepShape sf_shape_at(const SfContext* c, SfNode P, SfPlaceValues end,
                                  SfPlaceValues stage, SfPlaceValues before) {
  const SfMesh* const m = &c->mesh;
  SfStepShape shape = {0.0, 0.0, 0.0};
  if (sf_is_stored(m, SF_X, P))
    shape = sf_larger_shape(shape, sf_shape_of(end.u, stage.u, before.u));
  if (sf_is_stored(m, SF_Y, P))
    shape = sf_larger_shape(shape, sf_shape_of(end.v, stage.v, before.v));
#if SF_AXES == 3
  if (sf_is_stored(m, SF_Z, P))
    shape = sf_larger_shape(shape, sf_shape_of(end.w, stage.w, before.w));
#endif
  if (!sf_is_stored(m, SF_AXES, P) || sf_tag(c, P)) return shape;
  shape = sf_larger_shape(shape, sf_shape_of(end.T, stage.T, before.T));
  shape = sf_larger_shape(shape, sf_shape_of(end.rho, stage.rho, before.rho));
  shape.fall =
      sf_max_keeping_nan(before.rho / stage.rho, before.rho * before.T / (stage.rho * stage.T));
  return shape;
}

/* (88) A velocity of the combined level, from the end of the first stage and time level n, and the
   velocity at the end of the first stage from the combined level and time level n. */
SF_INLINE real sf_combined_velocity(const SfContext* c, int axis, SfNode P, real stage, real before,
                                    real a) {
  return sf_combined(stage, before, a, sf_density_of_velocity(&c->mesh, axis, P, c->rho),
                     sf_density_of_velocity(&c->mesh, axis, P, c->rho_old));
}
SF_INLINE real sf_uncombined_velocity(const SfContext* c, int axis, SfNode P, real combined,
                                      real before, real a, SF_GLOBAL const stored* rho_combined) {
  return sf_uncombined(combined, before, a, sf_density_of_velocity(&c->mesh, axis, P, rho_combined),
                       sf_density_of_velocity(&c->mesh, axis, P, c->rho_old));
}

/* Stores the start of the second stage at a place and its combined level in place of that of the
   step before. The context has the end of the first stage as its current level and time level n as
   its old one. Returns the shape of the step, as it is predicted. */
SF_INLINE SfStepShape sf_begin_second_stage(const SfContext* c, SfNode P, SfNewLevel combined,
                                            SfNewLevel start, SfSecondStage s) {
  const int at = sf_at(&c->mesh, P);
  const real a = s.weight;
  SfPlaceValues stage, before, end;
  stage.u = c->u[at], stage.v = c->v[at], stage.T = c->T[at], stage.rho = c->rho[at];
  before.u = c->u_old[at], before.v = c->v_old[at];
  before.T = c->T_old[at], before.rho = c->rho_old[at];
  end.u = sf_prediction(s, stage.u, before.u, combined.u[at]);
  end.v = sf_prediction(s, stage.v, before.v, combined.v[at]);
  end.T = sf_prediction(s, stage.T, before.T, combined.T[at]);
  end.rho = sf_prediction(s, stage.rho, before.rho, combined.rho[at]);
  start.u[at] = (stored)(s.extrapolates ? end.u : stage.u);
  start.v[at] = (stored)(s.extrapolates ? end.v : stage.v);
  start.T[at] = (stored)(s.extrapolates ? sf_positive_prediction(end.T, stage.T) : stage.T);
  start.rho[at] = (stored)(s.extrapolates ? sf_positive_prediction(end.rho, stage.rho) : stage.rho);
  combined.u[at] = (stored)sf_combined_velocity(c, SF_X, P, stage.u, before.u, a);
  combined.v[at] = (stored)sf_combined_velocity(c, SF_Y, P, stage.v, before.v, a);
#if SF_AXES == 3
  stage.w = c->w[at], before.w = c->w_old[at];
  end.w = sf_prediction(s, stage.w, before.w, combined.w[at]);
  start.w[at] = (stored)(s.extrapolates ? end.w : stage.w);
  combined.w[at] = (stored)sf_combined_velocity(c, SF_Z, P, stage.w, before.w, a);
#endif
  combined.T[at] = (stored)sf_combined(stage.T, before.T, a, stage.rho, before.rho);
  combined.rho[at] = (stored)sf_extrapolated(stage.rho, before.rho, a);
  return sf_shape_at(c, P, end, stage, before);
}

/* The values at the end of the first stage of the step that has ended, (88) solved for them. */
SF_INLINE void sf_restore_first_stage(const SfContext* c, SfNode P, SfLevel combined, SfNewLevel to,
                                      real a) {
  const int at = sf_at(&c->mesh, P);
  to.u[at] =
      (stored)sf_uncombined_velocity(c, SF_X, P, combined.u[at], c->u_old[at], a, combined.rho);
  to.v[at] =
      (stored)sf_uncombined_velocity(c, SF_Y, P, combined.v[at], c->v_old[at], a, combined.rho);
#if SF_AXES == 3
  to.w[at] =
      (stored)sf_uncombined_velocity(c, SF_Z, P, combined.w[at], c->w_old[at], a, combined.rho);
#endif
  to.T[at] =
      (stored)sf_uncombined(combined.T[at], c->T_old[at], a, combined.rho[at], c->rho_old[at]);
  to.rho[at] = (stored)sf_uncombined(combined.rho[at], c->rho_old[at], a, 1.0, 1.0);
}

#endif
