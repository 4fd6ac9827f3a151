// The vocabulary that lets one text be C++ and OpenCL C. The only file that asks which compiler
// reads it.
#ifndef SLIPFLOW_LANGUAGE_H
#define SLIPFLOW_LANGUAGE_H

#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)

#ifdef SF_PARITY
#pragma OPENCL FP_CONTRACT OFF
#else
#pragma OPENCL FP_CONTRACT ON
#endif
#ifndef SF_SINGLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
/* Without being told to, compilers for AMD and NVIDIA call the larger functions and pass the
   context through memory, and the wall code stays in the kernel that has none; not all define
   __OPTIMIZE__. script/oclgrind asks for calls: Oclgrind does not know what inlining
   leaves behind. */
#ifdef SF_KEEP_CALLS
#define SF_INLINE static inline
#else
#define SF_INLINE static inline __attribute__((always_inline))
#endif
#define SF_INLINE_IN_KERNELS SF_INLINE
#define SF_GLOBAL __global
#define SF_LOCAL __local
#define SF_ABS(x) fabs(x)
#if defined(__NV_CL_C_VERSION) && !defined(SF_SINGLE)
/* What NVIDIA's compiler makes of a division or a root ends in a branch to a slow path, around
   which it can move nothing. These are the same steps without it: correctly rounded, so the same
   bits as everywhere, for every argument and result that is a normal number; the self-test of a
   device compares them. */
static inline __attribute__((always_inline)) double sf_reciprocal(double x) {
  double y;
  __asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x)); /* 20 bits */
  /* From a power of two the steps below would stay on the wrong side of 1/(1 - 2^-53). */
  y = as_double(as_ulong(y) | 1);
  double e = fma(-x, y, 1.0);
  e = fma(e, e, e);
  y = fma(e, y, y);
  e = fma(-x, y, 1.0);
  return fma(e, y, y);
}
static inline __attribute__((always_inline)) double sf_divide(double a, double b) {
  const double y = sf_reciprocal(b);
  const double q = a * y;
  return fma(fma(-b, q, a), y, q);
}
static inline __attribute__((always_inline)) double sf_square_root(double x) {
  double y;
  __asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  const double e = fma(x, -(y * y), 1.0);
  y = fma(fma(e, 0.375, 0.5), e * y, y);
  const double g = x * y;
  return fma(fma(-g, g, x), 0.5 * y, g);
}
#define SF_DIVIDE(a, b) sf_divide(a, b)
#define SF_RECIPROCAL(x) sf_reciprocal(x)
#define SF_SQRT(x) sf_square_root(x)
/* Maximum and positive part of doubles by integer operations on their bits: comparisons of doubles
   use the units that do the sums. The self-test of a device compares these too. */
#define SF_LARGER(value, maximum) (as_ulong(value) > as_ulong(maximum))
#define SF_POSITIVE_PART(x) as_double(as_long(x) & ~(as_long(x) >> 63))
#define SF_SMALLER(a, b) (as_long(a) < as_long(b))
#define SF_IS_POSITIVE(x) (as_long(x) > 0)
#define SF_IS_ZERO(x) ((as_long(x) << 1) == 0)
#else
#define SF_SQRT(x) sqrt(x)
#endif
#ifdef __NV_CL_C_VERSION
/* Asks for the line of memory at p in the L2 cache, without a register to hold it. */
#define SF_PREFETCH(p) __asm volatile("prefetch.global.L2 [%0];" ::"l"((ulong)(p)))
/* Two adjacent doubles on their way from global into local memory, both places multiples of 16
   bytes. They have arrived for a work-item once it has waited. */
#define SF_COPY_PAIR(to, from)                                                         \
  __asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((uint)(ulong)(to)), \
                 "l"((ulong)(from))                                                    \
                 : "memory")
#define SF_WAIT_FOR_COPIES() __asm volatile("cp.async.wait_all;" ::: "memory")
/* Loads a double here: the compiler would do so where it is used, behind a barrier. */
static inline __attribute__((always_inline)) double sf_load_now(const __global double* p) {
  double x;
  __asm volatile("ld.global.f64 %0, [%1];" : "=d"(x) : "l"((ulong)(p)) : "memory");
  return x;
}
#define SF_LOAD_NOW(p) sf_load_now(p)
#endif
/* What a work-item has written is seen by every work-group of the launch that sees what it writes
   later. mem_fence() of OpenCL 1.2 is for the work-group alone: with it, values handed over to
   another one were old ones on an H200. Not defined where a device has no such fence. */
#ifdef __NV_CL_C_VERSION
#define SF_DEVICE_FENCE() __asm volatile("membar.gl;" ::: "memory")
#elif __OPENCL_C_VERSION__ == 200 || \
    (defined(__opencl_c_atomic_order_seq_cst) && defined(__opencl_c_atomic_scope_device))
#define SF_DEVICE_FENCE() \
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device)
#endif

