// Gas at rest between a hot plate below and a cold one above, under gravity, against its closed
// form: T^(3/2) linear in y, A dp/dy = rho g_y, jumps at the plates with the density that the gas
// has there.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <iostream>

#include "test_cases.hpp"

namespace slipflow::simple_ts::test_conduction {

namespace {
constexpr double hot = 1, cold = 0.5, knudsen = 0.05, gravity = -0.5;

/// The exact state; mean density 1.
class Conduction {
 public:
  Conduction() {
    double lower = hot, upper = cold;
    for (int n = 0; n < 400; ++n) {
      T0_ = lower;
      slope_ = std::pow(upper, 1.5) - std::pow(lower, 1.5);
      // The pressures at the plates balance the weight of the gas.
      p0_ = 1;
      p0_ = -2 * gravity / (1 - p(1));
      lower += 0.5 * (hot + jump(lower, p(0)) - lower);
      upper += 0.5 * (cold - jump(upper, p(1)) - upper);
    }
  }
  double T(double y) const { return std::pow(std::pow(T0_, 1.5) + slope_ * y, 2.0 / 3); }
  // The integral of dy/T is 3 sqrt(T)/slope.
  double p(double y) const {
    return p0_ * std::exp(2 * gravity * 3 / slope_ * (std::sqrt(T(y)) - std::sqrt(T0_)));
  }

 private:
  // 2.1904 Kn/rho_w times the gradient of T at a plate.
  double jump(double T_w, double p_w) const {
    return 2.1904 * knudsen * T_w / p_w * 2 / 3 * slope_ / std::sqrt(T_w);
  }
  double T0_ = 0, slope_ = 0, p0_ = 1;
};

// Largest error of T over the rows in the steady state; `across_x`: the plates are west and east.
double error(int rows, bool across_x, const std::string& density) {
  const std::string plates = across_x ? "west = wall temperature={}\neast = wall temperature={}\n"
                                        "south = periodic\nnorth = periodic\n"
                                      : "south = wall temperature={}\nnorth = wall temperature={}\n"
                                        "west = periodic\neast = periodic\n";
  const Case c = case_from(
      fmt::format("[gas]\nknudsen = {}\ngravity = {}\n[mesh]\nx = 0 {}\ny = 0 {}\ncells = {} {}\n"
                  "[boundary]\n{}[scheme]\nwall_density = {}\n[time]\nstep = 0.1\nmax_steps = 1\n",
                  knudsen, across_x ? fmt::format("{} 0", gravity) : fmt::format("0 {}", gravity),
                  across_x ? 1 : 4, across_x ? 4 : 1, across_x ? rows : 4, across_x ? 4 : rows,
                  fmt::format(fmt::runtime(plates), hot, cold), density));
  const auto backend = make_serial_operations(c);
  const State s = steady_state(c, *backend, 1e-8, 4000);
  const Conduction exact;
  double largest = 0;
  for (int k = 0; k < rows; ++k) {
    const auto at = across_x ? c.mesh.layout().at(k, 1) : c.mesh.layout().at(1, k);
    largest = std::max(largest, std::abs(s.T[at] - exact.T((k + 0.5) / rows)));
  }
  return largest;
}

std::array<double, 2> orders(bool across_x, const std::string& density) {
  const std::array errors = {error(10, across_x, density), error(20, across_x, density),
                             error(40, across_x, density)};
  const std::array found = {std::log2(errors[0] / errors[1]), std::log2(errors[1] / errors[2])};
  std::cout << "conduction under gravity, wall_density " << density << (across_x ? " x" : " y")
            << " errors " << errors[0] << ' ' << errors[1] << ' ' << errors[2] << " orders "
            << found[0] << ' ' << found[1] << '\n';
  return found;
}
}  // namespace

TEST_CASE("jumps under gravity are of second order, whatever way it points") {
  for (const bool across_x : {false, true})
    for (const double order : orders(across_x, "wall")) {
      CHECK(order > 1.85);
      CHECK(order < 2.3);
    }
}

TEST_CASE("jumps under gravity are of first order with the density of the cell") {
  for (const double order : orders(false, "cell")) CHECK(order < 1.2);
}

}  // namespace slipflow::simple_ts::test_conduction
