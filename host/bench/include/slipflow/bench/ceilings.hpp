// The ceilings of a device: its rates of copies and of multiply-adds in one precision. Timing of
// calls that queue work on it.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "slipflow/opencl/workspace.hpp"
#include "slipflow/setup/precision.hpp"
#include "slipflow/support/stopwatch.hpp"

namespace slipflow::bench {

/// Arrays of one value per cell that a pass over the mesh reads and writes if it fetches each value
/// once.
struct Traffic {
  int reads = 0;
  int writes = 0;
  int bytes_per_value = sizeof(double);
  double bytes() const { return static_cast<double>(bytes_per_value) * (reads + writes); }
};

/// Measures ceilings of one device in one precision, each once, at its first use.
class Ceilings {
 public:
  Ceilings(const opencl::Device& device, setup::Precision precision)
      : device_(device), precision_(precision) {}

  /// Bytes per second of a kernel that reads and writes as many arrays of `size` values; the
  /// median of several repetitions with the best of a few work-group sizes. Throws Error(no_device)
  /// when the arrays do not fit.
  double copy_rate(const Traffic& traffic, std::size_t size);

  /// Operations per second of a kernel of multiply-adds, two operations each.
  double multiply_add_rate();

 private:
  const opencl::Queue& queue();
  double measure_copy(const Traffic& traffic, std::size_t size);
  double measure_multiply_add(int lanes);
  std::string build_options() const;
  std::string doing() const;
  opencl::Numbers reals() const;

  opencl::Device device_;
  setup::Precision precision_;
  std::optional<opencl::Queue> queue_;
  std::map<std::tuple<int, int, std::size_t>, double> copy_rates_;
  std::optional<double> multiply_add_rate_;
};

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
