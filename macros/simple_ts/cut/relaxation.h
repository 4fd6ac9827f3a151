// The diagonal near cut walls, and what relaxation takes from it; docs/methods/cut-cells.md 9. A
// cycle damps errors only where neighbours relax alike, so the relaxed part of a node's diagonal
// follows those of its neighbours.
#ifndef SLIPFLOW_CUT_RELAXATION_H
#define SLIPFLOW_CUT_RELAXATION_H

#include "simple_ts/cut/cells.h"
#include "simple_ts/splitting.h"

/* An equation: diagonal x = sum. */
typedef struct {
  real diagonal;
  real sum;
  real conductance;  /* the part of the diagonal that relaxation may scale */
  real least;        /* the least addition to the diagonal */
  real weight, part; /* of the neighbours: conductances; times the parts of their diagonals */
  real uncut;        /* the part of a node far from walls */
} SfCutRow;

SF_INLINE SfCutRow sf_cut_empty_row(real mass, real old, real uncut) {
  const SfCutRow row = {mass, mass * old, 0.0, 0.0, 0.0, 0.0, uncut};
  return row;
}

/* The part of the diagonal of a node or cell that relaxation may scale, of this time step; negative
   where it is like far from walls. `which`: a velocity or T. */
SF_INLINE real sf_cut_part(const SfContext* c, int which, SfNode P) {
  return c->cut_has_parts ? c->cut_relaxation[c->cut[sf_at(&c->mesh, P)] >> SF_CUT_NUMBER].of[which]
                          : -1.0;
}

/* A neighbour with a value: mass `in` from it and a conductance to it. */
SF_INLINE void sf_cut_add_neighbour(SfCutRow* row, real in, real D, real value, real part) {
  row->diagonal += in + D;
  row->sum += (in + D) * value;
  row->conductance += D;
  row->weight += D;
  row->part += D * (part < 0.0 ? row->uncut : part);
}

/* Adds to the diagonal, and to the sum with the value of iteration k-1. */
SF_INLINE void sf_cut_add_to_diagonal(SfCutRow* row, real wanted, real value) {
  const real added = wanted > row->least ? wanted : row->least;
  row->diagonal += added;
  row->conductance += added;
  row->sum += added * value;
}

/* The part of its own diagonal. */
SF_INLINE real sf_cut_own_part(const SfCutRow* row) { return row->conductance / row->diagonal; }

/* (41) with that part: the smaller one of the row's own and the neighbours' mean, at least that of
   a node far from walls. */
SF_INLINE void sf_cut_relax(const SfContext* c, SfCutRow* row, real value) {
  if (!sf_relaxes(c)) return;
  const real mean = row->weight > 0.0 ? row->part / row->weight : row->uncut;
  const real own = sf_cut_own_part(row);
  const real smaller = own < mean ? own : mean;
  const real part = smaller > row->uncut ? smaller : row->uncut;
  const real taken = sf_relaxed_diffusion(c, part * row->diagonal, row->diagonal);
  row->diagonal -= taken;
  row->sum -= taken * value;
}

/* The parts of the diagonal of a node and a cell far from walls, with the same gas. */
SF_INLINE real sf_cut_part_of_uncut_node(const SfContext* c, int axis, SfNode P, real gamma) {
  const SfMesh* m = &c->mesh;
  const real along = sf_hf(m, axis, P), area = sf_area(m, axis, P);
  const real D = c->gas.B * gamma * (area / along);
  real conductance = (8.0 / 3.0) * D;
  for (int k = 0; k < SF_AXES - 1; ++k) {
    const int across = SF_ACROSS(axis, k);
    const real side = SF_TIMES_EDGE(along, m, axis, across, P);
    conductance += 2.0 * c->gas.B * gamma * (side / sf_h(m, across, P));
  }
  const real rho = 0.5 * (sf_rho_old(c, sf_to(P, axis, -1)) + sf_rho_old(c, P));
  const real least = (2.0 * (SF_AXES - 1) / 3.0) * D;
  return conductance / (rho * (along * area) * c->rdt + conductance + least);
}
SF_INLINE real sf_cut_part_of_uncut_cell(const SfContext* c, SfNode P, real gamma) {
  const SfMesh* m = &c->mesh;
  real of_faces = 0.0;
  for (int axis = 0; axis < SF_AXES; ++axis) of_faces += sf_area(m, axis, P) / sf_h(m, axis, P);
  const real conductance = 2.0 * c->gas.CT1 * gamma * of_faces;
  return conductance / (sf_rho_old(c, P) * sf_volume(m, P) * c->rdt + conductance);
}

#endif
