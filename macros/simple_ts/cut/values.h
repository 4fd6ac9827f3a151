// What the rules of cut walls give to the equations of the other nodes: the inner iteration reads
// it instead of making it. docs/methods/cut-cells.md.
#ifndef SLIPFLOW_CUT_VALUES_H
#define SLIPFLOW_CUT_VALUES_H

#include "simple_ts/context.h"

#if !defined(SF_CUT_WALLS) || SF_CUT_WALLS
#define SF_MAY_BE_CUT 1
#else
#define SF_MAY_BE_CUT 0
#endif

#if SF_MAY_BE_CUT
SF_INLINE int sf_cut_code(const SfContext* c, SfNode P) {
  return SF_WALLS_IN_REACH(c) && sf_has_cut_walls(c) ? c->cut[sf_at(&c->mesh, P)] : 0;
}
SF_INLINE int sf_is_cut_node(const SfContext* c, int axis, SfNode P) {
  return sf_cut_code(c, P) & (SF_CUT_NODE(axis) >> SF_CUT_KINDS);
}
SF_INLINE int sf_is_cut_cell(const SfContext* c, SfNode P) {
  return sf_cut_code(c, P) & (SF_CUT_CELL >> SF_CUT_KINDS);
}
SF_INLINE SF_GLOBAL const SfCutValues* sf_cut_values(const SfContext* c, SfNode P) {
  return c->cut_values + (sf_cut_code(c, P) >> SF_CUT_NUMBER);
}
#endif

/* Volume of gas in cell P. */
SF_INLINE real sf_gas_volume(const SfContext* c, SfNode P) {
#if SF_MAY_BE_CUT
  if (sf_is_cut_cell(c, P)) return sf_cut_values(c, P)->V;
#endif
  return sf_volume(&c->mesh, P);
}

/* Open area of the lower face of cell P across the axis; on a wall of the domain the area that gas
   touches; the whole area of cells that are not listed, also where they are solid. */
SF_INLINE real sf_open_length(const SfContext* c, int axis, SfNode P) {
#if SF_MAY_BE_CUT
  if (sf_cut_code(c, P) >> SF_CUT_NUMBER) return sf_cut_values(c, P)->open[axis];
#endif
  return sf_area(&c->mesh, axis, P);
}

#endif
