// Coefficients of the case of three_by_three.hpp, computed by hand.
#include <doctest/doctest.h>

#include "simple_ts/energy.h"
#include "simple_ts/extrapolated_start.h"
#include "simple_ts/momentum_terms.h"
#include "simple_ts/pressure.h"
#include "simple_ts/step_limits.h"
#include "slipflow/simple_ts/operations.hpp"
#include "three_by_three.hpp"

namespace test_equations {

using three_by_three::layout;
using three_by_three::ThreeByThree;

namespace {
/// A temperature and a dissipation that differ from node to node.
ThreeByThree warm_fields() {
  ThreeByThree fields;
  fields.T[layout.at(0, 1)] = 2, fields.T[layout.at(2, 1)] = 3;
  fields.T[layout.at(1, 0)] = 4, fields.T[layout.at(1, 2)] = 5;
  fields.T[layout.at(1, 1)] = 6;
  fields.rho_old[layout.at(1, 1)] = 3;
  fields.shear2[layout.at(1, 1)] = 1, fields.shear2[layout.at(2, 1)] = 2;
  fields.shear2[layout.at(1, 2)] = 3, fields.shear2[layout.at(2, 2)] = 6;
  return fields;
}
}  // namespace

TEST_CASE("momentum: a_W 2, a_E 1/2, a_S 1, a_N 5/2, a_P 22/3, b 7 by hand") {
  const ThreeByThree fields;
  const SfContext c = fields.context();
  const SfPseudoVelocity q = sf_pseudo(&c, SF_X, sf_node(1, 1));
  // (2*1 + 0.5*3 + 1*4 + 2.5*5 + 7) / (22/3)
  CHECK(q.star == doctest::Approx(81.0 / 22.0).epsilon(1e-15));
  CHECK(q.d == doctest::Approx(3.0 / 44.0).epsilon(1e-15));
  CHECK(sf_velocity(q, 3, 5) == doctest::Approx(81.0 / 22.0 - 6.0 / 44.0).epsilon(1e-15));
}

TEST_CASE("shear rate at a corner by hand") {
  const ThreeByThree fields;
  const SfContext c = fields.context();
  // du/dy = 2 - 4, dv/dx = -1 - 1
  CHECK(sf_make_shear2(&c, sf_node(1, 1)) == 16);
}

TEST_CASE("temperature: a_W 5/2, a_E 1/2, a_S 1/2, a_N 9/2, net outflow -2 by hand") {
  const ThreeByThree fields = warm_fields();
  const SfContext c = fields.context();
  // neighbours 31, CT3 p div u = 8, Phi = 61/3 so CT2 Phi = 6.1, (rho T)_old = 6; diagonal 7
  CHECK(sf_temperature(&c, sf_node(1, 1)) == doctest::Approx(7.3).epsilon(1e-15));
}

TEST_CASE("pressure: diagonal 2.375, right-hand side 2.875 by hand") {
  ThreeByThree fields;
  fields.rho_old[layout.at(1, 1)] = 3;
  const SfContext c = fields.context();
  const double p =
      sf_new_gas(
          &c, sf_node(1, 1), 2.0,
          {sf_flow(&c, SF_X, sf_node(1, 1), {1, 0.5}), sf_flow(&c, SF_X, sf_node(2, 1), {2, 0.25}),
           sf_flow(&c, SF_Y, sf_node(1, 1), {3, 0.125}), sf_flow(&c, SF_Y, sf_node(1, 2), {4, 1})})
          .p;
  CHECK(p == doctest::Approx(23.0 / 19.0).epsilon(1e-15));
}

TEST_CASE("outflow diagonal of the momentum: a_P 29/3 by hand, relaxed by 1/2 17/2") {
  ThreeByThree fields;
  fields.rho_old[layout.at(0, 1)] = fields.rho_old[layout.at(1, 1)] = 3;
  SfContext c = fields.context();
  c.outflow_diagonal = 1;
  // as above, with the old mass 3: b 21, a_P = 6 + 1/3 + 3; e = 1/3, right-hand side 41 + e * 2
  SfPseudoVelocity q = sf_pseudo(&c, SF_X, sf_node(1, 1));
  CHECK(q.star == doctest::Approx(125.0 / 29.0).epsilon(1e-15));
  CHECK(q.d == doctest::Approx(3.0 / 58.0).epsilon(1e-15));
  // 7/3 of diffusion, half of it taken out: a_P - 7/6, right-hand side 125/3 - 7/6 * 2
  c.relaxes = 1;
  c.relaxation = 0.5;
  q = sf_pseudo(&c, SF_X, sf_node(1, 1));
  CHECK(q.star == doctest::Approx(236.0 / 51.0).epsilon(1e-15));
  CHECK(q.d == doctest::Approx(1.0 / 17.0).epsilon(1e-15));
  // four times it would leave no diagonal: 3/4 is taken out, 29/12 stays of 29/3, right-hand side
  // 125/3 - 29/2
  c.relaxation = 4;
  q = sf_pseudo(&c, SF_X, sf_node(1, 1));
  CHECK(q.star == doctest::Approx(326.0 / 29.0).epsilon(1e-15));
  CHECK(q.d == doctest::Approx(6.0 / 29.0).epsilon(1e-15));
}

TEST_CASE("the plain diagonal holds nothing of the cross derivative, the relaxed one neither") {
  const ThreeByThree fields;
  SfContext c = fields.context();
  CHECK(sf_cross_diffusion(&c, 4.0) == 0);
  // a_P 22/3 and right-hand side 27 of the first case, half of 7/3 taken out
  c.relaxes = 1;
  c.relaxation = 0.5;
  CHECK(sf_pseudo(&c, SF_X, sf_node(1, 1)).star == doctest::Approx(148.0 / 37.0).epsilon(1e-15));
  c.outflow_diagonal = 1;
  CHECK(sf_cross_diffusion(&c, 4.0) == 1);
}

TEST_CASE(
    "over-relaxation takes 3/4 of a diagonal at most, under-relaxation adds without a limit") {
  const ThreeByThree fields;
  SfContext c = fields.context();
  c.relaxation = 0.8;
  CHECK(sf_relaxed_diffusion(&c, 1.0, 2.0) == 0.8);
  CHECK(sf_relaxed_diffusion(&c, 1.0, 1.0) == 0.75);
  c.relaxation = -0.8;
  CHECK(sf_relaxed_diffusion(&c, 1.0, 1.0) == -0.8);
  CHECK(sf_relaxed_diffusion(&c, 1e6, 1.0) == -8e5);
}

TEST_CASE("nodes on an open side keep the published a_P, as do explicit schemes") {
  const ThreeByThree fields;
  SfContext c = fields.context();
  c.outflow_diagonal = 1;
  CHECK(!sf_cancels_continuity(&c, SF_X, sf_node(0, 1)));
  CHECK(sf_cancels_continuity(&c, SF_X, sf_node(1, 1)));
  CHECK(!sf_cancels_continuity(&c, SF_X, sf_node(3, 1)));
  CHECK(!sf_cancels_continuity(&c, SF_Y, sf_node(1, 3)));
  c.mesh.continues_west = 1;
  CHECK(sf_cancels_continuity(&c, SF_X, sf_node(0, 1)));
  CHECK(!sf_cancels_continuity(&c, SF_X, sf_node(3, 1)));
  CHECK(!sf_cancels_continuity(&c, SF_Y, sf_node(1, 0)));
  c.explicit_convection = 1;
  CHECK(!sf_cancels_continuity(&c, SF_X, sf_node(1, 1)));
  CHECK(!sf_cancels_continuity_T(&c));
}

TEST_CASE("outflow diagonal of the temperature: inflow 6 and old mass 3 by hand") {
  const ThreeByThree fields = warm_fields();
  SfContext c = fields.context();
  c.outflow_diagonal = 1;
  CHECK(sf_temperature(&c, sf_node(1, 1)) == doctest::Approx(51.1 / 11.0).epsilon(1e-15));
  // diffusion 2, half of it taken out, T 6
  c.relaxes = 1;
  c.relaxation = 0.5;
  CHECK(sf_temperature(&c, sf_node(1, 1)) == doctest::Approx((51.1 - 6.0) / 10.0).epsilon(1e-15));
  // at most 3/4 of the diagonal 11
  c.relaxation = 8;
  CHECK(sf_temperature(&c, sf_node(1, 1)) == doctest::Approx((51.1 - 49.5) / 2.75).epsilon(1e-14));
}

TEST_CASE("outflow diagonal of the pressure: outflow 4, heating 5/4 by hand") {
  ThreeByThree fields;
  fields.rho_old[layout.at(1, 1)] = 3;
  SfContext c = fields.context();
  c.outflow_diagonal = 1;
  const auto pressure = [&] {
    const SfNode P = sf_node(1, 1), E = sf_node(2, 1), N = sf_node(1, 2);
    return sf_new_gas(&c, P, 2.0,
                      {sf_flow(&c, SF_X, P, {1, 0.5}), sf_flow(&c, SF_X, E, {2, 0.25}),
                       sf_flow(&c, SF_Y, P, {3, 0.125}), sf_flow(&c, SF_Y, N, {4, 1})})
        .p;
  };
  CHECK(pressure() == doctest::Approx((2.875 + 4 + 1.25) / (2.375 + 2 + 1.25)).epsilon(1e-15));
  c.explicit_convection = 1;
  CHECK(pressure() == doctest::Approx((2.875 + 4) / (2.375 + 2)).epsilon(1e-15));
}

TEST_CASE("a wall in series conducts what the wall condition conducts") {
  // D (T_w - T_P) = D' (T_wall - T_P)
  const double T_w = sf_jump_temperature(3.0, 2.0, 0.25, 1.0, 0.7);
  CHECK(sf_series_with_wall(2.0, 0.25, 0.7) * (1.0 - 3.0) ==
        doctest::Approx(T_w - 3.0).epsilon(1e-15));
}

TEST_CASE("three relaxations in a row leave the Chebyshev polynomial of third degree") {
  const double lambda = 0.8;
  for (const double eigenvalue : {-0.8, -0.4, 0.0, 0.3, 0.8}) {
    double error = 1;
    for (int k = 3; k < 6; ++k) {
      const double c = sf_cycle_relaxation(k);
      error *= (eigenvalue - c * lambda) / (1 - c * lambda);
    }
    const auto chebyshev = [](double x) { return 4 * x * x * x - 3 * x; };
    CHECK(error == doctest::Approx(chebyshev(eigenvalue / lambda) / chebyshev(1 / lambda)));
  }
}

TEST_CASE("the start carries the last two levels on, and keeps T and rho positive") {
  CHECK(slipflow::simple_ts::extrapolation_ratio(0.02, 0.01) == 2);
  CHECK(slipflow::simple_ts::extrapolation_ratio(0.021, 0.01) == 0);
  CHECK(slipflow::simple_ts::extrapolation_ratio(0.02, 0) == 0);
  CHECK(sf_extrapolated(3, 2, 0.5) == 3.5);
  CHECK(sf_extrapolated_positive(3, 4, 1) == 2);
  CHECK(sf_extrapolated_positive(3, 5, 1) == 3);
}

TEST_CASE("walls: slip and jump by hand") {
  CHECK(sf_slip_velocity(1.0, {2.0, 1.0}, 0.25, {0.2, 0.5}) == doctest::Approx(0.6).epsilon(1e-15));
  CHECK(sf_slip_velocity(1.0, {2.0, 1.0}, 0.25, {0.2, 0.0}) == 0.2);
  CHECK(sf_slip_velocity(1.0, {2.0, 1.0}, 0.25, {0.2, -1.0}) == 1.0);
  // Half the mean free path: (0.25 + 0.1)/(0.5 + 0.25)
  CHECK(sf_slip_velocity(1.0, {2.0, 0.5}, 0.25, {0.2, 0.5}) ==
        doctest::Approx(0.35 / 0.75).epsilon(1e-15));
  CHECK(sf_jump_temperature(3.0, 2.0, 0.25, 1.0, 0.5) == doctest::Approx(2.0).epsilon(1e-15));
  CHECK(sf_jump_temperature(3.0, 2.0, 0.25, 1.0, 0.0) == 1.0);
  CHECK(sf_jump_temperature(3.0, 2.0, 0.25, 1.0, -1.0) == 3.0);
}

TEST_CASE("jump with the density at the wall: slope and jump agree, and both forms of the root") {
  // q above and below 0; far from and near equilibrium
  for (const double jump : {0.01, 0.7, 40.0})
    for (const double T_P : {0.3, 1.0, 3.0}) {
      const double p = 1.3, d = 0.25, T_wall = 1.1;
      const SfWallGas w = sf_wall_gas_of_own_density({T_P, p / T_P, p, d, T_wall, 0, 0}, jump);
      CAPTURE(jump);
      CAPTURE(T_P);
      CHECK((w.T - T_wall) * w.rho * d == doctest::Approx(jump * (T_P - w.T)).epsilon(1e-12));
      CHECK(w.rho * w.T == doctest::Approx(p).epsilon(1e-15));
    }
  const SfWallFace face = {3.0, 2.0 / 3.0, 2.0, 0.25, 1.5, 0, 0.0};
  CHECK(sf_wall_gas_of_own_density(face, 0.0).T == 1.5);
  CHECK(sf_wall_gas_of_own_density(face, 0.0).rho == 2.0 / 1.5);
  CHECK(sf_wall_gas_of_own_density(face, -1.0).T == 3.0);
  CHECK(sf_mean_of_faces(1, 0, 2.0, 5.0) == 2.0);
  CHECK(sf_mean_of_faces(0, 1, 2.0, 5.0) == 5.0);
  CHECK(sf_mean_of_faces(1, 2, 2.0, 5.0) == 3.5);
}

TEST_CASE("the pressure at a wall differs from that of the cell by the weight between, by hand") {
  const ThreeByThree fields;
  SfContext c = fields.context();
  CHECK(sf_pressure_at_wall(&c, SF_Y, sf_node(1, 1), -1, 0.5) == 1.0);
  c.gas.gravity_x = 0.25, c.gas.gravity_y = -0.125;
  // p + 2 rho g d towards the wall
  CHECK(sf_pressure_at_wall(&c, SF_X, sf_node(1, 1), 1, 0.5) == 1.25);
  CHECK(sf_pressure_at_wall(&c, SF_X, sf_node(1, 1), -1, 0.5) == 0.75);
  CHECK(sf_pressure_at_wall(&c, SF_Y, sf_node(1, 1), -1, 0.5) == 1.125);
  CHECK(sf_pressure_at_wall(&c, SF_Y, sf_node(1, 1), 1, 0.5) == 0.875);
  CHECK(sf_pressure_at_wall(&c, SF_Y, sf_node(1, 1), 1, 8.0) == 0.25);
}

TEST_CASE("step limits by hand") {
  const ThreeByThree fields;
  const SfContext c = fields.context();
  const SfStepLimits limits = sf_step_limits(&c, sf_node(1, 1));
  CHECK(limits.convection == 7);                                                   // 3 + 4
  CHECK(limits.signal == doctest::Approx(7 + 2 * std::sqrt(2.0)).epsilon(1e-15));  // c = sqrt(2 T)
}

}  // namespace test_equations
