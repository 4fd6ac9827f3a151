// inner.pressure = auto.
#include <doctest/doctest.h>

#include "copy_numbers.hpp"
#include "failure.hpp"
#include "slipflow/simple_ts/pressure_choice.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_pressure_choice {

namespace {
using namespace test_support;

/// dt S and sigma for dt = 1.
StepLimits limits(double signal, double sigma) { return {signal, 0, sigma / 2}; }

/// Steps until the next choice is due.
int steps_to_choice(PressureChoice& choice, int iterations) {
  int steps = 0;
  do {
    choice.take(iterations);
    ++steps;
  } while (!choice.is_due());
  return steps;
}
}  // namespace

TEST_CASE("pressures are solved together where sound crosses more cells than diffusion needs") {
  // 1.2 (1 + 2) + 0.4 x 4 = 5.2
  PressureChoice above, below;
  above.choose(1, limits(5.3, 4));
  below.choose(1, limits(5.1, 4));
  CHECK(above.solves());
  CHECK_FALSE(below.solves());
}

TEST_CASE("the choice is made every 50 steps, and given up with a margin of 1.3") {
  PressureChoice choice;
  CHECK(choice.is_due());
  choice.choose(1, limits(12, 4));
  CHECK(steps_to_choice(choice, 10) == 50);
  choice.choose(1, limits(4.1, 4));
  CHECK(choice.solves());
  CHECK(steps_to_choice(choice, 10) == 50);
  choice.choose(1, limits(3.9, 4));
  CHECK_FALSE(choice.solves());
}

TEST_CASE("solved pressures must save 5 of 6 iterations of the step before") {
  for (const int iterations : {10, 11}) {
    PressureChoice choice;
    choice.choose(1, limits(1, 4));
    CHECK(steps_to_choice(choice, 60) == 50);
    choice.choose(1, limits(12, 4));
    CHECK(choice.solves());
    choice.take(iterations);
    CHECK(choice.solves() == (iterations == 10));
    choice.take(60);  // later steps are not compared
    CHECK(choice.solves() == (iterations == 10));
  }
}

TEST_CASE("a choice that is taken back from a checkpoint continues as the one stored") {
  PressureChoice choice, other, untouched;
  choice.choose(1, limits(12, 4));
  for (int k = 0; k < 7; ++k) choice.take(10);
  copy_numbers(choice, other);
  CHECK(other.solves());
  CHECK(steps_to_choice(other, 10) == 43);
  CHECK_FALSE(other.changes());
  auto numbers = numbers_of(choice);
  numbers["pressure.steps"] = {-3};
  CHECK(failure([&] { restore_numbers(untouched, numbers); }).second ==
        "c: is damaged: the number 'pressure.steps' makes no sense");
  restore_numbers(untouched, {{"chosen_step.length", {1}}});  // of a case without the choice
  CHECK(untouched.is_due());
}

TEST_CASE("a choice knows whether the step before did otherwise, also from a checkpoint") {
  PressureChoice choice;
  choice.choose(1, limits(1, 4));
  CHECK_FALSE(choice.changes());
  CHECK(steps_to_choice(choice, 60) == 50);
  choice.choose(1, limits(12, 4));
  CHECK(choice.changes());
  choice.take(60);  // given up
  for (const bool changes : {true, false}) {
    CHECK_FALSE(choice.solves());
    CHECK(choice.changes() == changes);
    PressureChoice other;
    copy_numbers(choice, other);
    CHECK_FALSE(other.solves());
    CHECK(other.changes() == changes);
    choice.take(60);
  }
}

TEST_CASE("solved pressures need the outflow diagonal, double precision, no periodic boundaries") {
  const auto error = [](const std::string& pressure, const std::string& set) {
    return failure([&] {
             case_from(channel_text(8, 6, 0.1, body_line(0.1, 3, 2, 5, 4)),
                       {"inner.pressure=" + pressure, set});
           })
        .second;
  };
  CHECK(error("multigrid", "inner.diagonal=plain") ==
        "--set: inner.pressure = multigrid: does not converge with inner.diagonal = plain; leave "
        "inner.diagonal out");
  CHECK(error("auto", "run.precision=mixed") ==
        "--set: inner.pressure = auto: needs run.precision = double");
  CHECK(failure([] {
          case_from(
              "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\ncells = 8 8\n[boundary]\n"
              "west = periodic\neast = periodic\nsouth = wall\nnorth = wall\n[time]\nstep = 0.1\n"
              "max_steps = 1\n[inner]\npressure = multigrid\n");
        }).second ==
        "test.cfg:16: inner.pressure = multigrid: knows no periodic boundaries; take jacobi");
  CHECK(error("jacobi", "inner.diagonal=plain") == "");
}

}  // namespace slipflow::simple_ts::test_pressure_choice
