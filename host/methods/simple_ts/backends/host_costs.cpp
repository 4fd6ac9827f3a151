// A model of the time of a run on the processors of this machine.
#include "simple_ts/convection/schemes.h"
#include "slipflow/simple_ts/problem.hpp"

namespace slipflow::simple_ts {

namespace {
constexpr double kIterationsOfRun = 10000;  // of a run; the quickstart takes about as many

/// Times of an inner iteration in seconds, fitted to measurements on 2 and 16 cores:
/// docs/results/performance.md, "Threads or PoCL".
struct Model {
  double implicit_upwind, implicit_limited;  ///< of a cell, on one core
  double explicit_upwind, explicit_limited;
  double single;  ///< times as long in single precision; mixed takes as long as double
  double space;   ///< times as long on three axes
  double share;   ///< of a cell's time, the part that each further core does not shorten
  double once;    ///< of an iteration, whatever the mesh: launches and waits
  double start;   ///< of a run: kernels to build

  double cell(const Case& c) const {
    const bool limited = c.scheme.convection != SF_UPWIND;
    const double of_explicit = limited ? explicit_limited : explicit_upwind;
    const double of_implicit = limited ? implicit_limited : implicit_upwind;
    return (c.scheme.explicit_convection ? of_explicit : of_implicit) *
           (c.run.precision == Precision::in_single ? single : 1) * (c.axes() == 3 ? space : 1);
  }

  double of_run(const Case& c, int processors) const {
    const double on_one = static_cast<double>(c.mesh.cells()) * cell(c);
    const double on_all = on_one * (1 + share * (processors - 1)) / processors;
    return start + kIterationsOfRun * (once + on_all);
  }
};
constexpr Model kThreads = {36e-9, 57e-9, 35e-9, 36e-9, 1, 2, 0.14, 40e-6, 0};
constexpr Model kDevice = {37e-9, 50e-9, 36e-9, 45e-9, 2.7, 3.5, 0.16, 300e-6, 5};
}  // namespace

std::optional<methods::HostCosts> Problem::host_costs(int processors) const {
  const Case& c = case_;
  // Pressures that are solved together are solved by one thread.
  if (c.splitting.pressure != PressureSolution::jacobi || c.march == March::steady) return {};
  return methods::HostCosts{kThreads.of_run(c, processors), kDevice.of_run(c, processors)};
}

}  // namespace slipflow::simple_ts
