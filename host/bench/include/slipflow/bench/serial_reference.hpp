// The serial reference on one core: what speed-ups are relative to, and what states must equal.
#pragma once

#include "slipflow/bench/measure.hpp"

namespace slipflow::bench {

/// Times of the serial reference, and the state it ended with.
struct SerialReference {
  PassTime inner;       ///< passes: all that were timed
  PassTime convection;  ///< of explicit schemes
  int iterations = 0;   ///< from the start to `state`
  simple_ts::State state;
};

/// Advances the serial reference by a few time steps of kIterationsPerStep inner iterations and
/// times all but the first step: for about a second, at least one. `keep_state` for a comparison.
/// `stage` is told before each iteration.
SerialReference measure_serial(const simple_ts::Case& c, const simple_ts::State& start,
                               bool keep_state, const Stage& stage);

/// Does the same `iterations` with any backend.
simple_ts::State advance_like_serial(simple_ts::Backend& backend, const simple_ts::Case& c,
                                     const simple_ts::State& start, int iterations,
                                     const Stage& stage);

}  // namespace slipflow::bench
