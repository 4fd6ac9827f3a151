// Logs of OpenFOAM.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "openfoam_log.hpp"
#include "slipflow/support/error.hpp"
#include "texts.hpp"

namespace test_openfoam_log {

using namespace slipflow;
using namespace slipflow::bench::studies;
using test_support::holds;

namespace {
std::string solution(const std::string& field, double residual, int iterations) {
  return fmt::format(
      "GAMG:  Solving for {}, Initial residual = {}, Final residual = 1e-09, "
      "No Iterations {}\n",
      field, residual, iterations);
}

/// Two iterations of simpleFoam, of which the second one has small residuals, and a part of a
/// third.
std::string log_of_simple() {
  return "Build  : OPENFOAM=1912 patch=200626\nExec   : simpleFoam\nTime   : 04:55:39\n\n"
         "Starting time loop\n\nTime = 1\n\n" +
         solution("Ux", 1, 3) + solution("Uy", 0, 0) + solution("p", 1, 5) + solution("p", 2, 4) +
         "ExecutionTime = 0.19 s  ClockTime = 0 s\n\nTime = 2\n\n" + solution("Ux", 9e-7, 2) +
         solution("p", 3e-7, 1) + solution("p", 1e-3, 6) +
         "ExecutionTime = 1250.5 s  ClockTime = 1300 s\n\nTime = 3\n\n" + solution("p", 1e-3, 7);
}

std::string refusal_of(const std::string& log) {
  try {
    parse_openfoam_log("some.log", log, 1e-6);
  } catch (const Error& error) {
    CHECK(error.status() == ExitStatus::bad_input);
    return error.what();
  }
  return "";
}
}  // namespace

TEST_CASE("a log of OpenFOAM: completed steps, and those until the residuals are small") {
  const auto log = parse_openfoam_log("some.log", log_of_simple(), 1e-6);
  CHECK(log.solver == "simpleFoam");
  CHECK(log.all.steps == 2);
  CHECK(log.all.pressure_iterations == 16);
  CHECK(log.all.seconds == 1250.5);
  CHECK(log.residual == 9e-7);
  REQUIRE(log.to_goal);
  CHECK(log.to_goal->steps == 2);
  CHECK(log.to_goal->pressure_iterations == 16);
  CHECK(!parse_openfoam_log("some.log", log_of_simple(), 8e-7).to_goal);
  const auto first = parse_openfoam_log("some.log", log_of_simple(), 2).to_goal;
  REQUIRE(first);
  CHECK(first->pressure_iterations == 9);
  CHECK(first->seconds == 0.19);
}

TEST_CASE("a log that is not one of OpenFOAM is refused by file and line") {
  CHECK(holds(refusal_of(""), "some.log: is not the log of an incompressible solver of OpenFOAM"));
  CHECK(holds(refusal_of("Time = 1\nExecutionTime = 1 s  ClockTime = 1 s\n"),
              "it has no line with 'Solving for p, Initial residual = '"));
  CHECK(holds(refusal_of("Time = 1\n" + solution("p", 1, 5)), "it has no line 'ExecutionTime = "));
  CHECK(holds(refusal_of("\nSolving for p, Initial residual = x, No Iterations 3"),
              "some.log:2: 'Solving for p, Initial residual = x, No Iterations 3' must have a "
              "number after ', Initial residual = '"));
  CHECK(holds(refusal_of(solution("p", std::nan(""), 5)), "some.log:1: "));
  CHECK(holds(refusal_of("GAMG:  Solving for p, Initial residual = 1, Final residual = 1"),
              "must have a number after ', No Iterations '"));
  CHECK(holds(refusal_of("Time = 1\n" + solution("p", 1, 5) + "ExecutionTime = 00:00:01"),
              "some.log:3: "));
}

}  // namespace test_openfoam_log
