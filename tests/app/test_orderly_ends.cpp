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
