// The steps of the time loop between outputs and to the end.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "slipflow/run/time_loop.hpp"

namespace test_plan_step {

using slipflow::run::LoopPosition;
using slipflow::run::plan_step;
using slipflow::run::PlannedStep;

namespace {
slipflow::setup::Controls controls_of(double every, double end) {
  slipflow::setup::Controls controls;
  controls.output.every_time = every;
  controls.time.end = end;
  return controls;
}

LoopPosition after(const LoopPosition& at, const PlannedStep& step) {
  LoopPosition next = at;
  next.step += 1;
  next.time = step.end;
  next.last_dt = step.dt;
  next.since = step.since;
  next.equal_steps = step.equal_steps;
  return next;
}

struct Steps {
  std::vector<double> lengths, times, outputs;
};

/// All steps to the end where the method asks for steps of dt(time).
template <class StepAt>
Steps steps_of(double every, double end, const StepAt& dt) {
  const auto controls = controls_of(every, end);
  Steps steps;
  LoopPosition at;
  while (at.time < end) {
    const PlannedStep step = plan_step(controls, at, dt(at.time));
    REQUIRE(step.end > at.time);
    at = after(at, step);
    steps.lengths.push_back(step.dt);
    steps.times.push_back(step.end);
    if (step.lands_on_output) steps.outputs.push_back(step.end);
  }
  return steps;
}

Steps equal_steps(double every, double end, double dt) {
  return steps_of(every, end, [dt](double) { return dt; });
}
}  // namespace

TEST_CASE("12,000 steps of 0.001 lead to t = 12 with outputs every 0.1, all of the same length") {
  const Steps steps = equal_steps(0.1, 12, 0.001);
  CHECK(steps.lengths == std::vector<double>(12000, 0.001));
  CHECK(steps.times.back() == 12);
  CHECK(steps.times[5049] == doctest::Approx(5.05).epsilon(1e-15));
  CHECK(steps.outputs.size() == 120);
  CHECK(equal_steps(0, 12, 0.001).lengths == std::vector<double>(12000, 0.001));
}

TEST_CASE("times between outputs are multiples of the step, without a sum of roundings") {
  const Steps steps = equal_steps(0, 1e4, 0.1);
  for (const std::size_t k : {6u, 4242u, 77777u})
    CHECK(steps.times[k] == static_cast<double>(k + 1) * 0.1);
}

TEST_CASE("before a landing the rest is halved: no step is below half of dt") {
  const Steps steps = equal_steps(0.35, 0.7, 0.1);
  const double half = 0.5 * (0.35 - 2 * 0.1);
  const std::vector<double> expected = {0.1, 0.1, half, half};
  for (std::size_t k = 0; k < 8; ++k) {
    CAPTURE(k);
    CHECK(std::abs(steps.lengths.at(k) - expected[k % 4]) < 1e-15);
  }
  CHECK(steps.lengths.size() == 8);
  CHECK(steps.outputs == std::vector<double>{0.35, 0.7});
  for (const double every : {0.0201, 0.0502, 0.11, 0.0777, 0.0100001, 0.01999999}) {
    CAPTURE(every);
    const double dt = 0.01, end = 5 * every;
    const Steps odd = equal_steps(every, end, dt);
    CHECK(*std::min_element(odd.lengths.begin(), odd.lengths.end()) >= 0.5 * dt * (1 - 1e-8));
    CHECK(*std::max_element(odd.lengths.begin(), odd.lengths.end()) <= dt * (1 + 1e-8));
    CHECK(odd.lengths.size() == static_cast<std::size_t>(5 * std::ceil(every / dt)));
    for (int n = 1; n <= 5; ++n)
      CHECK(odd.outputs.at(static_cast<std::size_t>(n - 1)) == n * every);
  }
}

TEST_CASE("steps that change are no shorter than half of what the method asks for") {
  const auto dt = [](double t) { return 0.013 + 0.01 * std::sin(40 * t); };
  const auto controls = controls_of(0.0707, 3);
  LoopPosition at;
  std::size_t outputs = 0;
  for (PlannedStep step; at.time < 3; at = after(at, step)) {
    step = plan_step(controls, at, dt(at.time));
    outputs += step.lands_on_output ? 1 : 0;
    CHECK(step.dt <= dt(at.time) * (1 + 1e-9));
    CHECK((step.dt > 0.5 * dt(at.time) * (1 - 1e-8) || step.dt == 3 - at.time ||
           step.lands_on_output));
  }
  CHECK(outputs == 42);
  CHECK(at.time == 3);
}

TEST_CASE("outputs closer than a step are steps, and landings that differ by rounding are one") {
  CHECK(equal_steps(0.25, 1, 10).lengths == std::vector<double>(4, 0.25));
  // 7 x 0.7 is below 4.9 and 3 x 0.1 above 0.3, by rounding.
  for (const auto& [every, end, number] : {std::tuple{0.7, 4.9, 7}, {0.1, 0.3, 3}}) {
    CHECK(number * every != end);
    const Steps steps = equal_steps(every, end, 0.05);
    CHECK(*std::min_element(steps.lengths.begin(), steps.lengths.end()) > 0.049);
    CHECK(steps.outputs.size() == static_cast<std::size_t>(number));
    CHECK(steps.times.back() == end);
    // A longer run continues from there without a step between the two times.
    LoopPosition at;
    at.time = at.since = end;
    CHECK(plan_step(controls_of(every, 10), at, 0.05).end == doctest::Approx(end + 0.05));
  }
}

TEST_CASE("without an end steps have the length that the method asks for, even none") {
  slipflow::setup::Controls controls;
  LoopPosition at;
  CHECK(plan_step(controls, at, 0.3).dt == 0.3);
  CHECK(std::isnan(plan_step(controls, at, std::nan("")).dt));
}

TEST_CASE("late in a run rounding errors of the time make no short steps") {
  const auto controls = controls_of(1e-4, 1e3);
  LoopPosition at;
  at.time = at.since = 1e-4 * 5'000'000;
  at.last_dt = 1e-6;
  for (int k = 0; k < 2000; ++k) {
    const PlannedStep step = plan_step(controls, at, 1e-6);
    CHECK(step.dt == doctest::Approx(1e-6).epsilon(1e-12).scale(0));
    CHECK(step.lands_on_output == (k % 100 == 99));
    at = after(at, step);
  }
}

}  // namespace test_plan_step
