// The coefficients of hard spheres against the Boltzmann equation, Kn being the true mean free
// path: gas.knudsen, defined by the viscosity, is 1.01603 times that. docs/results/validation.md.
#include <doctest/doctest.h>

#include <cmath>
#include <iostream>
#include <numbers>

#include "test_cases.hpp"

namespace slipflow::simple_ts::test_hard_spheres {

namespace {
const double kFromTruePath = 0.562773 / (5.0 / 16 * std::sqrt(std::numbers::pi));

/// Gas between plates at y = -1/2 and 1/2, whose velocities and body force are given.
Case between_plates(double knudsen, double difference, double force) {
  return case_from(fmt::format(
      "[gas]\nknudsen = {}\nprandtl = 0.66069\ncoefficients = hard_sphere\ngravity = {} 0\n"
      "[mesh]\nx = 0 4\ny = -0.5 0.5\ncells = 4 24\n"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = wall velocity={},0\n"
      "north = wall velocity={},0\n[time]\nstep = 0.5\nmax_steps = 1\n",
      kFromTruePath * knudsen, force, -difference / 2, difference / 2));
}

/// |P_xy|/(rho0 V0^2 dv) of Couette flow, on the middle face.
double shear_stress(double knudsen, double difference) {
  const Case c = between_plates(knudsen, difference, 0);
  const auto backend = make_serial_operations(c);
  const State s = steady_state(c, *backend, 1e-9, 4000);
  const int j = c.mesh.y.cells() / 2;
  const auto below = c.mesh.layout().at(1, j - 1), above = c.mesh.layout().at(1, j);
  const double viscosity = c.gas.factors().B * (std::sqrt(s.T[below]) + std::sqrt(s.T[above])) / 2;
  return viscosity * (s.u[above] - s.u[below]) * c.mesh.y.cells() / difference;
}

/// Flow over half the force, as L/p0 dp/dx = 2 g.
double flow_of_poiseuille(double knudsen) {
  constexpr double force = 1e-3;
  const Case c = between_plates(knudsen, 0, force);
  const auto backend = make_serial_operations(c);
  const State s = steady_state(c, *backend, 1e-9, 4000);
  double flow = 0;
  for (int j = 0; j < c.mesh.y.cells(); ++j) flow += s.u[c.mesh.layout().at(1, j)];
  return flow / c.mesh.y.cells() / (2 * force);
}
}  // namespace

TEST_CASE("Couette flow of hard spheres has the shear stress of the Boltzmann equation") {
  struct Row {
    double knudsen, slow, fast;         // stresses at dv = 0.1 and 1 (O. Rogozin)
    double most_of_slow, most_of_fast;  // deviations
  };
  // From Kn 0.1 on the fast flow is beyond slip of first order.
  for (const Row& row : {Row{0.0100, 0.005493, 0.005622, 0.0035, 0.0035},
                         Row{0.0316, 0.016611, 0.017079, 0.0015, 0.0035},
                         Row{0.0464, 0.023659, 0.024353, 0.0015, 0.0035},
                         Row{0.1000, 0.046034, 0.047336, 0.0015, 0.009},
                         Row{0.2154, 0.081997, 0.084008, 0.0015, 0.017},
                         Row{0.3162, 0.104498, 0.106811, 0.0015, 0.02}}) {
    CAPTURE(row.knudsen);
    const double slow = shear_stress(row.knudsen, 0.1) / row.slow - 1;
    const double fast = shear_stress(row.knudsen, 1) / row.fast - 1;
    std::cout << "Couette flow of hard spheres, Kn " << row.knudsen << ": " << 100 * slow
              << " %, fast " << 100 * fast << " %\n";
    CHECK(std::abs(slow) < row.most_of_slow);
    CHECK(std::abs(fast) < row.most_of_fast);
  }
}

TEST_CASE("Poiseuille flow of hard spheres is that of slip of first order, below Boltzmann's") {
  struct Row {
    double knudsen, boltzmann;
  };
  for (const Row& row :
       {Row{0.1128, 1.1930}, Row{0.1693, 0.9938}, Row{0.2257, 0.8999}, Row{0.3385, 0.8152}}) {
    CAPTURE(row.knudsen);
    const double viscosity = 0.562773 * row.knudsen, slip = 1.1113 * row.knudsen;
    const double flow = flow_of_poiseuille(row.knudsen);
    std::cout << "Poiseuille flow of hard spheres, Kn " << row.knudsen << ": " << flow << ", "
              << 100 * (flow / row.boltzmann - 1) << " %\n";
    CHECK(flow == doctest::Approx((1 + 6 * slip) / (24 * viscosity)).epsilon(2e-3));
    CHECK(flow < row.boltzmann);
  }
}

}  // namespace slipflow::simple_ts::test_hard_spheres
