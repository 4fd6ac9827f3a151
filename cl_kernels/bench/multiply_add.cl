// How fast a device multiplies and adds in the precision it computes in: chains of x = x * factor + term
// in private variables, eight of them independent, each of SF_LANES numbers. Contraction is allowed, so
// that a device with fused multiply-adds uses them; a multiply-add counts as two operations.
#ifndef SF_LANES
#define SF_LANES 4
#endif
#include "language.h"

#define SF_JOIN_NAMES(a, b) a##b
#define SF_VECTOR(type, lanes) SF_JOIN_NAMES(type, lanes)
typedef SF_VECTOR(SF_REAL, SF_LANES) Lanes;

/* 128 SF_LANES multiply-adds per work-item and round; |factor| < 1 keeps the values finite. */
__kernel void multiply_add(const int rounds, const real factor, const real term,
                           __global real *restrict out) {
  const int k = get_global_id(0);
  const Lanes f = (Lanes)(factor), t = (Lanes)(term);
  Lanes a = (Lanes)(k), b = a + 1.0, c = a + 2.0, d = a + 3.0;
  Lanes e = a + 4.0, g = a + 5.0, h = a + 6.0, l = a + 7.0;
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
  out[k] = sum.s0 + sum.s1;
}
