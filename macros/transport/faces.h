// What passes the faces of a cell, equations (3) to (8) of docs/methods/transport.md.
#ifndef SLIPFLOW_TRANSPORT_FACES_H
#define SLIPFLOW_TRANSPORT_FACES_H

#include "transport/box.h"

/* From the centre of a cell to its face: half of the width over the diffusion there. */
SF_INLINE real tr_resistance(const TrBox* box, int axis, int at, int p) {
  const real k = box->has_scale ? box->k[axis] * box->scale[p] : box->k[axis];
  return SF_DIVIDE(0.5 * tr_width(box, axis, at), k);
}

/* Volume per time through a side, out of the cell. */
SF_INLINE real tr_flow(const TrBox* box, const TrCell* cell, int side) {
  const int axis = TR_AXIS(side);
  if (!box->has_flow) return 0.0;
  SF_GLOBAL const real* velocity = axis == 0 ? box->u : axis == 1 ? box->v : box->w;
  const real area = tr_area(box, cell, axis);
  return TR_IS_HIGH(side) ? area * velocity[cell->p]
                          : -area * velocity[cell->p - tr_stride(box, axis)];
}

/* What a face adds to the row of a cell: phi leaves through it by own phi_P - next phi_N -
   prescribed.
   `fixed`: the part of `own` from the condition of a body or boundary. */
typedef struct {
  real own;
  real next;
  real prescribed;
  real fixed;
} TrFace;

/* Between two cells, (3) and (4). */
SF_INLINE TrFace tr_inner_face(const TrBox* box, const TrCell* cell, int side, real flow) {
  const int axis = TR_AXIS(side), at = cell->at[axis];
  const real own = tr_resistance(box, axis, at, cell->p);
  const real next =
      tr_resistance(box, axis, TR_IS_HIGH(side) ? at + 1 : at - 1, tr_beyond(box, cell, side));
  const real conductance = SF_DIVIDE(tr_area(box, cell, axis), own + next);
  const real out = box->is_upwind ? SF_POSITIVE_PART(flow) : 0.5 * flow;
  TrFace face = {conductance + out, conductance + (out - flow), 0.0, 0.0};
  return face;
}

/* At a body or boundary, (5) to (8): phi on the face is of_phi phi_P + `value`, the diffusive flux
   out of the cell conductance phi_P - `flux`, by area. */
typedef struct {
  real conductance;
  real flux;
  real of_phi;
  real value;
} TrCondition;

SF_INLINE TrCondition tr_condition(const TrBox* box, const TrCell* cell, int side, int wall) {
  const int axis = TR_AXIS(side);
  const TrWall w = box->walls[wall - 1];
  const real r = tr_resistance(box, axis, cell->at[axis], cell->p);
  const real prescribed = box->wall_values[wall - 1] * tr_factor(box, w.over, cell, side);
  TrCondition condition = {0.0, prescribed, 1.0, prescribed * r}; /* TR_FLUX */
  if (w.kind == TR_FLUX) return condition;
  if (w.kind == TR_VALUE) {
    condition.conductance = SF_DIVIDE(1.0, r);
    condition.of_phi = 0.0;
    condition.value = prescribed;
  } else {
    condition.conductance = SF_DIVIDE(w.exchange, 1.0 + w.exchange * r);
    condition.of_phi = 1.0 - condition.conductance * r;
    condition.value = condition.conductance * r * prescribed;
  }
  condition.flux = condition.conductance * prescribed;
  return condition;
}

/* phi on the side of a cell of that phi. */
SF_INLINE real tr_phi_on_face(const TrBox* box, const TrCell* cell, int side, int wall, real phi) {
  const TrCondition at = tr_condition(box, cell, side, wall);
  return at.of_phi * phi + at.value;
}

SF_INLINE TrFace tr_outer_face(const TrBox* box, const TrCell* cell, int side, int wall,
                               real flow) {
  const TrCondition at = tr_condition(box, cell, side, wall);
  const real area = tr_area(box, cell, TR_AXIS(side));
  const int is_of_cell = box->is_upwind && flow > 0.0;
  TrFace face;
  face.fixed = area * at.conductance;
  face.own = face.fixed + (is_of_cell ? flow : flow * at.of_phi);
  face.next = 0.0;
  face.prescribed = area * at.flux - (is_of_cell ? 0.0 : flow * at.value);
  return face;
}

SF_INLINE TrFace tr_face(const TrBox* box, const TrCell* cell, int side) {
  const int wall = box->tag[tr_beyond(box, cell, side)];
  const real flow = tr_flow(box, cell, side);
  return wall ? tr_outer_face(box, cell, side, wall, flow) : tr_inner_face(box, cell, side, flow);
}

#endif
