// A run ends in good order, and continues where it can: closed descriptors and pipes, a limit on
// its wall-clock time, a tolerance that rounding keeps it from reaching.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "program.hpp"
#include "results.hpp"
#include "slipflow/run/pause.hpp"

namespace test_orderly_ends {

using namespace test_app;
using slipflow::run::WallClockLimit;

namespace {
/// Runs a line of the shell in which $SLIPFLOW is the program.
Outcome shell(const Place& place, const std::string& line) {
  return in_child(place.path(), [&] {
    setenv("SLIPFLOW", program_under_test, 1);
    execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    return 99;
  });
}

/// A lid-driven box between walls of several temperatures. Its steady state is reached up to
/// rounding, which leaves changes above 2^-45.
const std::string box_case =
    "[gas]\nknudsen = 5\n[mesh]\nx = 0 1\ny = 0 1\ncells = 8 8\n[boundary]\n"
    "west = wall temperature=5\neast = wall temperature=0.8\nsouth = wall\n"
    "north = wall velocity=0.5,0 temperature=5\n[initial]\nstate = rest\n"
    "[time]\nstep = 1\nmax_steps = 300\n[inner]\nmax = 100\n"
    "[output]\npictures = none\n";
}  // namespace

TEST_CASE("closed standard descriptors: warnings go nowhere, and not into the results") {
  const Place place;
  const auto run = shell(place,
                         "exec \"$SLIPFLOW\" run case.cfg --backend serial --set inner.max=5 "
                         "--set output.history_every=1 0<&- 1>&- 2>&-");
  CHECK(run.status == 0);
  CHECK(holds(read(place / "out" / "run.log"), "warning: "));
  const auto lines = lines_of(read(place / "out" / "history.csv"));
  REQUIRE(lines.size() > 2);
  for (const auto& line : lines)
    CHECK(std::ranges::count(line, ',') == std::ranges::count(lines.front(), ','));
}

TEST_CASE("a pipe that is closed does not end the run, which says so in run.log") {
  const Place place;
  // The reader is gone before the run begins to print.
  const auto run = shell(place,
                         "{ sleep 0.2; \"$SLIPFLOW\" run case.cfg --backend serial; "
                         "echo $? > status; } | true");
  CHECK(run.err == "");
  CHECK(read(place / "status") == "0\n");
  CHECK(holds(read(place / "out" / "run.log"), "note: standard output was closed"));
  CHECK(holds(read(place / "out" / "run.log"), "\ndone (end): t = 0.1"));
}

TEST_CASE("a pipe that is closed at the end does not change the status of a run that fails") {
  const Place place;
  const auto run = shell(place,
                         "{ sleep 0.2; \"$SLIPFLOW\" run case.cfg --backend serial --set "
                         "time.step=0.3 --set time.end=30 --set inner.diagonal=plain 2>&1; echo $? "
                         "> status; } | true");
  CHECK(read(place / "status") == "4\n");
}

TEST_CASE("SIGHUP that is ignored at the start, as under nohup, remains ignored") {
  const Place place(endless_case());
  const auto run = shell(place,
                         "trap '' HUP; \"$SLIPFLOW\" run case.cfg --backend serial > log & "
                         "while ! grep -q '^8,' out/history.csv 2>/dev/null; do sleep 0.01; done; "
                         "kill -HUP $!; sleep 0.1; kill -TERM $!; wait $!");
  CHECK(run.status == 143);
  CHECK(holds(read(place / "log"), "stopped by SIGTERM: "));
}

TEST_CASE("the reserve of --max-hours is the slowest step and two checkpoints") {
  WallClockLimit limit(100, 10);
  CHECK(!limit.reached(15, 1));  // a step of 5 s
  limit.begin_step(90);          // a checkpoint in between is no part of a step
  CHECK(!limit.reached(92.9, 1));
  WallClockLimit same(100, 10);
  CHECK(!same.reached(15, 1));
  same.begin_step(92);
  CHECK(same.reached(93, 1));  // 93 + 5 + 2
  WallClockLimit slow_disk(100, 10);
  CHECK(!slow_disk.reached(15, 39));
  CHECK(slow_disk.reached(17.5, 38));  // 17.5 + 7.5 + 76
  WallClockLimit none(0, 0);
  CHECK(!none.reached(1e9, 1e9));
}

TEST_CASE("what signals ask of another rank is asked of this one") {
  slipflow::run::RunSignals signals;
  CHECK(signals.stop() == 0);
  signals.put({});
  CHECK(signals.stop() == 0);
  CHECK(!signals.take_checkpoint_request());
  signals.put({SIGTERM, 0});
  signals.put({SIGINT, 1});
  CHECK(signals.stop() == SIGTERM);  // the first one
  const auto asked = signals.take();
  CHECK(asked.stop == SIGTERM);
  CHECK(asked.checkpoint == 1);
  CHECK(signals.take().checkpoint == 0);
}

TEST_CASE(
    "--max-hours writes a checkpoint and stops in time; a restart continues, with another limit") {
  const Place place(endless_case());
  const auto stopped =
      place.slipflow({"run", "case.cfg", "--backend", "serial", "--max-hours", "0.0002"});
  CHECK(stopped.status == 143);
  CHECK(stopped.err == "");
  CHECK(holds(stopped.out, "stopped by time.max_hours = 0.0002: t = "));
  CHECK(holds(stopped.out, "--max-hours 0.0002 --restart latest\n"));
  const auto summary = read(place / "out" / "summary.json");
  CHECK(holds(summary, "\"status\": \"stopped\""));
  CHECK(holds(summary, "\"stopped_by\": \"max_hours\""));
  const long steps = std::stol(newest_checkpoint(place / "out").stem().string().substr(5));
  REQUIRE(steps > 0);

  const auto end = fmt::format("{}", steps + 5);
  const Words words = {"run", "case.cfg", "--backend", "serial", "--steps", end};
  const auto restarted = place.slipflow(words + Words{"--restart", "latest", "--max-hours", "0"});
  CHECK(restarted.status == 0);
  CHECK(!holds(restarted.out, "max_hours"));
  REQUIRE(place.slipflow(words + Words{"--output", "whole"}).status == 0);
  check_same_results(place / "whole", place / "out");
}

TEST_CASE("a limit that has passed already leaves a step and a checkpoint") {
  const Place place(endless_case() + "[time]\nmax_hours = 1e-9\n");
  CHECK(place.slipflow({"run", "case.cfg", "--backend", "serial"}).status == 143);
  CHECK(newest_checkpoint(place / "out").filename() == "step_000000001.ckpt");
}

TEST_CASE("--max-hours is a number of hours") {
  const Place place;
  for (const char* hours : {"-1", "nan", "inf", "1e6"}) {
    const auto run = place.slipflow({"run", "case.cfg", std::string("--max-hours=") + hours});
    CHECK(run.status == 2);
    CHECK(run.err ==
          fmt::format("slipflow: --max-hours {} must be from 0 to 100000 hours; 0 is no limit\n",
                      std::strtod(hours, nullptr)));
  }
}

TEST_CASE("a stall at round-off is no divergence: the run names a tolerance that can be reached") {
  const Place place(box_case);
  const auto run = [&](const std::string& tolerance) {
    return place.slipflow({"run", "case.cfg", "--backend", "serial", "--overwrite", "--set",
                           "inner.tolerance=" + tolerance});
  };
  const auto stalled = run("1e-13");
  CHECK(stalled.status == 0);
  REQUIRE(holds(stalled.err, "the changes of the inner iteration stall at "));
  const std::string before = "inner.tolerance = 1.0e-13 cannot be reached; take ";
  const auto at = stalled.err.find(before);
  REQUIRE(at != std::string::npos);
  const auto tolerance = stalled.err.substr(at + before.size(), 5);
  CHECK(std::stod(tolerance) > 1e-13);
  CHECK(std::stod(tolerance) < 1e-10);
  const auto reached = run(tolerance);
  CHECK(reached.status == 0);
  CHECK(!holds(reached.err, "stall"));
}

TEST_CASE("run and check warn of a steady state that rounding or a given tolerance hides") {
  const Place place;
  const auto with = [](const std::string& steady, const std::string& tolerance) {
    return Words{"case.cfg", "--set", "time.steady=" + steady, "--set",
                 "inner.tolerance=" + tolerance};
  };
  const auto check = [&](const Words& words) { return place.slipflow(Words{"check"} + words).out; };
  const std::string warning =
      "time.steady = 1e-10 may never be reached: in steps of 0.02 it asks for changes below "
      "2.0e-12, and steps that are solved to 1.0e-12 have errors of that size; take a larger "
      "time.steady, or longer steps\n";
  const Words impossible = with("1e-10", "1e-7");
  CHECK(holds(check(impossible), "# WARNING                   " + warning));
  CHECK(place.slipflow(Words{"run", "--backend", "serial"} + impossible).err ==
        "warning: " + warning);
  const Words courant = {"--set", "time.step=", "--set", "time.courant=0.25"};
  CHECK(holds(check(impossible + courant),
              "# WARNING                   time.steady = 1e-10 may never be reached"));
  const Words mixed = {"--set", "run.precision=mixed"};
  CHECK(holds(check(with("1e-6", "1e-6") + mixed), "may never be reached"));
  for (const Words& possible : {with("1e-6", "1e-7"), with("0", "1e-7"), with("1e-6", "0")}) {
    const auto out = check(possible);
    CHECK(holds(out, "# device memory"));
    CHECK(!holds(out, "may never be reached"));
  }
}

namespace {
std::string number_named(const Place& place, const std::string& name) {
  const auto summary = read(place / "out/summary.json");
  const auto at = summary.find('"' + name + "\": ");
  if (at == std::string::npos) return "";
  const auto begin = at + name.size() + 4;
  return summary.substr(begin, summary.find_first_of(",\n", begin) - begin);
}
}  // namespace

TEST_CASE("a steady state that rounding hides is status 4, with the floor and a mark") {
  const Place place(
      "title = heated corner\n[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\ncells = 8 6\n"
      "[boundary]\nwest = wall temperature=1.2\neast = wall\nsouth = wall velocity=0.1,0\n"
      "north = wall\n[run]\nprecision = single\n[time]\nstep = 0.02\nsteady = 1e-13\n"
      "max_steps = 100000\n[inner]\ntolerance = 1e-5\n[output]\ndirectory = out\n"
      "pictures = none\n");
  const auto stalled = place.slipflow({"run", "case.cfg", "--backend", "serial"});
  CHECK(stalled.status == 4);
  CHECK(holds(stalled.err, "slipflow: did not converge: at step "));
  CHECK(holds(stalled.err, " the change per time has stopped shrinking at "));
  CHECK(holds(stalled.err, ", above time.steady = 1e-13: the flow may be unsteady, or the "));
  CHECK(number_named(place, "stopped_by") == "\"stalled\"");
  CHECK(number_named(place, "exit_status") == "4");
  const double steps = std::stod(number_named(place, "steps"));
  CHECK(steps > 2000);
  CHECK(steps < 20000);
  CHECK(!holds(read(place / "out/fields/000000.vtr"), "NotConverged"));
  CHECK(holds(read(place / "out/fields/000001.vtr"), "NotConverged"));
}

TEST_CASE("max_steps before time.steady is status 4, with a mark in the last frame; --steps is 0") {
  const Place place(with_line(small_case, "end = 0.1", "steady = 1e-12"));
  const Words run = {"run",         "case.cfg", "--backend",          "serial",
                     "--overwrite", "--set",    "output.every_time=0"};
  const auto limited = place.slipflow(run + Words{"--set", "time.max_steps=15"});
  CHECK(limited.status == 4);
  CHECK(
      holds(limited.err, "slipflow: did not converge: after time.max_steps = 15 the change per "));
  CHECK(holds(limited.err, ", not below time.steady = 1e-12\n"));
  CHECK(number_named(place, "stopped_by") == "\"max_steps\"");
  CHECK(number_named(place, "status") == "\"failed\"");
  CHECK(number_named(place, "exit_status") == "4");
  const auto frame = [&](const char* name) { return read(place / "out/fields" / name); };
  CHECK(!holds(frame("000000.vtr"), "NotConverged"));
  CHECK(holds(frame("000001.vtr"), "NotConverged"));
  // A frame that is due at the last step has the mark too.
  const auto due = place.slipflow({"run", "case.cfg", "--backend", "serial", "--overwrite", "--set",
                                   "output.every_time=0.1", "--set", "time.max_steps=15"});
  CHECK(due.status == 4);
  CHECK(!holds(frame("000002.vtr"), "NotConverged"));
  CHECK(holds(frame("000003.vtr"), "NotConverged"));
  const auto asked = place.slipflow(run + Words{"--steps", "15"});
  CHECK(asked.status == 0);
  CHECK(number_named(place, "stopped_by") == "\"max_steps\"");
  CHECK(number_named(place, "status") == "\"done\"");
  CHECK(!holds(frame("000001.vtr"), "NotConverged"));
  // A limit that is not on a tenth step does not hide a steady flow.
  const Words loose = {"--set", "time.steady=1e3", "--set", "time.max_steps=5"};
  CHECK(place.slipflow(run + loose).status == 0);
  CHECK(number_named(place, "stopped_by") == "\"steady\"");
  // Nor does an end that comes first.
  const Words ends = {"--set", "time.end=0.1", "--set", "time.max_steps=1000"};
  CHECK(place.slipflow(run + ends).status == 0);
  CHECK(number_named(place, "stopped_by") == "\"end\"");
}

}  // namespace test_orderly_ends
