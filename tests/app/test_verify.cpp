// slipflow verify, and the self-test before every run.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <tuple>

#include "program.hpp"

namespace test_verify {

using namespace test_app;

namespace {
std::vector<std::string> with_scheme(std::vector<std::string> arguments, const std::string& time,
                                     const std::string& convection) {
  for (const auto& set :
       {fmt::format("scheme.time={}", time), fmt::format("scheme.convection={}", convection)}) {
    arguments.push_back("--set");
    arguments.push_back(set);
  }
  return arguments;
}
}  // namespace

TEST_CASE("verify --backend threads compares the threads with the serial reference") {
  const Place place(small_case);
  const auto run = place.slipflow(
      {"verify", "case.cfg", "--parity", "--steps", "3", "--backend", "threads", "--threads", "2"});
  CHECK_MESSAGE(run.status == 0, run.err);
  CHECK(holds(run.out, "2 threads: "));
  CHECK(holds(run.out, "verdict: the same bits\n"));
}

TEST_SUITE_BEGIN("opencl");

// The parity tests compare each scheme with each kernel set.
TEST_CASE("promise 1: verify --parity: the bits of the serial reference" *
          doctest::test_suite("opencl full")) {
  const Place place(small_case);
  for (const auto& [time, convection, kernels] :
       {std::tuple("implicit", "upwind", "fused"), {"explicit", "tvd", "plain"}}) {
    CAPTURE(kernels);
    const auto run = place.slipflow(
        with_scheme({"verify", "case.cfg", "--parity", "--steps", "3", "--kernels", kernels}, time,
                    convection));
    CHECK(run.status == 0);
    CHECK(holds(run.out, "verdict: the same bits\n"));
    CHECK(holds(run.out, fmt::format("3 steps of {} {}\n", time, convection)));
  }
}

TEST_CASE("verify follows an inflow over time" * doctest::test_suite("opencl full")) {
  const Place place(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 2\ny = 0 1\ncells = 12 8\n[boundary]\n"
      "west = inflow velocity=0.2 over_time=begins.csv\neast = pressure p=1\n"
      "south = wall\nnorth = wall\n[initial]\nstate = rest\n[time]\nstep = 0.01\nend = 1\n");
  // The inner iterations of 4 steps: gas at rest needs fewest.
  const auto inner_iterations = [&](const std::string& table) {
    write(place / "begins.csv", table);
    const auto run =
        place.slipflow({"verify", "case.cfg", "--parity", "--steps", "4", "--kernels", "plain"});
    CHECK_MESSAGE(run.status == 0, run.err);
    const std::string begin = "inner iterations: device ";
    const auto at = run.out.find(begin);
    REQUIRE(at != std::string::npos);
    return std::stoi(run.out.substr(at + begin.size()));
  };
  const int at_rest = inner_iterations("t,factor\n0,0\n1,0\n");
  CHECK(inner_iterations("t,factor\n0,0\n0.02,1\n") > at_rest);
}

TEST_CASE("promise 2: fast mode stays at round-off after 100 steps of 30 inner iterations" *
          doctest::test_suite("opencl full")) {
  const Place place(small_case);
  for (const auto& [time, convection, kernels] : {std::tuple("implicit", "tvd", "fused"),
                                                  {"explicit", "tvd", "plain"},
                                                  {"implicit", "upwind", "plain"}}) {
    CAPTURE(time);
    CAPTURE(convection);
    const auto run = place.slipflow(with_scheme(
        {"verify", "case.cfg", "--steps", "100", "--kernels", kernels}, time, convection));
    CHECK(run.status == 0);
    CHECK(holds(run.out, "inner iterations: device 3000, serial 3000\n"));
    CHECK(holds(run.out, "verdict: within 1e-12 of each field's largest value\n"));
  }
}

TEST_CASE("verify names the cell and ends with status 7 where a kernel is wrong") {
  const Place place(small_case);
  const auto run = with_wrong_kernels(
      place, "simple_ts/energy.h",
      "  return (e.sum + V * sf_temperature_source(c, P)) * SF_RECIPROCAL(e.diagonal);",
      "  return (e.sum + 1.0001 * V * sf_temperature_source(c, P)) * SF_RECIPROCAL(e.diagonal);",
      {"verify", "case.cfg", "--parity", "--trust-device"});
  CHECK(run.status == 7);
  CHECK(holds(run.out, "verdict: the bits DIFFER\n"));
  CHECK(holds(run.out, ", serial 1."));
}

TEST_CASE("promise 9: a device that computes wrongly is refused before the case starts") {
  struct Wrong {
    const char *name, *text, *wrong, *sentence;
  };
  const Wrong faults[] = {
      {"common/self_test.cl", "  arithmetic[8 * k + 3] = SF_DIVIDE(a[k], b[k]);",
       "  arithmetic[8 * k + 3] = a[k] * (1.0 / b[k]);", "its division of "},
      {"language.h", "#define SF_POSITIVE_PART(x) ((x) > 0.0 ? (x) : 0.0)",
       "#define SF_POSITIVE_PART(x) ((x) > 0.0 ? (x) : -0.0)", "its positive part of "},
      {"language.h",
       "#define SF_LARGER(value, maximum) (!((value) <= (maximum)) && (maximum) == (maximum))",
       "#define SF_LARGER(value, maximum) ((value) < (maximum))", "its larger magnitude of "},
      {"common/self_test.cl", "    carried = 0.5 * carried + mine / (1.0 + received * received);",
       "    carried = 0.5 * carried + mine / (1.0 + mine * mine);",
       "values it carries across barriers are wrong: "},
      {"simple_ts/momentum.h", "  const real r_a_P = SF_RECIPROCAL(a_P);",
       "  const real r_a_P = 1.0000000001 * SF_RECIPROCAL(a_P);", "the solver's kernel gives "},
  };
  for (const auto& fault : faults) {
    const Place place(small_case);
    CAPTURE(fault.sentence);
    const auto run =
        with_wrong_kernels(place, fault.name, fault.text, fault.wrong, {"run", "case.cfg"});
    CHECK(run.status == 3);
    CHECK(holds(run.err, "fails the self-test: "));
    CHECK(holds(run.err, fault.sentence));
    CHECK(holds(run.err, "--trust-device to run on it all the same"));
    CHECK(!fs::exists(place / "out"));
    if (&fault != faults) continue;
    const auto devices =
        with_wrong_kernels(place, fault.name, fault.text, fault.wrong, {"devices"});
    CHECK(devices.status == 0);
    CHECK(holds(devices.out, "self-test         failed: "));
  }
}

TEST_CASE("a device that computes wrongly in space alone is refused for cases in space alone" *
          doctest::test_suite("opencl full")) {
  const Place place(
      "[gas]\nknudsen = 0.05\nmach = 2.43\n[mesh]\nx = 0 2\ny = 0 1\nz = 0 1\ncells = 8 6 6\n"
      "[boundary]\nwest = stream\neast = outflow\nsouth = symmetry\nnorth = symmetry\n"
      "bottom = symmetry\ntop = symmetry\n[time]\nstep = 0.01\nmax_steps = 1\n");
  const auto run_with_fault = [](const Place& in) {
    return with_wrong_kernels(in, "simple_ts/plain_in_space.cl", "    p[at] = gas.p;",
                              "    p[at] = 1.0000000001 * gas.p;", {"run", "case.cfg"});
  };
  const auto refused = run_with_fault(place);
  CHECK(refused.status == 3);
  CHECK(holds(refused.err, "fails the self-test: the solver's kernel gives "));
  CHECK(run_with_fault(Place(small_case)).status == 0);
}

TEST_CASE("verify refuses what it cannot compare") {
  const Place place(small_case);
  const auto steps = place.slipflow({"verify", "case.cfg", "--steps", "0"});
  CHECK(steps.status == 2);
  CHECK(steps.err == "slipflow: --steps 0 must be from 1 to 9007199254740992\n");
  CHECK(place.slipflow({"verify", "none.cfg"}).status == 2);
  CHECK(place.tree().size() == 1);  // the case file alone
}

TEST_SUITE_END();

}  // namespace test_verify
