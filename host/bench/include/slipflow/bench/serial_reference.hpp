// The serial reference on one core, for speed-ups and for the comparison of states.
#pragma once

#include "slipflow/bench/measure.hpp"

namespace slipflow::bench {

/// Times of the serial reference, and the state it ended with.
struct SerialReference {
  PassTime iteration;  ///< passes: all that were timed
  PassTime begin;      ///< of the work once per time step
  int iterations = 0;  ///< from the start to `state`
  methods::Arrays state;
};

/// Advances the serial reference from the initial state by a few time steps of three
/// iterations and times all but the first step: for about a second, at least one. `keep_state` for
/// a comparison. `stage` is called before each iteration.
SerialReference measure_serial(methods::Simulation& serial, double dt, bool keep_state,
                               const Stage& stage);

/// Does the same `iterations` with any simulation.
methods::Arrays advance_like_serial(methods::Simulation& simulation, double dt,
                                    const methods::Arrays& start, int iterations,
                                    const Stage& stage);

}  // namespace slipflow::bench
