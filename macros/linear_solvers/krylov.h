// The numbers of iterations for A x = f, which stay on the device, their formulas, and when the
// iterations end. r is the residual; parentheses are sums over the cells.
#ifndef SLIPFLOW_KRYLOV_H
#define SLIPFLOW_KRYLOV_H

#include "language.h"

/* Sums of an iteration, in an array of numbers. */
#define S7_RR 0        /* (r,r) */
#define S7_RHO 1       /* conjugate gradients (r,z); BiCGStab (r0,r) */
#define S7_RHO_OLD 2   /* of the iteration before */
#define S7_CURVATURE 3 /* conjugate gradients (p,Ap); BiCGStab (r0,v) */
#define S7_TS 4        /* BiCGStab (t,s) */
#define S7_TT 5        /* (t,t) */
#define S7_AQQ 6       /* MATM (A0 q,q) */
#define S7_BAA 7       /* (B^-1 A0 q,A0 q) */
#define S7_BSS 8       /* (B^-1 A1 q,A1 q) */
#define S7_RQ 9        /* (r,q) */
#define S7_DQQ 10      /* (D q,q) */
#define S7_UU 11       /* (D^-1 R2 q,R2 q) */
#define S7_SUM 12      /* of a vector whose mean is taken out */
/* What is computed from them. */
#define S7_ALPHA 13
#define S7_BETA 14
#define S7_OMEGA 15 /* BiCGStab */
#define S7_W 16     /* MATM */
#define S7_TAU 17
#define S7_OUTSIDE 18 /* MATM: the most that s^2 was outside of [0, 1] */
#define S7_NUMBERS 19

/* How the iterations stand. */
#define S7_GOES_ON 0
#define S7_CONVERGED 1
#define S7_NOT_POSITIVE 2 /* (p,Ap) <= 0 */
#define S7_NOT_FINITE 3
#define S7_BROKEN 4 /* BiCGStab: nothing to divide by */

/* Progress of the iterations. The device keeps it, so that the host can queue iterations without
   having seen the ones before: those after the last return at once. */
typedef struct {
  real first; /* |r| at first */
  real last;  /* and now */
  real enough;
  real shadow; /* BiCGStab: |(r0,r)| at first */
  int count;   /* iterations done */
  int outcome;
} S7Progress;
SF_SAME_SIZE(S7Progress, 4 * sizeof(real) + 8);

#endif
