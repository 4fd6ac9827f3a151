// The pressure equation with the neighbours' pressures of the same iteration, [inner] pressure =
// multigrid; docs/methods/simple-ts.md (65)-(70). Its unknown is the increment p^k - p^(k-1).
#ifndef SLIPFLOW_SOLVED_PRESSURE_H
#define SLIPFLOW_SOLVED_PRESSURE_H

#include "simple_ts/boundary/pressure_side.h"
#include "simple_ts/energy.h"
#include "simple_ts/pressure.h"

/* What is outside the boundaries: SF_SIDE_*, and the prescribed pressures. */
typedef struct {
  int kind;
  SfPressureSide prescribed;
} SfOutside;
typedef struct {
  SfOutside west, east, south, north;
  SF_IN_SPACE(SfOutside bottom; SfOutside top;)
} SfOutsides;

/* One row of the system: diagonal x - sum of coefficient x neighbour = right. */
typedef struct {
  real diagonal;
  real side_x; /* parts of the diagonal that prescribed pressures along x and y bring in */
  real side_y;
  SF_IN_SPACE(real side_z;)
  real east; /* coefficients of the faces to the next cells, 0 on a boundary where the mesh ends */
  real north;
  SF_IN_SPACE(real top;)
  real right;
} SfPressureRow;

/* What one face adds to a row. */
typedef struct {
  real coefficient; /* in the diagonal */
  real side;        /* the part of it that belongs to a prescribed pressure */
  real right;
} SfFaceOfRow;

/* (65) theta: the part of div u that the temperature of the cell follows in the same iteration. */
SF_INLINE real sf_temperature_response(const SfContext* c, SfNode P) {
  const real V = sf_volume(&c->mesh, P);
  return SF_DIVIDE(V * sf_rho(c, P) * c->rdt, sf_thermal_balance(c, P).diagonal);
}

/* (82) The pseudo-velocity of a later sweep, widened: `before` is that of the sweeps so far, also
   widened, and p_lo, p_hi the pressures of k-1 on both sides of the node P. Then the velocities
   by the pressures of k-1 are those of the sweep, and d tells how far those of all sweeps together
   follow other pressures: what a sweep has changed takes part in the next one with 1 - m/(dt a_P),
   where 1/a_P = d/(A x area) and m = V x density of the old level. */
SF_INLINE SfPseudoVelocity sf_widened(const SfContext* c, int axis, SfNode P,
                                      SfPseudoVelocity sweep, SfPseudoVelocity before, real p_lo,
                                      real p_hi) {
  const SfMesh* m = &c->mesh;
  const real old =
      sf_rho_old(c, sf_to(P, axis, -1)) * sf_wh(m, axis, P) + sf_rho_old(c, P) * sf_wl(m, axis, P);
  const real old_part = SF_DIVIDE(sf_hf(m, axis, P) * old * c->rdt * sweep.d, c->gas.A);
  const real others = (1.0 - old_part) * before.d;
  const SfPseudoVelocity q = {sweep.star + others * (p_hi - p_lo), sweep.d + others};
  return q;
}

/* Net mass outflow of iteration k-1. */
SF_INLINE real sf_outflow_before(const SfContext* c, SfNode P) {
  return SF_SUM_OVER_AXES(sf_Fx(c, sf_to(P, SF_X, 1)) - sf_Fx(c, P),
                          sf_Fy(c, sf_to(P, SF_Y, 1)) - sf_Fy(c, P),
                          sf_Fz(c, sf_to(P, SF_Z, 1)) - sf_Fz(c, P));
}

/* (66) A face with the conductance a = dt al, from the pressure p of the cell and p_next beyond it,
   both of k-1. */
SF_INLINE SfFaceOfRow sf_face_of_row(real a, real p, real p_next) {
  const SfFaceOfRow face = {a, 0.0, a * (p_next - p)};
  return face;
}

/* (67) The same on a boundary. Where the ghost follows the cell, no difference remains; where the
   pressure is prescribed on the face, it is half as far away as a cell. */
SF_INLINE SfFaceOfRow sf_face_outside(SfOutside outside, real a, real p, real p_ghost) {
  SfFaceOfRow face = sf_face_of_row(a, p, p_ghost);
  if (outside.kind == SF_SIDE_COPY) {
    face.coefficient = face.right = 0.0;
  } else if (outside.kind == SF_SIDE_PRESSURE) {
    const real twice = outside.prescribed.at_ghost ? 1.0 : 2.0;
    face.coefficient = twice * a;
    face.right = face.coefficient * (outside.prescribed.p - p);
  }
  face.side = face.coefficient;
  return face;
}

