// Sums whose bits do not depend on the order of their terms: sums of integers. With the unit of the
// sum, a power of two, a term is
//
//     term/unit = high 2^-20 + middle 2^-60 + low 2^-100 + a rest below 2^-100, which is dropped
//
// All have the sign of the term, so opposite terms cancel. No step of sf_add_term() rounds, neither
// in double nor in float. So contracted operations have the same results, and subnormal numbers,
// which some devices flush to 0, only occur in the rest.
#ifndef SLIPFLOW_EXACT_SUM_H
#define SLIPFLOW_EXACT_SUM_H

#include "language.h"

#define SF_LIMB_BITS 40 /* of middle and low */

/* A sum in four limbs. Limbs of several sums can be added in any order. */
typedef struct {
  long high;   /* unit 2^-20 */
  long middle; /* unit 2^-60; in [0, 2^40) after sf_carry_limbs() */
  long low;    /* unit 2^-100; as well */
  long beyond; /* number of terms that are NaN or not below the limit: the sum is NaN */
} SfExactSum;
SF_SAME_SIZE(SfExactSum, 32);

/* The unit of a sum, and the limit of |term/unit|. `high` cannot overflow with 2^43/limit terms. */
typedef struct {
  real inverse; /* of the unit */
  real limit;   /* at most 2^40 */
} SfSumUnit;

SF_INLINE SfExactSum sf_no_terms(void) {
  const SfExactSum sum = {0, 0, 0, 0};
  return sum;
}

/* Adds a term; after at most 2^22 of them the sum must be carried. */
SF_INLINE SfExactSum sf_add_term(SfExactSum sum, real term, SfSumUnit unit) {
  const real limb = (real)((long)1 << SF_LIMB_BITS);
  const real t = term * unit.inverse;
  if (!(SF_ABS(t) < unit.limit)) {
    ++sum.beyond;
    return sum;
  }
  const real high = t * (real)(1 << 20);
  const long a = (long)high;
  const real middle = (high - (real)a) * limb;
  const long b = (long)middle;
  const real low = (middle - (real)b) * limb;
  sum.high += a;
  sum.middle += b;
  sum.low += (long)low;
  return sum;
}

/* The same value with one possible result: equal sums have equal limbs. */
SF_INLINE SfExactSum sf_carry_limbs(SfExactSum sum) {
  const long limb = (long)1 << SF_LIMB_BITS;
  sum.middle += sum.low >> SF_LIMB_BITS; /* rounds down, a negative value too */
  sum.low &= limb - 1;
  sum.high += sum.middle >> SF_LIMB_BITS;
  sum.middle &= limb - 1;
  return sum;
}

/* The sum of two carried sums. */
SF_INLINE SfExactSum sf_add_sums(SfExactSum a, SfExactSum b) {
  a.high += b.high;
  a.middle += b.middle;
  a.low += b.low;
  a.beyond += b.beyond;
  return sf_carry_limbs(a);
}

#endif
