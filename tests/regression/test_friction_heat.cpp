// The heat of slip at insulated walls and walls with a prescribed heat flux, against closed forms;
// docs/methods/simple-ts.md (50), (83), (84), (85).
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>

#include "loads_of_state.hpp"
#include "output/wall_data.hpp"
#include "slipflow/simple_ts/forces.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_friction_heat {

namespace {
constexpr double kKnudsen = 0.05, kSpeed = 0.2;
constexpr double kSlip = 1.1466 * kKnudsen, kJump = 2.1904 * kKnudsen;

/// A layer 1 high between a wall at rest, whose options are given, and one at T = 1 that moves with
/// kSpeed; along x, or along y with the wall at rest in the west.
Case layer(const std::string& at_rest, bool along_y, int rows,
           const std::vector<std::string>& set = {}) {
  const std::string ends[] = {"wall " + at_rest,
                              fmt::format("wall velocity={}", along_y ? "0,0.2" : "0.2,0")};
  const auto sides = [&](bool across) {
    return across ? std::array<std::string, 2>{ends[0], ends[1]}
                  : std::array<std::string, 2>{"periodic", "periodic"};
  };
  const auto x = sides(along_y), y = sides(!along_y);
  return case_from(
      fmt::format(
          "[gas]\nknudsen = {}\nviscosity_exponent = 0\n[mesh]\nx = 0 {}\ny = 0 {}\ncells = {} {}\n"
          "[boundary]\nwest = {}\neast = {}\nsouth = {}\nnorth = {}\n"
          "[time]\nstep = 0.1\nmax_steps = 1\n",
          kKnudsen, along_y ? 1 : 0.4, along_y ? 0.4 : 1, along_y ? rows : 4, along_y ? 4 : rows,
          x[0], x[1], y[0], y[1]),
      set);
}

/// Temperatures over that of the moving wall, for a small speed: k0 T'' = -B s^2, s = du/dy; the
/// wall at rest takes q in all, of which B s (slip) s is friction.
struct Couette {
  double gas, wall;

  explicit Couette(double q_over_k0) {
    const double c = 2 * (2.0 / 3) * (2.0 / 3) / (5.0 / 3);  // B/k0
    const double s = kSpeed / (1 + 2 * kSlip);
    const double slope = q_over_k0 - c * s * s * kSlip;  // of T at the wall at rest
    gas = c * s * s * (kJump + 0.5) - (1 + kJump) * slope;
    wall = gas - kJump * slope;
  }
};

/// A column of the table of the wall at rest.
double at_rest(const Case& c, const State& s, const std::string& column) {
  const auto& fields = wall_field_list();
  const auto found = std::ranges::find(fields, column, &setup::FieldInfo::name);
  REQUIRE(found != fields.end());
  return wall_data_of(c, s)[0].values[static_cast<std::size_t>(found - fields.begin())][1];
}
}  // namespace

TEST_CASE("Couette flow over an insulated wall and one with a heat flux: gas, wall and heat") {
  for (const bool along_y : {false, true})
    for (const char* options : {"jump=adiabatic", "flux=0.0003"}) {
      CAPTURE(along_y);
      CAPTURE(options);
      const Case c = layer(options, along_y, 32);
      const double flux = c.walls[0].values.heat_flow;
      const Couette exact(flux / conductivity(c));
      const State s = steady_state(c, *make_serial_operations(c), 1e-9, 4000);
      const double gas = at_rest(c, s, "T_gas") - 1, wall = gas - at_rest(c, s, "jump");
      std::cout << "Couette flow over " << options << ": gas at the wall " << gas << " ("
                << exact.gas << "), wall " << wall << " (" << exact.wall << ")\n";
      CHECK(gas == doctest::Approx(exact.gas).epsilon(2e-3));
      CHECK(wall == doctest::Approx(exact.wall).epsilon(2e-3));
      const double B = c.gas.factors().B, shear = kSpeed / (1 + 2 * kSlip);
      CHECK(at_rest(c, s, "friction_heat") ==
            doctest::Approx(B * shear * shear * kSlip).epsilon(5e-3));
      CHECK(std::abs(at_rest(c, s, "heat_flux") - flux) < 1e-15);
      CHECK(at_rest(c, s, "work") == 0);
      // All the work of the moving wall and the heat flux leave there as heat.
      const auto loads = wall_loads(c, s);
      const WallForces moving = wall_forces(c, loads[1]);
      CHECK(moving.heat() == doctest::Approx(-moving.work - 0.4 * flux).epsilon(1e-3));
    }
}

