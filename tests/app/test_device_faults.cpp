// Promise 10: devices that are not there, too small or failing. One sentence says what to do; what
// a run has written by then stays usable.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

#include "restarting.hpp"
#include "results.hpp"

namespace test_device_faults {

using namespace test_app;

namespace {
using Environment = std::map<std::string, std::string>;

const Words run_case = {"run", "case.cfg"};
const Words plain = {"--trust-device", "--parity", "--kernels", "plain"};
}  // namespace

TEST_SUITE_BEGIN("opencl");

TEST_CASE(
    "promise 10: without the OpenCL loader: status 3, what to install, and serial runs continue") {
  const Place place;
  const auto none = place / "none";
  fs::create_directory(none);
  write(none / "libOpenCL.so.1", "");  // found before the real one, and no library
  const Environment environment = {{"LD_LIBRARY_PATH", none.string()}};
  for (const Words& words : {run_case, Words{"devices"}, Words{"verify", "case.cfg"},
                             Words{"tune", "case.cfg"}, Words{"bench"}})
    CHECK(refused(place, words, 3, environment) ==
          "slipflow: the OpenCL loader cannot be used (" + (none / "libOpenCL.so.1").string() +
              ": file too short): install it and a driver (on Debian and Ubuntu, packages "
              "ocl-icd-libopencl1 and pocl-opencl-icd), or use --backend serial\n");
  CHECK(place.slipflow({"check", "case.cfg"}, environment).status == 0);
  CHECK(place.slipflow(run_case + serial + Words{"--steps", "1"}, environment).status == 0);
}

TEST_CASE("promise 10: a platform without a device: status 3 and what to install") {
  const Place place;
  const auto environment = with_fault(place.path(), "no-device");
  for (const Words& words : {run_case, Words{"devices"}})
    CHECK(refused(place, words, 3, environment) ==
          "slipflow: no OpenCL device was found: install a driver (on Debian and Ubuntu, package "
          "pocl-opencl-icd runs on any CPU), or use --backend serial\n");
}

TEST_CASE("promise 10: no double precision: status 3, and single precision runs" *
          doctest::test_suite("opencl full")) {
  const Place place(case_without_walls);
  const auto environment = with_fault(place.path(), "no-double");
  const auto message = refused(place, run_case, 3, environment);
  CHECK(message.find("slipflow: no OpenCL device can be used: none of 0 '") == 0);
  CHECK(holds(message,
              " has double precision and enough local memory; run.precision = single needs no "
              "doubles, and --backend serial runs without a device\n"));
  const auto asked_for = refused(place, run_case + Words{"--device", "0"}, 3, environment);
  CHECK(asked_for.find("slipflow: device 0 '") == 0);
  CHECK(holds(asked_for,
              "' cannot be used: it has no double precision (cl_khr_fp64); run.precision = "
              "single needs none\n"));
  const auto single =
      place.slipflow(run_case + Words{"--precision", "single", "--steps", "1"}, environment);
  CHECK_MESSAGE(single.status == 0, single.err);
}

TEST_CASE("a driver that does not tell the names of kernels' parameters runs a case" *
          doctest::test_suite("opencl full")) {
  const Place place(case_without_walls);
  const auto run = place.slipflow(run_case + plain + Words{"--steps", "1"},
                                  with_fault(place.path(), "no-argument-names"));
  CHECK_MESSAGE(run.status == 0, run.err);
}

TEST_CASE(
    "promise 10: too little memory: status 3, and the largest mesh that fits is named and runs" *
    doctest::test_suite("opencl full")) {
  const Place place(case_without_walls);
  const std::string bytes = "2000000";
  for (const auto& [fault, cells, begin] :
       {std::tuple("memory", "160 120", "slipflow: the case needs "),
        {"one-buffer", "600 500", "slipflow: an array of the case needs "}}) {
    CAPTURE(fault);
    const auto environment = with_fault(place.path(), fmt::format("{}={}", fault, bytes));
    const auto run_of = [&](const std::string& mesh) {
      return run_case + plain +
             Words{"--overwrite",        "--steps", "1", "--set", "mesh.cells=" + mesh, "--set",
                   "output.averages=p u"};
    };
    const auto message = refused(place, run_of(cells), 3, environment);
    CHECK(message.find(begin) == 0);
    std::smatch found;
    REQUIRE_MESSAGE(
        std::regex_search(message, found,
                          std::regex("that fits has ([0-9]+) x ([0-9]+) cells; take that, "
                                     "another device or --backend serial\n")),
        message);
    const int nx = std::stoi(found[1]), ny = std::stoi(found[2]);
    const auto largest = place.slipflow(run_of(fmt::format("{} {}", nx, ny)), environment);
    CHECK_MESSAGE(largest.status == 0, largest.err);
    fs::remove_all(place / "out");
    refused(place, run_of(fmt::format("{} {}", nx + 2, ny + 2)), 3, environment);
  }
}

TEST_CASE("promise 10: averages of doubles that do not fit, next to fields of floats that do") {
  const Place place;
  const auto environment = with_fault(place.path(), "one-buffer=2000000");
  const Words mixed = run_case + plain + Words{"--steps",     "1",
                                               "--precision", "mixed",
                                               "--set",       "mesh.cells=600 500",
                                               "--set",       "output.averages=u"};
  const auto message = refused(place, mixed, 3, environment);
  CHECK(message.find("slipflow: an array of the case needs 0.0024 GB, '") == 0);
}

TEST_CASE("promise 10: a buffer that cannot be had: status 3 and what to do, nothing written") {
  const Place place;
  for (const int buffer : {1, 9, 15}) {
    const auto message = refused(place, run_case + plain, 3,
                                 with_fault(place.path(), fmt::format("allocation={}", buffer)));
    CHECK(message.find("slipflow: preparing '") == 0);
    CHECK(holds(message,
                "CL_MEM_OBJECT_ALLOCATION_FAILURE from clCreateBuffer; the device may be out of "
                "memory, or have failed: take a coarser mesh or another device (slipflow devices "
                "lists them)\n"));
  }
}

TEST_CASE("promise 10: a device on which launches fail does not pass the self-test") {
  const Place place;
  const auto message = refused(place, run_case, 3, with_fault(place.path(), "launch=1"));
  CHECK(holds(message, "' fails the self-test: "));
  CHECK(holds(message, "CL_OUT_OF_RESOURCES from clEnqueueNDRangeKernel; "));
}

TEST_CASE(
    "promise 10: a launch that fails, a device that is lost: status 3, the checkpoint stays") {
  const Words to_step_13 = {"--steps", "13",
                            "--set",   "time.end=10",
                            "--set",   "output.checkpoint_every_steps=1",
                            "--set",   "output.every_time=0.06"};
  const Place whole(small_case + no_pictures);
  REQUIRE(whole.slipflow(run_case + serial + to_step_13).status == 0);
  for (const auto& [fault, name, advice] :
       {std::tuple("launch=200", "CL_OUT_OF_RESOURCES from clEnqueueNDRangeKernel",
                   "; the device may be out of memory, or have failed: "),
        {"read=60", "CL_DEVICE_NOT_AVAILABLE from clEnqueueReadBuffer",
         "; the device was lost or has failed: "}}) {
    CAPTURE(fault);
    const Place place(small_case + no_pictures);
    const auto run = place.slipflow(run_case + plain + to_step_13, with_fault(place.path(), fault));
    CHECK(run.status == 3);
    CHECK(lines_of(run.err).size() == 1);
    CHECK(holds(run.err, name));
    CHECK(holds(run.err, advice));
    CHECK(holds(read(place / "out" / "run.log"), "error: " + run.err.substr(10)));
    CHECK(holds(read(place / "out" / "summary.json"), "\"exit_status\": 3"));
    const auto newest = newest_checkpoint(place / "out").stem();
    CHECK(newest > "step_000000001");
    CHECK(newest < "step_000000013");
    const auto on = place.slipflow(run_case + serial + to_step_13 + Words{"--restart", "latest"});
    CHECK_MESSAGE(on.status == 0, on.err);
    check_same_results(whole / "out", place / "out");
  }
}

TEST_CASE(
    "promise 21: a device that hangs ends the run: status 3, and the last checkpoint is named" *
    doctest::test_suite("opencl full")) {
  const Words limit = {"--set", "run.device_timeout=1"};
  const Place place(tiny_case);
  run(place, serial + Words{"--output", "whole"});
  // PoCL compiles a kernel when it is first launched, which may take longer than the limit below.
  run(place, plain + Words{"--output", "compiled"});
  // In the self-test, before the run writes anything.
  const auto message = refused(place, run_case + limit, 3, with_fault(place.path(), "hang=1"));
  CHECK(message ==
        "slipflow: the device has not finished a command within 1 s (run.device_timeout): it "
        "hangs, was lost, or needs more time\n");
  // Within the first step, and after some.
  for (const auto& [fault, place_to_resume] :
       {std::pair("hang=3", "; no checkpoint was written before\n"),
        {"hang=60", "; the last checkpoint is out/checkpoint/step_00000000"}}) {
    CAPTURE(fault);
    fs::remove_all(place / "out");
    const auto hung = place.slipflow(run_case + plain + limit, with_fault(place.path(), fault));
    CHECK(hung.status == 3);
    CHECK(lines_of(hung.err).size() == 1);
    CHECK(holds(hung.err, place_to_resume));
    CHECK(holds(read(place / "out" / "run.log"), "error: " + hung.err.substr(10)));
    CHECK(holds(read(place / "out" / "summary.json"), "\"exit_status\": 3"));
    // The frame that was handed over before the device hung is written.
    CHECK(holds(read(place / "out" / "fields.pvd"), "fields/000000"));
    for (const auto& entry : fs::recursive_directory_iterator(place / "out"))
      CHECK(entry.path().extension() != ".tmp");
  }
  run(place, serial + Words{"--restart", "latest"});
  check_same_results(place / "whole", place / "out");
}

TEST_CASE("promise 21: a call of OpenCL fails, each time another one: status 3, and a run resumes" *
          doctest::test_suite("opencl full")) {
  const Place place(tiny_case);
  // Longer, so that the serial backend writes the last checkpoint: it has the name of its writer.
  const Words to_step_6 = serial + Words{"--steps", "6"};
  run(place, to_step_6 + Words{"--output", "whole"});
  run(place, serial + Words{"--output", "begun", "--steps", "2"});
  const auto faulty = [&](Environment environment) {
    fs::remove_all(place / "faulty");
    fs::copy(place / "begun", place / "faulty", fs::copy_options::recursive);
    environment["SLIPFLOW_TEST_FAULT_COUNTS"] = (place / "counts").string();
    return place.slipflow(run_case + plain + Words{"--output", "faulty", "--restart", "latest"},
                          environment);
  };
  REQUIRE(faulty(with_fault(place.path(), "counts")).status == 0);
  // Codes with which drivers report a device that is lost.
  const std::vector<std::string> codes = {"-36", "-9999", "-2", "-5", "-14", "-34"};
  std::size_t faults = 0;
  std::istringstream counts(read(place / "counts"));
  std::string name;
  for (unsigned long calls = 0; counts >> name >> calls;)
    for (const unsigned long n : std::set{std::min(1ul, calls), calls / 2, calls})
      if (n > 0) {
        auto environment = with_fault(place.path(), fmt::format("{}={}", name, n));
        environment["SLIPFLOW_TEST_FAULT_CODE"] = codes[faults++ % codes.size()];
        CAPTURE(environment["SLIPFLOW_TEST_FAULT"]);
        CAPTURE(environment["SLIPFLOW_TEST_FAULT_CODE"]);
        const auto failed = faulty(environment);
        const int status = name == "clBuildProgram" ? 6 : 3;
        CHECK_MESSAGE((failed.status == status || failed.status == 0), failed.err);
        CHECK((lines_of(failed.err).size() > 0) == (failed.status != 0));
        // All but the end of the program comes after the restart.
        if (name == "clEnqueueNDRangeKernel")
          CHECK(holds(failed.err, "; the last checkpoint is faulty/checkpoint/step_00000000"));
        run(place, to_step_6 + Words{"--output", "faulty", "--restart", "latest"});
        check_same_results(place / "whole", place / "faulty");
      }
  CHECK(faults >= 40);
}

TEST_SUITE_END();

}  // namespace test_device_faults
