// Heat conduction against closed forms.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "problem.hpp"
#include "slipflow/run/time_loop.hpp"

namespace test_heat {

using namespace slipflow;

namespace {
constexpr double kPi = std::numbers::pi;

const std::string periodic_x = "[boundary]\nwest = periodic\neast = periodic\n";
const std::string adiabatic_x = "[boundary]\nwest = adiabatic\neast = adiabatic\n";
const std::string cold_x = "[boundary]\nwest = temperature T=0\neast = temperature T=0\n";
const std::string adiabatic_y = "[boundary]\nsouth = adiabatic\nnorth = adiabatic\n";
const std::string cold_y = "[boundary]\nsouth = temperature T=0\nnorth = temperature T=0\n";

heat::Case case_from(const std::string& text) {
  static const auto tables = config::make_key_tables({{"heat", heat::keys()}});
  return heat::make_case(config::parse_case(
      "[heat]\ndiffusivity = 0.5\n[mesh]\nx = 0 2\ny = 0 1\n" + text, "case.cfg", {}, tables));
}

// A case with its simulation on the host, run to its end.
struct Run {
  explicit Run(const std::string& text)
      : problem(case_from(text)), simulation(problem.backends().on_host()) {
    simulation->state().start();
    first_mean = simulation->diagnostics().history()[0];
    run::run_time_loop(problem.controls(), simulation->stepper(), {}, {});
    frame = simulation->diagnostics().frame({"T"}, {{0.3, 0.7}});
  }

  // The largest distance of T from a function over the cells that are no walls.
  template <class Exact>
  double error(Exact exact) const {
    const auto& m = problem.mesh();
    double largest = 0;
    for (int j = 0; j < m.y.cells(); ++j)
      for (int i = 0; i < m.x.cells(); ++i)
        if (!m.solid(i, j))
          largest = std::max(largest, std::abs(frame.fields[0].values[j * m.x.cells() + i] -
                                               exact(m.x.centre(i), m.y.centre(j))));
    return largest;
  }

  heat::Problem problem;
  std::unique_ptr<methods::Simulation> simulation;
  double first_mean = 0;
  methods::FrameValues frame;
};

// Sines of that many half waves in a box of 2 x 1, at t = 0.04: errors with n and 2 n rows.
double observed_order(const std::string& boundaries, int waves_x, int waves_y) {
  const auto error = [&](int n) {
    const Run run(
        fmt::format("cells = {} {}\n{}[initial]\nstate = sine {} {} T=0\n"
                    "[time]\ncourant = 0.5\nend = 0.04\n",
                    2 * n, n, boundaries, waves_x, waves_y));
    const double k2 = std::pow(waves_x * kPi / 2, 2) + std::pow(waves_y * kPi, 2);
    return run.error([&](double x, double y) {
      return std::exp(-0.5 * k2 * 0.04) * (waves_x ? std::sin(waves_x * kPi * x / 2) : 1) *
             (waves_y ? std::sin(waves_y * kPi * y) : 1);
    });
  };
  return std::log2(error(16) / error(32));
}
}  // namespace

TEST_CASE("sines decay as the exact ones, with second order") {
  CHECK(observed_order(cold_x + cold_y, 2, 1) == doctest::Approx(2).epsilon(0.05));
  CHECK(observed_order(periodic_x + adiabatic_y, 4, 0) == doctest::Approx(2).epsilon(0.05));
  CHECK(observed_order(adiabatic_x + cold_y, 0, 2) == doctest::Approx(2).epsilon(0.05));
}

TEST_CASE("between two temperatures the profile becomes linear, on a stretched axis too") {
  const Run run(
      "cells = 5 12\ny_stretch = geometric 1.1\n" + adiabatic_x +
      "south = temperature T=-1\nnorth = temperature T=3\n[time]\ncourant = 0.9\nend = 8\n");
  CHECK(run.error([](double, double y) { return -1 + 4 * y; }) < 1e-12);
  CHECK(run.frame.samples[0][0] == doctest::Approx(-1 + 4 * 0.7).epsilon(1e-12));
}

TEST_CASE("adiabatic walls and periodic boundaries keep the heat") {
  const Run run("cells = 20 13\nx_stretch = geometric 1.05\n[body]\ncircle = 1 0.5 0.2\n" +
                periodic_x + adiabatic_y +
                "[initial]\nstate = rectangle 0.2 0.2 0.5 0.9 inside=4 T=1\n"
                "[time]\ncourant = 1\nend = 6\n");
  CHECK(run.first_mean > 1.1);
  const double mean = run.simulation->diagnostics().history()[0];
  CHECK(mean == doctest::Approx(run.first_mean).epsilon(1e-13));
  CHECK(run.error([&](double, double) { return mean; }) < 1e-3);
}

TEST_CASE("a body of a temperature gives it to everything around it") {
  const Run run("cells = 16 9\n[body]\nrectangle = 0.5 0.3 0.9 0.6 T=2\n" + adiabatic_x +
                adiabatic_y + "[time]\ncourant = 0.8\nend = 60\n");
  CHECK(run.error([](double, double) { return 2.0; }) < 1e-6);
}

TEST_CASE("an unstable step is refused, and a case that conducts nothing") {
  const auto refused = [](const std::string& text) -> std::string {
    try {
      case_from(text);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const std::string end = "[time]\nend = 1\n";
  CHECK(refused("cells = 20 10\n" + cold_x + cold_y + end + "step = 0.0051\n") ==
        "case.cfg:15: time.step = 0.0051: must be at most 0.005, the largest stable step");
  CHECK(refused("cells = 1 1\n" + adiabatic_x + adiabatic_y + end + "courant = 0.5\n") ==
        "case.cfg:6: mesh.cells = 1 1: there are no two cells that heat could flow between");
  CHECK(refused("cells = 9 9\n" + periodic_x + "south = temperature T=hot\nnorth = adiabatic\n" +
                end + "courant = 1\n") ==
        "case.cfg:10: boundary.south = temperature T=hot: T=hot must be a number from -1000000 to "
        "1000000");
}

}  // namespace test_heat
