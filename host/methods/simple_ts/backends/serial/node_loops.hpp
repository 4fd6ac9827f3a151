// Loops over the nodes of the mesh, in a form that compilers turn into vector instructions.
//
//   x x x x x x x x x      x  near: the equations may meet a wall or boundary, and each node asks
//   x . . . . . . . x      .  open: no wall and no boundary within reach. Wall code and the choice
//   x . . x x x . . x         of scheme are compiled away, and a run of such nodes in a row is a
//   x . . x # x . . x         loop without a branch
//   x . . x x x . . x      #  solid
#pragma once

#include <vector>

#include "slipflow/simple_ts/case.hpp"
#include "slipflow/simple_ts/equations.hpp"
#include "slipflow/support/thread_pool.hpp"

// Loops in one piece for each scheme take minutes to compile, with a sanitizer's checks in them or
// for precisions in space. SF_SHORT_LOOPS, which CMake defines there: once for all schemes.
#ifdef SLIPFLOW_SANITIZED
#define SF_SHORT_LOOPS
#endif

// A loop is compiled for two generations of x86-64 processors; the dynamic linker takes the newest
// this machine can run. Contraction is off, so both give the same bits. A third one, x86-64-v4, was
// at most 2 % faster and took a sixth of the time to compile.
#if defined(__x86_64__) && defined(__OPTIMIZE__) && !defined(__AVX__) && !defined(__clang__) && \
    __GNUC__ >= 12 && !defined(SF_SHORT_LOOPS)
#define SF_LOOPS_ARE_CLONED
#define SF_CLONED __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define SF_CLONED
#endif

#ifdef SF_SHORT_LOOPS
#define SF_FLATTENED
#else
#define SF_FLATTENED __attribute__((flatten))
#endif

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

/// The columns [i0, i1), rows [j0, j1) and, in space, layers [k0, k1).
struct Nodes {
  int i0, i1, j0, j1;
  int k0 = 0, k1 = 1;
};

/// A step is called as step(context, P) for each node P, the nodes of a row in any order: it must
/// not read what the same step stores for another node of the row.
class NodeLoops {
 public:
  /// `pool`: whose threads share the layers of a loop in space; null: the caller alone.
  explicit NodeLoops(const Case& c, ThreadPool* pool = nullptr);

  /// For steps that do not depend on the scheme.
  template <class Step>
  void over(const Nodes& nodes, const SfContext& c, const Step& step) const {
    for_runs<AnyScheme>(nodes, c, step);
  }

  /// For steps that do, in which limiters are: compiled for each scheme.
  template <class Step>
  void over_by_scheme(const Nodes& nodes, const SfContext& c, const Step& step) const {
    choose_scheme(c, [&]<class FixedScheme>() { for_runs<FixedScheme>(nodes, c, step); });
  }

  /// For the transport coefficient: compiled for hard spheres, and for any other gas.
  template <class Step>
  void over_by_gas(const Nodes& nodes, const SfContext& c, const Step& step) const {
    c.viscosity_sixteenths == SF_HARD_SPHERES ? for_runs<HardSpheres>(nodes, c, step)
                                              : for_runs<AnyScheme>(nodes, c, step);
  }

  /// For steps that depend on the keys of [inner] too: compiled for their defaults and for the
  /// published iteration, as they take long to compile. A branch that is left in the loop over a
  /// row keeps it from becoming vector instructions: the other choices are slower. The shared
  /// quantities contain the limiter: these steps ask only whether the scheme is upwind, and not
  /// even that where convection is explicit. Code for each limiter would be the same several times.
  template <class Step>
  void over_by_splitting(const Nodes& nodes, const SfContext& c, const Step& step) const {
    const bool usual = c.outflow_diagonal && c.relaxes;
    const bool published = !c.outflow_diagonal && !c.relaxes && !c.pressure_solved;
    if (!usual && !published)
      for_runs<AnyScheme>(nodes, c, step);
    else if (c.explicit_convection)
      for_splitting<Scheme<SF_UPWIND, 1>>(nodes, c, step);
    else if (c.convection_scheme == SF_UPWIND)
      for_splitting<Scheme<SF_UPWIND, 0>>(nodes, c, step);
    else
      for_splitting<Scheme<kSomeLimiter, 0>>(nodes, c, step);
  }

 private:
  // Columns [i0, i1) of one row.
  struct Run {
    int i0, i1;
    bool open;
  };

