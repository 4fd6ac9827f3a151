// Timing the passes of a simulation over the mesh.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>

#include "slipflow/methods/method.hpp"
#include "slipflow/methods/problem.hpp"

namespace slipflow::bench {

/// The case of the method's benchmark with a scheme on a mesh.
std::unique_ptr<methods::Problem> make_problem(const methods::Method& method,
                                               setup::Precision precision,
                                               const methods::BenchMesh& mesh,
                                               const std::string& scheme);

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
/// Devices raise their clock frequency only after some work.
constexpr double kWarmUpSeconds = 0.3;
/// Drivers give up, or freeze the screen, when more than this is queued.
constexpr double kMostQueuedSeconds = 0.25;

/// Seconds per pass of a kernel, or a set of them, over the mesh: medians of the repetitions.
struct PassTime {
  double wall = kUnknown;     ///< until everything was done, with launches back to back
  double kernels = kUnknown;  ///< of the kernels, by the clock of the device
  int passes = 0;             ///< in one repetition
};

/// The measured times of one simulation.
struct Measured {
  PassTime iteration;
  PassTime begin;                      ///< of the first pass of a step, if requested
  bool finite = true;                  ///< every value of every state that was timed
  double steps_per_second = kUnknown;  ///< whole time steps, solved to the case's tolerance
  double inner_per_step = kUnknown;
  double first_pass = 0;  ///< seconds of the very first pass, beyond those of a later one
};

/// Receives the current activity, for a progress line.
using Stage = std::function<void(const std::string&)>;

/// What to measure of a simulation.
struct MeasureOptions {
  int repeats = 5;
  bool begin = false;  ///< also the first pass of a step
};

/// Refills the simulation with `start` before each timing; time steps are those of the case.
Measured measure(methods::Simulation& simulation, double dt, const methods::Arrays& start,
                 const MeasureOptions& options, const Stage& stage);

/// Times of the serial reference, and the state it ended with.
struct SerialReference {
  PassTime iteration;  ///< passes: all that were timed
  PassTime begin;      ///< of the work once per time step
  int iterations = 0;  ///< from the start to `state`
  methods::Arrays state;
};

/// Advances the serial reference from the initial state by a few time steps of three
/// iterations and times all but the first step: for about a second, at least one. `keep_state` for
/// a comparison. `stage` is called before each iteration.
SerialReference measure_serial(methods::Simulation& serial, double dt, bool keep_state,
                               const Stage& stage);

/// Does the same `iterations` with any simulation.
methods::Arrays advance_like_serial(methods::Simulation& simulation, double dt,
                                    const methods::Arrays& start, int iterations,
                                    const Stage& stage);

}  // namespace slipflow::bench
