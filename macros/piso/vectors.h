// Vectors of three components, and arrays of them, which hold all x, then all y, then all z.
#ifndef SLIPFLOW_PISO_VECTORS_H
#define SLIPFLOW_PISO_VECTORS_H

#include "language.h"

typedef struct {
  real x, y, z;
} SfVector;

SF_INLINE SfVector sf_vector(real x, real y, real z) {
  const SfVector a = {x, y, z};
  return a;
}
SF_INLINE real sf_component(SfVector a, int q) { return q == 0 ? a.x : q == 1 ? a.y : a.z; }
SF_INLINE SfVector sf_plus(SfVector a, SfVector b) {
  return sf_vector(a.x + b.x, a.y + b.y, a.z + b.z);
}
SF_INLINE SfVector sf_times(real factor, SfVector a) {
  return sf_vector(factor * a.x, factor * a.y, factor * a.z);
}
/* a + factor b */
SF_INLINE SfVector sf_plus_times(SfVector a, real factor, SfVector b) {
  return sf_plus(a, sf_times(factor, b));
}
SF_INLINE real sf_dot(SfVector a, SfVector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
/* The part of a vector along a unit vector n, and the rest. */
SF_INLINE SfVector sf_along(SfVector a, SfVector n) { return sf_times(sf_dot(a, n), n); }
SF_INLINE SfVector sf_across(SfVector a, SfVector n) { return sf_plus_times(a, -sf_dot(a, n), n); }

/* A symmetric tensor of second order. */
typedef struct {
  real xx, xy, xz, yy, yz, zz;
} SfTensor;

/* T + factor n n^T */
SF_INLINE SfTensor sf_plus_square(SfTensor T, real factor, SfVector n) {
  const SfVector m = sf_times(factor, n);
  const SfTensor sum = {T.xx + m.x * n.x, T.xy + m.x * n.y, T.xz + m.x * n.z,
                        T.yy + m.y * n.y, T.yz + m.y * n.z, T.zz + m.z * n.z};
  return sum;
}
SF_INLINE SfTensor sf_plus_tensor(SfTensor T, real factor, SfTensor A) {
  const SfTensor sum = {T.xx + factor * A.xx, T.xy + factor * A.xy, T.xz + factor * A.xz,
                        T.yy + factor * A.yy, T.yz + factor * A.yz, T.zz + factor * A.zz};
  return sum;
}
SF_INLINE real sf_trace(SfTensor T) { return T.xx + T.yy + T.zz; }
/* The cofactors; their trace is the second invariant, the product of the eigenvalues that are not 0
   if there are two. */
SF_INLINE SfTensor sf_cofactors(SfTensor T) {
  const SfTensor C = {T.yy * T.zz - T.yz * T.yz, T.xz * T.yz - T.xy * T.zz,
                      T.xy * T.yz - T.xz * T.yy, T.xx * T.zz - T.xz * T.xz,
                      T.xy * T.xz - T.xx * T.yz, T.xx * T.yy - T.xy * T.xy};
  return C;
}
SF_INLINE SfTensor sf_inverse(SfTensor T) {
  const SfTensor C = sf_cofactors(T), none = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  return sf_plus_tensor(none, SF_RECIPROCAL(T.xx * C.xx + T.xy * C.xy + T.xz * C.xz), C);
}
SF_INLINE SfVector sf_tensor_times(SfTensor T, SfVector a) {
  return sf_vector(T.xx * a.x + T.xy * a.y + T.xz * a.z, T.xy * a.x + T.yy * a.y + T.yz * a.z,
                   T.xz * a.x + T.yz * a.y + T.zz * a.z);
}

/* An array of `count` vectors of two or three components. */
typedef struct {
  int count, components;
} SfVectorArray;

SF_INLINE SfVector sf_vector_at(SF_GLOBAL const real* a, SfVectorArray of, int i) {
  return sf_vector(a[i], a[of.count + i], of.components > 2 ? a[2 * of.count + i] : (real)0.0);
}
SF_INLINE void sf_store_vector(SF_GLOBAL real* a, SfVectorArray of, int i, SfVector value) {
  a[i] = value.x;
  a[of.count + i] = value.y;
  if (of.components > 2) a[2 * of.count + i] = value.z;
}
/* Arrays of symmetric tensors hold all xx, xy, yy, then, of three components, xz, yz, zz. */
SF_INLINE SfTensor sf_tensor_at(SF_GLOBAL const real* a, SfVectorArray of, int i) {
  const int n = of.count;
  SfTensor T = {a[i], a[n + i], 0.0, a[2 * n + i], 0.0, 0.0};
  if (of.components > 2) {
    T.xz = a[3 * n + i];
    T.yz = a[4 * n + i];
    T.zz = a[5 * n + i];
  }
  return T;
}

#endif
