// What the equations read: the fields of the previous inner iteration and of the old time level,
// the mesh, the walls. A loader (serial code, plain kernel, fused kernel) fills one SfContext;
// after inlining nothing of it is left.
//
// Many nodes need the same fluxes, viscosities and corrections: the "shared" quantities, each made
// by a function sf_make_NAME(c, P) and read by sf_NAME(c, P). The fused kernel (SF_MARCH)
// makes each of them once and keeps those around the node at hand in a window of registers; the
// plain kernels (SF_ROWS) keep those of a few rows, the tile kernel (SF_TILES) those of a tile. In
// the serial reference, kernels that solve pressures together and those in space (SF_SHARED_ARRAYS)
// they are arrays like the fields, where has_shared is set. Elsewhere they are made where they are
// read, except Gamma and the shear rates, which are arrays where anything reads them. Code whose
// contexts all have the arrays says SF_ONLY_SHARED_ARRAYS: each quantity is made from others, and a
// compiler would inline all of that wherever one is read, only to drop it. (SF_MAKES_SHARED: a
// source that is an exception.)
#ifndef SLIPFLOW_CONTEXT_H
#define SLIPFLOW_CONTEXT_H

#include "indexing.h"
#include "simple_ts/convection/schemes.h"
#include "simple_ts/cut/value_types.h"
/* A header that both branches of a condition include is included before: kernels have each once. */
#if SF_AXES == 3
#include "simple_ts/cut/space/types.h"
#else
#include "simple_ts/cut/types.h"
#endif
#ifdef SF_BOX
#include "simple_ts/march_layout.h"
#endif

#if defined(SF_MARCH)
/* A shared quantity at the columns -1..1 and rows -1..4 around the node at hand, and a field at the
   columns -2..2 and rows -2..6. Only constant places are named, so that each used one becomes a
   register. */
typedef real SfWindow[6][3];
typedef real SfFieldWindow[9][5];
#define SF_IN_WINDOW(window, i, j) ((window)[(j) + 1][(i) + 1])
#define SF_IN_FIELD_WINDOW(window, i, j) ((window)[(j) + 2][(i) + 2])
#define SF_AT(c, name, i, j) SF_IN_WINDOW((c)->name, i, j)
#define SF_FIELD(name)                                     \
  SF_INLINE real sf_##name(const SfContext* c, SfNode P) { \
    return SF_IN_FIELD_WINDOW(c->w_##name, P.i, P.j);      \
  }

#elif defined(SF_ROWS) || defined(SF_TILES)
#ifdef SF_ROWS
/* The last four rows of a sub-domain of at most SF_WORK_GROUP columns, and of two more on
   either side: row j at j & 3. */
#define SF_ROW (SF_WORK_GROUP + 4)
typedef real SfKeptRows[4][SF_ROW];
#define SF_KEPT_ROW(c, j) ((j)&3)
#else
/* All rows of a tile, and two more on either side. */
typedef real SfKeptRows[SF_TILE_ROWS + 4][SF_TILE_WIDTH];
#define SF_KEPT_ROW(c, j) ((j) - (c)->first_row)
#endif
#define SF_KEPT_COLUMN(c, i) ((i) - (c)->first_column)
#if defined(SF_TILES) && (SF_EXPLICIT || SF_CONVECTION == SF_UPWIND)
typedef real SfKeptCorrections[1][1]; /* there are none: local memory of a GPU is small */
#else
typedef SfKeptRows SfKeptCorrections;
#endif
typedef struct {
  SfKeptRows gamma, shear2, Rx, Ry, Dx, Dy;
  SfKeptRows Fx, Fy;
  SfKeptCorrections Hx, Hy, Uc, Us, Vc, Vw;
} SfRows;
#define SF_AT(c, name, i, j) (c)->rows->name[SF_KEPT_ROW(c, j)][SF_KEPT_COLUMN(c, i)]

#elif defined(SF_BOX)
/* The march in space has values of a few layers of cells in the local memory of a work-group:
   fields of SF_BOX_LAYERS layers, from the second one below the node at hand on, Gamma and the
   pressure among them; shared quantities of one layer, or of that at hand and the one above. Others
   are made where they are read. Of the old level only densities are there; a node has its own
   velocities or its temperature in the context. */
