// Contents of the domain and flows through its boundaries: mass, momentum, energy;
// docs/methods/simple-ts.md (62).
#ifndef SLIPFLOW_TOTALS_H
#define SLIPFLOW_TOTALS_H

#include "exact_sum.h"
#include "simple_ts/boundary/wall_jump.h"
#include "simple_ts/centre_value.h"
#include "simple_ts/cut/values.h"
#include "simple_ts/density.h"

/* Totals in a cell, or through a face. The energy is A/(gamma - 1) thermal + kinetic; in a flow,
   with the work of the pressure, A gamma/(gamma - 1) thermal + kinetic. */
typedef struct {
  real mass;
  real momentum_x;
  real momentum_y;
  SF_IN_SPACE(real momentum_z;)
  real thermal; /* mass times T */
  real kinetic;
} SfTotals;

/* Their sums over cells or faces; that of the third axis is the last one. */
typedef struct {
  SfExactSum mass;
  SfExactSum momentum_x;
  SfExactSum momentum_y;
  SfExactSum thermal;
  SfExactSum kinetic;
  SF_IN_SPACE(SfExactSum momentum_z;)
} SfExactTotals;

SF_INLINE SfExactTotals sf_no_totals(void) {
  SfExactTotals sum;
  sum.mass = sum.momentum_x = sum.momentum_y = sum.thermal = sum.kinetic = sf_no_terms();
  SF_IN_SPACE(sum.momentum_z = sf_no_terms();)
  return sum;
}

SF_INLINE SfExactTotals sf_add_totals(SfExactTotals sum, SfTotals more, SfSumUnit unit) {
  sum.mass = sf_add_term(sum.mass, more.mass, unit);
  sum.momentum_x = sf_add_term(sum.momentum_x, more.momentum_x, unit);
  sum.momentum_y = sf_add_term(sum.momentum_y, more.momentum_y, unit);
  SF_IN_SPACE(sum.momentum_z = sf_add_term(sum.momentum_z, more.momentum_z, unit);)
  sum.thermal = sf_add_term(sum.thermal, more.thermal, unit);
  sum.kinetic = sf_add_term(sum.kinetic, more.kinetic, unit);
  return sum;
}

/* The velocity of the mass of cell P: its two nodes have half of it each, next to cut walls their
   shares. */
SF_INLINE real sf_velocity_of_mass(const SfContext* c, int axis, SfNode P) {
#if SF_MAY_BE_CUT
  if (sf_is_cut_cell(c, P)) {
    const real share = sf_cut_values(c, P)->share[axis];
    return share * sf_q(c, axis, P) + (1.0 - share) * sf_q(c, axis, sf_to(P, axis, 1));
  }
#endif
  return 0.5 * (sf_q(c, axis, P) + sf_q(c, axis, sf_to(P, axis, 1)));
}

/* The totals of this mass in the state of cell P. */
SF_INLINE SfTotals sf_totals_of_mass(const SfContext* c, SfNode P, real mass) {
  const real u = sf_velocity_of_mass(c, SF_X, P);
  const real v = sf_velocity_of_mass(c, SF_Y, P);
  SF_IN_SPACE(const real w = sf_velocity_of_mass(c, SF_Z, P);)
  SfTotals totals;
  totals.mass = mass;
  totals.momentum_x = mass * u;
  totals.momentum_y = mass * v;
  SF_IN_SPACE(totals.momentum_z = mass * w;)
  totals.thermal = mass * sf_T(c, P);
  totals.kinetic = 0.5 * mass * SF_SUM_OVER_AXES(u * u, v * v, w * w);
  return totals;
}

/* (62) Contents of cell P, and their mass alone; a solid cell is empty. */
SF_INLINE real sf_cell_mass(const SfContext* c, SfNode P) {
  if (sf_tag(c, P)) return 0.0;
  return sf_gas_volume(c, P) * sf_rho(c, P);
}
SF_INLINE SfTotals sf_cell_totals(const SfContext* c, SfNode P) {
  SfTotals nothing;
  nothing.mass = nothing.momentum_x = nothing.momentum_y = nothing.thermal = nothing.kinetic = 0.0;
  SF_IN_SPACE(nothing.momentum_z = 0.0;)
  return sf_tag(c, P) ? nothing : sf_totals_of_mass(c, P, sf_cell_mass(c, P));
}

/* The pressure on the lower face of cell P normal to the axis: the mean of both cells, that at
   the wall (47), nothing between solids. */
SF_INLINE real sf_face_pressure(const SfContext* c, int axis, SfNode P) {
  const SfNode lo = sf_to(P, axis, -1);
  const int solid_lo = sf_tag(c, lo) != 0;
  const int solid_hi = sf_tag(c, P) != 0;
  const real d_lo = 0.5 * sf_h(&c->mesh, axis, lo);
  const real d_hi = 0.5 * sf_h(&c->mesh, axis, P);
  if (solid_lo && solid_hi) return 0.0;
  if (solid_lo) return sf_pressure_at_wall(c, axis, P, -1, d_hi);
  if (solid_hi) return sf_pressure_at_wall(c, axis, lo, 1, d_lo);
  return 0.5 * (sf_p(c, lo) + sf_p(c, P));
}

/* (12) Mass flux through the open part of that face. */
SF_INLINE real sf_open_F(const SfContext* c, int axis, SfNode P) {
  return sf_F(c, axis, P) * (sf_open_length(c, axis, P) / sf_area(&c->mesh, axis, P));
}

/* (62) Through that face, as the cell upstream has it, and the momentum that the pressure brings.
 */
SF_INLINE SfTotals sf_flow_totals(const SfContext* c, int axis, SfNode P) {
  const SfNode lo = sf_to(P, axis, -1);
  const real F = sf_open_F(c, axis, P);
  const real push = c->gas.A * sf_open_length(c, axis, P) * sf_face_pressure(c, axis, P);
  SfTotals flow = sf_totals_of_mass(c, F > 0.0 ? lo : P, F);
  if (axis == SF_X) flow.momentum_x += push;
  if (axis == SF_Y) flow.momentum_y += push;
  SF_IN_SPACE(if (axis == SF_Z) flow.momentum_z += push;)
  return flow;
}

#endif
