// What a run leaves behind when its numbers, its disk or its permissions fail: promises 4 and 6.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "frame.hpp"
#include "restarting.hpp"
#include "results.hpp"

namespace test_faults {

using namespace test_app;

namespace {
/// A run of the small case to a step, with a checkpoint after each.
Words run_to(const std::string& step) {
  return {"run", "case.cfg", "--backend",   "serial", "--steps",
          step,  "--set",    "time.end=10", "--set",  "output.checkpoint_every_steps=1"};
}

/// As it was published: diverges at time steps that the default iteration takes.
const Words published = {"--set", "inner.diagonal=plain", "--set", "inner.start=previous"};

void check_recovers(const Place& place, const std::string& directory) {
  const auto on =
      place.slipflow(run_to("13") + Words{"--output", directory, "--restart", "latest"});
  CHECK_MESSAGE(on.status == 0, on.err);
  REQUIRE(place.slipflow(run_to("13") + Words{"--output", "whole"}).status == 0);
  check_same_results(place / "whole", place / directory);
}
}  // namespace

TEST_CASE("promise 6: a NaN is named by field, cell and step; the checkpoint before it stays") {
  const Place place(small_case + no_pictures);
  REQUIRE(place.slipflow(run_to("6")).status == 0);
  const auto checkpoint = newest_checkpoint(place / "out");
  const auto bytes = read(checkpoint);
  const auto bad = place.slipflow(run_to("13") + published +
                                  Words{"--restart", "latest", "--set", "time.step=0.3"});
  CHECK(bad.status == 4);
  const auto sentence = lines_of(bad.err).back();
  CHECK(sentence.find("slipflow: diverged at step 7, t = ") == 0);
  CHECK(holds(sentence, " is nan in cell ("));
  CHECK(holds(sentence, "; take a smaller time step than "));
  CHECK(newest_checkpoint(place / "out") == checkpoint);
  CHECK(read(checkpoint) == bytes);
  check_recovers(place, "out");
}

TEST_CASE("promise 6: an inner iteration that runs away is stopped in its step, the same") {
  const Place place(small_case + no_pictures);
  const auto bad = place.slipflow(
      run_to("100") + published +
      Words{"--set", "time.step=0.04", "--set", "inner.max=60", "--set", "output.every_time=0.08"});
  CHECK(bad.status == 4);
  const auto sentence = lines_of(bad.err).back();
  const std::string begin = "slipflow: diverged at step ";
  REQUIRE(sentence.find(begin) == 0);
  CHECK(holds(sentence, ": the largest change grew from "));
  CHECK(holds(sentence,
              " in 60 inner iterations; take a smaller time step than 0.04, for example 0.02"));
  // The last good one is that of the step before.
  const long step = std::stol(sentence.substr(begin.size()));
  CHECK(newest_checkpoint(place / "out").stem() == fmt::format("step_{:09}", step - 1));
  const auto on = place.slipflow(run_to(std::to_string(step + 5)) + Words{"--restart", "latest"});
  CHECK(on.status == 0);
  CHECK(!holds(on.err, "diverged"));
}

TEST_CASE("promise 4: a disk that fills up: status 5, what was written by then is whole") {
  const Place place(small_case + no_pictures);
  // A checkpoint takes 87 kB and three are there for a moment; a frame takes 64 kB.
  const auto full = on_small_disk(
      {run_to("13") + Words{"--output", "disk/out"}, place.path(), {}, -1, "", "", false}, 450000);
  if (full.status == 97) {
    // ctest then reports it as skipped; "no room for a checkpoint" shows the same with a limit on
    // files.
    MESSAGE("no file system can be mounted here, not even in a name space of the user's own");
    return;
  }
  CHECK(full.status == 5);
  CHECK(lines_of(full.err).size() == 1);
  CHECK(full.err.find("slipflow: cannot write disk/out/") == 0);
  CHECK(holds(full.err, ": No space left on device\n"));
  const auto left = place / "left" / "out";
  for (const auto& [time, file] : read_collection(left / "fields.pvd"))
    CHECK(read_frame(left / file).time == time);
  CHECK(newest_checkpoint(left).extension() == ".ckpt");
  check_recovers(place, "left/out");
}

TEST_CASE("no permission: one sentence, and nothing changes") {
  const Place place(small_case + no_pictures);
  const auto run = [&](const Words& words) {
    return launch({words, place.path(), {}, -1, "", "", true});
  };
  const auto closed = fs::perms::owner_read | fs::perms::owner_exec;
  fs::create_directory(place / "locked");
  fs::permissions(place / "locked", closed);
  const auto output = run(run_to("2") + Words{"--output", "locked/out"});
  CHECK(output.status == 5);
  CHECK(output.err == "slipflow: cannot use output directory 'locked/out': Permission denied\n");
  CHECK(fs::is_empty(place / "locked"));

  const auto inside = run(run_to("2") + Words{"--output", "locked"});
  CHECK(inside.status == 5);
  CHECK(inside.err == "slipflow: cannot write locked/.slipflow-files: Permission denied\n");
  CHECK(fs::is_empty(place / "locked"));

  REQUIRE(run(run_to("6")).status == 0);
  fs::permissions(place / "out" / "checkpoint", closed);
  const auto later = run(run_to("13") + Words{"--restart", "latest"});
  CHECK(later.status == 5);
  CHECK(later.err ==
        "slipflow: cannot write out/checkpoint/step_000000007.ckpt: Permission denied\n");
  CHECK(newest_checkpoint(place / "out").stem() == "step_000000006");
  fs::permissions(place / "out" / "checkpoint", fs::perms::owner_all);
  fs::permissions(place / "out" / "checkpoint" / "step_000000006.ckpt", fs::perms::none);
  const auto unreadable =
      run(run_to("13") + Words{"--restart", "out/checkpoint/step_000000006.ckpt"});
  CHECK(unreadable.status == 2);
  CHECK(unreadable.err ==
        "slipflow: out/checkpoint/step_000000006.ckpt: cannot be read: Permission "
        "denied\n");
  fs::permissions(place / "out" / "checkpoint" / "step_000000006.ckpt", fs::perms::owner_all);
  check_recovers(place, "out");

  fs::permissions(place / "case.cfg", fs::perms::none);
  const auto hidden = run({"check", "case.cfg"});
  CHECK(hidden.status == 2);
  CHECK(hidden.err == "slipflow: case.cfg: cannot be read: Permission denied\n");
}

TEST_CASE("the results of another case are neither continued nor replaced") {
  const Place place(small_case + no_pictures);
  const Words other = {"--set", "gas.knudsen=0.1", "--output", "other"};
  REQUIRE(place.slipflow(run_to("6")).status == 0);
  REQUIRE(place.slipflow(run_to("6") + other).status == 0);
  const auto refusal = [&](const Words& words) {
    const auto before = place.tree();
    const auto run = place.slipflow(run_to("13") + words);
    CHECK(run.status == 2);
    CHECK_MESSAGE(place.tree() == before, "something was written");
    return run.err;
  };
  CHECK(
      refusal({"--output", "other"}) ==
      "slipflow: output directory 'other' already holds files; choose another with --output or add "
      "--overwrite\n");
  CHECK(refusal({"--output", "other", "--restart", "latest"}) ==
        "slipflow: cannot restart from other/checkpoint/step_000000006.ckpt: it was written with "
        "gas.knudsen = 0.1, the case has gas.knudsen = 0.05\n");
  // Shorter or another: that depends on how many digits its numbers have.
  const auto mixed_up =
      refusal({"--output", "other", "--restart", "out/checkpoint/step_000000006.ckpt"});
  CHECK(mixed_up.starts_with("slipflow: cannot continue other/history.csv: it is "));
  CHECK(mixed_up.ends_with("; a new --output leaves it unchanged\n"));
}

}  // namespace test_faults
