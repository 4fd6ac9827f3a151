// What the tests of restarts share: cases whose runs are split, and runs of the small case in two
// parts.
#pragma once

#include <doctest/doctest.h>

#include "results.hpp"

namespace test_app {

inline const std::string no_pictures = "pictures = none\n";

/// The small case without pictures, with an end that 13 steps do not reach.
std::string longer_small_case();
/// Two bodies, one on a boundary, on a mesh that stretches; the step follows the flow.
extern const std::string stretched_case;
/// A periodic box between a hot and a cold wall, with gravity, starting from a disturbed rest.
extern const std::string periodic_case;
/// Open to a stream in the west and the south.
extern const std::string open_case;
/// An inflow from tables over y and over time, a pressure, walls of every kind.
extern const std::string sides_case;
/// A few cells and four steps, with a checkpoint after each.
extern const std::string tiny_case;
/// Writes the tables that sides_case names.
void write_tables(const Place& place);

inline void run(const Place& place, const Words& words) {
  const auto outcome = place.slipflow(Words{"run", "case.cfg"} + words);
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
}

/// Part 1 of a run of the small case: 7 steps, checkpoints of steps 6 and 7.
inline Words first_part(const std::string& steps = "7") {
  return serial + Words{"--steps", steps,
                        "--set",   "time.end=10",
                        "--set",   "output.pictures=none",
                        "--set",   "output.checkpoint_every_steps=3"};
}
inline Words second_part() {
  return serial + Words{"--steps",  "13",
                        "--set",    "time.end=10",
                        "--set",    "output.pictures=none",
                        "--set",    "output.checkpoint_every_steps=3",
                        "--restart"};
}

}  // namespace test_app
