// time.march = steady reaches the steady state of a run in time, in far fewer iterations.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "compare_states.hpp"
#include "copy_numbers.hpp"
#include "slipflow/simple_ts/step_length.hpp"
#include "test_cases.hpp"
#include "time_loop.hpp"

namespace slipflow::simple_ts::test_steady_march {

namespace {
const std::vector<std::string> kMarch = {"time.step=", "time.march=steady"};

std::string cavity_text() {
  return "[gas]\nknudsen = 1.65e-3\nmach = 0.1\n[mesh]\nx = 0 1\ny = 0 1\ncells = 16 16\n"
         "x_stretch = geometric 1.1\n[boundary]\nwest = wall\neast = wall\nsouth = wall\n"
         "north = wall velocity=0.0912870929,0\n[initial]\nstate = rest\n[scheme]\n"
         "convection = tvd\n[time]\nstep = 0.5\nsteady = 1e-8\nmax_steps = 5000\n[inner]\n"
         "tolerance = 1e-10\n";
}

struct Run {
  RunTotals totals;
  State state;
};

Run run_of(const std::vector<std::string>& set) {
  const Case c = case_from(cavity_text(), set);
  const auto backend = make_serial_operations(c);
  backend->upload(initial_state(c));
  Run run;
  run.totals = run_time_loop(c, *backend);
  run.state = backend->download();
  return run;
}
}  // namespace

TEST_CASE("a steady march ends in the steady state of a run in time") {
  const Run in_time = run_of({"inner.pressure=multigrid"});
  const Run march = run_of(kMarch);
  CHECK(in_time.totals.stopped_by == "steady");
  CHECK(march.totals.stopped_by == "steady");
  CHECK(march.totals.unconverged == 0);
  CHECK(march.totals.last_step.change_rate < 1e-8);
  CHECK(largest_difference(march.state, in_time.state) < 1e-6);
  CHECK(4 * march.totals.inner < in_time.totals.inner);
}

TEST_CASE("a run in time reaches a time.steady that inner.tolerance does not resolve") {
  const Case c = case_from(
      "[gas]\nknudsen = 0.1\n[mesh]\nx = 0 1\ny = 0 1\ncells = 4 32\n[boundary]\n"
      "west = periodic\neast = periodic\nsouth = wall velocity=-0.05,0\n"
      "north = wall velocity=0.05,0\n[time]\nsteady = 1e-8\nmax_steps = 2500\n");
  CHECK(tolerance_of_step(c, 0.02) == doctest::Approx(2e-11));
  CHECK(tolerance_of_step(c, 100) == c.inner.tolerance);
  CHECK(tolerance_of_step(c, 1e-6) == 1e-12);
  const auto backend = make_serial_operations(c);
  backend->upload(initial_state(c));
  const RunTotals totals = run_time_loop(c, *backend);
  CHECK(totals.stopped_by == "steady");
  CHECK(totals.unconverged == 0);
  // u is linear, and slips by the slope times 1.1466 Kn at both walls.
  const State s = backend->download();
  for (int j = 0; j < 32; ++j)
    CHECK(std::abs(s.u[c.mesh.layout().at(1, j)] -
                   0.1 * (c.mesh.y.centre(j) - 0.5) / (1 + 2 * 0.11466)) < 5e-5);
}

TEST_CASE("a steady march that is resumed takes the same steps") {
  const Case c = case_from(cavity_text(), kMarch);
  const auto whole = make_serial_operations(c);
  whole->upload(initial_state(c));
  const RunTotals totals = run_time_loop(c, *whole);

  // Stopped in each third, the second time between two measurements.
  auto backend = make_serial_operations(c);
  auto simulation = std::make_unique<Simulation>(c, *backend);
  simulation->start();
  run::LoopPosition at;
  RunTotals parts;
  do {
    const long stop = at.step + totals.step / 3 + 1;
    TimeLoopEvents events;
    events.between_steps = [&](const run::LoopPosition& now, bool) {
      at = now;
      return now.step >= stop;
    };
    parts = run::run_time_loop(c, *simulation, events, at);
    auto other = make_serial_operations(c);
    auto next = std::make_unique<Simulation>(c, *other);
    next->upload(simulation->download(methods::Level::current));
    next->upload_old(simulation->download(methods::Level::old), at.last_dt);
    test_support::copy_numbers(*simulation, *next);
    simulation = std::move(next);
    backend = std::move(other);
  } while (parts.stopped_by == "request");
  CHECK(parts.step == totals.step);
  CHECK(parts.inner == totals.inner);
  CHECK(largest_difference(backend->download(), whole->download()) == 0);
}

TEST_CASE("a step that fails is repeated with a shorter one where its length is chosen") {
  // The first step, in which sound crosses half a cell, takes more iterations than these.
  const Case c = case_from(cavity_text(), {"time.step=", "time.steady=0", "time.max_steps=3",
                                           "inner.max=5", "inner.tolerance=1e-9"});
  const auto backend = make_serial_operations(c);
  backend->upload(initial_state(c));
  long of_steps = 0;
  double first = 0;
  TimeLoopEvents events;
  events.step = [&](const run::StepReport& r) {
    CHECK(r.inner.converged);
    of_steps += r.inner.inner;
    if (r.step == 1) first = r.dt;
  };
  const RunTotals totals = run_time_loop(c, *backend, events);
  CHECK(totals.step == 3);
  CHECK(totals.inner == of_steps + 5);
  CHECK(totals.unconverged == 0);
  const double without_failure = 0.5 / backend->step_limits().signal;
  CHECK(4 * first / without_failure == doctest::Approx(1).epsilon(0.01));
}

}  // namespace slipflow::simple_ts::test_steady_march
