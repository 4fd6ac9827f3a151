// The time step of a case without time.step and time.courant.
#include <doctest/doctest.h>

#include <limits>

#include "copy_numbers.hpp"
#include "failure.hpp"
#include "slipflow/simple_ts/step_length.hpp"

namespace slipflow::simple_ts::test_chosen_step {

namespace {
using namespace test_support;

constexpr ChosenStep::Bounds kImplicit = {0.5, std::numeric_limits<double>::infinity()};

StepEffort effort_of(double iterations, double curvature = 0) { return {iterations, curvature}; }

/// A step of the full length with that many iterations; returns the length of the next.
double after(ChosenStep& step, int iterations, const StepLimits& limits) {
  step.take(step.time_step(limits), effort_of(iterations));
  return step.time_step(limits);
}
}  // namespace

TEST_CASE("a chosen step grows with few inner iterations and shrinks with many") {
  const StepLimits limits = {10, 0.1, 0};
  ChosenStep step(kImplicit);
  CHECK(step.time_step(limits) == doctest::Approx(0.05));
  CHECK(after(step, 11, limits) == doctest::Approx(0.06));
  CHECK(after(step, 20, limits) == doctest::Approx(0.06));
  CHECK(after(step, 26, limits) == doctest::Approx(0.048));
  // A step that ends at an output says little.
  step.take(0.01, effort_of(8));
  CHECK(step.time_step(limits) == doctest::Approx(0.048));
}

TEST_CASE("gas crosses at most a part of a cell in a chosen step") {
  ChosenStep step(kImplicit);
  for (int n = 0; n < 20; ++n) after(step, 10, {10, 2, 0});
  CHECK(step.time_step({10, 2, 0}) == doctest::Approx(0.25));
  CHECK(step.time_step({10, 5, 0}) == doctest::Approx(0.1));
}

TEST_CASE("with explicit convection sound crosses a tenth of a cell") {
  ChosenStep step({0.5, 0.1});
  for (int n = 0; n < 20; ++n) after(step, 10, {10, 2, 0});
  CHECK(step.time_step({10, 2, 0}) == doctest::Approx(0.01));
}

TEST_CASE("a chosen step that fails is tried again with a quarter, ten times at most") {
  ChosenStep step(kImplicit);
  const StepLimits limits = {10, 0.1, 0};
  for (int n = 0; n < 14; ++n) after(step, 10, limits);  // to 6 cells of sound
  int attempts = 1;
  double last = step.time_step(limits);
  for (; step.shorten(last); ++attempts) {
    CHECK(step.time_step(limits) == doctest::Approx(last / 4));
    CHECK(step.insists_on_convergence() == (attempts < 3));
    last = step.time_step(limits);
  }
  CHECK(attempts == 10);
  // After a step that converges failures count anew, but it need not where sound crosses little.
  step.take(last, effort_of(20));
  CHECK_FALSE(step.insists_on_convergence());
  CHECK(step.shorten(0.1));
  step.time_step(limits);
  CHECK(step.insists_on_convergence());
}

TEST_CASE("the curvature of a step bounds the next one, and repeats a step that is far too long") {
  const StepLimits limits = {10, 0.1, 0};
  ChosenStep step(kImplicit);
  step.take(step.time_step(limits), effort_of(10, 0.01));
  CHECK(step.time_step(limits) == doctest::Approx(0.06));
  step.take(0.06, effort_of(10, 0.09));
  CHECK(step.time_step(limits) == doctest::Approx(0.06 * 0.9 * 0.07 / 0.09));
  const double length = step.time_step(limits);
  step.take(length, effort_of(20, 100));
  CHECK(step.time_step(limits) == doctest::Approx(length / 4));

  ChosenStep other(kImplicit);
  const double first = other.time_step(limits);
  CHECK_FALSE(other.is_too_long(effort_of(10, 0.139)));
  CHECK(other.is_too_long(effort_of(10, 0.15)));
  CHECK(other.shorten(first));
  CHECK(other.time_step(limits) == doctest::Approx(first * 0.42));
  // A step that fails for another reason is shortened to a quarter again.
  CHECK(other.shorten(0.02));
  CHECK(other.time_step(limits) == doctest::Approx(0.005));
  CHECK(other.shorten(0.02));
  CHECK_FALSE(other.is_too_long(effort_of(10, 1)));  // the third failure in a row
}

TEST_CASE("a chosen step restored from a checkpoint continues as the one stored") {
  const StepLimits limits = {10, 0.1, 0};
  ChosenStep step(kImplicit), other(kImplicit), untouched(kImplicit);
  after(step, 10, limits);
  copy_numbers(step, other);
  CHECK(other.time_step(limits) == step.time_step(limits));
  CHECK(failure([&] {
          restore_numbers(untouched, {{"chosen_step.length", {1}}});
        }).second == "c: is damaged: there is no number 'chosen_step.failures'");
  untouched = ChosenStep(kImplicit);
  restore_numbers(untouched, {});
  CHECK(untouched.time_step(limits) == doctest::Approx(0.05));
}

}  // namespace slipflow::simple_ts::test_chosen_step
