// Iterations for A x = f: their numbers, which stay on the device, the formulas of these, the
// vectors that they change, and when they end. r is the residual f - A x; parentheses are sums over
// the cells; M is the preconditioner. docs/linear-solvers.md has the methods as a whole.
#ifndef SLIPFLOW_KRYLOV_H
#define SLIPFLOW_KRYLOV_H

#include "language.h"

/* Sums of an iteration, in an array of numbers. */
#define S7_RR 0        /* (r,r) */
#define S7_RHO 1       /* conjugate gradients (r,z); BiCGStab (r0,r) */
#define S7_CURVATURE 2 /* conjugate gradients (p,Ap); BiCGStab (r0,v) */
#define S7_TS 3        /* BiCGStab (t,s) */
#define S7_TT 4        /* (t,t) */
#define S7_AQQ 5       /* MATM (A0 q,q) */
#define S7_BAA 6       /* (B^-1 A0 q,A0 q) */
#define S7_BSS 7       /* (B^-1 A1 q,A1 q); 0 where A is symmetric */
#define S7_RQ 8        /* (r,q) */
#define S7_DQQ 9       /* (D q,q) */
#define S7_UU 10       /* (D^-1 R2 q,R2 q) */
#define S7_SUM 11      /* of a vector whose mean is taken out */
#define S7_FF 12       /* (f,f), if the relative tolerance is one of its root */
/* What is computed from them. */
#define S7_RHO_OLD 13 /* S7_RHO of the iteration before */
#define S7_ALPHA 14
#define S7_BETA 15
#define S7_OMEGA 16   /* BiCGStab */
#define S7_W 17       /* MATM's omega */
#define S7_W_USED 18  /* and that of the last iteration */
#define S7_TAU 19     /* MATM */
#define S7_OUTSIDE 20 /* MATM: the most that s^2 was outside of [0, 1] */
/* What the host gives. */
#define S7_TOLERANCE 21
#define S7_RELATIVE_TOLERANCE 22
#define S7_CELLS 23
#define S7_KEEP_W 24 /* MATM: iterations for which omega is kept */
/* Another sum: (s,s) of BiCGStab, if its omega has a lower limit. */
#define S7_SS 25
#define S7_NUMBERS 26

/* How the iterations stand. */
#define S7_GOES_ON 0
#define S7_CONVERGED 1
#define S7_NOT_POSITIVE 2 /* (p,Ap) or (A0 q,q) <= 0 */
#define S7_NOT_FINITE 3
#define S7_BROKEN 4 /* BiCGStab: it must start again */

/* Progress of the iterations. The device keeps it, so that the host can queue iterations without
   having seen the ones before: those after the last return at once. Doubles, so that programs in
   single precision find it in the same place. */
typedef struct {
  double first; /* |r| at first */
  double last;  /* and now */
  double enough;
  int count; /* iterations done */
  int outcome;
} S7Progress;
SF_SAME_SIZE(S7Progress, 32);

/* What follows once a sum is known. */
#define S7_THEN_NOTHING 0
#define S7_THEN_START 1
#define S7_THEN_COUNT 2
#define S7_THEN_CG_BETA 3
#define S7_THEN_CG_ALPHA 4
#define S7_THEN_SHADOW_BETA 5
#define S7_THEN_SHADOW_ALPHA 6
#define S7_THEN_OMEGA 7
#define S7_THEN_MATM 8

/* BiCGStab starts again where the cosine of the angle between its residual and the first one is
   below this: (r0,r) then has few correct digits left. */
#define S7_LEAST_COSINE 1e-10
/* Or where the residual exceeds this many times the first one: its rounding errors remain. */
#define S7_MOST_GROWTH 1e5
/* The least cosine of the angle between s and t that omega is computed with, where it has a limit:
   Sleijpen, van der Vorst, Numer. Algorithms 10 (1995) 203. */
#define S7_LEAST_OMEGA 0.7

SF_INLINE int s7_is_finite(real x) { return x - x == 0.0; }
/* SF_SQRT is for normal numbers. */
SF_INLINE real s7_root(real x) { return x > 0.0 && s7_is_finite(x) ? SF_SQRT(x) : x; }

/* The residual is known; at first it also tells what is enough. */
SF_INLINE void s7_judge(SF_GLOBAL const real* n, SF_GLOBAL S7Progress* progress, int is_first) {
  progress->last = s7_root(n[S7_RR]);
  if (is_first) {
    const real scale = n[S7_FF] > 0.0 ? s7_root(n[S7_FF]) : progress->last;
    const real relative = n[S7_RELATIVE_TOLERANCE] * scale;
    progress->first = progress->last;
    progress->enough = relative > n[S7_TOLERANCE] ? relative : n[S7_TOLERANCE];
  } else {
    progress->count += 1;
  }
  if (!s7_is_finite(n[S7_RR]))
    progress->outcome = S7_NOT_FINITE;
  else if (progress->last <= progress->enough)
    progress->outcome = S7_CONVERGED;
}

/* Conjugate gradients: p = z + beta p, x += alpha p, r -= alpha A p. */
SF_INLINE void s7_cg_beta(SF_GLOBAL real* n, int count) {
  n[S7_BETA] = count == 0 ? 0.0 : SF_DIVIDE(n[S7_RHO], n[S7_RHO_OLD]);
  n[S7_RHO_OLD] = n[S7_RHO];
}
SF_INLINE void s7_cg_alpha(SF_GLOBAL real* n, SF_GLOBAL S7Progress* progress) {
  if (!(n[S7_CURVATURE] > 0.0))
    progress->outcome = s7_is_finite(n[S7_CURVATURE]) ? S7_NOT_POSITIVE : S7_NOT_FINITE;
  n[S7_ALPHA] = SF_DIVIDE(n[S7_RHO], n[S7_CURVATURE]);
}

