// Slip, jump and heat flow at walls for gases of any viscosity exponent, and convex corners, by
// hand; docs/methods/simple-ts.md (43), (44), (38), (45), (50), (8), (53).
#include <doctest/doctest.h>

#include <cmath>

#include "simple_ts/energy.h"
#include "simple_ts/momentum_terms.h"
#include "small_fields.hpp"

namespace test_equations_slip {

// Named, as the tests of mutants compile the tests of the equations as one source.
namespace slip_by_hand {
using small_fields::close_to;
using small_fields::Context;
using small_fields::Fields;

constexpr SfWall kWall = {0.3, -0.2, 1.6, 0.06, 0.11, 0, 0};

/// A wall in the cells (3, 3) and (4, 3) of 9 x 8; T^(sixteenths/16).
Fields with_wall(int sixteenths, bool density_at_wall, SfWall wall = kWall) {
  Fields f = small_fields::random_fields(9, 8);
  small_fields::put_wall(f, 3, 5, 3, 4, wall);
  f.flags.viscosity_sixteenths = sixteenths;
  f.flags.density_at_wall = density_at_wall;
  f.flags.gas.gravity_x = f.flags.gas.gravity_y = 0;
  f.flags.has_heat_flow = wall.heat_flow != 0;
  return f;
}

double power(double T, int sixteenths) { return std::pow(T, sixteenths / 16.0); }

TEST_CASE("a jump follows the mean free path of the cell, or that at the wall in two passes") {
  for (const int n : {4, 8, 12, 16}) {
    CAPTURE(n);
    const auto m = [&](double T) { return power(T, n - 8); };
    const Context cell(with_wall(n, false));
    const SfWallFace face = sf_wall_face(&cell.c, SF_X, sf_node(2, 3), 1, 1);
    const SfWallGas published = sf_wall_gas(&cell.c, face);
    CHECK((published.T - kWall.temperature) * face.rho * face.d ==
          close_to(kWall.jump * m(face.T) * (face.T - published.T)));
    CHECK(published.rho == face.rho);
    const Context wall(with_wall(n, true));
    const SfWallGas first = sf_wall_gas_of_own_density(face, kWall.jump * m(face.T));
    const SfWallGas gas = sf_wall_gas(&wall.c, face);
    CHECK(gas.rho == close_to(face.p / gas.T));
    CHECK((gas.T - kWall.temperature) * gas.rho * face.d ==
          close_to(kWall.jump * m(first.T) * (face.T - gas.T)));
  }
}

TEST_CASE("a jump in series with the half cell conducts what the jump conducts, for every gas") {
  for (const int n : {4, 8, 12})
    for (const bool density_at_wall : {false, true}) {
      Fields f = with_wall(n, density_at_wall);
      const auto heat = [&](int outflow_diagonal) {
        f.flags.outflow_diagonal = outflow_diagonal;
        const Context k(f);
        const auto wall = sf_thermal_neighbour(&k.c, SF_X, sf_node(2, 3), 1, 0);
        return wall.D * (wall.T - f.T[f.at(2, 3)]);
      };
      CHECK(heat(1) == close_to(heat(0)));
      CHECK(std::abs(heat(0)) > 1e-4);
    }
}

TEST_CASE("slip follows the mean free path at the wall, or the mean of the two cells at the node") {
  for (const int n : {4, 8, 12}) {
    const auto m = [&](double T) { return power(T, n - 8); };
    for (const bool density_at_wall : {false, true}) {
      const Fields f = with_wall(n, density_at_wall);
      const Context k(f);
      const double d = f.y.of(4) / 2, u = f.u[f.at(4, 4)];
      double rho = sf_face_density(&k.c, SF_X, sf_node(4, 4));
      double path = (m(f.T[f.at(3, 4)]) + m(f.T[f.at(4, 4)])) / 2;
      if (density_at_wall) {
        const auto lo = sf_wall_gas(&k.c, sf_wall_face(&k.c, SF_Y, sf_node(3, 4), -1, 1));
        const auto hi = sf_wall_gas(&k.c, sf_wall_face(&k.c, SF_Y, sf_node(4, 4), -1, 1));
        rho = (lo.rho + hi.rho) / 2;
        path = (m(lo.T) + m(hi.T)) / 2;
      }
      const double u_w = sf_slip(&k.c, SF_X, SF_Y, sf_node(4, 4), -1);
      CHECK((u_w - kWall.velocity_x) * rho * d == close_to(kWall.slip * path * (u - u_w)));
    }
  }
}

TEST_CASE("at a convex corner the gas moves with the wall, along its faces it slips") {
  for (const double slip : {0.06, -1.0, 0.0}) {
    SfWall wall = kWall;
    wall.slip = slip;
    Fields f = with_wall(8, true, wall);
    f.flags.no_slip_at_corners = 1;
    const Context k(f);
    // Above and below both ends of the body, west and east of them, and between.
    for (const int i : {3, 5})
      for (const int j : {2, 4}) {
        const int side = j == 2 ? 1 : -1;
        CHECK(sf_slip(&k.c, SF_X, SF_Y, sf_node(i, j), side) == wall.velocity_x);
        CHECK(sf_slip_along(&k.c, SF_X, SF_Y, sf_node(i, j), side) ==
              sf_slip_velocity(
                  f.u[f.at(i, j)],
                  sf_slip_gas_at_corner(&k.c, SF_X, SF_Y, sf_node(i, j == 4 ? 4 : 3), j == 4),
                  f.y.of(j) / 2, {wall.velocity_x, slip}));
      }
    for (const int i : {2, 5})
      for (const int j : {3, 4})
        CHECK(sf_slip(&k.c, SF_Y, SF_X, sf_node(i, j), i == 2 ? 1 : -1) == wall.velocity_y);
    CHECK(sf_slip(&k.c, SF_X, SF_Y, sf_node(4, 4), -1) ==
          sf_slip_along(&k.c, SF_X, SF_Y, sf_node(4, 4), -1));
    f.flags.no_slip_at_corners = 0;
    const Context published(f);
    CHECK(sf_slip(&published.c, SF_X, SF_Y, sf_node(3, 4), -1) ==
          sf_slip_along(&published.c, SF_X, SF_Y, sf_node(3, 4), -1));
    CHECK(sf_slip(&published.c, SF_Y, SF_X, sf_node(2, 3), 1) ==
          sf_slip_along(&published.c, SF_Y, SF_X, sf_node(2, 3), 1));
  }
}

TEST_CASE("a heat flow is limited where the gas at the wall had less than a tenth of T_P") {
  CHECK(sf_heat_flow_temperature(2.0, 0.5, 0.25, 0.5) == 1.0);
  CHECK(sf_heat_flow_temperature(2.0, 0.5, 0.25, 0.89) == close_to(0.22));
  CHECK(sf_heat_flow_temperature(2.0, 0.5, 0.25, 5.0) == 0.2);
  CHECK(!sf_heat_flow_is_limited(2.0, 0.22));
  CHECK(sf_heat_flow_is_limited(2.0, 0.2));
  for (const double flux : {0.05, -3.0, 3.0}) {
    const Fields f = with_wall(12, true, {0, 0, 1, 0, -1, flux, 0});
    const Context k(f);
    const double h = f.x.of(2), length = f.y.of(3), T = f.T[f.at(2, 3)];
    const auto wall = sf_thermal_neighbour(&k.c, SF_X, sf_node(2, 3), 1, 0);
    const double conductance = k.c.gas.CT1 * length * power(T, 12) / (h / 2);
    CHECK(wall.limited == (flux == 3.0));
    CHECK(wall.D == close_to(flux == 3.0 ? conductance : 0));
    CHECK(wall.taken == close_to(flux == 3.0 ? 0 : flux * length));
    CHECK(wall.T == close_to(flux == 3.0 ? T / 10 : T - flux * length / conductance));
  }
}

}  // namespace slip_by_hand

}  // namespace test_equations_slip
