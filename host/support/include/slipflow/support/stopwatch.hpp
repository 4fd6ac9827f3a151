// Wall-clock seconds, and the median of repetitions.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace slipflow {

/// Counts from when it is made.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Seconds that `work` takes. Work on a device has to be waited for in it.
template <class Work>
double seconds_of(const Work& work) {
  const Stopwatch stopwatch;
  work();
  return stopwatch.seconds();
}

/// The middle value, of an even number the mean of the two middle ones. `values` is not empty.
inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

}  // namespace slipflow
