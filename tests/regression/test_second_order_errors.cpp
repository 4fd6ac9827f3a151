// Errors in time of steps of second order, with lengths that are given and that the program
// chooses.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sound_wave.hpp"

namespace slipflow::simple_ts::test_second_order_errors {

namespace {
/// The amplitude of a small wave after two periods over the exact one; 0 after a failure.
double amplitude_over_exact(int cells, const std::vector<std::string>& set, int* steps = nullptr) {
  constexpr double amplitude = 1e-4;
  // By the linear equations of the gas.
  constexpr double end = 4.3817926223, expected = 0.9724407;
  std::vector<std::string> all = {"scheme.time=second_order", "scheme.convection=tvd",
                                  "time.step="};
  all.insert(all.end(), set.begin(), set.end());
  const Case c = case_from(wave_text(cells, 4), all);
  Simulation simulation(c, make_serial_operations(c));
  simulation.upload(arrays_of(wave(c, amplitude)));
  const int needed = run_to(simulation, end);
  if (steps) *steps = needed;
  double sum = 0;
  const State s = state_of(simulation);
  for (int i = 0; i < cells; ++i)
    sum += (s.rho[c.mesh.layout().at(i, 1)] - 1) * std::cos(std::numbers::pi * c.mesh.x.centre(i));
  return needed > 0 ? 2 * sum / cells / amplitude / expected : 0;
}

/// Fall of T at a wall that is heated suddenly, largest speed, and pressure at the other wall.
std::vector<double> heated(const std::string& step) {
  const Case c = case_from(
      "[gas]\nknudsen = 0.02\n[mesh]\nx = 0 0.5\ny = 0 1\ncells = 4 32\n[boundary]\n"
      "west = symmetry\neast = symmetry\nsouth = wall temperature=1.5\nnorth = wall\n[initial]\n"
      "state = rest\n[scheme]\nconvection = tvd\ntime = second_order\n[time]\nend = 1\n" +
      step);
  Simulation simulation(c, make_serial_operations(c));
  simulation.start();
  REQUIRE(run_to(simulation, 1) > 0);
  const State s = state_of(simulation);
  const auto layout = c.mesh.layout();
  double speed = 0;
  for (int j = 0; j < layout.ny; ++j) speed = std::max(speed, s.v[layout.at(1, j)]);
  const auto north = layout.at(1, layout.ny - 1);
  return {1.5 - s.T[layout.at(1, 0)], speed, s.rho[north] * s.T[north]};
}

double drag_of_square(int steps) {
  const Case c =
      case_from(channel_text(60, 40, 0.1, body_line(0.1, 20, 15, 30, 25)),
                {"scheme.time=second_order", "scheme.convection=tvd", "inner.tolerance=1e-11",
                 "inner.max=5000", fmt::format("time.step={}", 0.5 / steps)});
  Simulation simulation(c, make_serial_operations(c));
  simulation.start();
  double factor = methods::kUnknownFactor;
  for (int n = 1; n <= steps; ++n) {
    const StepResult r = simulation.advance(0.5 / steps, n * 0.5 / steps, factor);
    REQUIRE(r.converged);
    factor = r.factor;
  }
  const auto forces = simulation.diagnostics().tables().front();
  return forces[0] + forces[1];
}
}  // namespace

TEST_CASE("second order in time: the amplitude of a sound wave at Courant numbers of 4 and 2") {
  // Errors of 6.3e-4 and 6e-5; 0.73 and 0.48 with implicit Euler.
  for (const auto& [courant, error] : {std::pair{"4", 6.3e-4}, std::pair{"2", 6e-5}}) {
    CAPTURE(courant);
    const double found =
        amplitude_over_exact(40, {"inner.tolerance=1e-11", std::string("time.courant=") + courant});
    CHECK(std::abs(found - 1) < 1.3 * error);
  }
}

TEST_CASE("second order in time: steps that the program chooses keep a sound wave") {
  for (const std::string pressure : {"jacobi", "multigrid"})
    for (const int cells : {20, 40, 80}) {
      CAPTURE(pressure);
      CAPTURE(cells);
      int steps = 0;
      const double found = amplitude_over_exact(
          cells, {"inner.tolerance=1e-9", "inner.pressure=" + pressure}, &steps);
      CHECK(found == doctest::Approx(1).epsilon(0.005));
      CHECK(steps < (pressure == "jacobi" && cells == 80 ? 220 : 80));
    }
}

TEST_CASE(
    "second order in time: the curvature bounds the step whatever the iteration starts from") {
  int steps = 0;
  const double found = amplitude_over_exact(
      20, {"inner.tolerance=1e-9", "inner.pressure=multigrid", "inner.start=previous"}, &steps);
  CHECK(found == doctest::Approx(1).epsilon(0.005));
  CHECK(steps < 80);
}

TEST_CASE("second order in time: a wall that is heated suddenly") {
  const auto exact = heated("step = 0.0005\n");
  for (const auto& [courant, error] : {std::pair{"1", 1.4e-3}, std::pair{"2", 6.5e-3}}) {
    CAPTURE(courant);
    const auto found = heated(fmt::format("courant = {}\n", courant));
    CHECK(std::abs(found[1] / exact[1] - 1) < 1.3 * error);
  }
  const auto found = heated("");
  for (std::size_t k = 0; k < found.size(); ++k)
    CHECK(found[k] / exact[k] == doctest::Approx(1).epsilon(0.005));
}

TEST_CASE("second order in time: the drag of a square in a supersonic stream that starts suddenly" *
          doctest::test_suite("full")) {
  const double exact = drag_of_square(640);
  // 3.9e-5; 7e-3 with implicit Euler.
  CHECK(std::abs(drag_of_square(40) / exact - 1) < 1.3 * 3.9e-5);
}

}  // namespace slipflow::simple_ts::test_second_order_errors