#define SF_IN_BOX(c, name, layer, P) \
  (c)->box[SF_BOX_##name + (layer) + (c)->in_layer + (P).i + SF_BOX_PITCH * (P).j]
#define SF_OF_FIELD(name) SF_IN_BOX(c, name, c->layer[P.k + 2], P)
#define SF_OF_TWO(name) SF_IN_BOX(c, name, c->of_two[P.k], P)
#define SF_OF_ONE(name) SF_IN_BOX(c, name, 0, P)
/* Values that a work-item reads again in the next step of the march are kept in registers: of
   layers 0 and 1 from the node at hand on, in its own line of cells and in the next one along an
   axis. The first half of a work-group keeps some, the second half others, as many as there are
   registers for. */
typedef real SfKeptLines[2][2];
#define SF_KEPT_LINES(ACTION) ACTION(u) ACTION(v) ACTION(w) ACTION(Fx) ACTION(Fy) ACTION(Fz)
#define SF_DECLARE_KEPT(name) SfKeptLines name;
typedef struct {
  SF_KEPT_LINES(SF_DECLARE_KEPT)
} SfKept;
#define SF_KEEPS_NOTHING 0
#define SF_KEEPS_FIRST 1
#define SF_KEEPS_SECOND 2
#define SF_KEPT(name, line) c->kept.name[P.k][line]
#define SF_FIRST_HAS (c->keeps == SF_KEEPS_FIRST && P.i == 0 && P.j == 0 && P.k >= 0 && P.k <= 1)
#define SF_SECOND_HAS(along, across) \
  (c->keeps == SF_KEEPS_SECOND && (along) >= 0 && (along) <= 1 && (across) == 0 && P.k == 0)
#define SF_BOXED_u (SF_SECOND_HAS(P.i, P.j) ? SF_KEPT(u, P.i) : SF_OF_FIELD(u))
#define SF_BOXED_v (SF_SECOND_HAS(P.j, P.i) ? SF_KEPT(v, P.j) : SF_OF_FIELD(v))
#define SF_BOXED_w (SF_FIRST_HAS ? SF_KEPT(w, 0) : SF_OF_FIELD(w))
#define SF_BOXED_T SF_OF_FIELD(T)
#define SF_BOXED_rho SF_OF_FIELD(rho)
#define SF_BOXED_rho_old SF_OF_FIELD(rho_old)
#define SF_BOXED_gamma SF_OF_FIELD(gamma)
#define SF_BOXED_u_old c->own_old[0]
#define SF_BOXED_v_old c->own_old[1]
#define SF_BOXED_w_old c->own_old[0]
#define SF_BOXED_T_old c->own_old[1]
#define SF_BOXED_Rx sf_make_Rx(c, P)
#define SF_BOXED_Ry sf_make_Ry(c, P)
#define SF_BOXED_Rz sf_make_Rz(c, P)
#define SF_BOXED_Fx (SF_SECOND_HAS(P.i, P.j) ? SF_KEPT(Fx, P.i) : SF_OF_TWO(Fx))
#define SF_BOXED_Fy (SF_SECOND_HAS(P.j, P.i) ? SF_KEPT(Fy, P.j) : SF_OF_TWO(Fy))
#define SF_BOXED_Fz (SF_FIRST_HAS ? SF_KEPT(Fz, 0) : P.k < 2 ? SF_OF_TWO(Fz) : sf_make_Fz(c, P))
#define SF_BOXED_shear2 SF_OF_ONE(shear2)
#define SF_BOXED_shear2_x SF_OF_TWO(shear2_x)
#define SF_BOXED_shear2_y SF_OF_TWO(shear2_y)
#define SF_BOXED_Dx SF_OF_ONE(Dx)
#define SF_BOXED_Dy SF_OF_ONE(Dy)
#define SF_BOXED_Dz sf_make_Dz(c, P)
#define SF_BOXED_Hx sf_make_Hx(c, P)
#define SF_BOXED_Hy sf_make_Hy(c, P)
#define SF_BOXED_Hz sf_make_Hz(c, P)
#define SF_BOXED_Uc sf_make_Uc(c, P)
#define SF_BOXED_Vc sf_make_Vc(c, P)
#define SF_BOXED_Wc sf_make_Wc(c, P)
#define SF_BOXED_Us sf_make_Us(c, P)
#define SF_BOXED_Vw sf_make_Vw(c, P)
#define SF_BOXED_Ub sf_make_Ub(c, P)
#define SF_BOXED_Vb sf_make_Vb(c, P)
#define SF_BOXED_Ww sf_make_Ww(c, P)
#define SF_BOXED_Ws sf_make_Ws(c, P)
#define SF_FIELD(name) \
  SF_INLINE real sf_##name(const SfContext* c, SfNode P) { return SF_BOXED_##name; }
#define SF_SHARED(name) SF_FIELD(name)

#elif defined(SF_ONLY_SHARED_ARRAYS) && !defined(SF_MAKES_SHARED)
#define SF_SHARED(name) \
  SF_INLINE real sf_##name(const SfContext* c, SfNode P) { return c->name[sf_at(&c->mesh, P)]; }

#elif defined(SF_SHARED_ARRAYS)
#define SF_SHARED(name)                                                        \
  SF_INLINE real sf_##name(const SfContext* c, SfNode P) {                     \
    return c->has_shared ? c->name[sf_at(&c->mesh, P)] : sf_make_##name(c, P); \
  }

