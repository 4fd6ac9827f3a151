// Steps of second order in time: their order, conservation, safety, and restarts.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "compare_states.hpp"
#include "slipflow/simple_ts/forces.hpp"
#include "slipflow/simple_ts/simulation.hpp"
#include "sound_wave.hpp"
#include "test_cases.hpp"
#include "time_loop.hpp"

namespace slipflow::simple_ts::test_second_order {

namespace {
const std::vector<std::string> kSecondOrder = {"scheme.time=second_order", "scheme.convection=tvd"};
// 1 - 1/sqrt(2), not taken from the sources.
const double kStage = 1 - std::sqrt(0.5);

/// The state at `end` after steps of one length.
State state_at(const Case& c, double end, int steps, const State& from) {
  Simulation simulation(c, make_serial_operations(c));
  simulation.upload(arrays_of(from));
  double factor = methods::kUnknownFactor;
  for (int n = 1; n <= steps; ++n) {
    const StepResult r = simulation.advance(end / steps, n * end / steps, factor);
    REQUIRE(r.converged);
    factor = r.factor;
  }
  return state_of(simulation);
}

struct Convergence {
  double order;       ///< from the largest differences between three lengths of steps
  double difference;  ///< between those with `steps` and twice as many
};

Convergence convergence(const Case& c, double end, int steps, const State& from) {
  const State a = state_at(c, end, steps, from), b = state_at(c, end, 2 * steps, from),
              d = state_at(c, end, 4 * steps, from);
  const double coarse = largest_difference(a, b), fine = largest_difference(b, d);
  return {std::log2(coarse / fine), coarse};
}

Convergence convergence(const Case& c, double end, int steps) {
  return convergence(c, end, steps, initial_state(c));
}

double mass_of(const Case& c, const State& s) {
  double mass = 0;
  const auto layout = c.mesh.layout();
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i)
      mass += s.rho[layout.at(i, j)] * c.mesh.x.widths[i] * c.mesh.y.widths[j];
  return mass;
}

const std::string kClosedBox =
    "[gas]\nknudsen = 0.05\ncoefficients = hard_sphere\n[mesh]\nx = 0 1\ny = 0 1.2\ncells = 13 11\n"
    "x_stretch = geometric 1.05\n[boundary]\nwest = wall\neast = wall temperature=1.5\n"
    "south = wall velocity=0.4,0\nnorth = wall temperature=0.9\n[inner]\ntolerance = 1e-12\n"
    "max = 5000\n[time]\nstep = 0.1\nmax_steps = 1\n";

}  // namespace

TEST_CASE("second order in time: a sound wave of finite amplitude") {
  const Case c = case_from(wave_text(20, 3), kSecondOrder);
  const double period = 2 / std::sqrt(c.gas.sound2());
  const Convergence of_wave = convergence(c, period, 20, wave(c, 0.02));
  CHECK(of_wave.order > 1.9);
  CHECK(of_wave.difference < 6e-4);  // 3.3e-3 and order 0.93 with implicit Euler and 40 steps
}

TEST_CASE(
    "second order in time: a closed box whose wall is heated and another one starts to move") {
  const Case c = case_from(kClosedBox, kSecondOrder);
  const Convergence box = convergence(c, 0.4, 8);
  CHECK(box.order > 1.9);
  CHECK(box.difference < 3.6e-4);
  CHECK(convergence(case_from(kClosedBox, {"scheme.convection=tvd"}), 0.4, 8).difference >
        10 * box.difference);
  const double before = mass_of(c, initial_state(c));
  CHECK(std::abs(mass_of(c, state_at(c, 0.4, 8, initial_state(c))) / before - 1) < 1e-11);
}

TEST_CASE("second order in time: a channel whose inflow varies in time, and its balance of mass") {
  Case c = case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 2\ny = 0 1\ncells = 16 8\n[boundary]\n"
      "west = inflow velocity=0.3\neast = pressure p=1\nsouth = wall\nnorth = symmetry\n[initial]\n"
      "state = rest\n[inner]\ntolerance = 1e-12\nmax = 5000\n[time]\nstep = 0.1\nmax_steps = 1\n"
      "[output]\nbalance = on\n",
      kSecondOrder);
  SideValues& west = c.side_values[mesh::west];
  for (int k = 0; k <= 100; ++k) {  // so fine that its corners do not count
    west.times.push_back(0.005 * k);
    west.factors.push_back(std::pow(std::sin(4 * west.times.back()), 2));
  }
  CHECK(convergence(c, 0.4, 8).order > 1.9);

  Simulation simulation(c, make_serial_operations(c));
  simulation.start();
  double mass = simulation.diagnostics().history()[0];
  for (int n = 1; n <= 5; ++n) {
    const double dt = n % 2 ? 0.04 : 0.03, end = 0.035 * n + (n % 2 ? 0.005 : 0);
    simulation.advance(dt, end, methods::kUnknownFactor);
    const auto now = simulation.diagnostics().history();
    CHECK(now[0] - mass == doctest::Approx(dt * (now[1] - now[2])).epsilon(1e-8));
    CHECK(std::abs(now[1]) > 1e-3);
    mass = now[0];
    const auto line = simulation.diagnostics().tables().back();
    CHECK(line[0] == now[0]);
    CHECK(line[4] == now[1]);
    // The state is that of the end of the step again.
    CHECK(simulation.diagnostics().history() == now);
  }
}

