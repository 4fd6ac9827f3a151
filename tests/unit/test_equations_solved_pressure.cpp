// The equations of solved pressures in the case of three_by_three.hpp, by hand.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "simple_ts/solved_pressure.h"
#include "three_by_three.hpp"

namespace test_equations_solved_pressure {

using doctest::Approx;
using three_by_three::layout;
using three_by_three::ThreeByThree;

namespace {
constexpr SfOutside fixed{SF_SIDE_FIXED, {}};
constexpr SfOutside outflow{SF_SIDE_COPY, {}};
constexpr SfOutside on_face{SF_SIDE_PRESSURE, {5, 1, 0}};
constexpr SfOutside in_ghost{SF_SIDE_PRESSURE, {5, 1, 1}};
constexpr SfFaceFlows flows{{0.5, 1}, {0.25, 2}, {0.125, 3}, {1, 4}};

SfPressureRow row_of(int i, int j, SfOutsides outsides) {
  ThreeByThree fields;
  fields.rho_old[layout.at(i, j)] = 3;
  fields.T[layout.at(2, 1)] = 3;
  const SfContext c = fields.context();
  return sf_pressure_row(&c, sf_node(i, j), 2.0, 0.75, flows, outsides);
}
}  // namespace

TEST_CASE("row of a pressure: outflow 4, net outflow -2, g 3/2 by hand") {
  const SfPressureRow row = row_of(1, 1, {fixed, fixed, fixed, fixed});
  CHECK(row.diagonal == Approx(7.0 / 3.0 + 1.875).epsilon(1e-15));
  CHECK(row.side_x == 0);
  CHECK(row.side_y == 0);
  CHECK(row.east == 0.25);
  CHECK(row.north == 1);
  // V rho_old/g + O rho - own p, (1 - 1/g) M0 + betas, and alpha (3 - 1) in the east
  CHECK(row.right == Approx((2 + 4 - 7.0 / 3.0) + (-2.0 / 3.0 - 2) + 0.5).epsilon(1e-15));
}

TEST_CASE("a side of the domain has no neighbour in the matrix") {
  // Cell (2,1), whose pressure is 3; outside a fixed 1, or 5 on the face.
  const SfPressureRow stream = row_of(2, 1, {fixed, fixed, fixed, fixed});
  const SfPressureRow open = row_of(2, 1, {fixed, outflow, fixed, fixed});
  const SfPressureRow pressed = row_of(2, 1, {fixed, on_face, fixed, fixed});
  CHECK(stream.east == 0);
  CHECK(stream.side_x == 0.25);
  CHECK(open.side_x == 0);
  CHECK(pressed.side_x == 0.5);
  CHECK(pressed.side_y == 0);
  CHECK(stream.diagonal - open.diagonal == Approx(0.25));
  CHECK(pressed.diagonal - open.diagonal == Approx(0.5));
  CHECK(stream.right - open.right == Approx(0.25 * (1 - 3)));
  CHECK(pressed.right - open.right == Approx(0.5 * (5 - 3)));
}

TEST_CASE("faces and ghosts outside the boundaries") {
  CHECK(sf_face_outside(in_ghost, 0.25, 3, 1).coefficient == 0.25);
  CHECK(sf_face_outside(in_ghost, 0.25, 3, 1).right == 0.5);
  CHECK(sf_pressure_outside(fixed, 3, 1) == 1);
  CHECK(sf_pressure_outside(outflow, 3, 1) == 3);
  CHECK(sf_pressure_outside(on_face, 3, 1) == 7);
  CHECK(sf_pressure_outside(in_ghost, 3, 1) == 5);
}

TEST_CASE("the temperature follows 1/11 of div u, and the pressure afterwards") {
  ThreeByThree fields;
  fields.rho_old[layout.at(1, 1)] = 3;
  SfContext c = fields.context();
  c.outflow_diagonal = 1;
  CHECK(sf_temperature_response(&c, sf_node(1, 1)) == Approx(1.0 / 11.0).epsilon(1e-15));
  // Net outflow -1.7 instead of -2: 1 - 2/3 0.75 0.3 of T = 2
  CHECK(sf_temperature_after_pressure(&c, sf_node(1, 1), 2, 0.75, -1.7) ==
        Approx(1.7).epsilon(1e-15));
  CHECK(sf_temperature_after_pressure(&c, sf_node(1, 1), 2, 0.75, 100) == 1);
  CHECK(sf_temperature_after_pressure(&c, sf_node(1, 1), 2, 0.75, -100) == 4);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(sf_temperature_after_pressure(&c, sf_node(1, 1), 2, 0.75, nan)));
}

TEST_CASE("pseudo-velocities widened by sweeps: the old level is half of a_P") {
  ThreeByThree fields;
  fields.rho_old[layout.at(1, 1)] = 3;
  const SfContext c = fields.context();
  // The mean density of the old level is 2, a_P = A/d = 4.
  const SfPseudoVelocity sweep = {0.5, 0.125}, before = {9, 0.25};
  const SfPseudoVelocity all = sf_widened(&c, SF_X, sf_node(1, 1), sweep, before, 1, 3);
  CHECK(all.d == 0.25);
  CHECK(all.star == 0.75);
  // By the pressures before the velocity stays that of the sweep.
  CHECK(sf_velocity(all, 1, 3) == sf_velocity(sweep, 1, 3));
  // Nodes that the pressure does not move keep their velocity.
  CHECK(sf_widened(&c, SF_X, sf_node(1, 1), {2, 0}, {2, 0}, 1, 3).star == 2);
}

TEST_CASE("with solved pressures relaxation has a cycle of seven and takes 95 % at most") {
  ThreeByThree fields;
  SfContext c = fields.context();
  c.relaxation = 0.97;
  c.pressure_solved = 1;
  CHECK(sf_relaxed_diffusion(&c, 1.0, 1.0) == 0.95);
  CHECK(sf_relaxed_diffusion(&c, 1.0, 2.0) == 0.97);
  const double pi = std::acos(-1.0);
  for (int k = 0; k < 7; ++k) {
    const double point = k == 6 ? 0 : std::cos((2 * (k / 2) + 1) * pi / 14);
    CHECK(sf_long_cycle_relaxation(7 + k) == Approx(k % 2 == 0 ? -point : point).epsilon(1e-15));
  }
}

TEST_CASE("a solved pressure leaves of the cross derivative what it does not damp") {
  const ThreeByThree fields;
  const SfContext c = fields.context();
  // 2 - (1 + 8 A 1.5 0.5)/4
  CHECK(sf_undamped(&c, 2, 1, 1.5, 0.5) == 1);
  CHECK(sf_undamped(&c, 2, 1, 15, 0.5) == 0);
}

}  // namespace test_equations_solved_pressure
