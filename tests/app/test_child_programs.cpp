// Programs that slipflow starts: their ends and messages.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>

#include "program.hpp"
#include "slipflow/support/child_programs.hpp"
#include "slipflow/support/error.hpp"

namespace test_child_programs {

using namespace test_app;
using slipflow::StartedProgram;

namespace {
volatile std::sig_atomic_t raised_by_children = 0;

/// Sends the next children a signal before they are another program; 0: none.
void raise_in_children(int signal) {
  static const int registered = ::pthread_atfork(nullptr, nullptr, [] {
    if (raised_by_children != 0) std::raise(raised_by_children);
  });
  REQUIRE(registered == 0);
  raised_by_children = signal;
}

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

TEST_CASE("what a program prints, unless it fails or takes too long") {
  using namespace std::chrono_literals;
  const auto printed = [](const std::string& commands, std::chrono::milliseconds limit) {
    return slipflow::output_of_program({"sh", "-c", commands}, limit);
  };
  const auto both = printed("cat; echo printed; echo said >&2", 100s);
  CHECK(both.succeeded);
  CHECK(both.text == "printed\n");
  CHECK(!printed("echo printed; exit 3", 100s).succeeded);
  CHECK(!printed("kill -TERM $$", 100s).succeeded);
  CHECK(!printed("exec sleep 100", 20ms).succeeded);
  CHECK(!slipflow::output_of_program({"no-such-program"}, 100s).succeeded);
}

TEST_CASE("a program that cannot be executed") {
  CHECK(!slipflow::feed_program({"no-such-program"}, [](const auto&) {}).was_found);
  CHECK_THROWS_AS(StartedProgram("/no/such/program", {}), slipflow::Error);
}

TEST_CASE("a signal between fork and exec ends the child, and no handler of this process sees it") {
  const Place place;
  const auto file = (place / "handled").string();
  static const char* handled = nullptr;
  handled = file.c_str();
  const auto before = std::signal(SIGTERM, [](int) { ::close(::creat(handled, 0600)); });
  raise_in_children(SIGTERM);
  const auto end = fed("exit 0");
  StartedProgram program("/bin/sh", {"-c", "exit 0"});
  CHECK(status_of(program) == 128 + SIGTERM);
  raise_in_children(0);
  std::signal(SIGTERM, before);
  CHECK(end.was_found);
  CHECK(end.status == 128 + SIGTERM);
  CHECK(!std::filesystem::exists(file));
}

}  // namespace test_child_programs
