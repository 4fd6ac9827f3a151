// Builds the equations' context inside a kernel. One case is compiled into its kernels:
//   SF_NX SF_NY SF_PITCH            the mesh
//   SF_AXES SF_NZ SF_PLANE          in space: 3, layers, numbers from one layer to the next
//   SF_HX SF_RHX, SF_HY SF_RHY, ..  width and 1/width, on a uniform axis only
//   SF_GAS_A                        the constant factor of SfGas
//   SF_GAS_CT1 SF_GAS_CT2 SF_GAS_CT3   those of the energy equation, where they are constants
//   SF_HAS_GRAVITY_X, ..            1: gravity along the axis
//   SF_VISCOSITY                   the viscosity exponent in sixteenths
//   SF_MIXED or SF_SINGLE          the precision, if it is not double
//   SF_WEST SF_EAST SF_SOUTH SF_NORTH SF_BOTTOM SF_TOP   SF_SIDE_* of the boundaries
//   SF_WEST_AT_GHOST, ..            of boundaries with a prescribed pressure only
//   SF_PRESCRIBED                  SF_PRESCRIBED_* of boundaries with a prescribed velocity
//   SF_CONVECTION SF_EXPLICIT      number of the convection scheme; 1: explicit
//   SF_OUTFLOW_DIAGONAL SF_RELAXES [inner] diagonal = outflow; relaxation = cycle
//   SF_HAS_WALLS                   0: the case has no solid cell at all
//   SF_WALL_DENSITY                1: slip and jump with the density at the wall
//   SF_CUT_WALLS                   1: bodies cut the mesh
//   SF_NO_SLIP_AT_CORNERS          1: the gas does not slip at convex corners
//   SF_HEAT_FLOW SF_WALLS_VARY     1: a wall has a heat flow, a temperature that varies along it
//   SF_FRICTION_HEAT               1: gas slips along an insulated wall or one with a heat flow
//   SF_HAS_SLIP_LAWS               1: a wall has another slip law than the first one
//   SF_CREEP                        the factor of thermal creep, (49)
//   SF_WORK_GROUP                   work-items per work-group, a power of two
//   SF_TILE_WIDTH SF_TILE_ROWS      the tile kernel only: columns and rows of a tile
//   SF_FIELD_STRIDE                 and numbers from one field to the next
//   SF_LISTED                       1: kernels over a list of nodes (simple_ts/column_pieces.h)
// Other numbers, such as the gas factors, are arguments of the kernels (SfNumbers): one program
// serves cases with any Kn, Ma and bodies. The values below only let a kernel file compile alone.
#ifndef SLIPFLOW_LOAD_CONTEXT_H
#define SLIPFLOW_LOAD_CONTEXT_H

#ifndef SF_NX
#define SF_NX 16
#define SF_NY 16
#define SF_NZ 16
#define SF_PITCH 24
#define SF_PLANE 576
#define SF_GAS_A 0.5
#define SF_HAS_GRAVITY_X 0
#define SF_HAS_GRAVITY_Y 0
#define SF_HAS_GRAVITY_Z 0
#define SF_PRESCRIBED 0
#define SF_HEAT_FLOW 0
#define SF_FRICTION_HEAT 0
#define SF_HAS_SLIP_LAWS 0
#define SF_WALLS_VARY 0
#define SF_VISCOSITY 8
#define SF_CREEP 0.75
#define SF_WEST 0
#define SF_EAST 0
#define SF_SOUTH 0
#define SF_NORTH 0
#define SF_BOTTOM 0
#define SF_TOP 0
#define SF_CONVECTION 0
#define SF_EXPLICIT 0
#define SF_OUTFLOW_DIAGONAL 1
#define SF_RELAXES 1
#define SF_HAS_WALLS 1
#define SF_CUT_WALLS 0
#define SF_WALL_DENSITY 1
#define SF_NO_SLIP_AT_CORNERS 1
#endif
#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif
#ifndef SF_TILE_ROWS
#define SF_TILE_WIDTH 32
#define SF_TILE_ROWS 2 /* what the smallest local memory holds */
#endif

/* In space the friction heat at walls is in arrays, but for the kernel that makes it. */
#if SF_AXES == 3 && SF_FRICTION_HEAT && !defined(SF_MAKES_FRICTION_HEAT)
#define SF_FRICTION_ARRAYS
#endif

#include "inner_outcome.h"
#include "simple_ts/context.h"
#include "simple_ts/field_list.h"

/* Columns of u, rows of v and layers of w: the faces of the far boundary are among them unless the
   mesh continues there. */
#define SF_U_COLUMNS (SF_NX + !SF_SIDE_CONTINUES(SF_EAST))
#define SF_V_ROWS (SF_NY + !SF_SIDE_CONTINUES(SF_NORTH))
#define SF_W_LAYERS (SF_NZ + !SF_SIDE_CONTINUES(SF_TOP))

/* What a list of arrays becomes: parameters that are read or written, arguments, members of a
   context. */
#define SF_READ(name) , __global const real* restrict name
#define SF_WRITTEN(name) , __global real* restrict name
#define SF_PASSED(name) , name
#define SF_GIVE(name) c.name = name;
#ifdef SF_FRICTION_ARRAYS
#define SF_FRICTION(as) as(friction_x) as(friction_y) as(friction_z)
#else
#define SF_FRICTION(as)
#endif

/* What the equations read of cells near cut walls. */
#if SF_CUT_WALLS
#define SF_CUT_PARAMETERS \
  , __global const int* restrict cut, __global const SfCutValues* restrict cut_values
#define SF_CUT_ARGUMENTS , cut, cut_values
#else
#define SF_CUT_PARAMETERS
#define SF_CUT_ARGUMENTS
#endif

