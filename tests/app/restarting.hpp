// What the tests of restarts share: runs of the small case in two parts.
#pragma once

#include <doctest/doctest.h>

#include "program.hpp"

namespace test_app {

inline const Words serial = {"--backend", "serial"};
inline const std::string no_pictures = "pictures = none\n";

inline void run(const Place& place, const Words& words) {
  const auto outcome = place.slipflow(Words{"run", "case.cfg"} + words);
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
}

/// Part 1 of a run of the small case: 7 steps, checkpoints of steps 6 and 7.
inline Words first_part(const std::string& steps = "7") {
  return serial + Words{"--steps", steps, "--set", "time.end=10", "--set", "output.pictures=none",
                        "--set", "output.checkpoint_every_steps=3"};
}
inline Words second_part() {
  return serial + Words{"--steps", "13", "--set", "time.end=10", "--set", "output.pictures=none",
                        "--set", "output.checkpoint_every_steps=3", "--restart"};
}

}  // namespace test_app
