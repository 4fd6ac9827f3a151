// Restarts of runs in steps of second order, and from steps of one order to those of the other.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <tuple>

#include "frame.hpp"
#include "restarting.hpp"
#include "results.hpp"

namespace test_restart_second_order {

using namespace test_app;

TEST_CASE("a checkpoint of an implicit run resumes in steps of second order, and back") {
  const Place place(longer_small_case());
  const Words second = {"--set", "scheme.time=second_order"};
  run(place, serial + Words{"--output", "out", "--steps", "3"});
  for (const auto& [more, steps, from, to] :
       {std::tuple{second, "6", "implicit", "second_order"},
        std::tuple{Words{}, "9", "second_order", "implicit"}}) {
    const auto resumed =
        place.slipflow(Words{"run", "case.cfg"} + serial + more +
                       Words{"--output", "out", "--steps", steps, "--restart", "latest"});
    CHECK(resumed.status == 0);
    CHECK(holds(resumed.err + resumed.out,
                fmt::format("the checkpoint was written with scheme.time = {}, the case has "
                            "scheme.time = {}",
                            from, to)));
  }
}

TEST_CASE("a checkpoint of slipflow 0.1.0 resumes in steps of both orders") {
  const Place place(with_line(tiny_case, "cells = 12 8", "cells = 6 4"));
  const fs::path old = SLIPFLOW_SOURCE_DIR "/tests/fuzz/corpus/checkpoint/after_3_steps.ckpt";
  REQUIRE(holds(read(old).substr(0, 40), "0.1.0"));
  run(place, serial + Words{"--output", "now", "--steps", "3"});
  for (const std::string time : {"implicit", "second_order"}) {
    CAPTURE(time);
    const auto resume = [&](const fs::path& from, const std::string& into) {
      run(place, serial + Words{"--set", "scheme.time=" + time, "--restart", from.string(),
                                "--output", into + time});
    };
    resume(old, "old");
    resume("now/checkpoint/step_000000003.ckpt", "new");
    check_same_results(place / ("old" + time), place / ("new" + time));
  }
  CHECK(read(place / "oldimplicit" / "history.csv") !=
        read(place / "oldsecond_order" / "history.csv"));
}

// Level n is not in checkpoints of second order, where the combined level is in its place.
TEST_CASE("a run of second order that is not steady is not so after a restart, nor one of before") {
  const Place place(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\ncells = 6 6\n"
      "[boundary]\nwest = wall temperature=1.5\neast = wall\nsouth = wall\nnorth = wall\n"
      "[initial]\nstate = rest\n[time]\nsteady = 1e-4\nmarch = transient\n[output]\n" +
      no_pictures);
  const auto in = [](const std::string& scheme) { return Words{"--set", "scheme.time=" + scheme}; };
  for (const std::string before : {"second_order", "implicit"})
    for (const std::string after : {"second_order", "implicit"}) {
      CAPTURE(before + " " + after);
      const Words to = serial + Words{"--output", before + after};
      run(place, to + in(before) + Words{"--steps", "20"});
      const auto resumed =
          place.slipflow(Words{"run", "case.cfg"} + to + in(after) + Words{"--restart", "latest"});
      CHECK(resumed.status == 0);
      CHECK(!holds(resumed.out, "after 20 steps"));
    }
  const Words whole = serial + in("second_order") + Words{"--output", "whole"};
  run(place, whole);
  CHECK(read(place / "whole" / "history.csv") ==
        read(place / "second_ordersecond_order" / "history.csv"));
}

// The state at the end of a step does not tell the flows at the end of its first stage.
TEST_CASE(
    "a run of second order resumed into another folder begins with the flows of both stages") {
  const Place place(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 2\ny = 0 1\ncells = 16 8\n[boundary]\n"
      "west = inflow velocity=0.3\neast = pressure p=1\nsouth = wall\nnorth = symmetry\n"
      "[initial]\nstate = rest\n[scheme]\ntime = second_order\n[time]\nstep = 0.05\n[output]\n"
      "balance = on\nmeasures_every = 1\n" +
      no_pictures);
  run(place, serial + Words{"--output", "out", "--steps", "7"});
  const std::string all = read(place / "out" / "balance.csv");
  const std::string last = all.substr(all.rfind("\n7,"));
  for (const std::string time : {"second_order", "implicit"}) {
    run(place, serial + Words{"--output", time, "--steps", "9", "--set", "scheme.time=" + time,
                              "--restart", "out/checkpoint/step_000000007.ckpt"});
    CHECK(holds(read(place / time / "balance.csv"), last));
  }
}

}  // namespace test_restart_second_order
