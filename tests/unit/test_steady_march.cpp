// time.march = steady: lengths of its steps, and when it measures.
#include <doctest/doctest.h>

#include <algorithm>
#include <tuple>

#include "copy_numbers.hpp"
#include "failure.hpp"
#include "slipflow/simple_ts/steady_march.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_steady_march {

namespace {
using namespace test_support;

constexpr StepLimits kLimits = {100, 2, 0.5};

InnerResult with_last_change(double change) {
  InnerResult r;
  r.inner = 3;
  r.last.u = change;
  return r;
}

/// Steps until one is to measure, and at most `most`.
int steps_to_measurement(SteadyMarch& march, double change, int most) {
  int steps = 0;
  while (march.time_step(kLimits), !march.is_to_measure() && steps < most) {
    march.take(with_last_change(change));
    ++steps;
  }
  return steps;
}

void march_on(SteadyMarch& march, int steps, double change) {
  for (int n = 0; n < steps; ++n) {
    march.time_step(kLimits);
    march.take(with_last_change(change));
  }
}

std::string error_of(const std::string& set) {
  return failure([&] {
           std::vector<std::string> sets = {"time.step=", "time.march=steady"};
           if (!set.empty()) sets.push_back(set);
           if (set != "time.steady=0") sets.push_back("time.steady=1e-6");
           case_from(channel_text(8, 6, 0.1, body_line(0.1, 3, 2, 5, 4)), sets);
         })
      .second;
}
}  // namespace

TEST_CASE("steps of a steady march double until gas crosses 16 cells") {
  SteadyMarch march(1e-6, {1e-8, 1000});
  double expected = 0.01;
  for (int n = 0; n < 12; ++n) {
    CHECK(march.time_step(kLimits) == doctest::Approx(std::min(expected, 8.0)));
    CHECK(march.control().tolerance == 0);
    CHECK(march.control().max == 1);
    march.take(with_last_change(1));
    expected *= 2;
  }
}

TEST_CASE("in gas at rest sound crosses 1e5 cells at most") {
  SteadyMarch march(1e-6, {1e-8, 1000});
  for (int n = 0; n < 100; ++n) {
    march.time_step({100, 0, 0.5});
    march.take(with_last_change(1));
  }
  CHECK(march.time_step({100, 0, 0.5}) == doctest::Approx(1000));
}

TEST_CASE("a steady march measures when the changes are small, and learns from it") {
  SteadyMarch march(1e-6, {1e-8, 1000});
  // Steps of a measurement have the length 1/2; a fiftieth of the estimate is expected.
  CHECK(steps_to_measurement(march, 2.6e-5, 50) == 50);
  CHECK(steps_to_measurement(march, 2.4e-5, 50) == 1);
  CHECK(march.time_step(kLimits) == doctest::Approx(0.5));
  CHECK(march.control().tolerance == doctest::Approx(1e-8));
  CHECK(march.control().max == 1000);
  CHECK(march.change_rate(1e-9) == doctest::Approx(1e-6));  // of a step that did not measure
  march.take(with_last_change(0));
  CHECK(march.is_to_measure());  // the first step only prepares
  CHECK_FALSE(march.has_measured());
  march.take(with_last_change(0));
  CHECK(march.has_measured());
  CHECK(march.change_rate(9.6e-6) == 9.6e-6);  // a fifth of the estimate
  CHECK(steps_to_measurement(march, 2.6e-6, 50) == 50);
  CHECK_FALSE(march.has_measured());
  CHECK(steps_to_measurement(march, 2.4e-6, 50) == 1);
}

TEST_CASE("a measurement is solved to a tenth of the change that it is to find") {
  SteadyMarch march(1e-8, {1e-8, 1000});
  steps_to_measurement(march, 1e-10, 50);
  CHECK(march.control().tolerance == doctest::Approx(5e-10));
}

TEST_CASE("a steady march shortens steps that diverge") {
  SteadyMarch march(1e-6, {1e-8, 1000});
  march_on(march, 20, 1);
  CHECK(march.time_step(kLimits) == doctest::Approx(8));
  CHECK(march.shorten());
  CHECK(march.time_step(kLimits) == doctest::Approx(2));  // twice an eighth
  march_on(march, 10, 1);
  CHECK(march.time_step(kLimits) == doctest::Approx(4));
  int attempts = 1;
  while (march.shorten()) ++attempts;
  CHECK(attempts == 8);
}

TEST_CASE("a steady march shortens steps whose changes do not shrink") {
  SteadyMarch march(1e-6, {1e-8, 1000});
  march_on(march, 10, 1e-3);  // steps that grow do not count
  march_on(march, 50, 1);
  CHECK(march.time_step(kLimits) == doctest::Approx(8));
  march_on(march, 50, 1);
  CHECK(march.time_step(kLimits) == doctest::Approx(4));
  double change = 1;
  for (int n = 0; n < 8; ++n) march_on(march, 50, change *= 0.97);
  CHECK(march.time_step(kLimits) == doctest::Approx(8));
  march_on(march, 201, 1);
  CHECK(march.time_step(kLimits) == doctest::Approx(0.5));
}

TEST_CASE("a steady march restored from a checkpoint continues as the one stored") {
  SteadyMarch march(1e-6, {1e-8, 1000}), other(1e-6, {1e-8, 1000});
  steps_to_measurement(march, 1e-6, 50);
  copy_numbers(march, other);
  CHECK(other.time_step(kLimits) == march.time_step(kLimits));
  CHECK(other.is_to_measure());
  auto numbers = numbers_of(march);
  numbers.erase("march.since");
  CHECK(failure([&] { restore_numbers(other, numbers); }).second ==
        "c: is damaged: there is no number 'march.since'");
}

TEST_CASE("what a steady march cannot do") {
  CHECK(error_of("") == "");
  const std::string time_of_flow =
      "needs the time of the flow, which time.march = steady does not have";
  for (const auto& [set, line, reason] :
       {std::tuple("time.steady=0", "time.march = steady",
                   std::string("needs time.steady: the change per time that is steady enough")),
        {"time.end=3", "time.end = 3",
         "is a time, and the pseudo-time of time.march = steady is not that of the flow"},
        {"output.every_time=1", "output.every_time = 1", time_of_flow},
        {"output.averages=p", "output.averages = p", time_of_flow},
        {"scheme.time=explicit", "time.march = steady", "needs scheme.time = implicit"},
        {"run.precision=mixed", "time.march = steady", "needs run.precision = double"}})
    CHECK(error_of(set) == fmt::format("--set: {}: {}", line, reason));
  CHECK(error_of("time.courant=0.5").find("--set: time.courant = 0.5: is a time") == 0);
}

TEST_CASE("without a step the march is steady where time.steady is given and nothing needs time") {
  const auto march_of = [](const std::vector<std::string>& sets) {
    return case_from(channel_text(8, 6, 0.1, body_line(0.1, 3, 2, 5, 4)), sets).march;
  };
  CHECK(march_of({"time.step=", "time.steady=1e-6"}) == March::steady);
  CHECK(march_of({"time.steady=1e-6"}) == March::transient);
  CHECK(march_of({"time.step=", "time.steady=1e-6", "time.end=3"}) == March::transient);
  CHECK(march_of({"time.step=", "time.steady=1e-6", "output.averages=p"}) == March::transient);
  CHECK(march_of({"time.step=", "time.steady=1e-6", "time.march=transient"}) == March::transient);
  CHECK(march_of({"time.step="}) == March::transient);
}

}  // namespace slipflow::simple_ts::test_steady_march
