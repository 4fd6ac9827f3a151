// The energy that enters and leaves a steady flow; docs/methods/simple-ts.md (86).
#pragma once

#include <optional>

#include "slipflow/simple_ts/measures.hpp"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// Unit rho0 V0^3 L; none if no energy enters. `loads` and `contents` are those of the state.
std::optional<methods::EnergyBalance> energy_balance_of(const Case& c, const State& state,
                                                        const WallLoads& loads,
                                                        const Totals& contents);

}  // namespace slipflow::simple_ts
