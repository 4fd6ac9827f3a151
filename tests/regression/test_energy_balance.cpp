// What enters and leaves a steady flow as energy, against closed forms and on finer meshes;
// docs/methods/simple-ts.md (86).
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <iostream>

#include "output/energy_balance.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_energy_balance {

namespace {
using methods::EnergyBalance;

/// A layer 1 high and 0.4 long of gas with the viscosity 1 at all temperatures.
Case layer(int rows, const std::string& gravity, const std::string& south,
           const std::string& north) {
  return case_from(
      fmt::format("[gas]\nknudsen = 0.05\nviscosity_exponent = 0\ngravity = {}\n[mesh]\nx = 0 0.4\n"
                  "y = 0 1\ncells = 4 {}\n[boundary]\nwest = periodic\neast = periodic\n"
                  "south = wall {}\nnorth = wall {}\n"
                  "[time]\nstep = 0.1\nmax_steps = 1\n",
                  gravity, rows, south, north));
}

EnergyBalance steady_balance(const Case& c, double tolerance) {
  const auto backend = make_serial_operations(c);
  steady_state(c, *backend, tolerance, 20000);
  Diagnostics& diagnostics = backend->diagnostics();
  const auto balance = energy_balance_of(c, rounded(c, diagnostics.wall_loads()),
                                         rounded(c, diagnostics.totals()).contents);
  REQUIRE(balance);
  return *balance;
}
}  // namespace

TEST_CASE("between a warm wall and a cold one that moves, the heats differ by the wall's work") {
  constexpr double speed = 0.3, cold = 0.8, length = 0.4;
  const Case c = layer(16, "0 0", "slip=off jump=off",
                       fmt::format("slip=off jump=off temperature={} velocity={},0", cold, speed));
  const EnergyBalance balance = steady_balance(c, 1e-9);
  const double work = c.gas.factors().B * speed * speed * length;
  const double conducted = conductivity(c) * (1 - cold) * length;
  CHECK(balance.work_in / work == doctest::Approx(1).epsilon(1e-6));
  CHECK(balance.work_out == 0);
  CHECK(balance.heat_in / (conducted - work / 2) == doctest::Approx(1).epsilon(2e-3));
  CHECK(balance.heat_out / (conducted + work / 2) == doctest::Approx(1).epsilon(2e-3));
  CHECK((balance.heat_out - balance.heat_in) / work == doctest::Approx(1).epsilon(1e-5));
  CHECK(std::abs(balance.error()) < 1e-6);
}

TEST_CASE("gravity that drives gas along a channel leaves it as heat") {
  constexpr double gravity = 0.02;
  std::array<double, 2> powers{};
  for (const int rows : {8, 16}) {
    const Case c = layer(rows, fmt::format("{} 0", gravity), "", "");
    const EnergyBalance balance = steady_balance(c, 1e-9);
    powers[rows == 16] = balance.work_in;
    CHECK(balance.heat_in == 0);
    CHECK(balance.work_out == 0);
    CHECK(balance.heat_out / balance.work_in == doctest::Approx(1).epsilon(1e-3));
  }
  // With the mean velocity g (1/12 + slip/2)/B, at the density 1; some of the heat is that of slip.
  const double slip = 1.1466 * 0.05;
  const double exact =
      0.4 * gravity * gravity * (1.0 / 12 + slip / 2) / layer(8, "0 0", "", "").gas.factors().B;
  std::cout << "channel driven by gravity: power " << powers[0] << ' ' << powers[1] << " (" << exact
            << ")\n";
  CHECK(powers[1] / exact == doctest::Approx(1).epsilon(1e-2));
}

TEST_CASE("gravity does work along an axis that gas can follow, and none between walls") {
  const Case channel = layer(4, "0.3 0.7", "", "");
  const auto balance = energy_balance_of(channel, WallLoads(channel.walls.size()), {0, 2, 5, 0, 0});
  REQUIRE(balance);
  CHECK(balance->work_in == doctest::Approx(0.3 * 2).epsilon(1e-12));
  CHECK(balance->work_out == 0);
  const Case open = case_from(
      "[gas]\nknudsen = 0.05\ngravity = 0.3 0\n[mesh]\nx = 0 2\ny = 0 1\ncells = 4 4\n"
      "[boundary]\nwest = pressure p=1.1\neast = pressure p=1\nsouth = symmetry\nnorth = wall\n"
      "[time]\nstep = 0.1\nmax_steps = 1\n");
  CHECK(!energy_balance_of(open, WallLoads(open.walls.size()), {0, 2, 5, 0, 0}));
}

TEST_CASE("in a box without a symmetry the balance closes with the mesh, for heat fluxes too") {
  for (const char* hot : {"temperature=1.5", "flux=-0.01"}) {
    std::array<double, 2> errors{};
    for (const int cells : {8, 16}) {
      const Case c = case_from(fmt::format(
          "[gas]\nknudsen = 0.05\ngravity = 0 -0.5\n[mesh]\nx = 0 1\ny = 0 1\ncells = {} {}\n"
          "[boundary]\nwest = wall {}\neast = wall temperature=0.75\nsouth = wall jump=adiabatic\n"
          "north = wall jump=adiabatic velocity=0.2,0\n[time]\nstep = 0.05\nmax_steps = 1\n",
          cells, cells, hot));
      errors[cells == 16] = std::abs(steady_balance(c, 1e-7).error());
    }
    std::cout << "energy balance of a box, " << hot << ": " << errors[0] << ' ' << errors[1]
              << '\n';
    CHECK(errors[0] < 0.05);
    CHECK(errors[1] < 0.6 * errors[0]);
  }
}

}  // namespace slipflow::simple_ts::test_energy_balance
