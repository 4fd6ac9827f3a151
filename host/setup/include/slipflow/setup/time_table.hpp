// Factors over time.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace slipflow::setup {

/// Linear in between the times, constant before and after them.
struct TimeTable {
  std::vector<double> times, factors;

  double at(double time) const {
    const auto above = std::upper_bound(times.begin(), times.end(), time);
    if (above == times.begin()) return factors.front();
    if (above == times.end()) return factors.back();
    const auto k = static_cast<std::size_t>(above - times.begin());
    const double part = (time - times[k - 1]) / (times[k] - times[k - 1]);
    return std::lerp(factors[k - 1], factors[k], part);
  }
  bool operator==(const TimeTable&) const = default;
};

}  // namespace slipflow::setup
