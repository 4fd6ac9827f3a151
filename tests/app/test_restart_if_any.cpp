// run --restart if-any, for jobs that a queue starts again.
#include <doctest/doctest.h>

#include "restarting.hpp"
#include "results.hpp"

namespace test_restart_if_any {

using namespace test_app;

namespace {
const Words if_any = {"--restart", "if-any"};
constexpr const char* kFromBeginning =
    "there is no checkpoint to resume from: the run starts from the beginning";
}  // namespace

TEST_CASE("--restart if-any starts from the beginning, then resumes") {
  const Place place(tiny_case);
  run(place, serial + Words{"--output", "whole", "--steps", "6"});
  const Words first = Words{"run", "case.cfg"} + serial + if_any + Words{"--output", "parts"};
  const auto begun = place.slipflow(first + Words{"--steps", "3"});
  REQUIRE_MESSAGE(begun.status == 0, begun.err);
  CHECK(holds(begun.out, kFromBeginning));
  const auto resumed = place.slipflow(first + Words{"--steps", "6"});
  REQUIRE_MESSAGE(resumed.status == 0, resumed.err);
  CHECK(holds(resumed.out, "restart from parts/checkpoint/step_000000003.ckpt: step 3"));
  CHECK(!holds(resumed.out, kFromBeginning));
  check_same_results(place / "whole", place / "parts");
}

TEST_CASE("--restart if-any replaces results without a checkpoint only with --overwrite") {
  const Place place(tiny_case);
  const Words without = serial + Words{"--set", "output.checkpoint_at_end=off", "--set",
                                       "output.checkpoint_every_steps=0"};
  run(place, without);
  REQUIRE(!fs::exists(place / "out" / "checkpoint"));
  const auto before = place.tree();
  const auto refused = place.slipflow(Words{"run", "case.cfg"} + serial + if_any);
  CHECK(refused.status == 2);
  CHECK(holds(refused.err, "--overwrite"));
  CHECK(place.tree() == before);
  const Words again = serial + if_any + Words{"--overwrite"};
  run(place, again + Words{"--steps", "2"});
  CHECK(newest_checkpoint(place / "out").filename() == "step_000000002.ckpt");
  // With a checkpoint, nothing is removed.
  run(place, again);
  CHECK(holds(read(place / "out" / "run.log"), "restart from out/checkpoint/step_000000002.ckpt"));
}

TEST_CASE("--restart if-any reads the initial state of a case that starts from a file") {
  const Place place(tiny_case);
  run(place, serial + Words{"--output", "first"});
  const Words start = serial + Words{"--set", "initial.state=file path=first/fields/000001.vtr"};
  run(place, start + Words{"--output", "whole"});
  run(place, start + if_any + Words{"--output", "parts"});
  check_same_results(place / "whole", place / "parts");
}

}  // namespace test_restart_if_any