TEST_CASE("the heat of slip under every scheme") {
  const Couette exact(0);
  for (const std::vector<std::string>& set :
       std::vector<std::vector<std::string>>{{"scheme.convection=tvd"},
                                             {"scheme.time=explicit"},
                                             {"scheme.convection=tvd", "scheme.time=explicit"},
                                             {"scheme.wall_density=cell"},
                                             {"inner.diagonal=plain", "inner.relaxation=none"}}) {
    CAPTURE(set[0]);
    const Case c = layer("jump=adiabatic", false, 16, set);
    const State s = steady_state(c, *make_serial_operations(c), 1e-9, 8000);
    CHECK(at_rest(c, s, "T_gas") - 1 == doctest::Approx(exact.gas).epsilon(8e-3));
  }
}

TEST_CASE("gas that comes to rest between insulated walls keeps its energy") {
  for (const double knudsen : {0.05, 0.1})
    for (const bool along_y : {false, true}) {
      CAPTURE(knudsen);
      CAPTURE(along_y);
      // The walls differ: the flow is not symmetric.
      const Case c =
          layer("jump=adiabatic", along_y, 32,
                {fmt::format("gas.knudsen={}", knudsen),
                 std::string("boundary.") + (along_y ? "east" : "north") +
                     "=wall jump=adiabatic accommodation=0.6",
                 std::string("initial.state=uniform velocity=") + (along_y ? "0,0.5" : "0.5,0")});
      const auto backend = make_serial_operations(c);
      backend->upload(initial_state(c));
      const auto totals = [&] { return rounded(c, backend->diagnostics().totals()).contents; };
      const auto energy = [&](const Totals& t) { return 0.75 * t.thermal + t.kinetic; };
      const Totals before = totals();
      // Short steps at first: implicit Euler loses the squares of the changes.
      for (const double dt : {0.001, 0.003, 0.01, 0.03, 0.1})
        advance_steps(*backend, dt == 0.1 ? 700 : 50, dt, {1e-11, 1000});
      const Totals after = totals();
      std::cout << "gas that comes to rest, Kn " << knudsen << ": lost of the kinetic energy "
                << (energy(before) - energy(after)) / before.kinetic << '\n';
      CHECK(after.kinetic < 1e-4 * before.kinetic);
      CHECK(std::abs(energy(before) - energy(after)) < 0.01 * before.kinetic);
    }
}

TEST_CASE("thermal creep along an insulated wall: heat of negative slip, taken from the gas") {
  // Gas at rest on average; it creeps along the wall at rest and returns along the other one.
  const Case c = case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 2\ny = 0 1\ncells = 24 16\n[boundary]\n"
      "west = wall slip=off temperature=1\neast = wall slip=off temperature=1.5\n"
      "south = wall slip=creep jump=adiabatic\nnorth = wall slip=off temperature=1,1.5\n"
      "[time]\nstep = 0.05\nmax_steps = 1\n");
  const State s = steady_state(c, *make_serial_operations(c), 1e-8, 8000);
  const auto loads = wall_loads(c, s);
  double heat = 0, largest = 0;
  for (const auto& wall : loads) heat += wall_forces(c, wall).heat();
  for (std::size_t wall = 0; wall < loads.size(); ++wall)
    if (c.walls[wall].name == "south") {
      const WallForces force = wall_forces(c, loads[wall]);
      largest = force.friction_heat;
      CHECK(force.friction_heat < 0);
      CHECK(std::abs(force.heat()) < 1e-15);
    }
  std::cout << "creep along an insulated wall: friction heat " << largest << ", heat of all walls "
            << heat << '\n';
}

}  // namespace slipflow::simple_ts::test_friction_heat
