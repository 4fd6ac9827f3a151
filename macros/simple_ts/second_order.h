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
} SfLevel;
typedef struct {
  SF_GLOBAL stored *u, *v, *T, *rho;
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

/* How the second stage begins. */
typedef struct {
  real weight; /* a of (88) */
  real
      of_stage; /* of (90): factors of the change over the first stage, and of that over the last */
  real of_last; /* stage of the step before */
} SfSecondStage;

/* (90) The start of the iteration; combined: of the step before. */
SF_INLINE real sf_stage_start(SfSecondStage s, real stage, real before, real combined) {
  return before + s.of_stage * (stage - before) + s.of_last * (before - combined);
}
SF_INLINE real sf_stage_start_positive(SfSecondStage s, real stage, real before, real combined) {
  const real value = sf_stage_start(s, stage, before, combined);
  return value > 0.5 * stage ? value : stage;
}

/* Stores the start of the second stage at a place and its combined level in place of that of the
   step before. `before`: time level n. */
SF_INLINE void sf_begin_second_stage(const SfMesh* m, SfNode P, SfLevel stage, SfLevel before,
                                     SfNewLevel combined, SfNewLevel start, SfSecondStage s) {
  const int at = sf_at(m, P);
  const real a = s.weight;
  const real u = stage.u[at], v = stage.v[at], T = stage.T[at], rho = stage.rho[at];
  const real u_n = before.u[at], v_n = before.v[at], T_n = before.T[at], rho_n = before.rho[at];
  start.u[at] = (stored)sf_stage_start(s, u, u_n, combined.u[at]);
  start.v[at] = (stored)sf_stage_start(s, v, v_n, combined.v[at]);
  start.T[at] = (stored)sf_stage_start_positive(s, T, T_n, combined.T[at]);
  start.rho[at] = (stored)sf_stage_start_positive(s, rho, rho_n, combined.rho[at]);
  combined.u[at] = (stored)sf_combined(u, u_n, a, sf_density_of_velocity(m, SF_X, P, stage.rho),
                                       sf_density_of_velocity(m, SF_X, P, before.rho));
  combined.v[at] = (stored)sf_combined(v, v_n, a, sf_density_of_velocity(m, SF_Y, P, stage.rho),
                                       sf_density_of_velocity(m, SF_Y, P, before.rho));
  combined.T[at] = (stored)sf_combined(T, T_n, a, rho, rho_n);
  combined.rho[at] = (stored)sf_extrapolated(rho, rho_n, a);
}

/* u, v, T and rho of a place. */
typedef struct {
  real u, v, T, rho;
} SfPlaceValues;

/* The values at the end of the first stage, from the levels that its step leaves. */
SF_INLINE SfPlaceValues sf_first_stage(const SfMesh* m, SfNode P, SfLevel combined, SfLevel before,
                                       real a) {
  const int at = sf_at(m, P);
  SfPlaceValues stage;
  stage.u = sf_uncombined(combined.u[at], before.u[at], a,
                          sf_density_of_velocity(m, SF_X, P, combined.rho),
                          sf_density_of_velocity(m, SF_X, P, before.rho));
  stage.v = sf_uncombined(combined.v[at], before.v[at], a,
                          sf_density_of_velocity(m, SF_Y, P, combined.rho),
                          sf_density_of_velocity(m, SF_Y, P, before.rho));
  stage.T = sf_uncombined(combined.T[at], before.T[at], a, combined.rho[at], before.rho[at]);
  stage.rho = sf_uncombined(combined.rho[at], before.rho[at], a, 1.0, 1.0);
  return stage;
}

SF_INLINE void sf_restore_first_stage(const SfMesh* m, SfNode P, SfLevel combined, SfLevel before,
                                      SfNewLevel to, real a) {
  const int at = sf_at(m, P);
  const SfPlaceValues stage = sf_first_stage(m, P, combined, before, a);
  to.u[at] = (stored)stage.u;
  to.v[at] = (stored)stage.v;
  to.T[at] = (stored)stage.T;
  to.rho[at] = (stored)stage.rho;
}

/* (89) The larger ratio of density and of pressure before the first stage to those after it, in
   cell P of a context of the stage and of time level n. */
SF_INLINE real sf_stage_fall(const SfContext* c, SfNode P) {
  return sf_max_keeping_nan(sf_rho_old(c, P) / sf_rho(c, P),
                            sf_rho_old(c, P) * sf_T_old(c, P) / (sf_rho(c, P) * sf_T(c, P)));
}

/* Largest magnitudes of the curvature (91) and of the change of the fields over a step. */
typedef struct {
  real curvature, change;
} SfStepShape;

SF_INLINE SfStepShape sf_larger_shape(SfStepShape a, SfStepShape b) {
  a.curvature = sf_max_keeping_nan(a.curvature, b.curvature);
  a.change = sf_max_keeping_nan(a.change, b.change);
  return a;
}

/* (91) with the value at the end of the first stage. */
SF_INLINE SfStepShape sf_shape_of(real now, real stage, real before) {
  SfStepShape shape;
  shape.change = SF_ABS(now - before);
  shape.curvature = SF_ABS((now - before) - SF_STAGES_PER_STEP * (stage - before));
  return shape;
}

/* Curvature and change at the node P, in cells of gas and on all faces that are stored. The
   context has the end of the step as its current level and time level n as its old one. */
SF_INLINE SfStepShape sf_step_shape(const SfContext* c, SfLevel combined, real a, SfNode P) {
  const SfMesh* const m = &c->mesh;
  const SfLevel before = {c->u_old, c->v_old, c->T_old, c->rho_old};
  const SfPlaceValues stage = sf_first_stage(m, P, combined, before, a);
  SfStepShape largest = {0.0, 0.0};
  if (P.i < m->nx && P.j < m->ny && !sf_tag(c, P)) {
    largest = sf_larger_shape(largest, sf_shape_of(sf_T(c, P), stage.T, sf_T_old(c, P)));
    largest = sf_larger_shape(largest, sf_shape_of(sf_rho(c, P), stage.rho, sf_rho_old(c, P)));
  }
  if (P.j < m->ny && P.i < m->nx + !m->continues_east)
    largest = sf_larger_shape(largest, sf_shape_of(sf_u(c, P), stage.u, sf_u_old(c, P)));
  if (P.i < m->nx && P.j < m->ny + !m->continues_north)
    largest = sf_larger_shape(largest, sf_shape_of(sf_v(c, P), stage.v, sf_v_old(c, P)));
  return largest;
}

#endif
