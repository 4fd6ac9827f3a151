// Contents of the domain and flows through its boundaries: mass, momentum, energy;
// docs/methods/simple-ts.md (62).
#ifndef SLIPFLOW_TOTALS_H
#define SLIPFLOW_TOTALS_H

#include "simple_ts/boundary/wall_jump.h"
#include "simple_ts/density.h"

/* Of a cell, or through a face. The energy is A/(gamma - 1) thermal + kinetic; of a flow, with the
   work of the pressure, A gamma/(gamma - 1) thermal + kinetic. */
typedef struct {
  real mass;
  real momentum_x;
  real momentum_y;
  real thermal; /* mass times T */
  real kinetic;
} SfTotals;

#define SF_TOTALS 5 /* its members */

SF_INLINE SfTotals sf_add_totals(SfTotals a, SfTotals b) {
  const SfTotals sum = {a.mass + b.mass, a.momentum_x + b.momentum_x, a.momentum_y + b.momentum_y,
                        a.thermal + b.thermal, a.kinetic + b.kinetic};
  return sum;
}

/* The totals of this mass in the state of cell (i,j): velocities are means of two faces. */
SF_INLINE SfTotals sf_totals_of_mass(const SfContext* c, int i, int j, real mass) {
  const real u = 0.5 * (sf_u(c, i, j) + sf_u(c, i + 1, j));
  const real v = 0.5 * (sf_v(c, i, j) + sf_v(c, i, j + 1));
  const SfTotals totals = {mass, mass * u, mass * v, mass * sf_T(c, i, j),
                           0.5 * mass * (u * u + v * v)};
  return totals;
}

/* (62) Contents of cell (i,j); a solid one is empty. */
SF_INLINE SfTotals sf_cell_totals(const SfContext* c, int i, int j) {
  const SfTotals nothing = {0.0, 0.0, 0.0, 0.0, 0.0};
  if (sf_tag(c, i, j)) return nothing;
  return sf_totals_of_mass(c, i, j, sf_hx(&c->mesh, i) * sf_hy(&c->mesh, j) * sf_rho(c, i, j));
}

/* The pressure on the face between the cells (il,jl) and (ih,jh) of half widths d_lo and d_hi: the
   mean of both, that at the wall (47), nothing between solids. */
SF_INLINE real sf_face_pressure(const SfContext* c, int il, int jl, int ih, int jh, real d_lo,
                                real d_hi) {
  const int solid_lo = sf_tag(c, il, jl) != 0;
  const int solid_hi = sf_tag(c, ih, jh) != 0;
  if (solid_lo && solid_hi) return 0.0;
  if (solid_lo) return sf_pressure_at_wall(c, ih, jh, il, jl, d_hi);
  if (solid_hi) return sf_pressure_at_wall(c, il, jl, ih, jh, d_lo);
  return 0.5 * (sf_p(c, il, jl) + sf_p(c, ih, jh));
}

/* (62) Through the west and the south face of cell (i,j), as the cell upstream has it, and the
   momentum that the pressure brings. */
SF_INLINE SfTotals sf_flow_totals_x(const SfContext* c, int i, int j) {
  const real F = sf_Fx(c, i, j);
  SfTotals flow = sf_totals_of_mass(c, F > 0.0 ? i - 1 : i, j, F);
  flow.momentum_x +=
      c->gas.A * sf_hy(&c->mesh, j) *
      sf_face_pressure(c, i - 1, j, i, j, 0.5 * sf_hx(&c->mesh, i - 1), 0.5 * sf_hx(&c->mesh, i));
  return flow;
}
SF_INLINE SfTotals sf_flow_totals_y(const SfContext* c, int i, int j) {
  const real F = sf_Fy(c, i, j);
  SfTotals flow = sf_totals_of_mass(c, i, F > 0.0 ? j - 1 : j, F);
  flow.momentum_y +=
      c->gas.A * sf_hx(&c->mesh, i) *
      sf_face_pressure(c, i, j - 1, i, j, 0.5 * sf_hy(&c->mesh, j - 1), 0.5 * sf_hy(&c->mesh, j));
  return flow;
}

#endif
