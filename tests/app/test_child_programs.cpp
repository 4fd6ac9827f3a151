// Programs that slipflow starts: their ends and what they say.
#include <doctest/doctest.h>

#include <csignal>

#include "program.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/filter_process.hpp"
#include "slipflow/support/started_program.hpp"

using namespace test_app;
using slipflow::StartedProgram;

namespace {
/// Waits for its end.
int status_of(StartedProgram& program) {
  wait_until([&] { return program.status().has_value(); });
  return program.status().value_or(-1);
}

slipflow::FilterEnd fed(const std::string& commands) {
  return slipflow::feed_program({"sh", "-c", commands},
                                [](const auto& write) { write("some text"); });
}
}  // namespace

TEST_CASE("the end of a child is known where SIGCHLD is ignored") {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  CHECK(fed("cat > /dev/null; echo why >&2; exit 3").status == 3);
  std::signal(SIGCHLD, SIG_IGN);
  StartedProgram program("/bin/sh", {"-c", "exit 4"});
  CHECK(status_of(program) == 4);
  std::signal(SIGCHLD, before);
}

TEST_CASE("what a program says: its error has further lines") {
  StartedProgram program("/bin/sh", {"-c",
                                     "echo 'slipflow: old' >&2; echo 'slipflow: no build:' >&2; "
                                     "echo 'a log' >&2; kill -TERM $$"});
  CHECK(status_of(program) == 128 + SIGTERM);
  CHECK(program.last_line_after("slipflow: ") == "no build:");
  CHECK(program.last_line_after("warning: ") == "");
  CHECK(fed("cat > /dev/null; echo why >&2").said == "why\n");
}

TEST_CASE("a program that cannot be executed") {
  CHECK(!slipflow::feed_program({"no-such-program"}, [](const auto&) {}).was_found);
  CHECK_THROWS_AS(StartedProgram("/no/such/program", {}), slipflow::Error);
}