/* (67) Pressure of a ghost cell in (25), from the new one of the cell inside and that of k-1. */
SF_INLINE real sf_pressure_outside(SfOutside outside, real inside, real before) {
  if (outside.kind == SF_SIDE_COPY) return inside;
  if (outside.kind != SF_SIDE_PRESSURE) return before;
  return outside.prescribed.at_ghost ? outside.prescribed.p : 2.0 * outside.prescribed.p - inside;
}

/* The face of cell P along the axis on one side, -1 or 1. */
SF_INLINE SfFaceOfRow sf_face_on(const SfContext* c, int axis, SfNode P, int side,
                                 SfOutside outside, real al) {
  const SfMesh* m = &c->mesh;
  const int place = sf_place(m, axis, P);
  const SfNode next = sf_to(P, axis, side);
  const int inside =
      side < 0 ? sf_is_from(m, axis, place, 1) : sf_is_up_to(m, axis, place, sf_cells(m, axis) - 2);
  const real p = sf_p(c, P), p_next = sf_p(c, next);
  return inside ? sf_face_of_row(c->dt * al, p, p_next)
                : sf_face_outside(outside, c->dt * al, p, p_next);
}

/* (66) The row of gas cell P, with its new temperature T. */
SF_INLINE SfPressureRow sf_pressure_row(const SfContext* c, SfNode P, real T, real theta,
                                        SfFaceFlows f, SfOutsides outside) {
  const real V = sf_volume(&c->mesh, P);
  const real r_g = SF_RECIPROCAL(1.0 - c->gas.CT3 * theta);
  const SfFaceOfRow w = sf_face_on(c, SF_X, P, -1, outside.west, f.w.al);
  const SfFaceOfRow e = sf_face_on(c, SF_X, P, 1, outside.east, f.e.al);
  const SfFaceOfRow s = sf_face_on(c, SF_Y, P, -1, outside.south, f.s.al);
  const SfFaceOfRow n = sf_face_on(c, SF_Y, P, 1, outside.north, f.n.al);
#if SF_AXES == 3
  const SfFaceOfRow b = sf_face_on(c, SF_Z, P, -1, outside.bottom, f.b.al);
  const SfFaceOfRow t = sf_face_on(c, SF_Z, P, 1, outside.top, f.t.al);
#endif
  const real out = sf_implicit_pressure(c, P, 0.0).out;
  const real own = SF_DIVIDE(V * r_g + out, T);
  real mass = sf_net_be(f);
  SF_ADD_SOURCE(mass, c->S_rho, sf_at(&c->mesh, P), V * r_g);
  SfPressureRow row;
  row.side_x = w.side + e.side;
  row.side_y = s.side + n.side;
  SF_IN_SPACE(row.side_z = b.side + t.side;)
  row.diagonal =
      own + SF_SUM_OVER_AXES(w.coefficient + e.coefficient, s.coefficient + n.coefficient,
                             b.coefficient + t.coefficient);
  row.east = e.coefficient - e.side;
  row.north = n.coefficient - n.side;
  SF_IN_SPACE(row.top = t.coefficient - t.side;)
  row.right = (V * r_g * sf_rho_old(c, P) + out * sf_rho(c, P) - own * sf_p(c, P)) +
              c->dt * ((1.0 - r_g) * sf_outflow_before(c, P) + mass) +
              SF_SUM_OVER_AXES(w.right + e.right, s.right + n.right, b.right + t.right);
  return row;
}

/* (12), (25) Mass flow through a face with the new pressures. */
SF_INLINE real sf_new_flow(SfFaceFlow flow, real p_lo, real p_hi) {
  return flow.be - flow.al * (p_hi - p_lo);
}

/* (68) The new temperature of cell P after the pressure: it follows the change of the net
   outflow. `outflow`: with the new pressures. */
SF_INLINE real sf_temperature_after_pressure(const SfContext* c, SfNode P, real T, real theta,
                                             real outflow) {
  const real mass = sf_rho(c, P) * (sf_volume(&c->mesh, P));
  const real change = c->dt * (outflow - sf_outflow_before(c, P));
  const real factor = 1.0 + c->gas.CT3 * theta * SF_DIVIDE(change, mass);
  return T * (factor < 0.5 ? 0.5 : factor > 2.0 ? 2.0 : factor);
}

#endif
