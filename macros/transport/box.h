// The box of method transport as its equations see it (docs/methods/transport.md): cells in two or
// three dimensions, with bodies.
//
//             n, t            Values are located at the centres of the cells. Arrays have one layer
//         +---+---+           of ghosts around the cells, in two dimensions none along z. A tag is
//         |       |           0 for a cell, else the number of the body or boundary in its place;
//       w +   P   + e         in ghosts outside a periodic boundary it is that of the opposite
//         |       |           cell.
//         +---+---+
//             s, b            Sides are numbered as in mesh::Side: w e s n b t.
#ifndef SLIPFLOW_TRANSPORT_BOX_H
#define SLIPFLOW_TRANSPORT_BOX_H

#include "language.h"

/* Conditions at a body or boundary: phi is prescribed, or the diffusive flux into the domain, or
   that flux is exchange (value - phi). */
#define TR_VALUE 0
#define TR_FLUX 1
#define TR_EXCHANGE 2

/* A body or boundary. `over`: where its factors along x, y and z begin, or -1. */
typedef struct {
  real exchange;
  int kind;
  int over[3];
} TrWall;
SF_SAME_SIZE(TrWall, sizeof(real) + 16);

/* A source in the cells from low to high - 1. */
typedef struct {
  int low[3];
  int high[3];
  int over[3];
} TrSource;
SF_SAME_SIZE(TrSource, 36);

/* What the equations read. */
typedef struct {
  int n[3];
  int row;   /* places from a cell to the next one along y */
  int plane; /* and along z; 0 in two dimensions */
  int has_scale, has_flow, is_upwind, sources;
  real k[3]; /* diffusion along x, y, z */
  real reaction;
  SF_GLOBAL const real* widths; /* of x, y, z, each with a ghost at both ends */
  SF_GLOBAL const SfTag* tag;
  SF_GLOBAL const real* scale; /* diffusion of a cell is k times this */
  SF_GLOBAL const real* u;     /* velocity at the e, n and t faces of the cells */
  SF_GLOBAL const real* v;
  SF_GLOBAL const real* w;
  SF_GLOBAL const TrWall* walls;     /* number n of the tags is walls[n - 1] */
  SF_GLOBAL const real* wall_values; /* V or Q of each, in this step */
  SF_GLOBAL const TrSource* source;
  SF_GLOBAL const real* source_values; /* of each, in this step */
  SF_GLOBAL const real* factors;       /* along an axis: of face 0, cell 0, face 1, cell 1, .. */
} TrBox;

/* A cell and its place in arrays. */
typedef struct {
  int at[3];
  int p;
} TrCell;

SF_INLINE TrCell tr_cell(const TrBox* box, int i, int j, int k) {
  TrCell cell = {{i, j, k}, i + 1 + box->row * (j + 1) + box->plane * (k + 1)};
  return cell;
}

#define TR_AXIS(side) ((side) >> 1)
#define TR_IS_HIGH(side) ((side)&1)

SF_INLINE int tr_sides(const TrBox* box) { return box->plane > 0 ? 6 : 4; }
/* With a constant number of passes, so that arrays by side stay in registers. */
#define TR_FOR_SIDES(box, side) \
  SF_UNROLL for (int side = 0; side < 6; ++side) if (side < tr_sides(box))
SF_INLINE int tr_stride(const TrBox* box, int axis) {
  return axis == 0 ? 1 : axis == 1 ? box->row : box->plane;
}
/* The place of the neighbour beyond a side. */
SF_INLINE int tr_beyond(const TrBox* box, const TrCell* cell, int side) {
  const int stride = tr_stride(box, TR_AXIS(side));
  return TR_IS_HIGH(side) ? cell->p + stride : cell->p - stride;
}

/* The width of cell `at` along an axis; 1 along an axis that the box has not. */
SF_INLINE real tr_width(const TrBox* box, int axis, int at) {
  const int before = axis == 0 ? 0 : axis == 1 ? box->n[0] + 2 : box->n[0] + box->n[1] + 4;
  return box->widths[before + at + 1];
}
SF_INLINE real tr_area(const TrBox* box, const TrCell* cell, int axis) {
  const int a = axis == 0 ? 1 : 0, b = axis == 2 ? 1 : 2;
  return tr_width(box, a, cell->at[a]) * tr_width(box, b, cell->at[b]);
}
SF_INLINE real tr_volume(const TrBox* box, const TrCell* cell) {
  return tr_area(box, cell, 0) * tr_width(box, 0, cell->at[0]);
}

/* The product of the factors of tables at a cell, or with its number at a face across `axis`. */
SF_INLINE real tr_factor(const TrBox* box, const int over[3], const TrCell* cell, int side) {
  real factor = 1.0;
  for (int axis = 0; axis < 3; ++axis)
    if (over[axis] >= 0) {
      const int on_face = side >= 0 && TR_AXIS(side) == axis;
      const int at = 2 * cell->at[axis] + (!on_face ? 1 : TR_IS_HIGH(side) ? 2 : 0);
      factor *= box->factors[over[axis] + at];
    }
  return factor;
}

#endif
