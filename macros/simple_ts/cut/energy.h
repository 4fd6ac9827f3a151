// The temperature equation of a cell near cut walls, and what its pressure equation needs;
// docs/methods/cut-cells.md 8, 9.
#ifndef SLIPFLOW_CUT_ENERGY_H
#define SLIPFLOW_CUT_ENERGY_H

#include "simple_ts/cut/momentum.h"

/* The place of T in arrays by unknown. */
#define SF_CUT_T SF_AXES

/* Conductance over the open area of the lower face of cell P across the axis: Gamma of both cells
   in series, by the distances of their centroids from the face, as (10) has it between whole cells.
 */
SF_INLINE real sf_cut_conductance(const SfContext* c, int axis, SfNode P) {
  const SfNode lo = sf_to(P, axis, -1);
  const real d_lo = sf_h(&c->mesh, axis, lo) - sf_cut_cell(c, lo)->centre[axis];
  const real d_hi = sf_cut_cell(c, P)->centre[axis], d = d_lo + d_hi;
  const real distance = sf_cut_distance(c, axis, P, sf_cut_cell(c, lo)->centre[axis], d_hi);
  const real gamma_lo = sf_transport(c, sf_T(c, lo)), gamma = sf_transport(c, sf_T(c, P));
  return c->gas.CT1 * sf_cut_cell(c, P)->open[axis] * (gamma_lo * gamma) * d /
         ((d_lo * gamma + d_hi * gamma_lo) * distance);
}

/* Convection and conduction through the face on one side along the axis, -1 or 1. */
SF_INLINE void sf_cut_add_heat(const SfContext* c, int axis, SfNode P, int side, SfCutRow* row) {
  const SfNode next = sf_to(P, axis, side), face = side > 0 ? next : P;
  if (!sf_is_open(c, axis, face)) return;
  const real out = (real)side, F = sf_cut_F(c, axis, face);
  const real D = sf_cut_conductance(c, axis, face);
  sf_cut_add_neighbour(row, sf_positive_part(-out * F), D, sf_T(c, next),
                       sf_cut_part(c, SF_CUT_T, next));
  for (int k = 0; k < SF_AXES - 1; ++k) {
    const int across = SF_ACROSS(axis, k);
    const real rise = sf_cut_cell(c, next)->centre[across] - sf_cut_cell(c, P)->centre[across];
    if (rise == 0.0) continue;
    row->sum -=
        D * rise * 0.5 * (sf_cut_slopes(c, P)->of_T[across] + sf_cut_slopes(c, next)->of_T[across]);
  }
  if (sf_convection_scheme(c) != SF_UPWIND && sf_four_have(c, axis, face, 2, SF_CUT_FULL))
    row->sum -= out * F * sf_tvd_T(c, axis, F, face);
}

/* Conduction into the walls; returns their conductances. */
SF_INLINE real sf_cut_add_wall_heat(const SfContext* c, SfNode P, SfCutRow* row) {
  SF_GLOBAL const SfCutCell* cell = sf_cut_cell(c, P);
  real conductance = 0.0;
  for (int k = cell->first_piece; k < cell[1].first_piece; ++k) {
    SF_GLOBAL const SfCutWallGas* wall = c->cut_walls + k;
    conductance += wall->conductance;
    row->sum += wall->conductance * wall->T - wall->taken;
  }
  row->diagonal += conductance;
  row->conductance += conductance;
  return conductance;
}

/* Volume that flows out of cell P over time, net and by outflow alone. */
typedef struct {
  real net, out;
} SfCutOutflow;
SF_INLINE SfCutOutflow sf_cut_outflow_along(const SfContext* c, int axis, SfNode P) {
  const SfNode next = sf_to(P, axis, 1);
  const real lo = sf_cut_cell(c, P)->open[axis] * sf_q(c, axis, P);
  const real hi = sf_cut_cell(c, next)->open[axis] * sf_q(c, axis, next);
  const SfCutOutflow flow = {hi - lo, sf_positive_part(hi) + sf_positive_part(-lo)};
  return flow;
}
SF_INLINE SfCutOutflow sf_cut_outflow(const SfContext* c, SfNode P) {
  SfCutOutflow flow = sf_cut_outflow_along(c, SF_X, P);
  for (int axis = SF_Y; axis < SF_AXES; ++axis) {
    const SfCutOutflow more = sf_cut_outflow_along(c, axis, P);
    flow.net += more.net;
    flow.out += more.out;
  }
  return flow;
}

