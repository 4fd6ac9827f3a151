// Wall-clock seconds, and the median of repetitions.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace slipflow {

/// Seconds that `work` takes. Work on a device has to be waited for in it.
template <class Work>
double seconds_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The middle value, of an even number the mean of the two middle ones. `values` is not empty.
inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

}  // namespace slipflow