/* Parameters of every kernel that evaluates equations: iteration k-1, old level, walls, mesh. */
#define SF_STATE_ARGUMENTS(of) u##of, v##of SF_AND_IN_SPACE(w##of), T##of, rho##of
#define SF_CONTEXT_PARAMETERS                                                                    \
  SF_SET_PARAMETERS(const stored, ), SF_SET_PARAMETERS(const stored, _old),                      \
      __global const SfTag *restrict tag, __global const SfWall *restrict wall,                  \
      __global const real *restrict axis_x,                                                      \
      __global const real *restrict axis_y SF_AND_IN_SPACE(__global const real*restrict axis_z)  \
          SF_FRICTION(SF_READ) SF_CUT_PARAMETERS,                                                \
      __global const stored *restrict C_u,                                                       \
      __global const stored *restrict C_v SF_AND_IN_SPACE(__global const stored*restrict C_w),   \
      __global const stored *restrict C_T, const real dt, const real rdt, const real relaxation, \
      const SfNumbers numbers

#define SF_CONTEXT_ARGUMENTS                                                       \
  SF_STATE_ARGUMENTS(), SF_STATE_ARGUMENTS(_old), tag, wall, axis_x,               \
      axis_y SF_AND_IN_SPACE(axis_z) SF_FRICTION(SF_PASSED) SF_CUT_ARGUMENTS, C_u, \
      C_v SF_AND_IN_SPACE(C_w), C_T, dt, rdt, relaxation, numbers

/* The last parameter of a kernel that belongs to an inner iteration: once the iterations of the
   step have ended it must store nothing. Kernels without barriers return. */
#define SF_PROGRESS_PARAMETER __global const SfInnerProgress* restrict progress
#define SF_RETURN_IF_ENDED \
  if (progress->outcome != SF_GOES_ON) return

/* Kernels with barriers continue with a sub-domain without a column or row: PoCL runs a barrier
   after a return wrongly, even if all work-items take it. */
SF_INLINE SfSubdomain empty_if_ended(SfSubdomain s, __global const SfInnerProgress* progress) {
  if (progress->outcome != SF_GOES_ON) {
    s.i1 = s.i0 - 3; /* the first work-item has column i0 - 2, the march begins at row j0 - 3 */
    s.j1 = s.j0 - 3;
  }
  return s;
}

#if SF_AXES == 3
SF_INLINE SfMesh load_mesh(__global const real* axis_x, __global const real* axis_y,
                           __global const real* axis_z) {
  const int cells[] = {SF_NX, SF_NY, SF_NZ};
  const int sides[] = {SF_WEST, SF_EAST, SF_SOUTH, SF_NORTH, SF_BOTTOM, SF_TOP};
  return sf_whole_box(cells, SF_PITCH, SF_PLANE, sides, axis_x, axis_y, axis_z);
}
#else
SF_INLINE SfMesh load_mesh(__global const real* axis_x, __global const real* axis_y) {
  return sf_whole_mesh(SF_NX, SF_NY, SF_PITCH, SF_WEST, SF_EAST, SF_SOUTH, SF_NORTH, axis_x,
                       axis_y);
}
#endif

SF_INLINE SfContext load_context(const int has_walls, SF_CONTEXT_PARAMETERS) {
  SfContext c;
  c.mesh = load_mesh(axis_x, axis_y SF_AND_IN_SPACE(axis_z));
  c.gas = numbers.gas;
  c.gas.A = SF_GAS_A;
#ifdef SF_GAS_CT1
  c.gas.CT1 = SF_GAS_CT1;
  c.gas.CT2 = SF_GAS_CT2;
  c.gas.CT3 = SF_GAS_CT3;
#endif
  if (!SF_HAS_GRAVITY_X) c.gas.gravity_x = 0.0;
  if (!SF_HAS_GRAVITY_Y) c.gas.gravity_y = 0.0;
  SF_IN_SPACE(if (!SF_HAS_GRAVITY_Z) c.gas.gravity_z = 0.0;)
  c.sides = numbers.sides;
  c.dt = dt;
  c.rdt = rdt;
  c.creep = SF_CREEP;
  c.has_walls = has_walls;
  c.prescribed = SF_PRESCRIBED;
  c.u = u;
  c.v = v;
  c.T = T;
  c.rho = rho;
  c.u_old = u_old;
  c.v_old = v_old;
  c.T_old = T_old;
  c.rho_old = rho_old;
  SF_IN_SPACE(c.w = w; c.w_old = w_old; c.C_w = C_w;)
  SF_FRICTION(SF_GIVE)
  c.tag = tag;
  c.wall = wall;
  c.pressure_solved = 0;
#if SF_CUT_WALLS
  c.cut = cut;
  c.cut_values = cut_values;
#endif
#ifdef SF_SHARED_ARRAYS
  c.has_shared = 0;
#endif
  c.relaxation = relaxation;
  c.C_u = C_u;
  c.C_v = C_v;
  c.C_T = C_T;
  return c;
}

/* Whether k is one of [0, n), or outside a boundary where the mesh continues. */
SF_INLINE int is_inside(int k, int n, int low, int high) {
  return (SF_SIDE_CONTINUES(low) || k >= 0) && (SF_SIDE_CONTINUES(high) || k < n);
}
SF_INLINE int is_column(int i) { return is_inside(i, SF_NX, SF_WEST, SF_EAST); }
SF_INLINE int is_row(int j) { return is_inside(j, SF_NY, SF_SOUTH, SF_NORTH); }
/* Faces normal to the axis: one more than cells. */
SF_INLINE int is_column_face(int i) { return is_inside(i, SF_NX + 1, SF_WEST, SF_EAST); }
SF_INLINE int is_row_face(int j) { return is_inside(j, SF_NY + 1, SF_SOUTH, SF_NORTH); }

#endif
