// The time of a run on the processors of a machine, by a model.
#pragma once

#include <optional>

#include "slipflow/methods/problem.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// methods::Costs::host_costs().
std::optional<methods::HostCosts> host_costs_of(const Case& c, int processors);

}  // namespace slipflow::simple_ts
