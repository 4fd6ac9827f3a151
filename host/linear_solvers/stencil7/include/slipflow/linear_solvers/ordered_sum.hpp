// Sums in an order that host and devices share: macros/sums.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "sums.h"

namespace slipflow::linear_solvers {

/// The sum of value(k) for k from 0 to count - 1, as one block.
template <class Value>
double sum_of_block(std::size_t count, Value value) {
  constexpr std::size_t kLanes = SF_SUM_LANES;
  std::array<double, kLanes> lanes{};
  std::size_t k = 0;
  for (; k + kLanes <= count; k += kLanes)
    for (std::size_t t = 0; t < kLanes; ++t) lanes[t] += value(k + t);
  for (std::size_t t = 0; k + t < count; ++t) lanes[t] += value(k + t);
  for (std::size_t half = kLanes / 2; half > 0; half /= 2)
    for (std::size_t t = 0; t < half; ++t) lanes[t] += lanes[t + half];
  return lanes[0];
}

/// The sum of value(k) for k from 0 to count - 1.
template <class Value>
double ordered_sum(std::size_t count, Value value) {
  constexpr std::size_t kBlock = SF_SUM_BLOCK;
  const auto blocks_of = [](std::size_t n) { return (n + kBlock - 1) / kBlock; };
  std::vector<double> sums(blocks_of(count));
  for (std::size_t b = 0; b < sums.size(); ++b)
    sums[b] = sum_of_block(std::min(kBlock, count - b * kBlock),
                           [&](std::size_t k) { return value(b * kBlock + k); });
  while (sums.size() > 1) {
    std::vector<double> next(blocks_of(sums.size()));
    for (std::size_t b = 0; b < next.size(); ++b)
      next[b] = sum_of_block(std::min(kBlock, sums.size() - b * kBlock),
                             [&](std::size_t k) { return sums[b * kBlock + k]; });
    sums.swap(next);
  }
  return sums.empty() ? 0.0 : sums[0];
}

}  // namespace slipflow::linear_solvers
