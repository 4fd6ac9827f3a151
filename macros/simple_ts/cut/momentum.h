// The momentum equation of a velocity node near cut walls; docs/methods/cut-cells.md 4 to 9. Its
// control volume is made of halves of the gas of two cells.
#ifndef SLIPFLOW_CUT_MOMENTUM_H
#define SLIPFLOW_CUT_MOMENTUM_H

#include "simple_ts/cut/relaxation.h"
#include "simple_ts/cut/wall_heat.h"
#if SF_AXES == 3
#include "simple_ts/cut/space/terms.h"
#else
#include "simple_ts/cut/plane_terms.h"
#endif

/* Convection and normal stress along the axis, through the middle of both cells; viscous terms that
   the iteration takes explicitly. */
SF_INLINE void sf_cut_add_along(const SfContext* c, int axis, SfNode P, SfCutRow* row) {
  const SfMesh* m = &c->mesh;
  const SfNode lo = sf_to(P, axis, -1), next = sf_to(P, axis, 1);
  SF_GLOBAL const SfCutCell *cell_lo = sf_cut_cell(c, lo), *cell = sf_cut_cell(c, P);
  const real D_lo =
      c->gas.B * sf_transport(c, sf_T(c, lo)) * cell_lo->middle[axis] * sf_rh(m, axis, lo);
  const real D_hi = c->gas.B * sf_transport(c, sf_T(c, P)) * cell->middle[axis] * sf_rh(m, axis, P);
  const real F_lo = sf_cut_middle_F(c, axis, lo), F_hi = sf_cut_middle_F(c, axis, P);
  sf_cut_add_neighbour(row, sf_positive_part(F_lo), (4.0 / 3.0) * D_lo, sf_q(c, axis, lo),
                       sf_cut_part(c, axis, lo));
  sf_cut_add_neighbour(row, sf_positive_part(-F_hi), (4.0 / 3.0) * D_hi, sf_q(c, axis, next),
                       sf_cut_part(c, axis, next));
  row->least = ((SF_AXES - 1) / 3.0) * (D_lo + D_hi);
  sf_cut_add_normal_stress(c, axis, P, D_lo, D_hi, row);
  if (sf_convection_scheme(c) == SF_UPWIND) return;
  const int flag = SF_CUT_HAS_NODE(axis);
  if (sf_four_have(c, axis, P, 1, flag)) row->sum -= F_hi * sf_tvd_q_along(c, axis, F_hi, P);
  if (sf_four_have(c, axis, P, 2, flag)) row->sum += F_lo * sf_tvd_q_along(c, axis, F_lo, lo);
}

/* The exchange with the node on one side along `across`, -1 or 1. */
SF_INLINE void sf_cut_add_across(const SfContext* c, int axis, int across, SfNode P, int side,
                                 SfCutRow* row) {
  const SfNode next = sf_to(P, across, side), point = side > 0 ? next : P;
  const SfNode lo = sf_to(point, axis, -1);
  if (!sf_is_open(c, axis, next)) return;
  const real pair_lo = sf_cut_pair(c, axis, across, lo), pair = sf_cut_pair(c, axis, across, point);
  const real share_lo = pair_lo < 0.0 ? 0.0 : 1.0 - pair_lo, share = pair < 0.0 ? 0.0 : pair;
  const real F_lo = share_lo * sf_cut_F(c, across, lo), F = share * sf_cut_F(c, across, point);
  const real area =
      share_lo * sf_cut_cell(c, lo)->open[across] + share * sf_cut_cell(c, point)->open[across];
  const real stress = c->gas.B * sf_cut_gamma(c, axis, across, point) * area;
  const real out = (real)side;
  sf_cut_add_neighbour(row, sf_positive_part(-out * F_lo) + sf_positive_part(-out * F),
                       stress / sf_cut_node_distance(c, axis, across, point), sf_q(c, axis, next),
                       sf_cut_part(c, axis, next));
  row->sum += out * stress * sf_cut_deferred_shear(c, axis, across, point);
  if (sf_convection_scheme(c) == SF_UPWIND ||
      !sf_four_have(c, across, point, 2, SF_CUT_HAS_NODE(axis)))
    return;
  row->sum -= out * (F_lo * sf_tvd_q_across(c, axis, across, F_lo, point) +
                     F * sf_tvd_q_across(c, axis, across, F, point));
}

