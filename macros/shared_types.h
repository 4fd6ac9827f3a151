// Structs that cross from host to device; their sizes are checked on both sides.
#ifndef SLIPFLOW_SHARED_TYPES_H
#define SLIPFLOW_SHARED_TYPES_H

#include "gas_factors.h"
#include "language.h"

/* Layers of ghost cells around every array. */
#define SF_PAD 4

/* One wall: a channel side or a body. Its number in the tag array counts from 1.
   slip = coefficient x Kn of the slip condition, 0 no slip, negative free slip;
   jump = coefficient x Kn of the temperature jump, 0 isothermal without jump, negative prescribed
   heat flow into the wall, adiabatic when that is 0. */
typedef struct {
  real velocity_x;
  real velocity_y;
  SF_IN_SPACE(real velocity_z;)
  real temperature;
  real slip;
  real jump;
  real heat_flow;
  real slip_law; /* the number of the law */
} SfWall;
SF_SAME_SIZE(SfWall, (5 + SF_AXES) * sizeof(real));

/* A run of faces of one wall in a row, next to the gas cells (i,j), (i,j+1), .. or, of faces that
   do not look along x, (i,j), (i+1,j), ..; `side`: where the faces look. */
typedef struct {
  int i;
  int j;
  int count;
  int side;
  SF_IN_SPACE(int k;)
} SfWallRun;
SF_SAME_SIZE(SfWallRun, 4 * (2 + SF_AXES));
#define SF_FACES_WEST 0
#define SF_FACES_EAST 1
#define SF_FACES_SOUTH 2
#define SF_FACES_NORTH 3
#define SF_FACES_BOTTOM 4
#define SF_FACES_TOP 5

/* A sub-domain: the columns [i0, i1) and rows [j0, j1) one work-group advances. */
typedef struct {
  int i0;
  int i1;
  int j0;
  int j1;
} SfSubdomain;
SF_SAME_SIZE(SfSubdomain, 16);

/* A sub-domain in space: the columns [i0, i1), rows [j0, j1) and layers [k0, k1). */
typedef struct {
  int i0;
  int i1;
  int j0;
  int j1;
  int k0;
  int k1;
} SfBlock;
SF_SAME_SIZE(SfBlock, 24);

/* A run of SF_SEGMENT nodes along x: the indices of the first one, and a bit for each selected
   node, the lowest for the first. */
#define SF_SEGMENT 16
typedef struct {
  int i;
  int j;
  int k;
  int selected;
} SfNodeSegment;
SF_SAME_SIZE(SfNodeSegment, 16);

/* Values of a field, a number of kernels' argument order, in a box of nodes: its first place in the
   array, its columns and the rows of a layer, and its first place in a buffer where it is packed
   row by row. */
typedef struct {
  int field;
  int place;
  int columns;
  int rows;
  int begin;
} SfHaloBlock;
SF_SAME_SIZE(SfHaloBlock, 20);

/* The factors in the precision of the equations. */
typedef struct {
  SF_GAS_FACTORS(real);
  SF_IN_SPACE(real gravity_z;)
} SfGas;
SF_SAME_SIZE(SfGas, (6 + SF_AXES) * sizeof(real));

/* What boundaries prescribe, in the order west, east, south, north, bottom, top. */
typedef struct {
  real p[2 * SF_AXES];
  real T[2 * SF_AXES];
} SfSideStates;

/* Numbers of a case that its kernels take as an argument, so that one program serves all cases
   which differ only in them. */
typedef struct {
  SfGas gas;
  SfSideStates sides;
} SfNumbers;
SF_SAME_SIZE(SfNumbers, (6 + 5 * SF_AXES) * sizeof(real));

/* What is outside a boundary: fixed ghost values, copies of the last cell, the opposite end, a
   prescribed pressure, or a part of the mesh that another rank computes. */
#define SF_SIDE_FIXED 0
#define SF_SIDE_COPY 1
#define SF_SIDE_PERIODIC 2
#define SF_SIDE_PRESSURE 3
#define SF_SIDE_NEIGHBOUR 4
#define SF_SIDE_CONTINUES(side) ((side) == SF_SIDE_PERIODIC || (side) == SF_SIDE_NEIGHBOUR)

/* Boundaries with a prescribed normal velocity, as bits. */
#define SF_PRESCRIBED_WEST 1
#define SF_PRESCRIBED_EAST 2
#define SF_PRESCRIBED_SOUTH 4
#define SF_PRESCRIBED_NORTH 8
#define SF_PRESCRIBED_BOTTOM 16
#define SF_PRESCRIBED_TOP 32

/* Largest changes of one inner iteration, in this order: p, T, u, v, w. */
#define SF_RESIDUALS (2 + SF_AXES)

/* Largest changes that are kept: those of the longest cycle of relaxations and the one before it.
 */
#define SF_LARGEST_KEPT 8

/* State of the inner iterations of a time step. The device keeps it, so that the host can queue
   iterations without having seen the ones before: once `outcome` is not SF_GOES_ON, the kernels of
   those still queued return at once. */
typedef struct {
  real first[SF_RESIDUALS];      /* changes of the first iteration */
  real last[SF_RESIDUALS];       /* and of the last */
  real largest[SF_LARGEST_KEPT]; /* the largest change of the last iteration, the one before, .. */
  real factor;                   /* of the largest changes from one period to the next: q of (32) */
  int count;                     /* iterations done */
  int outcome;                   /* inner_outcome.h */
} SfInnerProgress;
SF_SAME_SIZE(SfInnerProgress, (2 * SF_RESIDUALS + SF_LARGEST_KEPT + 1) * sizeof(real) + 8);

/* Bytes to each array in a block of memory that holds all constant ones of a case. */
typedef struct {
  int tag;
  int wall;
  int axis_x;
  int axis_y;
  int subdomains;
} SfConstantsAt;
SF_SAME_SIZE(SfConstantsAt, 20);

#endif