#else
#define SF_SHARED(name) \
  SF_INLINE real sf_##name(const SfContext* c, SfNode P) { return sf_make_##name(c, P); }
#endif

/* Where shared quantities are kept, SF_AT is the place of one. */
#ifdef SF_AT
#define SF_MAKE(c, name, i, j) SF_AT(c, name, i, j) = sf_make_##name(c, sf_node(i, j))
#define SF_SHARED(name) \
  SF_INLINE real sf_##name(const SfContext* c, SfNode P) { return SF_AT(c, name, P.i, P.j); }
#define SF_SHARED_ARRAY(name) SF_SHARED(name)
#endif

#ifndef SF_FIELD
#define SF_FIELD(name) \
  SF_INLINE real sf_##name(const SfContext* c, SfNode P) { return c->name[sf_at(&c->mesh, P)]; }
#endif
#ifndef SF_SHARED_ARRAY
#define SF_SHARED_ARRAY(name) SF_FIELD(name)
#endif

/* ACTION(name) on the shared quantities: those of velocities and gas, those that follow. */
#define SF_SHARED_SHEAR_RATES(ACTION) ACTION(shear2) SF_IN_SPACE(ACTION(shear2_x) ACTION(shear2_y))
#define SF_SHARED_MASS_FLUXES(ACTION) \
  ACTION(Rx) ACTION(Ry) SF_IN_SPACE(ACTION(Rz)) ACTION(Fx) ACTION(Fy) SF_IN_SPACE(ACTION(Fz))
#define SF_SHARED_FLUXES(ACTION) \
  ACTION(gamma) SF_SHARED_SHEAR_RATES(ACTION) SF_SHARED_MASS_FLUXES(ACTION)
#define SF_SHARED_CONDUCTANCES(ACTION) ACTION(Dx) ACTION(Dy) SF_IN_SPACE(ACTION(Dz))
/* Those of cells, and those of their edges. */
#define SF_SHARED_CELL_CORRECTIONS(ACTION) \
  ACTION(Hx) ACTION(Hy) SF_IN_SPACE(ACTION(Hz)) ACTION(Uc) ACTION(Vc) SF_IN_SPACE(ACTION(Wc))
#define SF_SHARED_EDGE_CORRECTIONS(ACTION) \
  ACTION(Us) ACTION(Vw) SF_IN_SPACE(ACTION(Ub) ACTION(Vb) ACTION(Ww) ACTION(Ws))
#define SF_SHARED_CORRECTIONS(ACTION) \
  SF_SHARED_CELL_CORRECTIONS(ACTION) SF_SHARED_EDGE_CORRECTIONS(ACTION)

/* A shared quantity of each axis, made by sf_make_NAME(c, axis, P) and read by
   sf_NAME(c, axis, P). */
#define SF_SHARED_OF_AXIS(name, of_axis, axis)                     \
  SF_INLINE real sf_make_##of_axis(const SfContext* c, SfNode P) { \
    return sf_make_##name(c, axis, P);                             \
  }                                                                \
  SF_SHARED(of_axis)
