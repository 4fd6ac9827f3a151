// The backend of runs that name none: slipflow run --backend auto, the default.
#include <doctest/doctest.h>

#include "restarting.hpp"
#include "results.hpp"

namespace test_backend_choice {

using namespace test_app;

namespace {
using Environment = std::map<std::string, std::string>;

const Words three_steps = {"--steps", "3", "--set", "output.pictures=none"};

/// A choice where no OpenCL device is.
Environment without_devices(const Place& place) {
  fs::create_directory(place / "none");
  return {{"SLIPFLOW_BACKEND", "auto"}, {"OCL_ICD_VENDORS", (place / "none").string()}};
}

/// A choice where the only device is a CPU: the driver of the tests, which hands on to PoCL.
Environment with_cpu(const Place& place) {
  auto environment = with_fault(place.path(), "none");
  environment["SLIPFLOW_BACKEND"] = "auto";
  return environment;
}

/// Runs the case and returns what it said.
std::string say(const Place& place, const Words& words, const Environment& environment) {
  const auto run = place.slipflow(Words{"run", "case.cfg"} + words, environment);
  REQUIRE_MESSAGE(run.status == 0, run.err);
  return run.out;
}

void check_summary(const fs::path& folder, const std::string& backend, const std::string& by) {
  const auto summary = read(folder / "summary.json");
  CHECK(holds(summary, "\"backend\": \"" + backend + "\""));
  CHECK_MESSAGE(holds(summary, "\"backend_chosen_by\": \"" + by + "\""), summary);
}
}  // namespace

TEST_CASE("without a device a case runs on threads, where its method and pressures have them") {
  const Place place;
  const auto environment = without_devices(place);
  const auto said = say(place, three_steps, environment);
  CHECK_MESSAGE(holds(said, "\n  backend threads, as no OpenCL device can be used: no "), said);
  check_summary(place / "out", "threads", "device");
  for (const char* needs : {"inner.pressure=multigrid", "run.kernels=plain", "run.rows=20"}) {
    const auto run =
        place.slipflow({"run", "case.cfg", "--overwrite", "--set", needs}, environment);
    CHECK_MESSAGE(run.status == 3, needs);
    CHECK(holds(run.err, "slipflow: no OpenCL device was found: "));
  }
  run(place, serial + three_steps + Words{"--output", "serial"});
  check_summary(place / "serial", "serial", "option");
  auto by_serial = results_in(place / "serial"), by_threads = results_in(place / "out");
  by_serial.erase("checkpoint"), by_threads.erase("checkpoint");  // says who has written it
  CHECK(by_serial == by_threads);
}

TEST_CASE("a restart keeps the backend of the checkpoint" * doctest::test_suite("opencl full")) {
  const Place place;
  const auto cpu = with_cpu(place);
  const Words end = {"--steps", "5", "--set", "output.pictures=none"};
  const Words resumed = end + Words{"--restart", "latest", "--output"};
  // Threads, which the model takes for a small mesh.
  const auto model = say(place, three_steps + Words{"--output", "threads"}, cpu);
  CHECK_MESSAGE(holds(model, "\n  backend threads, by the model: 10,000 iterations take "), model);
  check_summary(place / "threads", "threads", "model");
  CHECK(holds(say(place, resumed + Words{"threads"}, cpu),
              "\n  backend threads, as the checkpoint has the bits of the host\n"));
  check_summary(place / "threads", "threads", "checkpoint");
  // The device, which an option has named.
  // With kernels that other tests build too.
  const Words device = {"--device", "0", "--trust-device", "--parity"};
  say(place, device + end + Words{"--output", "whole"}, cpu);
  say(place, device + three_steps + Words{"--output", "device"}, cpu);
  check_summary(place / "device", "opencl", "option");
  fs::copy(place / "device", place / "moved", fs::copy_options::recursive);
  CHECK(holds(say(place, resumed + Words{"device", "--trust-device", "--parity"}, cpu),
              "\n  backend opencl, as the checkpoint is of '"));
  check_summary(place / "device", "opencl", "checkpoint");
  check_same_results(place / "whole", place / "device");
  const auto moved = say(place, resumed + Words{"moved"}, without_devices(place));
  CHECK(holds(moved, "\n  the device '"));
  CHECK(holds(moved, "' of the checkpoint is not here; backend threads, as no OpenCL device can "));
  check_summary(place / "moved", "threads", "device");
}

TEST_CASE("a GPU is taken before threads" * doctest::test_suite("opencl full")) {
  const Place place(case_without_walls);
  auto gpu = with_fault(place.path(), "gpu");
  gpu["SLIPFLOW_BACKEND"] = "auto";
  const auto said = say(place, {"--steps", "1", "--parity", "--trust-device"}, gpu);
  CHECK_MESSAGE(!holds(said, "  backend "), said);
  check_summary(place / "out", "opencl", "device");
  // A checkpoint of threads stays with them.
  say(place, {"--steps", "1", "--backend", "threads", "--output", "threads"}, gpu);
  say(place, {"--steps", "2", "--output", "threads", "--restart", "latest"}, gpu);
  check_summary(place / "threads", "threads", "checkpoint");
}

TEST_CASE("a wrong SLIPFLOW_BACKEND is reported as that") {
  const Place place;
  const auto run = place.slipflow({"run", "case.cfg"}, {{"SLIPFLOW_BACKEND", "cuda"}});
  CHECK(run.status == 2);
  CHECK(run.err == "slipflow: SLIPFLOW_BACKEND=cuda must be auto, opencl, serial or threads\n");
}

}  // namespace test_backend_choice
