// Sums in an order that host and devices share, so that they have the same bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "slipflow/linear_solvers/ordered_sum.hpp"

namespace slipflow::psi_omega {

using linear_solvers::sum_of_block;

/// Values of a block, and the lanes that add them.
constexpr std::size_t kSumBlock = SF_SUM_BLOCK, kSumLanes = SF_SUM_LANES;

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