#define SF_SHARED_BY_AXIS(name, of_x, of_y, of_z)                               \
  SF_SHARED_OF_AXIS(name, of_x, SF_X)                                           \
  SF_SHARED_OF_AXIS(name, of_y, SF_Y)                                           \
  SF_IN_SPACE(SF_SHARED_OF_AXIS(name, of_z, SF_Z))                              \
  SF_INLINE real sf_##name(const SfContext* c, int axis, SfNode P) {            \
    return SF_BY_AXIS(axis, sf_##of_x(c, P), sf_##of_y(c, P), sf_##of_z(c, P)); \
  }
/* One of an axis and another one across it, made by sf_make_NAME(c, axis, across, P). */
#define SF_SHARED_ACROSS(name, of_both, axis, across)              \
  SF_INLINE real sf_make_##of_both(const SfContext* c, SfNode P) { \
    return sf_make_##name(c, axis, across, P);                     \
  }                                                                \
  SF_SHARED(of_both)

typedef struct {
  SfMesh mesh;
  SfGas gas;
  real dt;
  real rdt;               /* 1/dt */
  real creep;             /* factor k of thermal creep, (49) */
#ifndef SF_CONVECTION     /* choices of the case */
  int density_at_wall;    /* [scheme] wall_density: 1 wall, 0 cell */
  int no_slip_at_corners; /* [scheme] convex_corner: 1 no_slip, 0 slip */
  int has_heat_flow;      /* a wall has a prescribed heat flow, or friction heat */
  int has_friction_heat;  /* gas slips along a wall with a prescribed heat flow, or insulated */
  int has_slip_laws;      /* a wall has another slip law than the first one */
  int walls_vary; /* solid cells hold the temperature of their wall, which varies along it */
  int viscosity_sixteenths; /* of the viscosity exponent: gas_model.h */
  int convection_scheme;    /* its number */
  int explicit_convection;  /* convective terms of the old level: C_u, C_v, C_T, once per step */
  int outflow_diagonal;     /* diagonal = outflow, and relaxation = cycle */
  int relaxes;
#endif
  int has_walls;             /* 0: no solid cell within reach, the wall code folds away */
  int prescribed;            /* SF_PRESCRIBED_*: boundaries with a prescribed normal velocity */
  SfSideStates sides;        /* in kernels */
  SF_GLOBAL const stored* u; /* iteration k-1 */
  SF_GLOBAL const stored* v;
  SF_GLOBAL const stored* T;
  SF_GLOBAL const stored* rho;
  SF_GLOBAL const stored* u_old; /* time level n */
  SF_GLOBAL const stored* v_old;
  SF_GLOBAL const stored* T_old;
  SF_GLOBAL const stored* rho_old;
#if SF_AXES == 3
  SF_GLOBAL const stored* w;
  SF_GLOBAL const stored* w_old;
  SF_GLOBAL const stored* C_w;
  SF_GLOBAL const real* shear2_x; /* of edges along x: (dv/dz + dw/dy)^2; shear2: along z */
  SF_GLOBAL const real* shear2_y;
  SF_GLOBAL const real *Rz, *Fz, *Dz, *Hz;
  SF_GLOBAL const real *Wc, *Ub, *Vb, *Ww, *Ws; /* Ub: u through the bottom of its volume */
  /* With SF_FRICTION_ARRAYS, by the lower face of a cell: the friction heat there with the gas of
     the gas cell; its text is so long that it must be in one kernel only. */
  SF_GLOBAL const real *friction_x, *friction_y, *friction_z;
#endif
  SF_GLOBAL const SfTag* tag; /* 0 gas, else the number of the wall that fills the cell */
  SF_GLOBAL const SfWall* wall;
#ifdef SF_MARCH
  SfFieldWindow w_u, w_v, w_T, w_rho;
  SfFieldWindow w_u_old, w_v_old, w_T_old, w_rho_old;
  SfWindow gamma;          /* Gamma(T) of a cell */
  SfWindow shear2;         /* (du/dy + dv/dx)^2 at the south-west corner of a cell */
  SfWindow Rx, Ry;         /* density on the west and south face times its length */
  SfWindow Fx, Fy;         /* mass flux through them */
  SfWindow Dx, Dy;         /* conductance of heat through them */
  SfWindow Hx, Hy;         /* what the scheme adds to the convected heat there */
  SfWindow Uc, Us, Vc, Vw; /* and to the convected momentum: at cell centres, at corners */
#elif defined(SF_ROWS) || defined(SF_TILES)
  SF_LOCAL SfRows* rows;
  int first_column; /* of the rows */
  int first_row;    /* of those of a tile */
#elif defined(SF_BOX)
  SF_LOCAL real* box;
  int in_layer;             /* place of the node at hand in a layer */
  int layer[SF_BOX_LAYERS]; /* places of the layers of a field */
  int of_two[2];            /* of the two of a shared quantity */
  real own_old[2];          /* u_old and v_old, or w_old and T_old */
  SfKept kept;
  int keeps; /* SF_KEEPS_*: what of it is there to be read */
#else
  SF_GLOBAL const real* gamma;
  SF_GLOBAL const real* shear2;
#ifdef SF_SHARED_ARRAYS
  int has_shared; /* 0: the following are not arrays */
  SF_GLOBAL const real *Rx, *Ry;
  SF_GLOBAL const real *Fx, *Fy;
  SF_GLOBAL const real *Dx, *Dy;
  SF_GLOBAL const real *Hx, *Hy;
  SF_GLOBAL const real *Uc, *Us, *Vc, *Vw;
#endif
#endif
  SF_GLOBAL const stored* C_u;
  SF_GLOBAL const stored* C_v;
  SF_GLOBAL const stored* C_T;
  int pressure_solved; /* [inner] pressure = multigrid */
  int has_cut_walls;   /* [mesh] walls = cut */
  int cut_has_parts;   /* cut_relaxation has the parts of this time step */
  /* A code per cell: 0, or the number of a listed cell near cut walls with its kind
     (simple_ts/cut/values.h); then arrays by that number, pieces of wall and shares of them. */
  SF_GLOBAL const int* cut;
  SF_GLOBAL const SfCutValues* cut_values;
  SF_GLOBAL const SfCutCell* cut_cells;
  SF_GLOBAL const SfCutPiece* cut_pieces;
  SF_GLOBAL const SfCutShare* cut_shares;
  SF_GLOBAL const SfCutWallGas* cut_walls;
  SF_GLOBAL const SfCutSlopes* cut_slopes;
  SF_GLOBAL const SfCutRelaxation* cut_relaxation;
  real relaxation; /* of this iteration */
#ifdef SF_MANUFACTURED_SOURCES
  const double* S_rho; /* sources per volume, for tests of the order of accuracy */
  const double* S_u;
  const double* S_v;
  SF_IN_SPACE(const double* S_w;)
  const double* S_T;
#endif
} SfContext;