TEST_CASE("second order in time: the supersonic flow past a square from an impulsive start" *
          doctest::test_suite("full")) {
  const Case c = case_from(channel_text(60, 40, 0.1, body_line(0.1, 20, 15, 30, 25)),
                           {"scheme.time=second_order", "scheme.convection=tvd",
                            "inner.tolerance=1e-12", "inner.max=5000"});
  CHECK(convergence(c, 0.5, 40).order > 1.9);
}

TEST_CASE("second order in time: gas that recedes faster than the combined level can follow") {
  const std::string text =
      "[gas]\nknudsen = 0.01\n[mesh]\nx = 0 1\ny = 0 0.2\ncells = 20 2\n[boundary]\nwest = wall\n"
      "east = wall\nsouth = symmetry\nnorth = symmetry\n[initial]\n"
      "state = uniform temperature=0.01\n[time]\nstep = 0.02\nmax_steps = 1\n[inner]\n"
      "tolerance = 1e-12\nmax = 20000\n";
  const Case c = case_from(text, {"scheme.time=second_order"}), euler = case_from(text);
  State start = initial_state(c);
  for (int j = 0; j < 2; ++j)
    for (int i = 1; i < 20; ++i) start.u[c.mesh.layout().at(i, j)] = i <= 10 ? -4 : 4;
  update_ghosts(c, start);
  const auto backend = make_serial_operations(c), by_euler = make_serial_operations(euler);
  TwoStages stages(c, *backend);
  const auto no_velocities = [](double) {};
  backend->upload(start);
  const double dt = *c.time.step;
  CHECK(stages.advance(dt, c.inner, no_velocities, true).diverged);
  backend->take_back_step();
  stages.forget();
  CHECK(largest_difference(backend->download(), start) == 0);
  CHECK(stages.advance(dt, c.inner, no_velocities, false).converged);
  CHECK(stages.part_of_first() == doctest::Approx(kStage).epsilon(1e-14));
  CHECK(std::abs(mass_of(c, backend->download()) / mass_of(c, start) - 1) < 1e-10);
  // Two steps of implicit Euler.
  by_euler->upload(start);
  for (const double part : {kStage, 1 - kStage})
    CHECK(advance_time_step(*by_euler, part * dt, c.inner).converged);
  CHECK(largest_difference(backend->download(), by_euler->download()) < 1e-9);
}

TEST_CASE("second order in time: where it is implicit Euler, its first stage keeps its inflow") {
  Case c = case_from(
      "[gas]\nknudsen = 0.01\n[mesh]\nx = 0 1\ny = 0 0.2\ncells = 20 2\n[boundary]\n"
      "west = inflow velocity=0.1 temperature=0.01\neast = wall\nsouth = symmetry\n"
      "north = symmetry\n[initial]\nstate = uniform temperature=0.01\n[time]\nstep = 0.02\n"
      "max_steps = 1\n[inner]\ntolerance = 1e-12\nmax = 20000\n",
      {"scheme.time=second_order"});
  c.side_values[mesh::west].times = {0, 0.02};
  c.side_values[mesh::west].factors = {1, 3};
  State start = initial_state(c);
  for (int j = 0; j < 2; ++j)
    for (int i = 1; i < 20; ++i) start.u[c.mesh.layout().at(i, j)] = i <= 10 ? -4 : 4;
  update_ghosts(c, start);
  const auto backend = make_serial_operations(c);
  TwoStages stages(c, *backend);
  backend->upload(start);
  const auto impose = [&](double before_end) {
    backend->impose(imposed_velocities(c, side_factors(c, 0.02 - before_end)));
  };
  const auto inflow = [&] { return backend->download().u[c.mesh.layout().at(0, 1)]; };
  CHECK(stages.advance(0.02, c.inner, impose, false).converged);
  REQUIRE(stages.part_of_first() == doctest::Approx(kStage).epsilon(1e-14));
  CHECK(inflow() == doctest::Approx(0.3).epsilon(1e-14));
  double first = 0;
  stages.at_first_stage([&] { first = inflow(); });
  CHECK(first == doctest::Approx(0.1 * (1 + 2 * kStage)).epsilon(1e-12));
}

TEST_CASE("second order in time: a steady flow is that of implicit Euler") {
  State steady[2];
  for (const bool second : {false, true}) {
    const Case c = case_from(
        kClosedBox,
        {second ? "scheme.time=second_order" : "scheme.time=implicit", "inner.tolerance=1e-12"});
    steady[second] = state_at(c, 60, 150, initial_state(c));
  }
  CHECK(largest_difference(steady[0], steady[1]) < 1e-8);
}

