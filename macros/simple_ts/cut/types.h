// What the equations near cut walls in a plane read; docs/methods/cut-cells.md. Lengths are those
// of the mesh, areas and volumes per unit of depth. Two-element arrays are by axis.
#ifndef SLIPFLOW_CUT_TYPES_H
#define SLIPFLOW_CUT_TYPES_H

#include "simple_ts/cut/value_types.h"

/* What a cell near cut walls is, as bits. */
#define SF_CUT_HAS_NODE(axis) (1 << (axis)) /* its lower face across the axis is open */
#define SF_CUT_POINT_IN_GAS 4               /* its south-west mesh point */
#define SF_CUT_FULL 8        /* more than half of it is gas: corrections may use its values */
#define SF_CUT_HAS_CORNER 16 /* a convex corner of a body is in it */
#define SF_CUT_NODE(axis) (32 << (axis)) /* that node follows the rules of cut walls */
#define SF_CUT_CELL 128                  /* its temperature and pressure do */
#define SF_CUT_STATE 256                 /* its slopes and the gas at its walls are made */
#define SF_CUT_ONLY_PARTS 512 /* of another rank: only the parts of its diagonals are computed */

/* In the code of a cell: its number from this bit on, below it SF_CUT_NODE and SF_CUT_CELL shifted
   by SF_CUT_KINDS. */
#define SF_CUT_NUMBER 3
#define SF_CUT_KINDS 5

/* A listed cell: geometry of its gas and of its lower faces. Number 0 is used for every cell that
   is not listed. */
typedef struct {
  real V;         /* volume of gas */
  real centre[2]; /* its centroid, from the cell's lower corner */
  real open[2];   /* open length of the lower face across the axis */
  real at[2];     /* centroid of that part, along the other axis from that corner */
  real share[2];  /* of the cell that belongs to its lower velocity node */
  real middle[2]; /* open length in mid cell */
  real pair[2];   /* share of the flux across the axis' lower edge that the velocity nodes of this
                     cell and of the one below exchange; negative: no pair does */
  real rows[3];   /* sums of the sizes of coefficients for u, v, T, over B Gamma and CT1 Gamma */
  int flags;
  int i;
  int j;
  int first_piece;
  int first_share[2]; /* of its u node, of its v node; both lists end where the next one begins */
  int source;         /* the number of the cell that it is a periodic image of, or its own */
  int unused;         /* a multiple of 8 bytes */
} SfCutCell;
SF_SAME_SIZE(SfCutCell, 16 * sizeof(real) + 32);

/* A piece of wall in a cell. */
typedef struct {
  real n[2]; /* normal out of the gas */
  real length;
  real d_T;  /* distance over which heat is conducted to it */
  real T;    /* of the wall there */
  real wall; /* its number from 0 */
} SfCutPiece;
SF_SAME_SIZE(SfCutPiece, 6 * sizeof(real));

/* The part of a piece, or of a body's corner, that a velocity node takes. Its friction is
   -B Gamma length own (own q + other q_P - moving - creep of_slip)
     / (of_gas + slip length of_slip). */
typedef struct {
  real own, other; /* tangent along the node's axis and along the other one */
  real moving;     /* velocity of the wall along the tangent */
  real of_gas, of_slip;
  real length;
  real normal; /* length times the normal along the node's axis */
  int piece;
  int side;   /* -1: in the cell below the node, 0: in its own */
  int corner; /* 1: the force at a corner of a body, which is not that of a piece */
  int unused; /* a multiple of 8 bytes */
} SfCutShare;
SF_SAME_SIZE(SfCutShare, 7 * sizeof(real) + 16);

/* The gas at a piece of wall, from iteration k-1. */
typedef struct {
  real gamma;       /* Gamma(T_w) */
  real slip;        /* slip length; negative: free slip */
  real creep;       /* velocity along t = (-n_y, n_x) that its slip law adds to the wall's */
  real rate;        /* slope of the tangential velocity along the normal */
  real stress;      /* normal stress */
  real conductance; /* to the wall, whose temperature is T */
  real T;
  real taken;   /* prescribed heat flow less friction heat, over the piece */
  real limited; /* 1 if its prescribed heat flow is limited, (50), else 0 */
} SfCutWallGas;
SF_SAME_SIZE(SfCutWallGas, 9 * sizeof(real));

/* Slopes in a cell near cut walls, from iteration k-1. */
typedef struct {
  real along[2];  /* of the velocities along their axes */
  real across[2]; /* across them */
  real at_wall;   /* shear rate at its walls */
  real of_T[2];
} SfCutSlopes;
SF_SAME_SIZE(SfCutSlopes, 7 * sizeof(real));

#endif
