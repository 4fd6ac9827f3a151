// Exact sums of the equations as those of the host.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "slipflow/simple_ts/diagnostics.hpp"

namespace slipflow::simple_ts {

/// Both are limbs in the same order.
template <class Sums, class OfEquations>
Sums sums_of(const OfEquations& sums) {
  return from_limbs<Sums>(
      std::bit_cast<std::array<std::int64_t, sizeof sums / sizeof(std::int64_t)>>(sums));
}

}  // namespace slipflow::simple_ts
