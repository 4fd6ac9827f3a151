// One time step: inner iterations until the estimated error is below the tolerance.
#pragma once

#include "slipflow/simple_ts/operations.hpp"

namespace slipflow::simple_ts {

/// Advances the backend by dt. Stops at the first iteration after which the estimated error is
/// below the tolerance or a change is not finite, or at the last one allowed. Tolerance 0 asks for
/// exactly `max` iterations: then only values that are not finite count as diverged; else also
/// changes that are larger at the end than at the start and above InnerControl::noise. Without
/// InnerControl::factor the first iterations of a step have no estimate.
InnerResult advance_time_step(Operations& backend, double dt, const InnerControl& control);

/// The inner iterations of a step or stage that has begun, as advance_time_step() ends them.
InnerResult solve_begun_step(Operations& backend, const InnerControl& control);

}  // namespace slipflow::simple_ts
