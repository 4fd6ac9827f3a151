// Measures memory throughput: kernels that read and write as many arrays as the solver's kernels
// and compute next to nothing. One work-item per value; the arrays are as long as the global
// size.
#include "language.h"

/* A measurement begins with memory that has been written, and values that are no special case. */
__kernel void fill_array(__global stored* restrict out, const real value) {
  out[get_global_id(0)] = value;
}

/* One array to another, as an explicit step of one quantity. */
__kernel void copy_1_to_1(__global const stored* restrict a, __global stored* restrict z) {
  const int k = get_global_id(0);
  z[k] = a[k];
}

/* Two arrays to two others, as an iteration of two quantities. */
__kernel void copy_2_to_2(__global const stored* restrict a, __global const stored* restrict b,
                          __global stored* restrict y, __global stored* restrict z) {
  const int k = get_global_id(0);
  y[k] = a[k];
  z[k] = b[k];
}

/* The inner iteration with implicit convection: u, v, T, rho and their old level; new u, v,
   T, rho. */
__kernel void copy_8_to_4(__global const stored* restrict a, __global const stored* restrict b,
                          __global const stored* restrict c, __global const stored* restrict d,
                          __global const stored* restrict e, __global const stored* restrict f,
                          __global const stored* restrict g, __global const stored* restrict h,
                          __global stored* restrict w, __global stored* restrict x,
                          __global stored* restrict y, __global stored* restrict z) {
  const int k = get_global_id(0);
  w[k] = a[k] + e[k];
  x[k] = b[k] + f[k];
  y[k] = c[k] + g[k];
  z[k] = d[k] + h[k];
}

/* With explicit convection: three convective sums more. */
__kernel void copy_11_to_4(__global const stored* restrict a, __global const stored* restrict b,
                           __global const stored* restrict c, __global const stored* restrict d,
                           __global const stored* restrict e, __global const stored* restrict f,
                           __global const stored* restrict g, __global const stored* restrict h,
                           __global const stored* restrict p, __global const stored* restrict q,
                           __global const stored* restrict r, __global stored* restrict w,
                           __global stored* restrict x, __global stored* restrict y,
                           __global stored* restrict z) {
  const int k = get_global_id(0);
  w[k] = a[k] + e[k] + p[k];
  x[k] = b[k] + f[k] + q[k];
  y[k] = c[k] + g[k] + r[k];
  z[k] = d[k] + h[k];
}

/* The explicit convection: u, v, T, rho; three sums. */
__kernel void copy_4_to_3(__global const stored* restrict a, __global const stored* restrict b,
                          __global const stored* restrict c, __global const stored* restrict d,
                          __global stored* restrict x, __global stored* restrict y,
                          __global stored* restrict z) {
  const int k = get_global_id(0);
  x[k] = a[k] + d[k];
  y[k] = b[k] + d[k];
  z[k] = c[k] + d[k];
}

/* Inner iterations and explicit convection in space: w is one more field. */
#define SF_READ(x) __global const stored* restrict x
#define SF_WRITTEN(x) __global stored* restrict x
__kernel void copy_10_to_5(SF_READ(a), SF_READ(b), SF_READ(c), SF_READ(d), SF_READ(e), SF_READ(f),
                           SF_READ(g), SF_READ(h), SF_READ(p), SF_READ(q), SF_WRITTEN(v),
                           SF_WRITTEN(w), SF_WRITTEN(x), SF_WRITTEN(y), SF_WRITTEN(z)) {
  const int k = get_global_id(0);
  v[k] = a[k] + f[k];
  w[k] = b[k] + g[k];
  x[k] = c[k] + h[k];
  y[k] = d[k] + p[k];
  z[k] = e[k] + q[k];
}
__kernel void copy_14_to_5(SF_READ(a), SF_READ(b), SF_READ(c), SF_READ(d), SF_READ(e), SF_READ(f),
                           SF_READ(g), SF_READ(h), SF_READ(p), SF_READ(q), SF_READ(r), SF_READ(s),
                           SF_READ(t), SF_READ(o), SF_WRITTEN(v), SF_WRITTEN(w), SF_WRITTEN(x),
                           SF_WRITTEN(y), SF_WRITTEN(z)) {
  const int k = get_global_id(0);
  v[k] = a[k] + f[k] + r[k];
  w[k] = b[k] + g[k] + s[k];
  x[k] = c[k] + h[k] + t[k];
  y[k] = d[k] + p[k] + o[k];
  z[k] = e[k] + q[k];
}
__kernel void copy_5_to_4(SF_READ(a), SF_READ(b), SF_READ(c), SF_READ(d), SF_READ(e), SF_WRITTEN(w),
                          SF_WRITTEN(x), SF_WRITTEN(y), SF_WRITTEN(z)) {
  const int k = get_global_id(0);
  w[k] = a[k] + e[k];
  x[k] = b[k] + e[k];
  y[k] = c[k] + e[k];
  z[k] = d[k] + e[k];
}
