// Sums in an order that host and devices share, so that they have the same bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "psi_omega/poisson.h"

namespace slipflow::psi_omega {

/// Values of a block, and the lanes that add them: macros/psi_omega/poisson.h.
constexpr std::size_t kSumBlock = PO_SUM_BLOCK, kSumLanes = PO_SUM_LANES;

/// The sum of value(k) for k from 0 to count - 1, of one block.
template <class Value>
double sum_of_block(std::size_t count, Value value) {
  std::array<double, kSumLanes> lanes{};
  for (std::size_t k = 0; k < count; ++k) lanes[k % kSumLanes] += value(k);
  for (std::size_t half = kSumLanes / 2; half > 0; half /= 2)
    for (std::size_t t = 0; t < half; ++t) lanes[t] += lanes[t + half];
  return lanes[0];
}

/// The sum of value(k) for k from 0 to count - 1.
template <class Value>
double ordered_sum(std::size_t count, Value value) {
  std::vector<double> blocks;
  for (std::size_t begin = 0; begin < count; begin += kSumBlock)
    blocks.push_back(sum_of_block(std::min(kSumBlock, count - begin),
                                  [&](std::size_t k) { return value(begin + k); }));
  return sum_of_block(blocks.size(), [&](std::size_t k) { return blocks[k]; });
}

}  // namespace slipflow::psi_omega