/* Precedes a loop whose iterations are independent of one another. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed" /* a loop with wall code may stay scalar */
#define SF_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define SF_INDEPENDENT
#endif
/* Precedes a loop whose index is one of an array that has to stay in registers. Compilers that do
   not know it take no notice. */
#define SF_UNROLL _Pragma("unroll")
#define SF_SAME_SIZE(type, bytes) typedef char sf_size_of_##type[sizeof(type) == (bytes) ? 1 : -1]
typedef uchar SfTag;

#else

#include <cmath>
/* Only what is inlined is vectorised with the loop around it. SF_KEEP_CALLS: for what need not be
   fast, as some equations inline so much that they take long to compile. */
#ifdef SF_KEEP_CALLS
#define SF_INLINE static inline
#elif defined(__OPTIMIZE__)
#define SF_INLINE inline __attribute__((always_inline))
#else
#define SF_INLINE static inline
#endif
/* For what few nodes need: it would be inlined at many places. `pure`, so that what a loop knows of
   its context holds after a call too. */
#define SF_INLINE_IN_KERNELS static inline __attribute__((noinline, pure))
#define SF_GLOBAL
#define SF_LOCAL
#define SF_UNROLL        /* the compiler of the host decides */
#define SF_SHARED_ARRAYS /* the serial reference has memory for shared quantities */
#ifndef SF_SQRT /* a program that counts operations brings a number of its own, and these */
#define SF_SQRT(x) std::sqrt(x)
#define SF_ABS(x) std::fabs(x)
#endif
#define SF_SAME_SIZE(type, bytes) static_assert(sizeof(type) == (bytes))
typedef unsigned char SfTag;

#endif

/* The number of axes. What belongs to the third one alone is left out with two, so that nothing of
   it is in two-dimensional kernels. */
#ifndef SF_AXES
#define SF_AXES 2
#endif
#if SF_AXES == 3
#define SF_IN_SPACE(text) text
#define SF_AND_IN_SPACE(item) , item /* one more of a list */
#define SF_SUM_OVER_AXES(x, y, z) (((x) + (y)) + (z))
#else
#define SF_IN_SPACE(text)
#define SF_AND_IN_SPACE(item)
#define SF_SUM_OVER_AXES(x, y, z) ((x) + (y))
#endif

#ifndef SF_DIVIDE
#define SF_DIVIDE(a, b) ((a) / (b))
#define SF_RECIPROCAL(x) (1.0 / (x))
#endif
#ifndef SF_LARGER
#define SF_LARGER(value, maximum) (!((value) <= (maximum)) && (maximum) == (maximum))
#define SF_POSITIVE_PART(x) ((x) > 0.0 ? (x) : 0.0)
#define SF_SMALLER(a, b) ((a) < (b))
#define SF_IS_POSITIVE(x) ((x) > 0.0)
#define SF_IS_ZERO(x) ((x) == 0.0)
#endif
#ifndef SF_PREFETCH
#define SF_PREFETCH(p)
#endif
#ifndef SF_COPY_PAIR
#define SF_COPY_PAIR(to, from) ((to)[0] = (from)[0], (to)[1] = (from)[1])
#define SF_WAIT_FOR_COPIES()
#define SF_LOAD_NOW(p) (*(p))
#endif

/* The precision: the equations compute with `real`, and fields and the sums of explicit convection
   are `stored` in memory. SF_MIXED stores floats and computes in double, SF_SINGLE does both in
   float, where compilers are told to take literals for floats; else both are
   double. */
#if defined(SF_SINGLE)
#define SF_REAL float
#elif !defined(SF_REAL)
#define SF_REAL double
#endif
typedef SF_REAL real;
#ifdef SF_MIXED
typedef float stored;
#else
typedef real stored;
#endif

/* A new value of a field, rounded to the precision of the stored fields. */
SF_INLINE real sf_as_stored(real x) { return (real)(stored)x; }

/* A product of two differences that is not above this counts as 0: above it, the dividend and the
   intermediate values of a correctly rounded division are normal numbers. */
#ifdef SF_SINGLE
#define SF_LEAST_PRODUCT 0x1p-100
#else
#define SF_LEAST_PRODUCT 0x1p-959
#endif

/* The larger of two magnitudes. Keeps a NaN: once the maximum is NaN, or the value is, every later
   maximum is. fmax and "value > maximum" both drop it, and a diverged iteration would look
   converged. The bits of magnitudes have the order of their values, with NaN above all. */
SF_INLINE real sf_max_keeping_nan(real maximum, real value) {
  return SF_LARGER(value, maximum) ? value : maximum;
}

/* A maximum of magnitudes takes in that of a change. */
#define SF_KEEP_LARGEST(maximum, change) (maximum) = sf_max_keeping_nan(maximum, SF_ABS(change))

/* max(0, x); never -0. */
SF_INLINE real sf_positive_part(real x) { return SF_POSITIVE_PART(x); }

#endif
