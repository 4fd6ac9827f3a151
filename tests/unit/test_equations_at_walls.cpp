// The equations next to walls, by closed forms: two walls under one node, slip, jump, heat flow,
// loads.
//
//     row 3     u(3,3)  u(4,3)  u(5,3)      wall 1 below columns 0..3, wall 2 below 4..8
//     =========== wall 1 | wall 2 ====
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>

#include "simple_ts/wall_loads.h"
#include "slipflow/support/exact_sum.hpp"
#include "small_fields.hpp"

namespace test_equations_at_walls {

namespace {
using small_fields::close_to;
using small_fields::Context;
using small_fields::Fields;

constexpr SfWall kFirst = {0.2, 0, 1.3, 0.06, 0.11, 0, 0},
                 kSecond = {0.6, 0, 0.9, 0.02, 0.05, 0, 0};

/// Gas over two walls in the rows up to 2.
Fields over_walls(SfWall first = kFirst, SfWall second = kSecond) {
  Fields f = small_fields::random_fields(9, 8);
  f.flags.gas.gravity_x = f.flags.gas.gravity_y = 0;
  small_fields::put_wall(f, -4, 4, -4, 3, first);
  small_fields::put_wall(f, 4, 13, -4, 3, second);
  return f;
}

double u(const Fields& f, int i) { return f.u[f.at(i, 3)]; }
double T(const Fields& f, int i) { return f.T[f.at(i, 3)]; }
double rho(const Fields& f, int i) { return f.rho[f.at(i, 3)]; }
double half_height(const Fields& f) { return f.y.of(3) / 2; }

SfThermalNeighbour wall_below(const Context& c, int i) {
  return sf_thermal_neighbour(&c.c, SF_Y, sf_node(i, 3), -1, 0.0);
}
}  // namespace

TEST_CASE("two walls under a node: the mean of their velocities and of their slip, (43)") {
  const Context c(over_walls());
  const SfWallView one = sf_wall_of(&c.c, SF_X, SF_Y, sf_node(3, 3), -1),
                   two = sf_wall_of(&c.c, SF_X, SF_Y, sf_node(4, 3), -1);
  CHECK(one.velocity == 0.2);
  CHECK(one.slip == 0.06);
  CHECK(two.velocity == close_to(0.4));
  CHECK(two.slip == close_to(0.04));
  // The gas at the wall, with the density of the face at the node.
  const double node = u(c.f, 4), d = half_height(c.f), face = node > 0 ? rho(c.f, 3) : rho(c.f, 4);
  const double gas = (0.04 * node + face * d * 0.4) / (face * d + 0.04);
  CHECK(sf_neighbour_of(&c.c, SF_X, SF_Y, sf_node(4, 3), -1).q == close_to(gas));
  CHECK(sf_slip(&c.c, SF_X, SF_Y, sf_node(4, 3), -1) == close_to(gas));
}

TEST_CASE("free slip under half a node counts as the other wall, in velocity and slip") {
  for (const bool first_is_free : {true, false}) {
    SfWall free = kFirst;
    free.slip = -1;
    const Context c(first_is_free ? over_walls(free, kSecond) : over_walls(kSecond, free));
    CHECK(sf_wall_of(&c.c, SF_X, SF_Y, sf_node(4, 3), -1).velocity == 0.6);
    CHECK(sf_wall_of(&c.c, SF_X, SF_Y, sf_node(4, 3), -1).slip == 0.02);
    const SfNeighbour beside =
        sf_neighbour_of(&c.c, SF_X, SF_Y, sf_node(first_is_free ? 2 : 6, 3), -1);
    CHECK(beside.D == 0);
    CHECK(beside.q == u(c.f, first_is_free ? 2 : 6));
  }
}

TEST_CASE("a wall below a node: half the distance over the full width, and the gas's Gamma, (51)") {
  SfWall first = kFirst, second = kSecond;
  first.jump = second.jump = 0;  // the gas at the wall is as warm as the wall
  Context c(over_walls(first, second));
  const Fields& f = c.f;
  const double gamma = (std::sqrt(1.3) + std::sqrt(0.9)) / 2;
  const double D = 0.03 * gamma * f.x.distance(4) / half_height(f);
  const SfNeighbour plain = sf_neighbour_of(&c.c, SF_X, SF_Y, sf_node(4, 3), -1);
  CHECK(plain.gamma4 == close_to(4 * gamma));
  CHECK(plain.D == close_to(2 * D));
  CHECK(plain.b == 0);
  // (38) in series with the half cell: the same stress.
  c.c.outflow_diagonal = 1;
  const SfNeighbour series = sf_neighbour_of(&c.c, SF_X, SF_Y, sf_node(4, 3), -1);
  CHECK(series.D * (series.q - u(f, 4)) + series.b == close_to(plain.D * (plain.q - u(f, 4))));
  CHECK(series.D * (0.4 - u(f, 4)) == close_to(plain.D * (plain.q - u(f, 4))));
}

TEST_CASE("slip with the density at the wall takes the mean of p/T_w of both faces, (46)") {
  SfWall first = kFirst, second = kSecond;
  first.jump = second.jump = 0;
  Context c(over_walls(first, second));
  c.c.density_at_wall = 1;
  const Fields& f = c.f;
  const double d = half_height(f);
  const double density = (rho(f, 3) * T(f, 3) / 1.3 + rho(f, 4) * T(f, 4) / 0.9) / 2;
  const double gas = (0.04 * u(f, 4) + density * d * 0.4) / (density * d + 0.04);
  CHECK(sf_neighbour_of(&c.c, SF_X, SF_Y, sf_node(4, 3), -1).q == close_to(gas));
  CHECK(sf_slip(&c.c, SF_X, SF_Y, sf_node(4, 3), -1) == close_to(gas));
  const double slope = (u(f, 4) - gas) / d;  // at the corner below the node
  const double dvdx = 0;                     // on the wall faces nothing moves
  CHECK(sf_make_shear2(&c.c, sf_node(4, 3)) == close_to((slope + dvdx) * (slope + dvdx)));
}

TEST_CASE(
    "a jump obeys (44), or (45) with the density at the wall; conduction over half a cell, (52)") {
  for (const bool at_wall : {false, true})
    for (const double gravity : {0.0, -0.4}) {
      CAPTURE(at_wall);
      CAPTURE(gravity);
      Context c(over_walls());
      c.c.density_at_wall = at_wall;
      c.c.gas.gravity_y = gravity;
      const Fields& f = c.f;
      const SfThermalNeighbour n = wall_below(c, 2);
      const double d = half_height(f), T_P = T(f, 2);
      // The wall lies where gravity pulls: the weight of half a cell adds to the pressure.
      const double p_w = rho(f, 2) * T_P - gravity / 0.5 * rho(f, 2) * d;
      const double density = at_wall ? p_w / n.T : rho(f, 2);
      CHECK((n.T - 1.3) * density * d == close_to(0.11 * (T_P - n.T)));
      const double D = 0.07 * f.x.of(2) * std::sqrt(n.T) / d;
      CHECK(n.D == close_to(D));
      CHECK(n.taken == 0);
      c.c.outflow_diagonal = 1;  // (38): the same heat
      const SfThermalNeighbour series = wall_below(c, 2);
      CHECK(series.T == 1.3);
      CHECK(series.D * (series.T - T_P) == close_to(D * (n.T - T_P)));
    }
}

TEST_CASE("solid cells hold the temperature of a wall where it varies") {
  Fields f = over_walls();
  f.walls[0].jump = 0;
  f.flags.walls_vary = 1;
  f.T[f.at(2, 2)] = 1.7;
  CHECK(wall_below(Context(f), 2).T == 1.7);
}

TEST_CASE("a heat flow is conducted over half a cell, (50): T_w in the friction of the wall") {
  SfWall heating = kFirst;
  heating.jump = -1, heating.heat_flow = -0.08;
  Context c(over_walls(heating));
  c.c.has_heat_flow = 1;
  const Fields& f = c.f;
  const double d = half_height(f), T_w = T(f, 2) + 0.08 * d / (0.07 * std::sqrt(T(f, 2)));
  const SfWallLoads loads = sf_wall_loads(&c.c, SF_Y, sf_node(2, 3), -1);
  const auto over = [&](int i) {  // u over that of the gas at the wall, (43)
    const double face = u(f, i) > 0 ? rho(f, i - 1) : rho(f, i);
    return (u(f, i) - 0.2) * face * d / (face * d + 0.06);
  };
  CHECK(loads.friction == close_to(f.x.of(2) * std::sqrt(T_w) * (over(2) + over(3)) / f.y.of(3)));
  CHECK(loads.conduction == close_to(-0.08 * f.x.of(2)));
  CHECK(wall_below(c, 2).D == 0);
  CHECK(wall_below(c, 2).taken == close_to(-0.08 * f.x.of(2)));
}

TEST_CASE(
    "an insulated wall with slip: the heat of friction goes into the gas, T_w after it, (83)") {
  for (const bool at_wall : {false, true})
    for (const bool creeps : {false, true}) {
      CAPTURE(at_wall);
      CAPTURE(creeps);
      SfWall first = kFirst;  // insulated; the second one is not
      first.jump = -1, first.heat_flow = 0.02, first.slip_law = creeps;
      Context c(over_walls(first));
      c.c.density_at_wall = at_wall;
      c.c.has_heat_flow = c.c.has_friction_heat = 1, c.c.has_slip_laws = creeps, c.c.creep = 0.75;
      const Fields& f = c.f;
      const double d = half_height(f), h = f.y.of(3);
      // 2 (gamma - 1) tau u_s of a face from the density at both its ends: CT2 = 2 (gamma - 1) B.
      const auto heat = [&](double gamma, const std::array<int, 2>& nodes,
                            const std::array<double, 2>& density) {
        double sum = 0;
        for (int k = 0; k < 2; ++k) {
          const int i = nodes[k];
          const double mean_T = (T(f, i - 1) + T(f, i)) / 2;
          const double mean_p = (rho(f, i - 1) * T(f, i - 1) + rho(f, i) * T(f, i)) / 2;
          const double dT = (T(f, i) - T(f, i - 1)) / f.x.distance(i);
          const double creep = creeps ? 0.75 * 0.03 * std::sqrt(mean_T) / mean_p * dT : 0;
          // Node 4 is above both walls.
          const double slip = i == 4 ? 0.04 : 0.06, wall = i == 4 ? 0.4 : 0.2;
          const double moves = wall + (i == 4 ? creep / 2 : creep);
          const double gas = (slip * u(f, i) + density[k] * d * moves) / (density[k] * d + slip);
          sum += (u(f, i) - gas) * (gas - wall);
        }
        return 0.04 * gamma / h * sum;
      };
      const auto T_w = [&](int i) {  // (50), with the gas of the cell
        const double q = 0.02 - heat(std::sqrt(T(f, i)), {i, i + 1}, {rho(f, i), rho(f, i)});
        return T(f, i) - q * d / (0.07 * std::sqrt(T(f, i)));
      };
      CHECK(wall_below(c, 2).T == close_to(T_w(2)));
      const auto slipping = [&](int i) {  // the density that the node slips with
        const auto at = [&](int cell) { return rho(f, cell) * T(f, cell) / T_w(cell); };
        return at_wall ? (at(i - 1) + at(i)) / 2 : u(f, i) > 0 ? rho(f, i - 1) : rho(f, i);
      };
      const double friction_heat = heat(std::sqrt(T_w(2)), {2, 3}, {slipping(2), slipping(3)});
      CHECK(std::abs(friction_heat) > 1e-4);
      CHECK(wall_below(c, 2).D == 0);
      CHECK(wall_below(c, 2).taken == close_to((0.02 - friction_heat) * f.x.of(2)));
      const SfWallLoads loads = sf_wall_loads(&c.c, SF_Y, sf_node(2, 3), -1);
      CHECK(loads.conduction + 0.04 * loads.friction_heat == close_to(0.02 * f.x.of(2)));
    }
}

TEST_CASE("friction heat: two walls under a node are one, and a node at rest has none, (83)") {
  SfWall first = kFirst, second = kSecond;
  first.jump = -1;
  Context c(over_walls(first, second));
  c.c.has_heat_flow = c.c.has_friction_heat = 1;
  const Fields& f = c.f;
  const SfSlidingNode shared = sf_sliding(&c.c, SF_X, SF_Y, sf_node(4, 3), -1);
  CHECK(shared.wall == close_to(0.4));
  CHECK(shared.at_wall == sf_slip_along(&c.c, SF_X, SF_Y, sf_node(4, 3), -1));
  CHECK(shared.over_wall == close_to(u(f, 4) - shared.at_wall));
  const SfSlidingNode still = sf_sliding(&c.c, SF_X, SF_Y, sf_node(4, 2), -1);  // in the wall
  CHECK(sf_sliding_heat(still, still) == 0);
  CHECK(sf_sliding_heat(shared, still) == close_to(shared.over_wall * (shared.at_wall - 0.4)));
  CHECK(sf_sliding_heat(still, shared) == sf_sliding_heat(shared, still));
}

TEST_CASE("a jump follows the conduction where the heat flow is prescribed, (44)") {
  for (const int n : {8, 12})
    for (const bool at_wall : {false, true}) {
      SfWall heating = kFirst;
      heating.jump = -1, heating.heat_flow = -0.02;
      Context c(over_walls(heating));
      c.c.has_heat_flow = 1, c.c.density_at_wall = at_wall, c.c.viscosity_sixteenths = n;
      const SfWallFace face = sf_wall_face(&c.c, SF_Y, sf_node(2, 3), -1, 1);
      const SfWallGas gas = sf_wall_gas(&c.c, face);
      const double path = std::pow(at_wall ? gas.T : face.T, n / 16.0 - 0.5);
      const double slope = (face.T - gas.T) / half_height(c.f);
      CHECK(slope < 0);  // the wall is hotter than the gas
      CHECK(sf_jump_of_conduction(&c.c, face, gas, 0.11) ==
            close_to(0.11 * path / gas.rho * slope));
    }
}

TEST_CASE("a heat flow joins the right-hand side of the temperature, an adiabatic wall nothing") {
  SfWall wall = kFirst;
  wall.jump = -1;
  const auto T_of = [&](double flow, bool has) {
    wall.heat_flow = flow;
    Context c(over_walls(wall));
    c.c.has_heat_flow = has;
    return sf_temperature(&c.c, sf_node(2, 3));
  };
  // The diagonal is the same: differences of T are the flow times the length over it.
  const double adiabatic = T_of(0, false);
  CHECK(T_of(0, true) == adiabatic);
  const double one = T_of(-0.01, true) - adiabatic, two = T_of(-0.02, true) - adiabatic;
  CHECK(one > 0);
  CHECK(two == doctest::Approx(2 * one).epsilon(1e-9));
}

TEST_CASE("work is friction times the velocity of the wall, heat that of the slip, (60), (83)") {
  Context c(over_walls());
  const Fields& f = c.f;
  const double d = half_height(f);
  double friction = 0, slip_heat = 0;
  for (const int i : {2, 3}) {
    const double face = u(f, i) > 0 ? rho(f, i - 1) : rho(f, i);
    const double gas = (0.06 * u(f, i) + face * d * 0.2) / (face * d + 0.06);
    friction += u(f, i) - gas;
    slip_heat += (u(f, i) - gas) * (gas - 0.2);
  }
  const double T_w = (0.11 * T(f, 2) + rho(f, 2) * d * 1.3) / (rho(f, 2) * d + 0.11);
  const double factor = f.x.of(2) * std::sqrt(T_w) / f.y.of(3);
  const SfWallLoads loads = sf_wall_loads(&c.c, SF_Y, sf_node(2, 3), -1);
  CHECK(loads.friction == close_to(factor * friction));
  CHECK(loads.friction_heat == close_to(factor * slip_heat));
  CHECK(loads.work == close_to(0.2 * factor * friction));
  CHECK(loads.pressure == close_to(f.x.of(2) * rho(f, 2) * T(f, 2)));
  CHECK(loads.conduction == close_to(0.07 * f.x.of(2) * std::sqrt(T_w) / d * (T(f, 2) - T_w)));
  const double dudx = (u(f, 3) - u(f, 2)) / f.x.of(2), dvdy = f.v[f.at(2, 4)] / f.y.of(3);
  CHECK(loads.normal ==
        close_to(f.x.of(2) * std::sqrt(T(f, 2)) * (2.0 / 3 * dudx - 4.0 / 3 * dvdy)));
}

TEST_CASE("a run of faces is the sum of its faces, on its own side") {
  const Context c(over_walls());
  const SfWallRun run = {1, 3, 3, SF_FACES_NORTH};
  double friction = 0, conduction = 0, slip_heat = 0, work = 0, normal = 0, pressure = 0;
  for (const int i : {1, 2, 3}) {
    const SfWallLoads face = sf_wall_loads(&c.c, SF_Y, sf_node(i, 3), -1);
    friction += face.friction, conduction += face.conduction, work += face.work;
    slip_heat += face.friction_heat;
    normal += face.normal, pressure += face.pressure;
  }
  const SfExactLoads sum = sf_loads_of_run(&c.c, run, {0.25, 8});
  const auto value = [](const SfExactSum& s) {
    return std::bit_cast<slipflow::ExactSum>(s).rounded({4, 8});
  };
  CHECK(value(sum.friction) == close_to(friction));
  CHECK(value(sum.conduction) == close_to(conduction));
  CHECK(value(sum.friction_heat) == close_to(slip_heat));
  CHECK(value(sum.work) == close_to(work));
  CHECK(value(sum.normal) == close_to(normal));
  CHECK(value(sum.pressure) == close_to(pressure));
}

TEST_CASE("thermal creep: k B Gamma/p dT/dx joins the wall's velocity, (49)") {
  SfWall creeping = kFirst;
  creeping.slip_law = 1;
  Context c(over_walls(creeping));
  c.c.has_slip_laws = 1;
  c.c.creep = 0.9;
  const Fields& f = c.f;
  const double middle = (T(f, 1) + T(f, 2)) / 2;
  const double p = (rho(f, 1) * T(f, 1) + rho(f, 2) * T(f, 2)) / 2;
  const double slope = (T(f, 2) - T(f, 1)) / f.x.distance(2);
  CHECK(sf_wall_of(&c.c, SF_X, SF_Y, sf_node(2, 3), -1).velocity ==
        close_to(0.2 + 0.9 * 0.03 * std::sqrt(middle) / p * slope));
}

TEST_CASE("convection next to a wall carries the slip value through the half faces, (24)") {
  Fields f = over_walls();
  f.flags.explicit_convection = 1;
  // Gas through the wall face next to the node: its solid half has no flux.
  const Context c(f);
  const double gas = sf_slip(&c.c, SF_X, SF_Y, sf_node(4, 3), -1);
  CHECK(sf_convected_at_wall(&c.c, SF_X, SF_Y, sf_node(4, 4), 0.5, 0.25) ==
        close_to(sf_Fy(&c.c, sf_node(3, 4)) * (sf_Fy(&c.c, sf_node(3, 4)) > 0 ? 0.5 : 0.25) +
                 sf_Fy(&c.c, sf_node(4, 4)) * (sf_Fy(&c.c, sf_node(4, 4)) > 0 ? 0.5 : 0.25)));
  CHECK(sf_convected_at_wall(&c.c, SF_X, SF_Y, sf_node(4, 3), gas, u(f, 4)) == 0);
  CHECK(sf_convection(&c.c, SF_X, sf_node(4, 2)) == 0);
}

}  // namespace test_equations_at_walls
