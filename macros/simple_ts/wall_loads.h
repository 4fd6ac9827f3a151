// Loads of the gas on a wall through one face: forces, heat and work; docs/methods/simple-ts.md
// (57), (58), (59), (60), (61).
//
//     west face of a wall          the gas cell P, half width to the face; its velocity nodes
//       P  v(i,j+1)|####           along the face are 1 and 2, the gas velocity at the wall is u_w
//       .----------|####
//          v(i,j)  |####
#ifndef SLIPFLOW_WALL_LOADS_H
#define SLIPFLOW_WALL_LOADS_H

#include "simple_ts/corner_loads.h"
#include "simple_ts/energy.h"

/* Sums over faces, each times its length. Pressure and normal stress push into the wall, friction
   drags along it, heat and work go into it. */
typedef struct {
  real pressure; /* p at the wall, (47); unit p0 L */
  real normal;   /* viscous stress: -(4/3 du_n/dn - 2/3 du_t/dt) Gamma; times B */
  real friction; /* Gamma(T_w) du_t/dn; times B */
  real heat;     /* D_T (T - T_w); times A/(gamma - 1) */
  real work;     /* friction times the velocity of the gas at the wall; times B */
  real corner;   /* (61) momentum across the face that no other member has, along +x or +y */
  real limited;  /* faces whose prescribed heat flow is limited, (50) */
} SfWallLoads;

#define SF_WALL_LOADS 7 /* its members */

/* A node next to the face: its velocity along the face relative to that of the gas at the wall, and
   the latter. A node on a wall face, at an inner corner, does not slide. */
typedef struct {
  real over_wall;
  real at_wall;
} SfSlidingNode;

SF_INLINE SfSlidingNode sf_sliding_u(const SfContext* c, int i, int j, int jw) {
  SfSlidingNode node = {0.0, 0.0};
  if (!sf_fluid_u(c, i, j)) return node;
  node.at_wall = sf_slip_u_along(c, i, j, jw);
  node.over_wall = sf_u(c, i, j) - node.at_wall;
  return node;
}
SF_INLINE SfSlidingNode sf_sliding_v(const SfContext* c, int i, int j, int iw) {
  SfSlidingNode node = {0.0, 0.0};
  if (!sf_fluid_v(c, i, j)) return node;
  node.at_wall = sf_slip_v_along(c, i, j, iw);
  node.over_wall = sf_v(c, i, j) - node.at_wall;
  return node;
}

/* (58), (59), (60) of a face from the gas cell P and its two nodes, lengths along the face and
   across it, the gradients of the velocities normal to it and along it. */
SF_INLINE SfWallLoads sf_wall_loads(const SfContext* c, int i, int j, real length, real r_across,
                                    real dn, real dt, SfWallFace face, SfSlidingNode one,
                                    SfSlidingNode two, SfThermalNeighbour wall) {
  const real shear = length * sf_transport(c, sf_wall_gas(c, face).T) * r_across;
  SfWallLoads loads;
  loads.pressure = face.p * length;
  loads.normal = sf_transport(c, sf_T(c, i, j)) * length * ((2.0 / 3.0) * dt - (4.0 / 3.0) * dn);
  loads.friction = shear * (one.over_wall + two.over_wall);
  loads.heat = wall.D * (sf_T(c, i, j) - wall.T) + wall.taken;
  loads.work = shear * (one.over_wall * one.at_wall + two.over_wall * two.at_wall);
  loads.limited = wall.limited ? 1.0 : 0.0;
  return loads;
}

/* A face across x: the gas cell (i,j), the wall in column iw (i-1 or i+1). */
SF_INLINE SfWallLoads sf_wall_loads_x(const SfContext* c, int i, int j, int iw) {
  const SfMesh* m = &c->mesh;
  const real hx = sf_hx(m, i), hy = sf_hy(m, j);
  const real dudx = (sf_u(c, i + 1, j) - sf_u(c, i, j)) * sf_rhx(m, i);
  const real dvdy = (sf_v(c, i, j + 1) - sf_v(c, i, j)) * sf_rhy(m, j);
  SfWallLoads loads = sf_wall_loads(
      c, i, j, hy, sf_rhx(m, i), dudx, dvdy, sf_wall_face(c, i, j, iw, j, hx, sf_tag(c, iw, j)),
      sf_sliding_v(c, i, j, iw), sf_sliding_v(c, i, j + 1, iw),
      sf_thermal_neighbour(c, i, j, iw, j, 0.0, hy, hx, sf_rhx(m, i)));
  loads.corner = sf_corner_load_x(c, i, j, iw);
  return loads;
}
/* A face across y: the wall in row jw (j-1 or j+1). */
SF_INLINE SfWallLoads sf_wall_loads_y(const SfContext* c, int i, int j, int jw) {
  const SfMesh* m = &c->mesh;
  const real hx = sf_hx(m, i), hy = sf_hy(m, j);
  const real dudx = (sf_u(c, i + 1, j) - sf_u(c, i, j)) * sf_rhx(m, i);
  const real dvdy = (sf_v(c, i, j + 1) - sf_v(c, i, j)) * sf_rhy(m, j);
  SfWallLoads loads = sf_wall_loads(
      c, i, j, hx, sf_rhy(m, j), dvdy, dudx, sf_wall_face(c, i, j, i, jw, hy, sf_tag(c, i, jw)),
      sf_sliding_u(c, i, j, jw), sf_sliding_u(c, i + 1, j, jw),
      sf_thermal_neighbour(c, i, j, i, jw, 0.0, hx, hy, sf_rhy(m, j)));
  loads.corner = sf_corner_load_y(c, i, j, jw);
  return loads;
}

/* The sums over a run of faces, from its first on. */
SF_INLINE SfWallLoads sf_loads_of_run(const SfContext* c, SfWallRun run) {
  const int across_x = run.side == SF_FACES_WEST || run.side == SF_FACES_EAST;
  const int into = run.side == SF_FACES_WEST || run.side == SF_FACES_SOUTH ? 1 : -1;
  SfWallLoads sum = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  for (int k = 0; k < run.count; ++k) {
    const SfWallLoads face = across_x ? sf_wall_loads_x(c, run.i, run.j + k, run.i + into)
                                      : sf_wall_loads_y(c, run.i + k, run.j, run.j + into);
    sum.pressure += face.pressure;
    sum.normal += face.normal;
    sum.friction += face.friction;
    sum.heat += face.heat;
    sum.work += face.work;
    sum.corner += face.corner;
    sum.limited += face.limited;
  }
  return sum;
}

#endif
