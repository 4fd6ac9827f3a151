// Prescribed heat flows that no steady state can supply.
#pragma once

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// Adds a note to the case for heat flows (`flux=`) without a steady state: those of a closed
/// domain whose sum is not 0, and those that gas at rest cannot conduct from the opposite wall;
/// docs/methods/simple-ts.md (50).
void note_heat_flows(Case& c);

}  // namespace slipflow::simple_ts
