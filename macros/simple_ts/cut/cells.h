// Cells near cut walls and their faces, in a plane and in space; docs/methods/cut-cells.md 2 to 4.
#ifndef SLIPFLOW_CUT_CELLS_H
#define SLIPFLOW_CUT_CELLS_H

#include "simple_ts/convection/tvd_points.h"
#include "simple_ts/cut/values.h"
#include "simple_ts/gas_model.h"

/* The axes across one of them, k from 0 to SF_AXES - 2; a number that an array has by axis and axis
   across. */
#if SF_AXES == 3
#define SF_ACROSS(axis, k) ((k) == 0 ? SF_NEXT(axis) : SF_AFTER(axis))
#define SF_CUT_ACROSS(array, axis, across) ((array)[axis][(across) != SF_NEXT(axis)])
#else
#define SF_ACROSS(axis, k) SF_OTHER(axis)
#define SF_CUT_ACROSS(array, axis, across) ((array)[((void)(across), (axis))])
#endif

SF_INLINE SF_GLOBAL const SfCutCell* sf_cut_cell(const SfContext* c, SfNode P) {
  return c->cut_cells + (c->cut[sf_at(&c->mesh, P)] >> SF_CUT_NUMBER);
}
SF_INLINE SF_GLOBAL const SfCutSlopes* sf_cut_slopes(const SfContext* c, SfNode P) {
  return c->cut_slopes + (c->cut[sf_at(&c->mesh, P)] >> SF_CUT_NUMBER);
}
SF_INLINE int sf_cut_flag(const SfContext* c, SfNode P, int flag) {
  return (sf_cut_cell(c, P)->flags & flag) != 0;
}
/* Whether gas flows through the lower face of cell P across the axis: its velocity node exists. */
SF_INLINE int sf_is_open(const SfContext* c, int axis, SfNode P) {
  return sf_cut_flag(c, P, SF_CUT_HAS_NODE(axis));
}
/* Whether there is gas in cell P. */
SF_INLINE int sf_has_gas(const SfContext* c, SfNode P) { return sf_cut_cell(c, P)->V > 0.0; }

/* The distance along the axis of a place in cell P and of one in the cell below, from the lower
   ends of both: at least a quarter of that of the cells' centres. */
SF_INLINE real sf_cut_distance(const SfContext* c, int axis, SfNode P, real below, real above) {
  const real distance = (sf_h(&c->mesh, axis, sf_to(P, axis, -1)) - below) + above,
             least = 0.25 * sf_hf(&c->mesh, axis, P);
  return distance > least ? distance : least;
}

/* The place of the velocity node P along `across`, from the lower end of its cell. */
SF_INLINE real sf_cut_at(const SfContext* c, int axis, int across, SfNode P) {
  return SF_CUT_ACROSS(sf_cut_cell(c, P)->at, axis, across);
}
/* The distance along `across` of the velocity node P and of the one before it. */
SF_INLINE real sf_cut_node_distance(const SfContext* c, int axis, int across, SfNode P) {
  return sf_cut_distance(c, across, P, sf_cut_at(c, axis, across, sf_to(P, across, -1)),
                         sf_cut_at(c, axis, across, P));
}
/* Gamma of the gas around the mesh point P, in space around a lower mesh edge of the cell, for a
   velocity along the axis: of each column of two cells along `across` linear, as (18) has it, or
   that of the cell with gas; the mean of both columns. */
SF_INLINE real sf_cut_gamma(const SfContext* c, int axis, int across, SfNode P) {
  real sum = 0.0, count = 0.0;
  for (int k = 0; k < 2; ++k) {
    const SfNode above = sf_to(P, axis, -k), below = sf_to(above, across, -1);
    const real w_below = sf_has_gas(c, below) ? sf_wl(&c->mesh, across, P) : 0.0;
    const real w_above = sf_has_gas(c, above) ? sf_wh(&c->mesh, across, P) : 0.0;
    if (!(w_below + w_above > 0.0)) continue;
    sum += (w_below * sf_transport(c, sf_T(c, below)) + w_above * sf_transport(c, sf_T(c, above))) /
           (w_below + w_above);
    count += 1.0;
  }
  return count > 0.0 ? sum / count : 0.0;
}

/* Whether the four nodes or cells from `before` P on along the axis have a flag. */
SF_INLINE int sf_four_have(const SfContext* c, int axis, SfNode P, int before, int flag) {
  for (int k = 0; k < 4; ++k)
    if (!sf_cut_flag(c, sf_to(P, axis, k - before), flag)) return 0;
  return 1;
}