/* (29) The temperature equation of cell P, from iteration k-1. */
SF_INLINE SfCutRow sf_cut_heat(const SfContext* c, SfNode P) {
  SF_GLOBAL const SfCutCell* cell = sf_cut_cell(c, P);
  const real gamma = sf_transport(c, sf_T(c, P));
  const real mass = cell->V * sf_rho_old(c, P) * c->rdt;
  SfCutRow row = sf_cut_empty_row(mass, sf_T_old(c, P), sf_cut_part_of_uncut_cell(c, P, gamma));
  sf_cut_add_heat(c, SF_X, P, -1, &row);
  sf_cut_add_heat(c, SF_X, P, 1, &row);
  sf_cut_add_heat(c, SF_Y, P, -1, &row);
  sf_cut_add_heat(c, SF_Y, P, 1, &row);
  SF_IN_SPACE(sf_cut_add_heat(c, SF_Z, P, -1, &row); sf_cut_add_heat(c, SF_Z, P, 1, &row);)
  const real walls = sf_cut_add_wall_heat(c, P, &row);
  row.sum += c->gas.CT3 * sf_p(c, P) * sf_cut_outflow(c, P).net +
             c->gas.CT2 * gamma * sf_cut_dissipation(c, P) * cell->V;
  const real sizes = c->gas.CT1 * gamma * cell->rows[SF_CUT_T] + walls;
  sf_cut_add_to_diagonal(&row, 0.5 * sizes - row.conductance - 0.5 * mass, sf_T(c, P));
  return row;
}

/* New temperature of cell P, and its outflow; or its part. From an extrapolated start the first
   iterations may overshoot to T < 0 in a sliver, so T changes by at most a factor of two in one of
   them. */
SF_INLINE void sf_make_cut_cell(const SfContext* c, SfNode P, int makes,
                                SF_GLOBAL SfCutValues* values, SF_GLOBAL SfCutRelaxation* parts) {
  const real before = sf_T(c, P), least = 0.5 * before, most = 2.0 * before;
  SfCutRow row = sf_cut_heat(c, P);
  if (makes == SF_CUT_MAKES_PARTS) {
    parts->of[SF_CUT_T] = sf_cut_own_part(&row);
    return;
  }
  sf_cut_relax(c, &row, before);
  const real T = row.sum / row.diagonal;
  values->T = T < least ? least : T > most ? most : T;
  values->out = c->dt * sf_cut_outflow(c, P).out;
}

/* Makes what the inner iteration reads of a listed cell or, `which` from 0, of its velocity node
   along that axis; SF_CUT_T: of the cell. A periodic image has the parts of its source. */
SF_INLINE void sf_make_cut_values(const SfContext* c, int number, int which, int makes,
                                  SF_GLOBAL SfCutValues* values, SF_GLOBAL SfCutRelaxation* parts) {
  SF_GLOBAL const SfCutCell* cell = c->cut_cells + number;
  if (makes == SF_CUT_MAKES_PARTS) cell = c->cut_cells + cell->source;
  if (makes == SF_CUT_MAKES_VALUES && cell->flags & SF_CUT_ONLY_PARTS) return;
  const SfNode P = SF_NODE(cell->i, cell->j, cell->k);
  if (which == SF_CUT_T) {
    if (cell->flags & SF_CUT_CELL) sf_make_cut_cell(c, P, makes, values + number, parts + number);
    return;
  }
  /* With constant axes, without which compilers for AMD take many minutes. */
  if (!(cell->flags & SF_CUT_NODE(which))) return;
  if (which == SF_X) sf_make_cut_node(c, SF_X, P, makes, values + number, parts + number);
  if (which == SF_Y) sf_make_cut_node(c, SF_Y, P, makes, values + number, parts + number);
  SF_IN_SPACE(if (which == SF_Z)
                  sf_make_cut_node(c, SF_Z, P, makes, values + number, parts + number);)
}

#endif