/* Half of an exchange that one pair of nodes makes alone is passed to the other node of the cell.
 */
SF_INLINE void sf_cut_add_transfer(const SfContext* c, int axis, int across, SfNode cell,
                                   int is_below, SfCutRow* row) {
  if (sf_cut_cell(c, cell)->share[axis] != 0.5) return;
  for (int side = 0; side < 2; ++side) {
    const SfNode face = sf_to(cell, across, side);
    const real pair = sf_cut_pair(c, axis, across, face), open = sf_cut_cell(c, face)->open[across];
    if (pair < 0.0 || pair == 0.5 || open == 0.0) continue;
    const SfNode point = pair == 1.0 ? face : sf_to(face, axis, 1);
    const real weight = (is_below ? pair - 0.5 : 0.5 - pair) * (side ? 1.0 : -1.0) * open;
    row->sum += weight * (c->gas.B * sf_cut_gamma(c, axis, across, point)) *
                sf_cut_shear(c, axis, across, point);
  }
}

/* The momentum equation of the velocity node P, from iteration k-1. */
SF_INLINE SfCutRow sf_cut_momentum(const SfContext* c, int axis, SfNode P) {
  const SfMesh* m = &c->mesh;
  const SfNode lo = sf_to(P, axis, -1);
  SF_GLOBAL const SfCutCell* cell = sf_cut_cell(c, P);
  const real gamma = 0.5 * (sf_transport(c, sf_T(c, lo)) + sf_transport(c, sf_T(c, P)));
  const real mass = sf_cut_half_mass(c, axis, P, sf_rho_old(c, lo), sf_rho_old(c, P)) * c->rdt;
  SfCutRow row =
      sf_cut_empty_row(mass, sf_q_old(c, axis, P), sf_cut_part_of_uncut_node(c, axis, P, gamma));
  const real gravity = sf_gravity(c, axis);
  if (gravity != 0.0)
    row.sum += gravity * cell->open[axis] * 0.5 *
               (sf_h(m, axis, lo) * sf_rho(c, lo) + sf_h(m, axis, P) * sf_rho(c, P));
  sf_cut_add_along(c, axis, P, &row);
  for (int k = 0; k < SF_AXES - 1; ++k) {
    sf_cut_add_across(c, axis, SF_ACROSS(axis, k), P, -1, &row);
    sf_cut_add_across(c, axis, SF_ACROSS(axis, k), P, 1, &row);
    sf_cut_add_transfer(c, axis, SF_ACROSS(axis, k), lo, 1, &row);
    sf_cut_add_transfer(c, axis, SF_ACROSS(axis, k), P, 0, &row);
  }
  const real friction = sf_cut_add_walls(c, axis, P, &row);
  const real sizes = gamma * c->gas.B * cell->rows[axis] + friction;
  sf_cut_add_to_diagonal(&row, 0.5 * sizes - row.conductance - 0.5 * mass, sf_q(c, axis, P));
  return row;
}

/* Density, pseudo-velocity and d of the velocity node P; or its part. */
SF_INLINE void sf_make_cut_node(const SfContext* c, int axis, SfNode P, int makes,
                                SF_GLOBAL SfCutValues* values, SF_GLOBAL SfCutRelaxation* parts) {
  const int is_open = sf_is_open(c, axis, P), prescribed = sf_prescribed(c, axis, P);
  real star = is_open && prescribed ? sf_q(c, axis, P) : 0.0, d = 0.0, part = -1.0;
  if (is_open && !prescribed) {
    SfCutRow row = sf_cut_momentum(c, axis, P);
    part = sf_cut_own_part(&row);
    sf_cut_relax(c, &row, sf_q(c, axis, P));
    star = row.sum / row.diagonal;
    d = c->gas.A * sf_cut_cell(c, P)->open[axis] / row.diagonal;
  }
  if (makes == SF_CUT_MAKES_PARTS) {
    parts->of[axis] = part;
    return;
  }
  values->density[axis] = is_open ? sf_cut_R(c, axis, P) : 0.0;
  values->star[axis] = star;
  values->d[axis] = d;
}

#endif