/* (11), (13) Density on the lower face of cell P across the axis, times its open length. Parts of
   diagonals take it without the limited correction, which would need values outside the ghosts. */
SF_INLINE real sf_cut_R(const SfContext* c, int axis, SfNode P) {
  const real q = sf_q(c, axis, P);
  real rho = sf_convected(q, sf_rho(c, sf_to(P, axis, -1)), sf_rho(c, P));
  if (c->cut_has_parts && sf_convection_scheme(c) != SF_UPWIND &&
      sf_four_have(c, axis, P, 2, SF_CUT_FULL))
    rho += sf_tvd_rho(c, axis, q, P);
  return sf_cut_cell(c, P)->open[axis] * rho;
}
/* (12) Mass flux through that face. */
SF_INLINE real sf_cut_F(const SfContext* c, int axis, SfNode P) {
  return sf_is_open(c, axis, P) ? sf_cut_R(c, axis, P) * sf_q(c, axis, P) : 0.0;
}

/* Share of the flux through the lower face of cell P across `across` that the velocity nodes of
   this cell and of the one below exchange; negative: no pair does. */
SF_INLINE real sf_cut_pair(const SfContext* c, int axis, int across, SfNode P) {
  return SF_CUT_ACROSS(sf_cut_cell(c, P)->pair, axis, across);
}

/* Mass flux along the axis between the halves of cell P, so that each half keeps its mass. */
SF_INLINE real sf_cut_middle_F(const SfContext* c, int axis, SfNode P) {
  const SfNode next = sf_to(P, axis, 1);
  const real share = sf_cut_cell(c, P)->share[axis];
  if (!sf_is_open(c, axis, P) || !sf_is_open(c, axis, next))
    return 0.0; /* that of the closed face */
  real F = (1.0 - share) * sf_cut_F(c, axis, P) + share * sf_cut_F(c, axis, next);
  for (int k = 0; k < SF_AXES - 1; ++k) {
    const int across = SF_ACROSS(axis, k);
    const SfNode above = sf_to(P, across, 1);
    const real pair_lo = sf_cut_pair(c, axis, across, P);
    const real pair_hi = sf_cut_pair(c, axis, across, above);
    const real of_lo = pair_lo < 0.0 ? 0.0 : share - pair_lo;
    const real of_hi = pair_hi < 0.0 ? 0.0 : share - pair_hi;
    F = F + of_hi * sf_cut_F(c, across, above) - of_lo * sf_cut_F(c, across, P);
  }
  return F;
}

/* The velocity along the axis in cell P, from its nodes. */
SF_INLINE real sf_cut_mean_q(const SfContext* c, int axis, SfNode P) {
  const real share = sf_cut_cell(c, P)->share[axis];
  return share * sf_q(c, axis, P) + (1.0 - share) * sf_q(c, axis, sf_to(P, axis, 1));
}

/* Mass of the control volume of the velocity node P, from the densities of both cells. */
SF_INLINE real sf_cut_half_mass(const SfContext* c, int axis, SfNode P, real below, real above) {
  const SfNode lo = sf_to(P, axis, -1);
  SF_GLOBAL const SfCutCell *cell_lo = sf_cut_cell(c, lo), *cell = sf_cut_cell(c, P);
  return (1.0 - cell_lo->share[axis]) * cell_lo->V * below + cell->share[axis] * cell->V * above;
}

/* One of the velocity nodes of a cell; `side` as in SfCutShare, for walls in that cell. */
typedef struct {
  SfNode node;
  int axis;
  int side;
} SfCutNodeOfCell;
SF_INLINE SfCutNodeOfCell sf_cut_node_of_cell(SfNode P, int k) {
  const SfCutNodeOfCell node = {sf_to(P, k >> 1, k & 1), k >> 1, -(k & 1)};
  return node;
}

SF_INLINE int sf_cut_end_of_shares(SF_GLOBAL const SfCutCell* cell, int axis) {
  return axis < SF_AXES - 1 ? cell->first_share[axis + 1] : cell[1].first_share[SF_X];
}

/* From a place in cell P to one in the cell `steps` further along the axis, -1, 0 or 1, of its
   row, from the lower ends of both. */
SF_INLINE real sf_cut_offset(const SfContext* c, int axis, SfNode P, int steps, real from,
                             real to) {
  const real between = steps > 0   ? sf_h(&c->mesh, axis, P)
                       : steps < 0 ? -sf_h(&c->mesh, axis, sf_to(P, axis, -1))
                                   : 0.0;
  return (to - from) + between;
}

#endif