  struct AnyScheme {
    static void fix(SfContext&) {}
  };
#ifdef SF_SHORT_LOOPS
  template <class FixedScheme>
  using Compiled = AnyScheme;  // each node asks for the scheme
#else
  template <class FixedScheme>
  using Compiled = FixedScheme;
#endif
  struct HardSpheres {
    static void fix(SfContext& c) { c.viscosity_sixteenths = SF_HARD_SPHERES; }
  };
  template <int convection, int explicit_convection>
  struct Scheme {
    static void fix(SfContext& c) {
      c.convection_scheme = convection;
      c.explicit_convection = explicit_convection;
    }
  };
  template <class FixedScheme, int outflow_diagonal, int relaxes, int pressure_solved = 0>
  struct Splitting {
    static void fix(SfContext& c) {
      FixedScheme::fix(c);
      c.outflow_diagonal = outflow_diagonal;
      c.relaxes = relaxes;
      c.pressure_solved = pressure_solved;
    }
  };

  static constexpr int kSomeLimiter = 1;

  template <class FixedScheme, class Step>
  void for_splitting(const Nodes& nodes, const SfContext& c, const Step& step) const {
    if (c.pressure_solved)
      for_runs<Splitting<FixedScheme, 1, 1, 1>>(nodes, c, step);
    else if (c.relaxes)
      for_runs<Splitting<FixedScheme, 1, 1>>(nodes, c, step);
    else
      for_runs<Splitting<FixedScheme, 0, 0>>(nodes, c, step);
  }

  // Calls loops.operator()<Scheme<...>>() with the scheme of the case.
  template <class Loops>
  static void choose_scheme(const SfContext& c, const Loops& loops) {
    switch (c.convection_scheme) {
#define SF_LOOP_CASE(name, number, limiter)                                       \
  case number:                                                                    \
    return c.explicit_convection ? loops.template operator()<Scheme<number, 1>>() \
                                 : loops.template operator()<Scheme<number, 0>>();
      SF_CONVECTION_SCHEMES(SF_LOOP_CASE)
#undef SF_LOOP_CASE
    }
  }

  template <class FixedScheme, class Step>
  void for_runs(const Nodes& nodes, const SfContext& c, const Step& step) const {
    if (!pool_) return for_lines<FixedScheme>(nodes, c, step);
    const int parts = pool_->threads(), layers = nodes.k1 - nodes.k0;
    pool_->run(parts, [&](int part, int) {
      Nodes own = nodes;
      own.k0 = nodes.k0 + layers * part / parts;
      own.k1 = nodes.k0 + layers * (part + 1) / parts;
      for_lines<FixedScheme>(own, c, step);
    });
  }

  template <class FixedScheme, class Step>
  void for_lines(const Nodes& nodes, const SfContext& c, const Step& step) const {
    for (int k = nodes.k0; k < nodes.k1; ++k)
      for (int j = nodes.j0; j < nodes.j1; ++j)
        for (const Run& run : runs_[line(j, k)]) {
          const int i0 = run.i0 > nodes.i0 ? run.i0 : nodes.i0;
          const int i1 = run.i1 < nodes.i1 ? run.i1 : nodes.i1;
          if (run.open)
            open_run<Compiled<FixedScheme>>(i0, i1, j, k, c, step);
          else
            near_run(i0, i1, j, k, c, step);
        }
  }

  std::size_t line(int j, int k) const {
    return layout_.at(-SF_PAD, j, k) / static_cast<std::size_t>(layout_.pitch());
  }

  // Steps and equations are inlined, so that the vectoriser sees one loop.
  template <class FixedScheme, class Step>
  SF_CLONED SF_FLATTENED __attribute__((noinline)) static void open_run(int i0, int i1, int j,
                                                                        [[maybe_unused]] int k,
                                                                        const SfContext& c,
                                                                        const Step& the_step) {
    const Step step = the_step;
    SfContext view = c;  // nothing else can point to it: it stays in registers
    view.has_walls = 0;
    view.prescribed = view.has_heat_flow = view.has_friction_heat = 0;
    view.has_shared = 1;
    view.mesh.away_from_sides = 1;  // every node that is read is at hand
    FixedScheme::fix(view);
#pragma GCC ivdep
    for (int i = i0; i < i1; ++i) step(view, SF_NODE(i, j, k));
  }

  template <class Step>
  __attribute__((noinline)) static void near_run(int i0, int i1, int j, [[maybe_unused]] int k,
                                                 const SfContext& c, const Step& step) {
    for (int i = i0; i < i1; ++i) step(c, SF_NODE(i, j, k));
  }

  mesh::Layout layout_;
  ThreadPool* pool_;
  std::vector<std::vector<Run>> runs_;  // by line()
};

}  // namespace SF_VARIANT
}  // namespace slipflow::simple_ts
