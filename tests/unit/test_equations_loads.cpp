// The loads on all walls equal the losses of the discrete momentum equations to them,
// docs/methods/simple-ts.md (59), (53), (61): on random fields in a closed box, so that no term is
// small, and to rounding.
#include <doctest/doctest.h>

#include <cmath>

#include "simple_ts/totals.h"
#include "simple_ts/wall_loads.h"
#include "small_fields.hpp"

namespace test_equations_loads {

// Named, as the tests of mutants compile the tests of the equations as one source.
namespace loads_on_box {
using small_fields::Context;
using small_fields::Fields;

constexpr int kX = 11, kY = 10;

/// Walls all round; a body of one cell, an L with a concave corner, a body in a corner of the box.
Fields box() {
  Fields f = small_fields::random_fields(kX, kY);
  const SfWall south = {0.2, 0, 1.3, 0.05, 0.1, 0, 0}, north = {-0.1, 0, 0.9, 0, 0, 0, 0};
  const SfWall west = {0, 0.3, 1.1, 0.04, 0.08, 0, 0}, east = {0, 0, 1, -1, -1, 0, 0};
  const SfWall slips = {0, 0, 1.2, 0.06, 0.11, 0, 0}, free = {0, 0, 1, -1, -1, 0.02, 0};
  small_fields::put_wall(f, -4, kX + 4, -4, 0, south);
  small_fields::put_wall(f, -4, kX + 4, kY, kY + 4, north);
  small_fields::put_wall(f, -4, 0, 0, kY, west);
  small_fields::put_wall(f, kX, kX + 4, 0, kY, east);
  small_fields::put_wall(f, 3, 4, 6, 7, slips);
  small_fields::put_wall(f, 5, 9, 2, 3, slips);
  small_fields::put_wall(f, 5, 7, 3, 5, slips);
  small_fields::put_wall(f, 9, kX, 7, kY, free);
  f.flags.has_heat_flow = f.flags.has_friction_heat = 1;
  return f;
}

void make_uniform(Fields& f) {
  for (auto* axis : {&f.x, &f.y})
    for (double& width : axis->h) width = 0.25;
}

struct Force {
  double x = 0, y = 0;
};

/// Loads on all faces between gas and walls but for the pressure.
Force loads_on_walls(const Context& k) {
  Force force;
  const double B = k.c.gas.B;
  for (int j = 0; j < kY; ++j)
    for (int i = 0; i < kX; ++i) {
      if (k.f.solid(i, j)) continue;
      for (const int side : {-1, 1}) {
        if (k.f.solid(i + side, j)) {
          const SfWallLoads loads = sf_wall_loads(&k.c, SF_X, sf_node(i, j), side);
          force.x += side * B * loads.normal + loads.corner;
          force.y += B * loads.friction;
        }
        if (k.f.solid(i, j + side)) {
          const SfWallLoads loads = sf_wall_loads(&k.c, SF_Y, sf_node(i, j), side);
          force.y += side * B * loads.normal + loads.corner;
          force.x += B * loads.friction;
        }
      }
    }
  return force;
}

/// The momentum that the published equations (20)-(22) of all nodes pass to walls.
Force lost_by_gas(const Context& k) {
  const SfContext& c = k.c;
  const SfMesh& m = c.mesh;
  Force lost;
  const auto of_node = [&](double q, double q_old, SfPseudoVelocity star, double length,
                           double mass, double mass_old, double gravity) {
    const double a_P = c.gas.A * length / star.d;
    return a_P * (q - star.star) - (mass * q - mass_old * q_old) * c.rdt + gravity * mass;
  };
  const auto mass = [&](const double* rho, int i, int j, int di, int dj) {
    return 0.5 * (rho[k.f.at(i, j)] * sf_hx(&m, i) * sf_hy(&m, j) +
                  rho[k.f.at(i - di, j - dj)] * sf_hx(&m, i - di) * sf_hy(&m, j - dj));
  };
  for (int j = 0; j < kY; ++j)
    for (int i = 0; i < kX; ++i) {
      if (sf_fluid(&c, SF_X, sf_node(i, j)))
        lost.x += of_node(c.u[k.f.at(i, j)], c.u_old[k.f.at(i, j)],
                          sf_pseudo(&c, SF_X, sf_node(i, j)), sf_hy(&m, j), mass(c.rho, i, j, 1, 0),
                          mass(c.rho_old, i, j, 1, 0), c.gas.gravity_x);
      if (sf_fluid(&c, SF_Y, sf_node(i, j)))
        lost.y += of_node(c.v[k.f.at(i, j)], c.v_old[k.f.at(i, j)],
                          sf_pseudo(&c, SF_Y, sf_node(i, j)), sf_hx(&m, i), mass(c.rho, i, j, 0, 1),
                          mass(c.rho_old, i, j, 0, 1), c.gas.gravity_y);
    }
  return lost;
}

void check_balance(const Fields& f) {
  const Context k(f);
  const Force walls = loads_on_walls(k), gas = lost_by_gas(k);
  CHECK(walls.x == doctest::Approx(gas.x).epsilon(1e-10));
  CHECK(walls.y == doctest::Approx(gas.y).epsilon(1e-10));
  CHECK(std::abs(gas.x) > 1e-3);
  CHECK(std::abs(gas.y) > 1e-3);
}

TEST_CASE("the loads on all walls are the momentum that the discrete equations lose to them") {
  for (const int convection : {SF_UPWIND, SF_UPWIND + 1})
    for (const int no_slip : {0, 1})
      for (const int density_at_wall : {0, 1}) {
        CAPTURE(convection);
        CAPTURE(no_slip);
        CAPTURE(density_at_wall);
        Fields f = box();
        f.flags.convection_scheme = convection;
        f.flags.no_slip_at_corners = no_slip;
        f.flags.density_at_wall = density_at_wall;
        // Means of the viscosity over two faces weigh both alike: exact with equal widths, or
        // constant.
        for (const bool is_uniform : {false, true}) {
          if (is_uniform) make_uniform(f);
          f.flags.viscosity_sixteenths = is_uniform ? 12 : 0;
          check_balance(f);
        }
      }
}

TEST_CASE("the pressure on a face: the mean of two cells, that at a wall, nothing between solids") {
  Fields f = small_fields::random_fields(8, 7);
  small_fields::put_wall(f, 3, 5, 3, 4, {0, 0, 1, 0.05, 0.05, 0, 0});
  const Context k(f);
  const auto p = [&](int i, int j) { return k.f.rho[k.f.at(i, j)] * k.f.T[k.f.at(i, j)]; };
  const auto weight = [&](int i, int j, double width, double g) {
    return g / 0.5 * (width / 2) * k.f.rho[k.f.at(i, j)];
  };
  const double gx = k.c.gas.gravity_x, gy = k.c.gas.gravity_y;
  using small_fields::close_to;
  const auto hx = [&](int i) { return k.f.x.of(i); };
  const auto hy = [&](int j) { return k.f.y.of(j); };
  const auto on = [&](int axis, int i, int j) {
    return sf_face_pressure(&k.c, axis, sf_node(i, j));
  };
  CHECK(on(SF_X, 2, 3) == close_to((p(1, 3) + p(2, 3)) / 2));
  CHECK(on(SF_X, 3, 3) == close_to(p(2, 3) + weight(2, 3, hx(2), gx)));
  CHECK(on(SF_X, 5, 3) == close_to(p(5, 3) - weight(5, 3, hx(5), gx)));
  CHECK(on(SF_Y, 3, 3) == close_to(p(3, 2) + weight(3, 2, hy(2), gy)));
  CHECK(on(SF_Y, 3, 4) == close_to(p(3, 4) - weight(3, 4, hy(4), gy)));
  CHECK(on(SF_X, 4, 3) == 0);
}

}  // namespace loads_on_box

}  // namespace test_equations_loads