/* The choices of a case. Where one case is compiled into its kernels (load_context.h) they are
   constants of the preprocessor and not read from the context: what the case does not need is not
   expanded at all, without which a kernel takes ten times as long to compile. */
#ifdef SF_CONVECTION
#define sf_density_at_wall(c) ((bool)SF_WALL_DENSITY)
#define sf_no_slip_at_corners(c) ((bool)SF_NO_SLIP_AT_CORNERS)
#define sf_has_heat_flow(c) ((bool)SF_HEAT_FLOW)
#define sf_has_friction_heat(c) ((bool)SF_FRICTION_HEAT)
#define sf_has_slip_laws(c) ((bool)SF_HAS_SLIP_LAWS)
#define sf_walls_vary(c) ((bool)SF_WALLS_VARY)
#define sf_viscosity_sixteenths(c) SF_VISCOSITY
#define sf_convection_scheme(c) SF_CONVECTION
#define sf_explicit_convection(c) ((bool)SF_EXPLICIT)
#define sf_outflow_diagonal(c) ((bool)SF_OUTFLOW_DIAGONAL)
#define sf_relaxes(c) ((bool)SF_RELAXES)
#define sf_has_cut_walls(c) ((bool)SF_CUT_WALLS)
#else
#define SF_CHOICE(name) \
  SF_INLINE int sf_##name(const SfContext* c) { return c->name; }
SF_CHOICE(density_at_wall)
SF_CHOICE(no_slip_at_corners)
SF_CHOICE(has_heat_flow)
SF_CHOICE(has_friction_heat)
SF_CHOICE(has_slip_laws)
SF_CHOICE(walls_vary)
SF_CHOICE(viscosity_sixteenths)
SF_CHOICE(convection_scheme)
SF_CHOICE(explicit_convection)
SF_CHOICE(outflow_diagonal)
SF_CHOICE(relaxes)
SF_CHOICE(has_cut_walls)
#endif

