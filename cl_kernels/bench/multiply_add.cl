// Measures multiply-adds in the precision of computations: chains of
// x = x * factor + term in private variables, eight of them independent, each of SF_LANES numbers.
// Every number starts from a value of its own and goes into the result: compilers compute equal
// ones once, and eliminate what nobody reads. Contraction is allowed, so that a device with fused
// multiply-adds uses them; a multiply-add counts as two operations.
#ifndef SF_LANES
#define SF_LANES 4
#endif
#include "language.h"

#define SF_JOIN_NAMES(a, b) a##b
#define SF_VECTOR(type, lanes) SF_JOIN_NAMES(type, lanes)
typedef SF_VECTOR(SF_REAL, SF_LANES) Lanes;

#if SF_LANES == 2
#define SF_LANE_NUMBERS 0.0, 1.0
#define SF_SUM(x) (x.s0 + x.s1)
#elif SF_LANES == 4
#define SF_LANE_NUMBERS 0.0, 1.0, 2.0, 3.0
#define SF_SUM(x) ((x.s0 + x.s1) + (x.s2 + x.s3))
#elif SF_LANES == 8
#define SF_LANE_NUMBERS 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0
#define SF_SUM(x) (((x.s0 + x.s1) + (x.s2 + x.s3)) + ((x.s4 + x.s5) + (x.s6 + x.s7)))
#endif

/* 128 SF_LANES multiply-adds per work-item and round; |factor| < 1 keeps the values finite. The
   numbers of work-item k start from k, k + 1, ..: those of the first chain, then of the second. */
__kernel void multiply_add(const int rounds, const real factor, const real term,
                           __global real* restrict out) {
  const int k = get_global_id(0);
  const Lanes f = (Lanes)(factor), t = (Lanes)(term);
  const Lanes next = (Lanes)(SF_LANES);
  Lanes a = (Lanes)(k) + (Lanes)(SF_LANE_NUMBERS), b = a + next, c = b + next, d = c + next;
  Lanes e = d + next, g = e + next, h = g + next, l = h + next;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int n = 0; n < 16; ++n) {
      a = a * f + t;
      b = b * f + t;
      c = c * f + t;
      d = d * f + t;
      e = e * f + t;
      g = g * f + t;
      h = h * f + t;
      l = l * f + t;
    }
  }
  const Lanes sum = a + b + c + d + e + g + h + l;
  out[k] = SF_SUM(sum);
}
