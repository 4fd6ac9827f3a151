// The inner iteration converges where diffusion or sound cross many cells in a step, and stops when
// the step is solved to the tolerance, not when it has become slow.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "compare_states.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_inner_convergence {

namespace {
/// What some steps took and left.
struct Run {
  int inner = 0;
  int last = 0;        ///< iterations of the last step
  bool solved = true;  ///< every step was
  State state;
};

Run run(const Case& c, int steps, InnerControl control) {
  const auto backend = make_serial_operations(c);
  backend->upload(initial_state(c));
  Run r;
  for (int n = 0; n < steps && r.solved; ++n) {
    const InnerResult step = advance_time_step(*backend, *c.time.step, control);
    r.inner += step.inner;
    r.last = step.inner;
    r.solved = step.converged;
    control.factor = step.factor;
  }
  r.state = backend->download();
  return r;
}

/// Gas at rest between two walls that a higher pressure in the west sets in motion; Ma below 0.1.
Case slow_channel(double step, const std::vector<std::string>& set = {}) {
  return case_from(
      fmt::format(
          "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 10\ny = 0 1\ncells = 100 20\n"
          "[boundary]\nwest = pressure p=1.1\neast = pressure p=1\nsouth = wall\nnorth = wall\n"
          "[initial]\nstate = rest\n[scheme]\nconvection = tvd\n"
          "[time]\nstep = {}\nmax_steps = 100\n",
          step),
      set);
}

/// A box between four walls.
Case box(double knudsen, int cells, double step, const std::string& gas, const std::string& lid) {
  return case_from(
      fmt::format("[gas]\nknudsen = {}\n{}[mesh]\nx = 0 1\ny = 0 1\ncells = {} {}\n"
                  "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall {}\n"
                  "[initial]\nstate = rest\n[time]\nstep = {}\nmax_steps = 100\n",
                  knudsen, gas, cells, cells, lid, step));
}
}  // namespace

TEST_CASE("over-relaxed diffusion converges at low Mach numbers, and sooner than without") {
  for (const double step : {0.5, 1.0}) {
    CAPTURE(step);
    const InnerControl control{1e-9, 2000};
    const Run cycle = run(slow_channel(step), 4, control);
    const Run none = run(slow_channel(step, {"inner.relaxation=none"}), 4, control);
    CHECK(cycle.solved);
    CHECK(none.solved);
    CHECK(cycle.inner < 0.7 * none.inner);
  }
}

TEST_CASE("steps converge in which viscosity acts across many cells") {
  // B Gamma dt / (rho h^2) is 14 and 1.1; without (37) the iteration diverges above 3/4.
  SUBCASE("gas at rest in a box") {
    const Run r = run(box(1, 32, 0.025, "gravity = 0.5 0\n", ""), 8, {1e-9, 1000});
    CHECK(r.solved);
  }
  SUBCASE("lid-driven cavity") {
    const Run r = run(box(0.1, 64, 0.005, "", "velocity=0.1,0"), 20, {1e-9, 200});
    CHECK(r.solved);
    CHECK(r.last <= 100);
  }
}

TEST_CASE("the tolerance bounds the error of a step, also where the iteration is slow" *
          doctest::test_suite("full")) {
  constexpr double tolerance = 1e-7;
  constexpr int steps = 20;
  for (const std::string relaxation : {"cycle", "none"}) {
    CAPTURE(relaxation);
    const Case c = slow_channel(0.5, {"inner.relaxation=" + relaxation});
    const Run solved = run(c, steps, {1e-13, 2000});
    const Run stopped = run(c, steps, {tolerance, 2000});
    REQUIRE(solved.solved);
    CHECK(stopped.solved);
    // Each step begins with the errors of the ones before: 6.6 tolerances after 40 steps.
    const double error = largest_difference(stopped.state, solved.state);
    CHECK(error < 15 * tolerance);
    CHECK(error > 0.1 * tolerance);  // nor are iterations done in vain
  }
}

TEST_CASE(
    "steps end in mixed and single precision, whose rounding the iteration cannot get below") {
  for (const std::string precision : {"mixed", "single"}) {
    CAPTURE(precision);
    const std::vector<std::string> set = {"run.precision=" + precision};
    const Case fast = case_from(channel_text(44, 22, 0.1, body_line(0.1, 16, 7, 22, 15)), set);
    const Run supersonic = run(fast, 40, {fast.inner.tolerance, 200, fast.inner.noise});
    CHECK(supersonic.solved);
    CHECK(supersonic.inner < 40 * 20);
    const Case slow = slow_channel(0.1, set);
    CHECK(run(slow, 40, {slow.inner.tolerance, 400, slow.inner.noise}).solved);
  }
}

}  // namespace slipflow::simple_ts::test_inner_convergence
