// The time loop of a case in a backend.
#pragma once

#include "slipflow/run/time_loop.hpp"
#include "slipflow/simple_ts/simulation.hpp"

namespace slipflow::simple_ts {

using run::RunTotals;
using run::TimeLoopEvents;

/// Runs the case from the backend's state at time 0.
inline RunTotals run_time_loop(const Case& c, Operations& backend,
                               const TimeLoopEvents& events = {}) {
  Simulation simulation(c, backend);
  return run::run_time_loop(c, simulation, events);
}

}  // namespace slipflow::simple_ts
