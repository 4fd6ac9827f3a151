// Arrays that rank 0 has whole and every rank has a part of.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "slipflow/parallel/team.hpp"

namespace slipflow::parallel {

using Values = std::vector<double>;

/// The part of this rank, of `count` values. `part` gives that of any rank; only rank 0 calls it.
/// Collective.
Values from_root(Team& team, std::size_t count, const std::function<Values(int rank)>& part);

/// Rank 0 calls `take` with the values of each rank, its own included, in the order of the ranks;
/// `count` gives their number. Collective.
void to_root(Team& team, const Values& own, const std::function<std::size_t(int rank)>& count,
             const std::function<void(int rank, const Values& values)>& take);

}  // namespace slipflow::parallel
