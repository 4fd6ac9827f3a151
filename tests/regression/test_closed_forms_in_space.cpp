// SIMPLE-TS on a mesh of three axes against closed forms: conduction with temperature jump, and the
// decay of a shear wave.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <iostream>
#include <numbers>

#include "slipflow/simple_ts/two_stages.hpp"
#include "test_cases.hpp"
#include "time_loop.hpp"

namespace slipflow::simple_ts::test_closed_forms_in_space {

namespace {
using std::numbers::pi;

/// Wave numbers k of cos(k x) between walls at +-a/2 with a jump length, k tan(k a/2) = 1/jump.
std::vector<double> wave_numbers(double a, double jump, int count) {
  std::vector<double> all;
  for (int n = 0; n < count; ++n) {
    double low = 2 * pi * n / a, high = (2 * n + 1) * pi / a;  // tan from 0 to infinity
    for (int step = 0; step < 60; ++step) {
      const double k = 0.5 * (low + high);
      (k * jump * std::tan(k * a / 2) < 1 ? low : high) = k;
    }
    all.push_back(low);
  }
  return all;
}

/// Coefficient of cos(k x) in the expansion of the constant 1.
double coefficient(double k, double a) {
  return 2 * std::sin(k * a / 2) / k / (a / 2 + std::sin(k * a) / (2 * k));
}

/// Temperature over 1 in a box 1 x 0.8 x 0.6 whose bottom is warmer by 1, (x, y) from the middle:
/// every wall has the jump length.
double conducted(double x, double y, double z, double jump) {
  constexpr double a = 1, b = 0.8, height = 0.6;
  constexpr int waves = 12;
  const auto kx = wave_numbers(a, jump, waves), ky = wave_numbers(b, jump, waves);
  double sum = 0;
  for (const double k : kx)
    for (const double l : ky) {
      const double m = std::hypot(k, l);
      const auto along_z = [&](double to_top) {  // over exp(m height), which would overflow
        const double rise = std::exp(m * (to_top - height)),
                     fall = std::exp(-m * (to_top + height));
        return std::array{(rise - fall) / 2 + jump * m * (rise + fall) / 2,
                          m * ((rise + fall) / 2 + jump * m * (rise - fall) / 2)};
      };
      const auto bottom = along_z(height);  // value, and slope towards the bottom
      sum += coefficient(k, a) * coefficient(l, b) * std::cos(k * x) * std::cos(l * y) *
             along_z(height - z)[0] / (bottom[0] + jump * bottom[1]);
    }
  return sum;
}

/// Root mean square of the differences to that; `lost`: the heat that all walls together take up,
/// over that of the bottom.
double error_of_conduction(int cells, double& lost) {
  constexpr double warmer = 1e-4, knudsen = 0.1;
  const Case c =
      case_from(fmt::format("[gas]\nknudsen = {}\n[mesh]\nx = -0.5 0.5\ny = -0.4 0.4\nz = 0 0.6\n"
                            "cells = {} {} {}\n[boundary]\nwest = wall\neast = wall\nsouth = wall\n"
                            "north = wall\nbottom = wall temperature={}\ntop = wall\n"
                            "[initial]\nstate = rest\n[time]\nsteady = 1e-8\nmax_steps = 500\n",
                            knudsen, cells, cells, cells / 2, 1 + warmer));
  const auto backend = make_serial_operations(c);
  backend->upload(initial_state(c));
  CHECK(run_time_loop(c, *backend).stopped_by == "steady");
  const State s = backend->download();
  double squares = 0;
  mesh::for_cells(mesh::cells_of(c.mesh.layout()), [&](int i, int j, int k) {
    const double expected =
        conducted(c.mesh.x.centre(i), c.mesh.y.centre(j), c.mesh.z.centre(k), 2.1904 * knudsen);
    squares += std::pow((s.T[c.mesh.layout().at(i, j, k)] - 1) / warmer - expected, 2);
  });
  double all = 0, of_bottom = 0;
  const WallLoads loads = rounded(c, backend->diagnostics().wall_loads());
  for (const auto& wall : loads)
    for (const SideLoads& side : wall) {
      all += side.conduction;
      if (side.conduction < 0) of_bottom += side.conduction;
    }
  lost = all / of_bottom;
  return std::sqrt(squares / static_cast<double>(c.cells()));
}
}  // namespace

TEST_CASE("conduction between six walls with temperature jump follows the series at second order") {
  double lost = 0;
  const double coarse = error_of_conduction(8, lost), fine = error_of_conduction(16, lost);
  std::cout << "conduction in a box with jump: errors " << coarse << ", " << fine << ", heat lost "
            << lost << '\n';
  CHECK(std::abs(lost) < 1e-5);
  CHECK(fine < 1.1e-3);
  CHECK(std::log2(coarse / fine) > 1.8);
}

namespace {
const std::string kPeriodicCube =
    "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\nz = 0 1\n"
    "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
    "bottom = periodic\ntop = periodic\n[initial]\nstate = rest\n[scheme]\nconvection = tvd\n"
    "time = second_order\n[time]\nstep = 1\nmax_steps = 1\n";

/// Amplitude after t = .25 of a wave along (1,1,1) with the velocity (1,-1,0) in a cube, in steps
/// whose errors are small.
double shear_wave(int cells, double& third_velocity) {
  const Case c = case_from(kPeriodicCube, {fmt::format("mesh.cells={0} {0} {0}", cells)});
  State s = initial_state(c);
  const auto layout = c.mesh.layout();
  const double h = 1.0 / cells, amplitude = 1e-3;
  const auto wave = [&](double x, double y, double z) { return std::sin(2 * pi * (x + y + z)); };
  mesh::for_cells(mesh::padded_cells_of(layout), [&](int i, int j, int k) {
    const double x = (i + 0.5) * h, y = (j + 0.5) * h, z = (k + 0.5) * h;
    s.u[layout.at(i, j, k)] = amplitude * wave(x - h / 2, y, z);
    s.v[layout.at(i, j, k)] = -amplitude * wave(x, y - h / 2, z);
  });
  const auto backend = make_serial_operations(c);
  backend->upload(s);
  TwoStages stages(c, *backend);
  for (int n = 0; n < 3 * cells; ++n)
    stages.advance(
        0.25 / (3 * cells), {1e-12, 400}, [](double) {}, false);
  s = backend->download();
  double sum = 0;
  third_velocity = 0;
  mesh::for_cells(mesh::cells_of(layout), [&](int i, int j, int k) {
    sum += s.u[layout.at(i, j, k)] * wave(i * h, (j + 0.5) * h, (k + 0.5) * h);
    third_velocity = std::max(third_velocity, std::abs(s.w[layout.at(i, j, k)]) / amplitude);
  });
  return 2 * sum * h * h * h / amplitude;
}
}  // namespace

TEST_CASE("a shear wave along a diagonal decays as its differences do, at second order") {
  const double B = 5.0 / 16 * std::sqrt(pi) * 0.05;
  const auto decayed = [&](double k2) { return std::exp(-3 * B * k2 * 0.25); };  // k^2 of an axis
  const double exact = decayed(4 * pi * pi);
  double w = 0;
  const double coarse = shear_wave(6, w), fine = shear_wave(12, w);
  std::cout << "shear wave along (1,1,1): " << coarse << ", " << fine << " of " << exact << '\n';
  CHECK(w < 1e-4);
  for (const auto& [amplitude, n] : {std::pair(coarse, 6.0), {fine, 12.0}})
    CHECK(amplitude ==
          doctest::Approx(decayed((2 - 2 * std::cos(2 * pi / n)) * n * n)).epsilon(2e-4));
  CHECK(std::log2((coarse - exact) / (fine - exact)) > 1.9);
}

}  // namespace slipflow::simple_ts::test_closed_forms_in_space
