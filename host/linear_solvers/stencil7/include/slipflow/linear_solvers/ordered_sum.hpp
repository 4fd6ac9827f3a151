// Sums in an order that host and devices share: macros/sums.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "sums.h"

namespace slipflow::linear_solvers {

/// Adds values t and t + half of them, then those of the half, until one is left.
template <std::size_t Count>
double sum_in_pairs(std::array<double, Count>& values) {
  for (std::size_t half = Count / 2; half > 0; half /= 2)
    for (std::size_t t = 0; t < half; ++t) values[t] += values[t + half];
  return values[0];
}

/// The sum of value(k) for k from 0 to count - 1, as one block of partial sums.
template <class Value>
double sum_of_block(std::size_t count, Value value) {
  constexpr std::size_t kLanes = SF_PARTIAL_LANES;
  std::array<double, kLanes> lanes{};
  std::size_t k = 0;
  for (; k + kLanes <= count; k += kLanes)
    for (std::size_t t = 0; t < kLanes; ++t) lanes[t] += value(k + t);
  for (std::size_t t = 0; k + t < count; ++t) lanes[t] += value(k + t);
  return sum_in_pairs(lanes);
}

/// The sum of value(k) for k from 0 to count - 1.
template <class Value>
double ordered_sum(std::size_t count, Value value) {
  std::vector<double> sums;
  for (std::size_t begin = 0; begin < count; begin += SF_SUM_BLOCK) {
    std::array<double, SF_SUM_BLOCK> values{};
    const std::size_t left = std::min<std::size_t>(SF_SUM_BLOCK, count - begin);
    for (std::size_t t = 0; t < left; ++t) values[t] = value(begin + t);
    sums.push_back(sum_in_pairs(values));
  }
  if (sums.empty()) return 0.0;
  do {
    std::vector<double> next;
    for (std::size_t begin = 0; begin < sums.size(); begin += SF_PARTIAL_BLOCK)
      next.push_back(sum_of_block(std::min<std::size_t>(SF_PARTIAL_BLOCK, sums.size() - begin),
                                  [&](std::size_t k) { return sums[begin + k]; }));
    sums.swap(next);
  } while (sums.size() > 1);
  return sums[0];
}

}  // namespace slipflow::linear_solvers
