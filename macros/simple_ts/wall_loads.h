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

/* Loads on a face, each times its length. Pressure and normal stress push into the wall, friction
   drags along it, heat and work go into it. */
typedef struct {
  real pressure;      /* p at the wall, (47); unit p0 L */
  real normal;        /* viscous stress: -(4/3 du_n/dn - 2/3 du_t/dt) Gamma; times B */
  real friction;      /* Gamma(T_w) du_t/dn; times B */
  real conduction;    /* D_T (T - T_w); times A/(gamma - 1) */
  real friction_heat; /* friction times the slip of the gas; times B */
  real work;          /* friction times the velocity of the wall; times B */
  real corner;        /* (61) momentum across the face that no other member has, along +x or +y */
  real limited;       /* 1 if its prescribed heat flow is limited, (50), else 0 */
} SfWallLoads;

/* Their sums over faces. */
typedef struct {
  SfExactSum pressure;
  SfExactSum normal;
  SfExactSum friction;
  SfExactSum conduction;
  SfExactSum friction_heat;
  SfExactSum work;
  SfExactSum corner;
  SfExactSum limited;
} SfExactLoads;

/* (58), (59), (60) Of the face normal to the axis between the gas cell P and the wall on one
   side of it, -1 or 1. */
SF_INLINE SfWallLoads sf_wall_loads(const SfContext* c, int axis, SfNode P, int side) {
  const int along = SF_OTHER(axis); /* the face */
  const SfMesh* m = &c->mesh;
  const real length = sf_area(m, axis, P);
  const real dn = (sf_q(c, axis, sf_to(P, axis, 1)) - sf_q(c, axis, P)) * sf_rh(m, axis, P);
  const real dt = (sf_q(c, along, sf_to(P, along, 1)) - sf_q(c, along, P)) * sf_rh(m, along, P);
  const SfWallFace face = sf_wall_face(c, axis, P, side, sf_tag(c, sf_to(P, axis, side)));
  const SfSlidingNode one = sf_sliding(c, along, axis, P, side);
  const SfSlidingNode two = sf_sliding(c, along, axis, sf_to(P, along, 1), side);
  const SfThermalNeighbour wall = sf_thermal_neighbour(c, axis, P, side, 0.0);
  const real shear = length * sf_transport(c, sf_wall_gas(c, face).T) * sf_rh(m, axis, P);
  SfWallLoads loads;
  loads.pressure = face.p * length;
  loads.normal = sf_transport(c, sf_T(c, P)) * length * ((2.0 / 3.0) * dt - (4.0 / 3.0) * dn);
  loads.friction = shear * (one.over_wall + two.over_wall);
  loads.conduction = wall.D * (sf_T(c, P) - wall.T) + wall.taken;
  loads.friction_heat = shear * sf_sliding_heat(one, two);
  loads.work = shear * (one.over_wall * one.wall + two.over_wall * two.wall);
  loads.corner = sf_corner_load(c, axis, P, side);
  loads.limited = wall.limited ? 1.0 : 0.0;
  return loads;
}

/* The carried sums over a run of at most 2^22 faces. */
SF_INLINE SfExactLoads sf_loads_of_run(const SfContext* c, SfWallRun run, SfSumUnit unit) {
  const int across_x = run.side == SF_FACES_WEST || run.side == SF_FACES_EAST;
  const int into = run.side == SF_FACES_WEST || run.side == SF_FACES_SOUTH ? 1 : -1;
  SfExactLoads sum = {sf_no_terms(), sf_no_terms(), sf_no_terms(), sf_no_terms(),
                      sf_no_terms(), sf_no_terms(), sf_no_terms(), sf_no_terms()};
  const SfNode first = sf_node(run.i, run.j);
  for (int k = 0; k < run.count; ++k) {
    const SfWallLoads face = across_x ? sf_wall_loads(c, SF_X, sf_to(first, SF_Y, k), into)
                                      : sf_wall_loads(c, SF_Y, sf_to(first, SF_X, k), into);
    sum.pressure = sf_add_term(sum.pressure, face.pressure, unit);
    sum.normal = sf_add_term(sum.normal, face.normal, unit);
    sum.friction = sf_add_term(sum.friction, face.friction, unit);
    sum.conduction = sf_add_term(sum.conduction, face.conduction, unit);
    sum.friction_heat = sf_add_term(sum.friction_heat, face.friction_heat, unit);
    sum.work = sf_add_term(sum.work, face.work, unit);
    sum.corner = sf_add_term(sum.corner, face.corner, unit);
    sum.limited = sf_add_term(sum.limited, face.limited, unit);
  }
  return sum;
}

#endif
