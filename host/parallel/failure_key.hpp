// A failure as one number whose maximum over the ranks is the failure of the lowest rank.
#pragma once

#include <cstdint>

#include "slipflow/parallel/team.hpp"

namespace slipflow::parallel {

/// The key of this rank, with its exit status; larger than 0.
inline std::uint64_t key_of_failure(const Team& team, int status) {
  return static_cast<std::uint64_t>(team.size() - team.rank()) << 32 |
         static_cast<std::uint32_t>(status);
}

inline int failed_rank(const Team& team, std::uint64_t key) {
  return team.size() - static_cast<int>(key >> 32);
}

inline int failed_status(std::uint64_t key) { return static_cast<int>(key & UINT32_MAX); }

}  // namespace slipflow::parallel
