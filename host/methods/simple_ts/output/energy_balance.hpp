// The energy that enters and leaves a steady flow; docs/methods/simple-ts.md (86).
#pragma once

#include <optional>

#include "slipflow/simple_ts/diagnostics.hpp"

namespace slipflow::simple_ts {

/// Unit rho0 V0^3 L; none if no energy enters, or if gas may pass a boundary: what it carries has
/// an error of its own there. `loads` and `contents` are those of the state.
std::optional<methods::EnergyBalance> energy_balance_of(const Case& c, const WallLoads& loads,
                                                        const Totals& contents);

}  // namespace slipflow::simple_ts
