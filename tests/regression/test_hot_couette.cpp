// Couette flow between hot walls in gases of several viscosity exponents: slip and jump go with the
// local mean free path, docs/methods/simple-ts.md (8). The closed form: T = T_c - a u^2, T^omega
// du/dy = tau constant.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>

#include "test_cases.hpp"

namespace slipflow::simple_ts::test_hot_couette {

namespace {
constexpr double kKnudsen = 0.05, kWallTemperature = 2, kWallVelocity = 0.5;
constexpr double kSlip = 1.1466 * kKnudsen, kJump = 2.1904 * kKnudsen;
constexpr double a = 4.0 / 15.0;

/// The flow between walls at y = -1/2 and 1/2 that move with -/+ kWallVelocity, with mean
/// density 1.
struct Flow {
  double omega;
  double T_c = kWallTemperature, u_w = kWallVelocity;  // in the middle; of the gas at the wall
  double tau = 0;                                      // T^omega du/dy

  double T(double u) const { return T_c - a * u * u; }

  // Integral of T^exponent over the velocity from 0 to u, by Simpson's rule.
  double integral(double exponent, double u) const {
    constexpr int intervals = 40;
    const double h = u / intervals;
    double sum = 0;
    for (int k = 0; k < intervals; k += 2)
      sum += std::pow(T(k * h), exponent) + 4 * std::pow(T((k + 1) * h), exponent) +
             std::pow(T((k + 2) * h), exponent);
    return sum * h / 3;
  }

  explicit Flow(double exponent) : omega(exponent) {
    for (int n = 0; n < 200; ++n) {
      tau = 2 * integral(omega, u_w);  // y = 1/2 at u_w
      const double p = tau / (2 * integral(omega - 1, u_w));
      const double T_w = T(u_w);
      // A gradient at the wall times the mean free path there, m/rho = T_w^(omega + 1/2)/p.
      const double shear = tau * std::sqrt(T_w) / p;
      const double new_T_w = kWallTemperature + kJump * 2 * a * u_w * shear;
      u_w = kWallVelocity - kSlip * shear;
      T_c = new_T_w + a * u_w * u_w;
    }
  }

  double u(double y) const {
    double u = 2 * u_w * y;
    for (int n = 0; n < 50; ++n) u -= (integral(omega, u) / tau - y) * tau / std::pow(T(u), omega);
    return u;
  }
};

/// Largest errors of u and T over the rows in the steady state.
std::array<double, 2> errors(const Flow& flow, int rows, const char* density) {
  const Case c = case_from(fmt::format(
      "[gas]\nknudsen = {}\nviscosity_exponent = {}\n[mesh]\nx = 0 4\ny = -0.5 0.5\ncells = 4 {}\n"
      "[boundary]\nwest = periodic\neast = periodic\n"
      "south = wall velocity={},0 temperature={}\nnorth = wall velocity={},0 temperature={}\n"
      "[scheme]\nwall_density = {}\n[time]\nstep = 0.1\nmax_steps = 1\n",
      kKnudsen, flow.omega, rows, -kWallVelocity, kWallTemperature, kWallVelocity, kWallTemperature,
      density));
  const auto backend = make_serial_operations(c);
  const State s = steady_state(c, *backend, 1e-9, 4000);
  std::array<double, 2> largest{};
  for (int j = 0; j < rows; ++j) {
    const auto at = c.mesh.layout().at(1, j);
    const double u = flow.u(c.mesh.y.centre(j));
    largest[0] = std::max(largest[0], std::abs(s.u[at] - u));
    largest[1] = std::max(largest[1], std::abs(s.T[at] - flow.T(u)));
  }
  return largest;
}

void check_order(double omega, const char* density, double least, double most) {
  const Flow flow(omega);
  const std::array meshes = {errors(flow, 10, density), errors(flow, 20, density),
                             errors(flow, 40, density)};
  for (int m = 0; m < 2; ++m)
    for (int f = 0; f < 2; ++f) {
      const double order = std::log2(meshes[m][f] / meshes[m + 1][f]);
      std::cout << "hot Couette, exponent " << omega << ", " << density << ", rows " << (10 << m)
                << "->" << (20 << m) << (f ? " T" : " u") << " error " << meshes[m][f] << " -> "
                << meshes[m + 1][f] << " order " << order << '\n';
      CHECK(order > least);
      // The error of T on these meshes is still mostly the second-order part.
      if (f == 0) CHECK(order < most);
    }
}
}  // namespace

TEST_CASE("hot Couette flow with slip and jump converges with second order for every gas") {
  for (const double omega : {0.25, 0.75, 1.0}) check_order(omega, "wall", 1.85, 2.25);
}

TEST_CASE("with the density of the cell, hot Couette flow converges with first order") {
  check_order(0.75, "cell", 0.85, 1.3);
}

}  // namespace slipflow::simple_ts::test_hot_couette
