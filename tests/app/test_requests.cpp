// Request files: stop.request and checkpoint.request in the output directory do what signals do.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <signal.h>

#include "restarting.hpp"
#include "results.hpp"

namespace test_requests {

using namespace test_app;

namespace {
Launch endless_run(const Place& place) {
  return {Words{"run", "case.cfg"} + serial, place.path(), {}, -1, "", ""};
}

void wait_for(const fs::path& file) {
  wait_until([&] { return fs::exists(file); });
}

void wait_until_taken(const fs::path& request) {
  wait_until([&] { return !fs::exists(request); });
}
}  // namespace

TEST_CASE("stop.request stops a run after a checkpoint, as SIGTERM does") {
  const Place place(endless_case());
  const auto stopped = launch(endless_run(place), [&](int) {
    wait_for(place / "out" / "history.csv");
    write(place / "out" / "stop.request", "");
  });
  CHECK(stopped.status == 143);
  CHECK(stopped.err == "");
  CHECK(holds(stopped.out, "stopped by stop.request: t = "));
  CHECK(holds(stopped.out, "to resume: slipflow run case.cfg --backend serial --restart latest\n"));
  CHECK(holds(read(place / "out" / "summary.json"), "\"stopped_by\": \"request\""));
  CHECK(!fs::exists(place / "out" / "stop.request"));
  const long steps = std::stol(newest_checkpoint(place / "out").stem().string().substr(5));
  CHECK(holds(stopped.out, fmt::format("after {} steps; checkpoint", steps)));
  const Words to_end = serial + Words{"--steps", fmt::format("{}", steps + 5)};
  run(place, to_end + Words{"--restart", "latest"});
  run(place, to_end + Words{"--output", "whole"});
  check_same_results(place / "whole", place / "out");
}

TEST_CASE("checkpoint.request writes a checkpoint and the run continues; others are ignored once") {
  const Place place(endless_case());
  const auto run = launch(endless_run(place), [&](int process) {
    wait_for(place / "out" / "history.csv");
    write(place / "out" / "stop.request", "not empty");
    write(place / "out" / "checkpoint.request", "");
    wait_until_taken(place / "out" / "checkpoint.request");
    write(place / "out" / "checkpoint.request", "");
    wait_until_taken(place / "out" / "checkpoint.request");
    kill(process, SIGTERM);
  });
  CHECK(run.status == 143);
  CHECK(holds(run.out, "stopped by SIGTERM"));
  CHECK(holds(run.out, "checkpoint.request: checkpoint out/checkpoint/step_"));
  const std::string warning = "warning: out/stop.request is ignored: it is not empty";
  const auto all = run.out + run.err;
  REQUIRE(holds(all, warning));
  CHECK(!holds(all.substr(all.find(warning) + warning.size()), warning));
  CHECK(read(place / "out" / "stop.request") == "not empty");
}

}  // namespace test_requests
