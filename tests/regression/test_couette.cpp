// Plane Couette flow with viscous heating, slip and jump against its closed form:
// T = Tc - (4/15) u^2, sqrt(T) du/dy = tau constant.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <iostream>

#include "test_cases.hpp"

namespace slipflow::simple_ts::test_couette {

namespace {
/// Walls at y = -1/2 and 1/2 move at -U/2 and U/2, wall temperature 1, mean density 1.
struct Couette {
  double knudsen, U, T_centre, tau;
  bool slips;
  const char* density = "wall";
};

constexpr double a = 4.0 / 15.0;

// y at which the exact velocity is u: tau y = integral from 0 to u of sqrt(Tc - a s^2).
double exact_y(const Couette& k, double u) {
  return (u * std::sqrt(k.T_centre - a * u * u) +
          k.T_centre / std::sqrt(a) * std::asin(u * std::sqrt(a / k.T_centre))) /
         (2 * k.tau);
}

double exact_u(const Couette& k, double y) {
  double u = k.U * y;
  for (int n = 0; n < 50; ++n) u -= (exact_y(k, u) - y) * k.tau / std::sqrt(k.T_centre - a * u * u);
  return u;
}

// Largest error of u and T over the rows in the steady state.
std::array<double, 2> errors(const Couette& k, int rows) {
  const char* wall = k.slips ? "slip=on jump=on" : "slip=off jump=off";
  const Case c =
      case_from(fmt::format("[gas]\nknudsen = {}\n[mesh]\nx = 0 4\ny = -0.5 0.5\ncells = 4 {}\n"
                            "[boundary]\nwest = periodic\neast = periodic\n"
                            "south = wall velocity={},0 {}\nnorth = wall velocity={},0 {}\n"
                            "[scheme]\nwall_density = {}\n[time]\nstep = 0.1\nmax_steps = 1\n",
                            k.knudsen, rows, -k.U / 2, wall, k.U / 2, wall, k.density));
  const auto backend = make_serial_operations(c);
  const State s = steady_state(c, *backend, 1e-9, 4000);
  std::array<double, 2> largest{};
  for (int j = 0; j < rows; ++j) {
    const auto at = c.mesh.layout().at(1, j);
    const double u = exact_u(k, c.mesh.y.centre(j));
    largest[0] = std::max(largest[0], std::abs(s.u[at] - u));
    largest[1] = std::max(largest[1], std::abs(s.T[at] - (k.T_centre - a * u * u)));
  }
  return largest;
}

// Observed orders between meshes of 10, 20 and 40 rows.
void check_order(const Couette& k, double least, double most) {
  const std::array meshes = {errors(k, 10), errors(k, 20), errors(k, 40)};
  for (int m = 0; m < 2; ++m)
    for (int f = 0; f < 2; ++f) {
      const double order = std::log2(meshes[m][f] / meshes[m + 1][f]);
      std::cout << "Couette Kn " << k.knudsen << (k.slips ? " slip " : " no slip ") << k.density
                << " U " << k.U << " rows " << (10 << m) << "->" << (20 << m) << (f ? " T" : " u")
                << " error " << meshes[m][f] << " -> " << meshes[m + 1][f] << " order " << order
                << '\n';
      CHECK(order > least);
      // The error of T on these meshes is still mostly the second-order part.
      if (f == 0) CHECK(order < most);
    }
}
}  // namespace

TEST_CASE("Couette flow without slip converges with second order") {
  check_order({0.05, 1, 1.06666667, 1.02193409, false}, 1.9, 2.2);
}

TEST_CASE("Couette flow with slip and jump converges with second order") {
  check_order({0.05, 1, 1.07703214, 0.92484868, true}, 1.9, 2.2);
}

TEST_CASE("with the density of the cell, as published, it converges with first order") {
  const Couette k{0.05, 1, 1.07703214, 0.92484868, true, "cell"};
  check_order(k, 0.9, 1.2);
  // The known error of this wall condition on 10 rows.
  CHECK(errors(k, 10)[0] == doctest::Approx(5.1e-4).epsilon(0.02));
}

}  // namespace slipflow::simple_ts::test_couette
