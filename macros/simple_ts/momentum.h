// The momentum equation of one velocity component: "lo/hi" are the faces of its control volume
// along an axis: of u west and east along the velocity, south and north across it;
// docs/methods/simple-ts.md (20)-(22). momentum_terms.h gathers what it needs.
#ifndef SLIPFLOW_MOMENTUM_H
#define SLIPFLOW_MOMENTUM_H

#include "simple_ts/convection/convected.h"
#include "simple_ts/splitting.h"

/* Mass fluxes through the half faces on both sides of a velocity node across its axis. */
typedef struct {
  real s_lo, s_hi;
  real n_lo, n_hi;
} SfHalfFaces;

/* A neighbour across the velocity: its value and twice the conductance to it. */
typedef struct {
  real q;
  real D;
  real gamma4; /* four times Gamma at the corner between, (18) or (19) */
  real b;      /* to the right-hand side: the wall in series with the half cell, (38) */
} SfNeighbour;

/* What one axis across the velocity adds to its equation, times 2. It is filled in the order in
   which the equation reads it (neighbours, stresses, mass fluxes): kernels on NVIDIA are up to 9 %
   slower if all of it is gathered, or its sums are formed, before the terms along the axis. */
typedef struct {
  SfHalfFaces F;
  SfNeighbour s, n;
  real cross, bulk; /* stresses of the velocity along this axis, without B */
} SfAcross;

/* (20) The coefficients of both neighbours across. */
typedef struct {
  real s, n;
} SfAcrossCoefficients;
SF_INLINE SfAcrossCoefficients sf_a_across(SfAcross e) {
  SfAcrossCoefficients a;
  a.s = (sf_positive_part(e.F.s_lo) + sf_positive_part(e.F.s_hi)) + e.s.D;
  a.n = (sf_positive_part(-e.F.n_lo) + sf_positive_part(-e.F.n_hi)) + e.n.D;
  return a;
}
SF_INLINE real sf_D_across(SfAcross e) { return e.s.D + e.n.D; }
/* The mass that leaves, a sum of terms >= 0. */
SF_INLINE real sf_out_across(SfAcross e) {
  return (sf_positive_part(-e.F.s_lo) + sf_positive_part(-e.F.s_hi)) +
         (sf_positive_part(e.F.n_lo) + sf_positive_part(e.F.n_hi));
}

/* Everything one momentum equation reads, times 2: then the flux at the centre of a cell is the sum
   of those through both its faces, and the flux through a side the sum of those of two half faces.
   q: velocity. */
typedef struct {
  real F_lo, F_hi;
  real D_lo, D_hi; /* diffusive conductances, times 4/3 */
  real q_lo, q_hi;
  SfAcross next; /* across, along SF_NEXT of its axis */
  SF_IN_SPACE(SfAcross after;)
  real q;       /* of the node itself */
  real mass_dt; /* m of the control volume over dt, and that of the old level */
  real old_dt;
  real b; /* old momentum/dt, cross and normal stresses, gravity */
  /* With solved pressures: the mean of the two cells, and length of the face over their distance */
  real p;
  real conductance;
} SfMomentum;

/* Pseudo-velocity q* and d: q = q* - d (p_hi - p_lo). */
typedef struct {
  real star;
  real d;
} SfPseudoVelocity;

/* (21) a_P with the net outflow cancelled against the convective parts: a sum of terms >= 0. */
SF_INLINE real sf_momentum_a_P(SfMomentum e) {
  const real out_along = sf_positive_part(-e.F_lo) + sf_positive_part(e.F_hi);
  const real out = SF_SUM_OVER_AXES(out_along, sf_out_across(e.next), sf_out_across(e.after));
  return SF_SUM_OVER_AXES(out + (e.D_lo + e.D_hi), sf_D_across(e.next), sf_D_across(e.after)) +
         e.mass_dt;
}

/* (20)-(22), (35), (41), (37) Pseudo-velocity from neighbours of iteration k-1; `A_area` = 2 A x
   the face's area, `cancels`: the continuity of iteration k-1 is cancelled too. */
SF_INLINE SfPseudoVelocity sf_pseudo_velocity(const SfContext* c, SfMomentum e, real A_area,
                                              int cancels) {
  const real a_lo = sf_positive_part(e.F_lo) + e.D_lo;
  const real a_hi = sf_positive_part(-e.F_hi) + e.D_hi;
  const SfAcrossCoefficients a_next = sf_a_across(e.next);
  SF_IN_SPACE(const SfAcrossCoefficients a_after = sf_a_across(e.after);)
  real a_P =
      cancels ? SF_SUM_OVER_AXES(a_lo + a_hi, a_next.s + a_next.n, a_after.s + a_after.n) + e.old_dt
              : sf_momentum_a_P(e);
  real sum =
      SF_SUM_OVER_AXES(a_lo * e.q_lo + a_hi * e.q_hi, a_next.s * e.next.s.q + a_next.n * e.next.n.q,
                       a_after.s * e.after.s.q + a_after.n * e.after.n.q) +
      e.b;
  if (sf_outflow_diagonal(c) || sf_relaxes(c)) {
    const real D_along = e.D_lo + e.D_hi;
    real cross = sf_cross_diffusion(c, D_along);
    if (c->pressure_solved) cross = sf_undamped(c, cross, e.old_dt, e.p, e.conductance);
    const real D = SF_SUM_OVER_AXES(D_along, sf_D_across(e.next), sf_D_across(e.after));
    const real added = sf_relaxes(c) ? cross - sf_relaxed_diffusion(c, D, a_P + cross) : cross;
    a_P += added;
    sum += added * e.q;
  }
  const real r_a_P = SF_RECIPROCAL(a_P);
  SfPseudoVelocity q;
  q.star = sum * r_a_P;
  q.d = A_area * r_a_P;
  return q;
}

/* (25) Velocity from its pseudo-velocity and the new pressure on both sides. */
SF_INLINE real sf_velocity(SfPseudoVelocity q, real p_lo, real p_hi) {
  return q.star - q.d * (p_hi - p_lo);
}

#endif
