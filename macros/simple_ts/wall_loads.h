// Loads of the gas on a wall through one face: forces, heat and work; docs/methods/simple-ts.md
// (57), (58), (59), (60), (61).
//
//     west face of a wall          the gas cell P, half width to the face; its velocity nodes
//       P  v(i,j+1)|####           along the face are 1 and 2, the gas velocity at the wall is u_w
//       .----------|####
//          v(i,j)  |####
#ifndef SLIPFLOW_WALL_LOADS_H
#define SLIPFLOW_WALL_LOADS_H

#include "exact_sum.h"
#include "simple_ts/corner_loads.h"
#include "simple_ts/energy.h"

/* Loads on a face, each times its area. Pressure and normal stress push into the wall, friction
   drags along it, heat and work go into it. */
typedef struct {
  real pressure; /* p at the wall, (47); unit p0 L */
  real normal;   /* viscous stress: -(4/3 du_n/dn - 2/3 du_t/dt) Gamma; times B */
  real friction; /* Gamma(T_w) du_t/dn, along SF_NEXT of its normal; times B */
  SF_IN_SPACE(real friction_after;) /* along SF_AFTER */
  real conduction;                  /* D_T (T - T_w); times A/(gamma - 1) */
  real friction_heat;               /* friction times the slip of the gas; times B */
  real work;                        /* friction times the velocity of the wall; times B */
  real corner;  /* (61) momentum across the face that no other member has, along the axis */
  real limited; /* 1 if its prescribed heat flow is limited, (50), else 0 */
} SfWallLoads;

/* Their sums over faces; that of the third axis is the last one. */
typedef struct {
  SfExactSum pressure;
  SfExactSum normal;
  SfExactSum friction;
  SfExactSum conduction;
  SfExactSum friction_heat;
  SfExactSum work;
  SfExactSum corner;
  SfExactSum limited;
  SF_IN_SPACE(SfExactSum friction_after;)
} SfExactLoads;

/* Along a tangent of a face, over Gamma(T_w) area/h: drag, and its heat and work. */
typedef struct {
  real drag;
  real heat;
  real work;
} SfFriction;
SF_INLINE SfFriction sf_friction_along(const SfContext* c, int axis, int along, SfNode P,
                                       int side) {
  const SfSlidingNode one = sf_sliding(c, along, axis, P, side);
  const SfSlidingNode two = sf_sliding(c, along, axis, sf_to(P, along, 1), side);
  const SfFriction friction = {one.over_wall + two.over_wall, sf_sliding_heat(one, two),
                               one.over_wall * one.wall + two.over_wall * two.wall};
  return friction;
}

/* (58), (59), (60) Of the face normal to the axis between the gas cell P and the wall on one
   side of it, -1 or 1. */
SF_INLINE SfWallLoads sf_wall_loads(const SfContext* c, int axis, SfNode P, int side) {
  const SfMesh* m = &c->mesh;
  const real area = sf_area(m, axis, P);
  const real dn = sf_slope_along(c, axis, P);
  const real dt =
      SF_SUM_ACROSS(sf_slope_along(c, SF_NEXT(axis), P), sf_slope_along(c, SF_AFTER(axis), P));
  const SfWallFace face = sf_wall_face(c, axis, P, side, sf_tag(c, sf_to(P, axis, side)));
  const SfFriction next = sf_friction_along(c, axis, SF_NEXT(axis), P, side);
  SF_IN_SPACE(const SfFriction after = sf_friction_along(c, axis, SF_AFTER(axis), P, side);)
  const SfThermalNeighbour wall = sf_thermal_neighbour(c, axis, P, side, 0.0);
  const real shear = area * sf_transport(c, sf_wall_gas(c, face).T) * sf_rh(m, axis, P);
  SfWallLoads loads;
  loads.pressure = face.p * area;
  loads.normal = sf_transport(c, sf_T(c, P)) * area * ((2.0 / 3.0) * dt - (4.0 / 3.0) * dn);
  loads.friction = shear * next.drag;
  SF_IN_SPACE(loads.friction_after = shear * after.drag;)
  loads.conduction = wall.D * (sf_T(c, P) - wall.T) + wall.taken;
  loads.friction_heat = shear * SF_SUM_ACROSS(next.heat, after.heat);
  loads.work = shear * SF_SUM_ACROSS(next.work, after.work);
  loads.corner = sf_corner_load(c, axis, P, side);
  loads.limited = wall.limited ? 1.0 : 0.0;
  return loads;
}

/* The loads on the face of a run next to its cell k; runs of faces that do not look along x extend
   along x. */
SF_INLINE SfWallLoads sf_loads_in_run(const SfContext* c, SfWallRun run, int k) {
  const int into = run.side % 2 == SF_FACES_WEST ? 1 : -1;
  const SfNode first = SF_NODE(run.i, run.j, run.k);
#if SF_AXES == 3
  if (run.side == SF_FACES_BOTTOM || run.side == SF_FACES_TOP)
    return sf_wall_loads(c, SF_Z, sf_to(first, SF_X, k), into);
#endif
  const int across_x = run.side == SF_FACES_WEST || run.side == SF_FACES_EAST;
  return across_x ? sf_wall_loads(c, SF_X, sf_to(first, SF_Y, k), into)
                  : sf_wall_loads(c, SF_Y, sf_to(first, SF_X, k), into);
}

/* No loads, and the sum with those of a face. */
SF_INLINE SfExactLoads sf_no_sum_of_loads(void) {
  SfExactLoads sum;
  sum.pressure = sum.normal = sum.friction = sum.conduction = sf_no_terms();
  sum.friction_heat = sum.work = sum.corner = sum.limited = sf_no_terms();
  SF_IN_SPACE(sum.friction_after = sf_no_terms();)
  return sum;
}
SF_INLINE SfExactLoads sf_add_loads(SfExactLoads sum, SfWallLoads face, SfSumUnit unit) {
  sum.pressure = sf_add_term(sum.pressure, face.pressure, unit);
  sum.normal = sf_add_term(sum.normal, face.normal, unit);
  sum.friction = sf_add_term(sum.friction, face.friction, unit);
  SF_IN_SPACE(sum.friction_after = sf_add_term(sum.friction_after, face.friction_after, unit);)
  sum.conduction = sf_add_term(sum.conduction, face.conduction, unit);
  sum.friction_heat = sf_add_term(sum.friction_heat, face.friction_heat, unit);
  sum.work = sf_add_term(sum.work, face.work, unit);
  sum.corner = sf_add_term(sum.corner, face.corner, unit);
  sum.limited = sf_add_term(sum.limited, face.limited, unit);
  return sum;
}

/* The carried sums over a run of at most 2^22 faces. */
SF_INLINE SfExactLoads sf_loads_of_run(const SfContext* c, SfWallRun run, SfSumUnit unit) {
  SfExactLoads sum = sf_no_sum_of_loads();
  for (int k = 0; k < run.count; ++k) sum = sf_add_loads(sum, sf_loads_in_run(c, run, k), unit);
  return sum;
}

#endif
