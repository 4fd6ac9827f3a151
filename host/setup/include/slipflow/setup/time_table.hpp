// Factors over time.
#pragma once

#include <vector>

namespace slipflow::setup {

/// Linear in between the times, constant before and after them.
struct TimeTable {
  std::vector<double> times, factors;

  double at(double time) const;
  bool operator==(const TimeTable&) const = default;
};

}  // namespace slipflow::setup
