// Timing of calls that queue work on a device.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "slipflow/opencl/workspace.hpp"
#include "slipflow/support/stopwatch.hpp"

namespace slipflow::bench {

/// How long to repeat a call: `seconds` in each repetition, or a number of calls.
struct CallTiming {
  int repeats = 5;
  double seconds = 0.02;
  int most_calls = 1000;
};

/// Seconds per call, launches back to back: the median of the repetitions after a warm-up.
template <class Call>
double seconds_per_call(const opencl::Workspace& workspace, const CallTiming& timing,
                        const Call& call) {
  const auto seconds_for = [&](int calls) {
    return seconds_of([&] {
      for (int n = 0; n < calls; ++n) call();
      workspace.finish();
    });
  };
  seconds_for(1);  // the driver may still compile the kernel
  const double once = std::max(seconds_for(2) / 2, 1e-9);
  const int calls = static_cast<int>(
      std::clamp(std::ceil(timing.seconds / once), 1.0, static_cast<double>(timing.most_calls)));
  std::vector<double> seconds;
  for (int r = 0; r < timing.repeats; ++r) seconds.push_back(seconds_for(calls) / calls);
  return median(seconds);
}

}  // namespace slipflow::bench
