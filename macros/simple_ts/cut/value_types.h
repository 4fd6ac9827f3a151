// What the rules of cut walls give the inner iteration, in a plane and in space.
#ifndef SLIPFLOW_CUT_VALUE_TYPES_H
#define SLIPFLOW_CUT_VALUE_TYPES_H

#include "language.h"

/* For nodes and cells with SF_CUT_NODE and SF_CUT_CELL; arrays are by axis. */
typedef struct {
  real density[SF_AXES]; /* on the lower face across the axis, times its open area */
  real star[SF_AXES];    /* pseudo-velocity there */
  real d[SF_AXES];
  real T;
  real V;
  real out;            /* volume that leaves in a time step */
  real open[SF_AXES];  /* as sf_open_length() has it; like V and share it never changes */
  real share[SF_AXES]; /* of SfCutCell */
} SfCutValues;
SF_SAME_SIZE(SfCutValues, (5 * SF_AXES + 3) * sizeof(real));

/* What an iteration makes of the equation of a node or cell: its values, or at the beginning of a
   time step only the part of its diagonal that relaxation may scale. */
#define SF_CUT_MAKES_VALUES 0
#define SF_CUT_MAKES_PARTS 1

/* Parts of the diagonals that relaxation may scale, for the velocities and T. */
typedef struct {
  real of[SF_AXES + 1];
} SfCutRelaxation;
SF_SAME_SIZE(SfCutRelaxation, (SF_AXES + 1) * sizeof(real));

/* A piece of wall of the cell (i,j,k) as a load on a side of its wall: once for each axis. */
typedef struct {
  int i;
  int j;
  int k; /* 0 in a plane */
  int piece;
  int axis;
  int wall;
  int side;
} SfCutSide;
SF_SAME_SIZE(SfCutSide, 28);

#endif
