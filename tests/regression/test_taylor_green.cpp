// The Taylor-Green vortex, u = a sin(kx) cos(ky), v = -a cos(kx) sin(ky), decays with exp(-2 nu k^2
// t) when it is slow; the error is of the order of Ma^2, so two amplitudes are extrapolated to 0.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <numbers>

#include "profile_files.hpp"
#include "sound_wave.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_taylor_green {

namespace {
constexpr double k = 2 * std::numbers::pi;
constexpr double knudsen = 0.02, end = 0.5;

Case periodic_square(int cells, std::vector<std::string> set = {}) {
  set.push_back("scheme.convection=tvd");
  return case_from(fmt::format("[gas]\nknudsen = {}\n[mesh]\nx = 0 1\ny = 0 1\ncells = {} {}\n"
                               "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\n"
                               "north = periodic\n[time]\nstep = 1\nmax_steps = 1\n",
                               knudsen, cells, cells),
                   set);
}

// rho = 1 and the pressure that turns the slow vortex.
State vortex(const Case& c, double amplitude) {
  State s = initial_state(c);
  const auto &x = c.mesh.x, &y = c.mesh.y;
  for_gas_cells(c, [&](int i, int j, auto at) {
    const double xc = k * x.centre(i), yc = k * y.centre(j);
    s.u[at] = amplitude * std::sin(k * x.faces[i]) * std::cos(yc);
    s.v[at] = -amplitude * std::cos(xc) * std::sin(k * y.faces[j]);
    s.T[at] = 1 + 0.5 * amplitude * amplitude * (std::cos(2 * xc) + std::cos(2 * yc));
  });
  update_ghosts(c, s);
  return s;
}

// The part of u that has the form of the vortex.
double amplitude_of(const Case& c, const State& s) {
  const auto layout = c.mesh.layout();
  double sum = 0;
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i)
      sum +=
          s.u[layout.at(i, j)] * std::sin(k * c.mesh.x.faces[i]) * std::cos(k * c.mesh.y.centre(j));
  return 4 * sum / (layout.nx * layout.ny);
}

// Steps of one length; `visit` gets the simulation and the time at the start and after each.
template <class Visit>
void advance(const Case& c, const State& start, double until, int steps, Visit visit) {
  Simulation simulation(c, make_serial_operations(c));
  simulation.upload(arrays_of(start));
  visit(simulation, 0.0);
  double factor = methods::kUnknownFactor;
  for (int n = 1; n <= steps; ++n) {
    const StepResult r = simulation.advance(until / steps, n * until / steps, factor);
    REQUIRE(r.converged);
    factor = r.factor;
    visit(simulation, n * until / steps);
  }
}

// Observed decay rate over the exact one, less 1. Steps of second order have no error that counts.
double rate_error(int cells, double amplitude) {
  const Case c = periodic_square(cells, {"scheme.time=second_order", "inner.tolerance=1e-9"});
  std::vector<double> times, sizes;
  advance(c, vortex(c, amplitude), end, 25, [&](const Simulation& simulation, double time) {
    times.push_back(time);
    sizes.push_back(amplitude_of(c, state_of(simulation)) / amplitude);
  });
  write_profile(fmt::format("taylor_green_{}_{}", cells, amplitude),
                {{"t", times}, {"amplitude", sizes}});
  const double exact = 2 * c.gas.factors().B * k * k;
  return -std::log(sizes.back() / sizes.front()) / (end * exact) - 1;
}

// The error without any speed, from amplitudes a and 2a: it goes with the square of them.
double extrapolated_error(int cells) {
  const double fast = rate_error(cells, 0.1), slow = rate_error(cells, 0.05);
  const double still = slow - (fast - slow) / 3;
  std::cout << fmt::format(
      "Taylor-Green, {0} x {0} cells: error of the decay rate {1:+.3e} at "
      "amplitude 0.1, {2:+.3e} at 0.05, {3:+.3e} at 0\n",
      cells, fast, slow, still);
  return still;
}
}  // namespace

TEST_CASE("Taylor-Green vortex decays at the rate of its viscosity") {
  const double coarse = extrapolated_error(16), fine = extrapolated_error(32);
  CHECK(std::abs(fine) < 0.01);
  CHECK(std::abs(fine) < 0.35 * std::abs(coarse));
}

namespace {
/// What is left of a vortex of Ma 0.02 at `until`, with solved pressures.
double left_of_slow_vortex(const std::string& time, double until, int steps) {
  std::vector<std::string> set = {"gas.knudsen=0.005", "inner.pressure=multigrid",
                                  "inner.tolerance=1e-10", "scheme.time=" + time};
  for (const char* side : {"west", "east", "south", "north"})
    set.push_back(fmt::format("boundary.{}=symmetry", side));
  const Case c = periodic_square(16, set);
  std::vector<double> sizes;
  advance(c, vortex(c, 0.02), until, steps, [&](const Simulation& simulation, double) {
    sizes.push_back(amplitude_of(c, state_of(simulation)));
  });
  return sizes.back() / sizes.front();
}
}  // namespace

// A step multiplies it by 1/(1 - z) with implicit Euler, z = -rate dt, with two stages by
// (1 + (1 - 2 g) z)/(1 - g z)^2.
TEST_CASE("a slow Taylor-Green vortex decays in long steps by the scheme's stability function") {
  constexpr double until = 8;
  constexpr int steps = 10;
  const double rate = -std::log(left_of_slow_vortex("second_order", until, 100)) / until;
  const double of_viscosity = 2 * 5 * std::sqrt(std::numbers::pi) / 16 * 0.005 * k * k;
  CHECK(std::abs(rate / of_viscosity - 1) < 0.01);
  const double z = -rate * until / steps, g = 1 - std::sqrt(0.5);
  const double second = std::pow((1 + (1 - 2 * g) * z) / std::pow(1 - g * z, 2), steps),
               first = std::pow(1 - z, -steps);
  REQUIRE(std::abs(second / std::exp(steps * z) - 1) > 1e-3);
  REQUIRE(std::abs(first / std::exp(steps * z) - 1) > 0.1);
  CHECK(std::abs(left_of_slow_vortex("second_order", until, steps) / second - 1) < 1e-4);
  CHECK(std::abs(left_of_slow_vortex("implicit", until, steps) / first - 1) < 1e-3);
}

TEST_CASE("Taylor-Green vortex on 64 x 64 cells" * doctest::skip()) { extrapolated_error(64); }

}  // namespace slipflow::simple_ts::test_taylor_green
