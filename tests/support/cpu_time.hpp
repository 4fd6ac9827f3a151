// How the time that something takes grows with the size of its input.
#pragma once

#include <algorithm>
#include <ctime>

namespace test_support {

/// Processor time of one call, the shortest of three; in seconds.
template <class Work>
double cpu_seconds(const Work& work) {
  double shortest = 1e9;
  for (int k = 0; k < 3; ++k) {
    const std::clock_t begin = std::clock();
    work();
    shortest = std::min(shortest, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return shortest;
}

/// Whether four times the input takes clearly less than the sixteen times that a quadratic cost
/// would take: `work_on(size)` is timed at both sizes. They must be large enough for a quadratic
/// cost to take a tenth of a second at the smaller one.
template <class Work>
bool grows_linearly(const Work& work_on, int size) {
  constexpr double kNoise = 0.02;
  const double small = cpu_seconds([&] { work_on(size); });
  const double large = cpu_seconds([&] { work_on(4 * size); });
  return large <= 8 * small + kNoise;
}

}  // namespace test_support
