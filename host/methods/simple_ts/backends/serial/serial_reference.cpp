// The interface of the serial reference, for cases of any precision.
#include "../precisions.hpp"
#include "node_loops.hpp"
#include "slipflow/simple_ts/operations.hpp"

namespace slipflow::simple_ts {

std::unique_ptr<Operations> make_serial_operations(const Case& c) {
  return for_precision(c.run.precision, [&]<Precision P>() {
    return c.axes() == 3 ? make_serial_operations_of<P, 3>(c) : make_serial_operations_of<P, 2>(c);
  });
}

namespace {
// Numbers for a cell in the linear system of the pressures: matrix, vectors and levels.
constexpr double kSystem = 16;
}  // namespace

double serial_bytes(const Case& c) {
  const bool in_space = c.axes() == 3;
  const double fields = (c.scheme.second_order ? 4 : 3) * (in_space ? 5 : 4);
  const bool convected = c.scheme.convection != SF_UPWIND || c.scheme.explicit_convection;
  const double corrections = in_space ? 12 : 6;
  const double shared = (in_space ? 13 : 8) + (convected ? corrections : 0);
  const double solved = in_space ? 7 : 5;  // pseudo-velocities and pressure
  const double sums = c.scheme.explicit_convection ? (in_space ? 4 : 3) : 0;
  const bool together = c.splitting.pressure != PressureSolution::jacobi;
  const double of_sweep = c.splitting.velocity_sweeps > 1 ? solved - 1 : 0;
  const Precision precision = c.run.precision;
  return static_cast<double>(c.mesh.layout().size()) *
         ((fields + sums + together) * bytes_stored(precision) +
          (shared + solved + together * (1 + of_sweep + kSystem)) * bytes_computed(precision) +
          sizeof(SfTag));
}

std::string serial_build() {
#ifdef __clang__
  const std::string compiler = __VERSION__;  // begins with its name
#else
  const std::string compiler = "GCC " __VERSION__;
#endif
#if !defined(__OPTIMIZE__)
  return compiler + ", not optimised";
#elif defined(SF_LOOPS_ARE_CLONED)
  return compiler + (__builtin_cpu_supports("x86-64-v3") ? " for x86-64-v3" : " for x86-64");
#elif defined(SLIPFLOW_NATIVE)
  return compiler + " for this machine";
#else
  return compiler + " for any machine of its kind";
#endif
}

}  // namespace slipflow::simple_ts
