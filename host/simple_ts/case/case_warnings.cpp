#include "slipflow/simple_ts/case_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace slipflow::simple_ts {

namespace {
// A plane of symmetry, and a wall that neither sticks nor conducts, has no layer of rarefied gas.
bool acts_on_gas(const Wall& wall) {
  return wall.values.slip >= 0 || wall.values.jump >= 0 || wall.values.heat_flow != 0;
}
}  // namespace

std::vector<std::string> warnings_of(const Case& c) {
  std::vector<std::string> warnings;
  const bool has_walls = std::any_of(c.walls.begin(), c.walls.end(), acts_on_gas);
  if (has_walls && c.gas.knudsen > kEndOfSlipRegime)
    warnings.push_back(fmt::format(
        "gas.knudsen = {} is beyond the slip regime, which ends at {}: the Navier-Stokes equations "
        "with slip and temperature jump do not describe the gas near the walls",
        c.gas.knudsen, kEndOfSlipRegime));
  return warnings;
}

}  // namespace slipflow::simple_ts
