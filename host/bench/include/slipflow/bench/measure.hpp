// Timing the passes of a backend over the mesh.
#pragma once

#include <functional>
#include <limits>
#include <string>

#include "slipflow/simple_ts/backend.hpp"

namespace slipflow::bench {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Seconds per pass of a kernel, or a set of them, over the mesh: medians of the repetitions.
struct PassTime {
  double wall = kUnknown;     ///< until everything was done, with launches back to back
  double kernels = kUnknown;  ///< what the device says that its kernels took
  int passes = 0;             ///< in one repetition
};

/// What was measured of one backend.
struct Measured {
  PassTime inner;
  PassTime convection;                 ///< if it was asked for
  bool finite = true;                  ///< every value of every state that was timed
  double steps_per_second = kUnknown;  ///< whole time steps, solved to the case's tolerance
  double inner_per_step = kUnknown;
  double first_pass = 0;  ///< seconds of the very first pass, beyond those of a later one
};

/// Told what is being done, for a progress line.
using Stage = std::function<void(const std::string&)>;

/// What to measure of a backend.
struct MeasureOptions {
  int repeats = 5;
  bool convection = false;  ///< of explicit schemes
};

/// Refills the backend with `start` before each timing; time steps are those of the case.
Measured measure(simple_ts::Backend& backend, const simple_ts::Case& c,
                 const simple_ts::State& start, const MeasureOptions& options, const Stage& stage);

}  // namespace slipflow::bench
