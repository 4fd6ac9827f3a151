// One time step: inner iterations until the changes are below the tolerance.
#pragma once

#include "slipflow/simple_ts/backend.hpp"

namespace slipflow::simple_ts {

/// How a step ended: diverged also when the changes are larger at the end than at the start.
using StepResult = InnerResult;

/// Advances the backend by dt. Stops at the first iteration whose largest change is below the
/// tolerance, is not finite, or at the last one allowed. Tolerance 0 asks for exactly `max`
/// iterations: then only values that are not finite count as diverged.
StepResult advance_time_step(Backend& backend, double dt, const InnerControl& control);

}  // namespace slipflow::simple_ts
