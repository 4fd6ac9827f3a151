// What the equations near cut walls in space read; docs/methods/cut-cells-in-space.md. Lengths are
// those of the mesh. Arrays of three are by axis; of an axis' two directions across it, SF_NEXT
// comes before SF_AFTER.
#ifndef SLIPFLOW_CUT_SPACE_TYPES_H
#define SLIPFLOW_CUT_SPACE_TYPES_H

#include "simple_ts/cut/value_types.h"

/* What a cell near cut walls is, as bits. */
#define SF_CUT_HAS_NODE(axis) (1 << (axis)) /* its lower face across the axis is open */
#define SF_CUT_EDGE_IN_GAS(axis)                                         \
  (8 << (axis))        /* gas touches its lower mesh edge along the axis \
                        */
#define SF_CUT_FULL 64 /* more than half of it is gas: corrections may use its values */
#define SF_CUT_NODE(axis) (128 << (axis)) /* that node follows the rules of cut walls */
#define SF_CUT_CELL 1024                  /* its temperature and pressure do */
#define SF_CUT_STATE 2048      /* its slopes and the gas at its walls are made; others need none */
#define SF_CUT_ONLY_PARTS 4096 /* of another rank: only the parts of its diagonals are computed */

/* In the code of a cell: its number from this bit on, below it SF_CUT_NODE and SF_CUT_CELL shifted
   by SF_CUT_KINDS. */
#define SF_CUT_NUMBER 4
#define SF_CUT_KINDS 7

/* A listed cell: geometry of its gas and of its lower faces. Number 0 is used for every cell that
   is not listed. */
typedef struct {
  real V;          /* volume of gas */
  real centre[3];  /* its centroid, from the cell's lower corner */
  real open[3];    /* open area of the lower face across the axis */
  real at[3][2];   /* centroid of that part, from that corner, across the axis */
  real share[3];   /* of the cell that belongs to its lower velocity node */
  real middle[3];  /* open area in mid cell across the axis */
  real pair[3][2]; /* of the velocity along the axis: share of the flux through the lower face
                      across SF_NEXT or SF_AFTER of it that the nodes of this cell and of the one
                      below exchange; negative: no pair does */
  real rows[4]; /* sums of the sizes of coefficients for u, v, w over B Gamma, T over CT1 Gamma */
  int flags;
  int i;
  int j;
  int k;
  int first_piece;
  int first_share[3]; /* of its u, v and w node; lists end where the next one begins */
  int source;         /* the number of the cell that it is a periodic image of, or its own */
  int unused;         /* a multiple of 8 bytes */
} SfCutCell;
SF_SAME_SIZE(SfCutCell, 29 * sizeof(real) + 40);

/* How a piece of wall slows the gas. The shear rates s along both tangents follow from the
   velocity w along them, relative to the wall's:
   (of_gas + slip length of_slip) s = w - moving - of_slip creep. */
typedef struct {
  real of_gas[2][2];
  real of_slip[2][2];
  real moving[2]; /* of the wall */
} SfCutFriction;
SF_SAME_SIZE(SfCutFriction, 10 * sizeof(real));

/* A piece of wall in a cell. */
typedef struct {
  real n[3];    /* normal out of the gas */
  real t[2][3]; /* tangents along the directions of its curvatures */
  real area;
  real d_T;                   /* distance over which heat is conducted to it */
  real T;                     /* of the wall there */
  real wall;                  /* its number from 0 */
  SfCutFriction of_cell_mean; /* of the mean velocities of the cell, along all axes */
} SfCutPiece;
SF_SAME_SIZE(SfCutPiece, 23 * sizeof(real));

/* The part of a piece that a velocity node takes: of its own velocity, and of the mean ones of the
   piece's cell along the other axes. Its friction is -B Gamma area sum_j t_j s_j along its axis. */
typedef struct {
  SfCutFriction friction;
  real area;
  real normal; /* area times the normal along the node's axis */
  int piece;
  int side; /* -1: in the cell below the node, 0: in its own */
} SfCutShare;
SF_SAME_SIZE(SfCutShare, 12 * sizeof(real) + 8);

/* The gas at a piece of wall, from iteration k-1. */
typedef struct {
  real gamma;       /* Gamma(T_w) */
  real slip;        /* slip length; negative: free slip */
  real creep[2];    /* velocity along the tangents that its slip law adds to the wall's */
  real rate[3];     /* slope of the tangential velocity along the normal into the gas */
  real stress;      /* normal stress */
  real conductance; /* to the wall, whose temperature is T */
  real T;
  real taken;   /* prescribed heat flow less friction heat, over the piece */
  real limited; /* 1 if its prescribed heat flow is limited, (50), else 0 */
} SfCutWallGas;
SF_SAME_SIZE(SfCutWallGas, 12 * sizeof(real));

/* Slopes in a cell near cut walls and at its velocity nodes, from iteration k-1. */
typedef struct {
  real in_plane[3][2]; /* of the velocity along the axis, in the plane of its lower face */
  real
      along_at_wall[3]; /* of the velocities along their axes, as the walls of the cell give them */
  real shear_at_wall[3]; /* shear rate there in the plane across the axis */
  real of_T[3];
} SfCutSlopes;
SF_SAME_SIZE(SfCutSlopes, 15 * sizeof(real));

#endif