/* Adds volume x source to a sum, in the tests that have sources. */
#ifdef SF_MANUFACTURED_SOURCES
#define SF_ADD_SOURCE(sum, source, at, volume) (sum) += (volume) * (real)(source)[at]
#else
#define SF_ADD_SOURCE(sum, source, at, volume)
#endif

SF_FIELD(u)
SF_FIELD(v)
SF_FIELD(T)
SF_FIELD(rho)
SF_FIELD(u_old)
SF_FIELD(v_old)
SF_FIELD(T_old)
SF_FIELD(rho_old)
SF_IN_SPACE(SF_FIELD(w))
SF_IN_SPACE(SF_FIELD(w_old))

/* The velocity along an axis. */
SF_INLINE real sf_q(const SfContext* c, int axis, SfNode P) {
  return SF_BY_AXIS(axis, sf_u(c, P), sf_v(c, P), sf_w(c, P));
}
SF_INLINE real sf_q_old(const SfContext* c, int axis, SfNode P) {
  return SF_BY_AXIS(axis, sf_u_old(c, P), sf_v_old(c, P), sf_w_old(c, P));
}
/* Derivative of the velocity along its own axis, in cell P: the difference of both faces over the
   width. */
SF_INLINE real sf_slope_along(const SfContext* c, int axis, SfNode P) {
  return (sf_q(c, axis, sf_to(P, axis, 1)) - sf_q(c, axis, P)) * sf_rh(&c->mesh, axis, P);
}
/* Gravity along an axis. */
SF_INLINE real sf_gravity(const SfContext* c, int axis) {
  return SF_BY_AXIS(axis, c->gas.gravity_x, c->gas.gravity_y, c->gas.gravity_z);
}

/* Pressure of iteration k-1: always the rounded product. */
#ifdef SF_BOX
SF_INLINE real sf_p(const SfContext* c, SfNode P) { return SF_OF_FIELD(p_old); }
#else
SF_INLINE real sf_p(const SfContext* c, SfNode P) { return sf_rho(c, P) * sf_T(c, P); }
#endif

SF_SHARED_ARRAY(gamma)
SF_SHARED_ARRAY(shear2)
SF_IN_SPACE(SF_SHARED_ARRAY(shear2_x))
SF_IN_SPACE(SF_SHARED_ARRAY(shear2_y))

/* Whether solid cells may be within reach. In kernels of a case without any, code of walls is not
   even expanded. */
#if defined(SF_HAS_WALLS) && !SF_HAS_WALLS
#define SF_WALLS_IN_REACH(c) 0
#else
#define SF_WALLS_IN_REACH(c) ((c)->has_walls)
#endif

/* Number of the wall in the cell, 0 for gas. */
SF_INLINE int sf_tag(const SfContext* c, SfNode P) {
  return SF_WALLS_IN_REACH(c) ? c->tag[sf_at(&c->mesh, P)] : 0;
}
/* Whether the node P of the velocity along the axis is on a boundary that prescribes it. */
SF_INLINE int sf_prescribed(const SfContext* c, int axis, SfNode P) {
  const int place = sf_place(&c->mesh, axis, P);
  const int at_first =
      SF_BY_AXIS(axis, SF_PRESCRIBED_WEST, SF_PRESCRIBED_SOUTH, SF_PRESCRIBED_BOTTOM);
  const int at_last = SF_BY_AXIS(axis, SF_PRESCRIBED_EAST, SF_PRESCRIBED_NORTH, SF_PRESCRIBED_TOP);
  return !c->mesh.away_from_sides &&
         ((c->prescribed & at_first && place == 0) ||
          (c->prescribed & at_last && place == sf_cells(&c->mesh, axis)));
}
/* That node is fluid when both adjacent cells are gas (ghost cells outside open boundaries too). */
SF_INLINE int sf_fluid(const SfContext* c, int axis, SfNode P) {
  return !SF_WALLS_IN_REACH(c) || !(sf_tag(c, sf_to(P, axis, -1)) | sf_tag(c, P));
}

#endif