/* BiCGStab: p = r + beta (p - omega v), v = A M p, s = r - alpha v, t = A M s,
   x += alpha M p + omega M s, r = s - omega t. */
SF_INLINE void s7_shadow_beta(SF_GLOBAL real* n, SF_GLOBAL S7Progress* progress) {
  const real first = progress->first, last = progress->last;
  if (SF_ABS(n[S7_RHO]) <= S7_LEAST_COSINE * first * last || last > S7_MOST_GROWTH * first ||
      (progress->count > 0 && n[S7_OMEGA] == 0.0))
    progress->outcome = S7_BROKEN;
  n[S7_BETA] = progress->count == 0
                   ? 0.0
                   : SF_DIVIDE(n[S7_RHO], n[S7_RHO_OLD]) * SF_DIVIDE(n[S7_ALPHA], n[S7_OMEGA]);
  n[S7_RHO_OLD] = n[S7_RHO];
}
SF_INLINE void s7_shadow_alpha(SF_GLOBAL real* n, SF_GLOBAL S7Progress* progress) {
  if (n[S7_CURVATURE] == 0.0) progress->outcome = S7_BROKEN;
  n[S7_ALPHA] = SF_DIVIDE(n[S7_RHO], n[S7_CURVATURE]);
}
/* t = 0: the half step has found the solution. Where s and t are nearly orthogonal, as where
   convection prevails, omega would vanish and with it the next directions. */
SF_INLINE void s7_omega(SF_GLOBAL real* n) {
  const real least = S7_LEAST_OMEGA * s7_root(n[S7_SS]) * s7_root(n[S7_TT]);
  const real ts = SF_ABS(n[S7_TS]) >= least ? n[S7_TS] : n[S7_TS] < 0.0 ? -least : least;
  n[S7_OMEGA] = n[S7_TT] == 0.0 ? 0.0 : SF_DIVIDE(ts, n[S7_TT]);
}

/* The modified alternating-triangular method: B = (D + w R1) D^-1 (D + w R2), B q = r,
   x += tau q, with A = A0 + A1, the symmetric and the skew part. */
SF_INLINE void s7_matm(SF_GLOBAL real* n, SF_GLOBAL S7Progress* progress) {
  const real a = n[S7_AQQ], b = n[S7_BAA];
  const real estimate = 1.0 - SF_DIVIDE(a * a, b * n[S7_RQ]);
  const real s2 = estimate < 0.0 ? 0.0 : estimate > 1.0 ? 1.0 : estimate;
  const real k2 = SF_DIVIDE(n[S7_BSS], b);
  const real th = SF_DIVIDE(1.0 - s7_root(SF_DIVIDE(s2 * k2, 1.0 + k2)), 1.0 + k2 * (1.0 - s2));
  const real w = s7_root(SF_DIVIDE(n[S7_DQQ], n[S7_UU]));
  n[S7_OUTSIDE] = sf_max_keeping_nan(n[S7_OUTSIDE], SF_ABS(estimate - s2));
  n[S7_TAU] = SF_DIVIDE(th * a, b);
  n[S7_W_USED] = n[S7_W];
  if (progress->count % (int)n[S7_KEEP_W] == 0) n[S7_W] = w;
  if (!s7_is_finite(w)) progress->outcome = S7_NOT_FINITE;
  if (!(a > 0.0)) progress->outcome = s7_is_finite(a) ? S7_NOT_POSITIVE : S7_NOT_FINITE;
}

SF_INLINE void s7_then(int then, SF_GLOBAL real* n, SF_GLOBAL S7Progress* progress) {
  if (then == S7_THEN_START || then == S7_THEN_COUNT) s7_judge(n, progress, then == S7_THEN_START);
  if (then == S7_THEN_CG_BETA) s7_cg_beta(n, progress->count);
  if (then == S7_THEN_CG_ALPHA) s7_cg_alpha(n, progress);
  if (then == S7_THEN_SHADOW_BETA) s7_shadow_beta(n, progress);
  if (then == S7_THEN_SHADOW_ALPHA) s7_shadow_alpha(n, progress);
  if (then == S7_THEN_OMEGA) s7_omega(n);
  if (then == S7_THEN_MATM) s7_matm(n, progress);
}

/* A term of (D a,a), or of (D^-1 a,a). */
SF_INLINE real s7_weighted(real diagonal, real a, int inverse) {
  return inverse ? SF_DIVIDE(a * a, diagonal) : diagonal * a * a;
}

/* Vectors at an entry. A beta of 0 leaves nothing of the old direction, whatever it holds. */
SF_INLINE real s7_cg_direction(SF_GLOBAL const real* n, real z, real p) {
  return n[S7_BETA] == 0.0 ? z : z + n[S7_BETA] * p;
}
SF_INLINE real s7_shadow_direction(SF_GLOBAL const real* n, real r, real p, real v) {
  return n[S7_BETA] == 0.0 ? r : r + n[S7_BETA] * (p - n[S7_OMEGA] * v);
}
SF_INLINE real s7_half_residual(SF_GLOBAL const real* n, real r, real v) {
  return r - n[S7_ALPHA] * v;
}
SF_INLINE real s7_full_step(SF_GLOBAL const real* n, real mp, real ms) {
  return n[S7_ALPHA] * mp + n[S7_OMEGA] * ms;
}
SF_INLINE real s7_full_residual(SF_GLOBAL const real* n, real s, real t) {
  return s - n[S7_OMEGA] * t;
}

#endif
