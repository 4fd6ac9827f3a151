// PISO with time steps that change, against a closed form.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>

#include "piso/momentum.h"
#include "slipflow/piso/problem.hpp"
#include "slipflow/run/time_loop.hpp"

namespace test_step_lengths {

using namespace slipflow;
using namespace slipflow::piso;

namespace {
constexpr int kCells = 8;
constexpr double kViscosity = 0.1, kStart = 1, kLid = -0.3;
const std::string kCouette =
    "method = piso\n[flow]\nviscosity = 0.1\n[initial]\nvelocity = 1 0\n[mesh]\nx = 0 0.5\n"
    "y = 0 1\ncells = 4 8\n[boundary]\nwest = periodic\neast = periodic\nsouth = wall\n"
    "north = wall velocity=-0.3,0\n[scheme]\nalgorithm = piso\n";

/// u between plates in row j at the time t, where u was kStart: the discrete equation in space has
/// the modes sin(m pi y) and is solved exactly in time.
double exact(int j, double t) {
  const double pi = std::numbers::pi, h = 1.0 / kCells;
  const auto y = [h](int row) { return (row + 0.5) * h; };
  double u = kLid * y(j);
  for (int m = 1; m <= kCells; ++m) {
    double part = 0;
    for (int row = 0; row < kCells; ++row)
      part += (kStart - kLid * y(row)) * std::sin(m * pi * y(row));
    const double rate = 4 * kViscosity / (h * h) * std::pow(std::sin(0.5 * m * pi * h), 2);
    u += (m < kCells ? 2 : 1) * h * part * std::exp(-rate * t) * std::sin(m * pi * y(j));
  }
  return u;
}

struct Run {
  double error = 0;  // the largest of u at the end
  double shortest = 1, longest = 0, growth = 0;
};

Run run_to(double end, const std::string& time, const std::string& more = "") {
  const auto tables = config::make_key_tables({{"piso", piso::keys()}});
  const piso::Problem problem(
      config::parse_case(kCouette + more + "[time]\nend = " + std::to_string(end) + "\n" + time,
                         "case.cfg", {}, tables));
  const auto simulation = problem.backends().on_host();
  simulation->state().start();
  Run run;
  double before = 0;
  run::TimeLoopEvents events;
  events.step = [&](const run::StepReport& step) {
    run.shortest = std::min(run.shortest, step.dt);
    run.longest = std::max(run.longest, step.dt);
    if (before > 0) run.growth = std::max(run.growth, step.dt / before);
    before = step.dt;
  };
  CHECK(run::run_time_loop(problem.controls(), simulation->stepper(), events, {}).time == end);
  for (int j = 0; j < kCells; ++j) {
    const double u = simulation->diagnostics().sample({{0.1875, (j + 0.5) / kCells}})[0][0];
    run.error = std::max(run.error, std::abs(u - exact(j, end)));
  }
  return run;
}
}  // namespace

TEST_CASE("bdf2 (7) is exact for parabolas over time, the extrapolation (8) for straight lines") {
  const auto parabola = [](double t) { return 2 - 3 * t + 0.7 * t * t; };
  const auto line = [](double t) { return 2 - 3 * t; };
  const double begin = 0.4, dt = 0.3, end = begin + dt;
  for (const double w : {0.4, 1.0, 1.7}) {
    CAPTURE(w);
    const double before = begin - dt / w;
    const auto terms = sf_terms_of_step(dt, w, {0, 0, 0});
    CHECK(std::abs(terms.c0 * parabola(end) - terms.c1 * parabola(begin) -
                   terms.c2 * parabola(before) - (-3 + 1.4 * end)) < 1e-13);
    CHECK(std::abs(sf_extrapolated(line(begin), line(before), w) - line(end)) < 1e-14);
  }
  const auto euler = sf_terms_of_step(dt, 0, {0, 0, 0});
  CHECK(euler.c0 == 1 / dt);
  CHECK(euler.c1 == 1 / dt);
  CHECK(euler.c2 == 0);
}

TEST_CASE("bdf2 is of second order with a Courant number, as steps grow threefold") {
  const auto run = [](const char* courant) {
    return run_to(2, "courant = " + std::string(courant) + "\n");
  };
  const Run a = run("0.2"), b = run("0.1"), c = run("0.05");
  CAPTURE(a.error);
  CAPTURE(b.error);
  CAPTURE(c.error);
  CHECK(std::log2(a.error / b.error) > 1.8);
  CHECK(std::log2(b.error / c.error) > 1.8);
  CHECK(c.error < 4e-5);
  CHECK(c.longest > 3 * 8 * c.shortest);  // the first step is an eighth
  CHECK(c.growth == doctest::Approx(2));
}

TEST_CASE("bdf2 is of second order where outputs cut steps, and no less accurate than without") {
  const auto run = [](double step, const std::string& outputs) {
    return run_to(0.5, "step = " + std::to_string(step) + "\n", outputs);
  };
  for (const std::string every : {"0.0527", "0.1203"}) {
    CAPTURE(every);
    const std::string outputs = "[output]\nevery_time = " + every + "\n";
    const Run a = run(0.02, outputs), b = run(0.01, outputs), c = run(0.005, outputs);
    CHECK(b.error < 1.2 * run(0.01, "").error);
    CHECK(std::log2(a.error / c.error) > 2 * 1.8);
    CHECK(b.shortest > 0.0049);
  }
}

TEST_CASE("after a short step those of bdf2 grow by at most a factor 2, those of Euler at once") {
  const auto growth = [](const char* scheme) {
    const auto tables = config::make_key_tables({{"piso", piso::keys()}});
    const piso::Problem problem(config::parse_case(
        kCouette + "time = " + scheme + "\n[time]\nstep = 0.1\nend = 1\n", "case.cfg", {}, tables));
    const auto simulation = problem.backends().on_host();
    simulation->state().start();
    simulation->stepper().advance(0.01, 0.01, methods::kUnknownFactor);
    return simulation->stepper().time_step() / 0.01;
  };
  CHECK(growth("bdf2") == doctest::Approx(2));
  CHECK(growth("euler") == doctest::Approx(10));
}

}  // namespace test_step_lengths
