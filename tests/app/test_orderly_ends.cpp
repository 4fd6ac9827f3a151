// A run ends in good order, and continues where it can: closed descriptors and pipes, a limit on
// its wall-clock time, a tolerance that rounding keeps it from reaching.
#include <doctest/doctest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "program.hpp"

using namespace test_app;

namespace {
/// Runs a line of the shell in which $SLIPFLOW is the program.
Outcome shell(const Place& place, const std::string& line) {
  return in_child(place.path(), [&] {
    setenv("SLIPFLOW", SLIPFLOW_PROGRAM, 1);
    execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    return 99;
  });
}

std::string endless_case() {
  return with_line(small_case, "end = 0.1", "end = 10000") +
         "pictures = none\ncheckpoint_every = 0\n";
}

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
                         "time.step=0.5 2>&1; echo $? > status; } | true");
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
