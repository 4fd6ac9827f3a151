// Promise 5: SIGINT, SIGTERM and SIGUSR1 act within one time step.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <signal.h>

#include <tuple>

#include "frame.hpp"
#include "program.hpp"
#include "results.hpp"

namespace test_signals {

using namespace test_app;

namespace {
Launch serial_run(const Place& place, const Words& more) {
  Words words = {"run", "case.cfg", "--backend", "serial"};
  words.insert(words.end(), more.begin(), more.end());
  return {words, place.path(), {}, -1, "", ""};
}

void wait_for_history(const Place& place, std::size_t lines) {
  wait_until([&] { return lines_of(read(place / "out" / "history.csv")).size() >= lines; });
}

/// The step of the newest checkpoint.
long last_step(const fs::path& directory) {
  return std::stol(newest_checkpoint(directory).stem().string().substr(5));
}
}  // namespace

TEST_CASE("promise 5: SIGINT, SIGTERM and SIGHUP write a checkpoint and print how to resume") {
  for (const auto& [number, name, status] :
       {std::tuple(SIGINT, "SIGINT", 130), {SIGTERM, "SIGTERM", 143}, {SIGHUP, "SIGHUP", 143}}) {
    CAPTURE(name);
    const Place place(endless_case());
    const auto stopped = launch(serial_run(place, {"--set", "title=a b"}), [&](int process) {
      wait_for_history(place, 4);
      kill(process, number);
    });
    CHECK(stopped.status == status);
    CHECK(stopped.err == "");
    const long steps = last_step(place / "out");
    CHECK(holds(stopped.out, fmt::format("stopped by {}: t = ", name)));
    CHECK(holds(
        stopped.out,
        fmt::format(" after {} steps; checkpoint out/checkpoint/step_{:09}.ckpt\n", steps, steps)));
    CHECK(holds(stopped.out,
                "to resume: slipflow run case.cfg --backend serial --set 'title=a b' "
                "--restart latest\n"));
    CHECK(holds(read(place / "out" / "summary.json"), "\"status\": \"stopped\""));
    for (const auto& [time, file] : read_collection(place / "out" / "fields.pvd"))
      CHECK(read_frame(place / "out" / file).time == time);

    const auto end = fmt::format("{}", steps + 5);
    REQUIRE(launch(serial_run(place, {"--restart", "latest", "--steps", end})).status == 0);
    REQUIRE(launch(serial_run(place, {"--output", "whole", "--steps", end})).status == 0);
    check_same_results(place / "whole", place / "out");
  }
}

TEST_CASE("promise 5: each signal acts at the end of the step it comes in") {
  // The run is stopped while its step is read and the signal is sent; a step takes far longer
  // than to stop it.
  const Words slow = {"--set", "mesh.cells=200 100", "--set", "inner.tolerance=0",
                      "--set", "inner.max=300",      "--set", "output.history_every=1"};
  for (const int number : {SIGINT, SIGTERM, SIGUSR1}) {
    CAPTURE(number);
    const Place place(endless_case());
    long seen = 0;
    const auto run = launch(serial_run(place, slow), [&](int process) {
      wait_for_history(place, 3);
      kill(process, SIGSTOP);
      seen = std::stol(lines_of(read(place / "out" / "history.csv")).back());
      kill(process, number);
      kill(process, SIGCONT);
      const auto checkpoint = [&](long step) {
        return fs::exists(place / "out" / "checkpoint" / fmt::format("step_{:09}.ckpt", step));
      };
      wait_until([&] { return checkpoint(seen) || checkpoint(seen + 1); });
      if (number == SIGUSR1) kill(process, SIGTERM);
    });
    CHECK(seen >= 2);
    CHECK(run.status == 128 + (number == SIGUSR1 ? SIGTERM : number));
    if (number != SIGUSR1) CHECK(last_step(place / "out") <= seen + 1);
  }
}

TEST_CASE("promise 5: SIGTERM on the device" * doctest::test_suite("opencl")) {
  const Place place(endless_case());
  const auto stopped =
      launch({{"run", "case.cfg", "--trust-device", "--parity", "--kernels", "plain"},
              place.path(),
              {},
              -1,
              "",
              ""},
             [&](int process) {
               wait_until([&] { return fs::exists(place / "out" / "history.csv"); });
               wait_for_history(place, 3);
               kill(process, SIGTERM);
             });
  CHECK(stopped.status == 143);
  CHECK(last_step(place / "out") >= 4);
}

TEST_CASE("promise 5: SIGUSR1 writes a checkpoint and the run continues unchanged") {
  const Place place(endless_case());
  const auto run = launch(serial_run(place, {}), [&](int process) {
    wait_for_history(place, 3);
    kill(process, SIGUSR1);
    wait_until([&] { return fs::exists(place / "out" / "checkpoint"); });
    const auto lines = lines_of(read(place / "out" / "history.csv")).size();
    wait_for_history(place, lines + 3);
    kill(process, SIGTERM);
  });
  CHECK(run.status == 143);
  CHECK(holds(run.out, "SIGUSR1: checkpoint out/checkpoint/step_"));
  const auto end = fmt::format("{}", last_step(place / "out") + 1);
  REQUIRE(launch(serial_run(place, {"--restart", "latest", "--steps", end})).status == 0);
  REQUIRE(launch(serial_run(place, {"--output", "whole", "--steps", end})).status == 0);
  check_same_results(place / "whole", place / "out");
}

TEST_CASE("promise 5: a second SIGINT quits at once") {
  const Place place(endless_case());
  // One step takes minutes.
  const Words slow = {"--set", "mesh.cells=400 200", "--set", "inner.tolerance=0",
                      "--set", "inner.max=100000"};
  const auto run = launch(serial_run(place, slow), [&](int process) {
    wait_until([&] { return fs::exists(place / "out" / "fields.pvd"); });
    kill(process, SIGINT);
    usleep(300000);
    CHECK(kill(process, 0) == 0);
    kill(process, SIGINT);
  });
  CHECK(run.status == 130);
  CHECK(holds(run.err, "slipflow: a second signal: stopped at once"));
  CHECK(!fs::exists(place / "out" / "checkpoint"));
}

}  // namespace test_signals
