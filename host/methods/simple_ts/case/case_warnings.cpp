#include "slipflow/simple_ts/case_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "slipflow/simple_ts/coarse_gaps.hpp"

namespace slipflow::simple_ts {

std::vector<std::string> warnings_of(const Case& c) {
  std::vector<std::string> warnings;
  // A plane of symmetry, and a wall that neither sticks nor conducts, has no layer of rarefied gas.
  const bool has_walls = std::any_of(c.walls.begin(), c.walls.end(),
                                     [](const Wall& wall) { return wall.values.acts_on_gas(); });
  if (has_walls && c.gas.knudsen > kEndOfSlipRegime)
    warnings.push_back(fmt::format(
        "gas.knudsen = {} is beyond the slip regime, which ends at {}: the Navier-Stokes equations "
        "with slip and temperature jump do not describe the gas near the walls",
        c.gas.knudsen, kEndOfSlipRegime));
  if (auto gap = warning_of_coarse_gap(c); !gap.empty()) warnings.push_back(std::move(gap));
  return warnings;
}

}  // namespace slipflow::simple_ts