TEST_CASE("second order in time: a resumed run has the same bits, one without its level is close") {
  const Case c = case_from(kClosedBox, {"scheme.time=second_order", "inner.tolerance=1e-9"});
  const auto advance = [](Simulation& s, int from, int to) {
    for (int n = from + 1; n <= to; ++n) s.advance(0.02, 0.02 * n, 0.5);
  };
  Simulation whole(c, make_serial_operations(c));
  whole.start();
  advance(whole, 0, 3);
  methods::NamedNumbers numbers;
  methods::NumberArchive stored(numbers);
  whole.archive_numbers(stored);
  auto current = whole.download(methods::Level::current), old = whole.download(methods::Level::old);
  CHECK(largest_difference(state_of(whole), initial_state(c)) > 1e-2);
  Simulation resumed(c, make_serial_operations(c)), other(c, make_serial_operations(c));
  for (Simulation* s : {&resumed, &other}) {
    s->upload(current);
    s->upload_old(old, 0.02);
  }
  methods::NumberArchive restored(numbers, "test");
  resumed.archive_numbers(restored);
  methods::NumberArchive without({}, "test");
  other.archive_numbers(without);
  for (Simulation* s : {&whole, &resumed, &other}) advance(*s, 3, 6);
  CHECK(largest_difference(state_of(whole), state_of(resumed)) == 0);
  CHECK(largest_difference(state_of(whole), state_of(other)) > 0);
  CHECK(largest_difference(state_of(whole), state_of(other)) < 1e-7);
}

TEST_CASE("second order in time: after steps of implicit Euler a run starts as one without any") {
  const std::string tolerance = "inner.tolerance=1e-9";
  const Case euler = case_from(kClosedBox, {tolerance}),
             c = case_from(kClosedBox, {"scheme.time=second_order", tolerance});
  Simulation before(euler, make_serial_operations(euler)), resumed(c, make_serial_operations(c)),
      first(c, make_serial_operations(c));
  before.start();
  for (int n = 1; n <= 3; ++n) before.advance(0.02, 0.02 * n, 0.5);
  methods::NamedNumbers numbers;
  methods::NumberArchive stored(numbers);
  before.archive_numbers(stored);
  for (Simulation* s : {&resumed, &first}) s->upload(before.download(methods::Level::current));
  resumed.upload_old(before.download(methods::Level::old), 0.02);
  methods::NumberArchive restored(numbers, "test");
  resumed.archive_numbers(restored);
  for (Simulation* s : {&resumed, &first})
    for (int n = 4; n <= 6; ++n) s->advance(0.02, 0.02 * n, 0.5);
  CHECK(largest_difference(state_of(resumed), state_of(first)) == 0);
}

TEST_CASE("a blast into gas of a density 1e5 times smaller stays positive and keeps its mass" *
          doctest::test_suite("full")) {
  std::vector<double> centre;  // the temperature where the blast began
  for (const std::string time : {"implicit", "second_order"}) {
    CAPTURE(time);
    const Case c = case_from(
        "[gas]\nknudsen = 0.01\n[mesh]\nx = 0 1\ny = 0 1\ncells = 12 12\n[boundary]\n"
        "west = symmetry\neast = wall\nsouth = symmetry\nnorth = wall\n[time]\nend = 0.3\n",
        {"scheme.convection=tvd", "scheme.time=" + time});
    State start = initial_state(c);
    for_gas_cells(c, [&](int i, int j, auto at) {
      start.rho[at] = std::hypot(c.mesh.x.centre(i), c.mesh.y.centre(j)) < 0.3 ? 1 : 1e-5;
    });
    update_ghosts(c, start);
    Simulation simulation(c, make_serial_operations(c));
    simulation.upload(arrays_of(start));
    double least = 1;
    run::TimeLoopEvents events;
    events.step = [&](const run::StepReport&) {
      const State now = state_of(simulation);
      for_gas_cells(c, [&](int, int, auto at) {
        least = std::min({least, now.rho[at], now.T[at]});
      });
    };
    CHECK(run::run_time_loop(c, simulation, events).stopped_by == "end");
    CHECK(least > 0);
    const State end = state_of(simulation);
    CHECK(std::abs(mass_of(c, end) / mass_of(c, start) - 1) < 1e-10);
    centre.push_back(end.T[c.mesh.layout().at(0, 0)]);
  }
  CHECK(centre[0] < 0.9);
  CHECK(std::abs(centre[1] / centre[0] - 1) < 1e-3);
}

TEST_CASE("second order in time: the march to a steady state is implicit, with a note") {
  const std::string box =
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\ncells = 5 5\n[boundary]\nwest = wall\n"
      "east = wall temperature=1.5\nsouth = wall\nnorth = wall\n[scheme]\ntime = second_order\n"
      "[time]\nsteady = 1e-5\n";
  const Case march = case_from(box);
  CHECK(march.march == March::steady);
  CHECK_FALSE(march.scheme.second_order);
  CHECK(march.notes.back().starts_with("scheme.time = second_order has no effect"));
  CHECK(case_from(box, {"time.march=transient"}).scheme.second_order);
}

}  // namespace slipflow::simple_ts::test_second_order
