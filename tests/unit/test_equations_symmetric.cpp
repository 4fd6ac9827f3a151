// The equations of random fields with walls, node by node: exchanging x and y exchanges the
// equations, and a mirror keeps them. What changes one of two, or one neighbour of four, shows
// here.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "moments.h"
#include "simple_ts/centre_value.h"
#include "simple_ts/pressure.h"
#include "simple_ts/step_limits.h"
#include "simple_ts/totals.h"
#include "simple_ts/wall_loads.h"
#include "small_fields.hpp"

namespace test_equations_symmetric {

namespace {
using small_fields::Context;
using small_fields::Fields;
constexpr int kX = 9, kY = 8;

/// f at (i, j) of the result is that of `from` at the node that `node` names; nodes outside are 0.
template <class Value, class Node>
std::vector<Value> moved(const Fields& to, const Fields& from, const std::vector<Value>& values,
                         Node node) {
  std::vector<Value> result(to.layout.size(), Value{});
  for (int j = -SF_PAD; j < to.layout.ny + SF_PAD; ++j)
    for (int i = -SF_PAD; i < to.layout.nx + SF_PAD; ++i) {
      const auto [k, l] = node(i, j);
      const bool inside = k >= -SF_PAD && k < from.layout.nx + SF_PAD && l >= -SF_PAD &&
                          l < from.layout.ny + SF_PAD;
      if (inside) result[to.at(i, j)] = values[from.at(k, l)];
    }
  return result;
}

Fields transposed(const Fields& f) {
  Fields t = f;
  t.layout = {f.layout.ny, f.layout.nx};
  std::swap(t.x, t.y);
  const auto node = [](int i, int j) { return std::pair(j, i); };
  t.u = moved(t, f, f.v, node), t.v = moved(t, f, f.u, node);
  t.u_old = moved(t, f, f.v_old, node), t.v_old = moved(t, f, f.u_old, node);
  t.C_u = moved(t, f, f.C_v, node), t.C_v = moved(t, f, f.C_u, node);
  for (auto field : {&Fields::T, &Fields::rho, &Fields::T_old, &Fields::rho_old, &Fields::C_T})
    t.*field = moved(t, f, f.*field, node);
  t.tags = moved(t, f, f.tags, node);
  for (SfWall& wall : t.walls) std::swap(wall.velocity_x, wall.velocity_y);
  std::swap(t.flags.gas.gravity_x, t.flags.gas.gravity_y);
  t.flags.prescribed = (f.flags.prescribed & 3) << 2 | f.flags.prescribed >> 2;
  return t;
}

/// North becomes south.
Fields mirrored(const Fields& f) {
  Fields m = f;
  const int ny = f.layout.ny;
  std::reverse(m.y.h.begin(), m.y.h.end());
  const auto cell = [&](int i, int j) { return std::pair(i, ny - 1 - j); };
  const auto face = [&](int i, int j) { return std::pair(i, ny - j); };
  for (auto field : {&Fields::T, &Fields::rho, &Fields::T_old, &Fields::rho_old, &Fields::C_T,
                     &Fields::u, &Fields::u_old, &Fields::C_u})
    m.*field = moved(m, f, f.*field, cell);
  for (auto field : {&Fields::v, &Fields::v_old, &Fields::C_v}) {
    m.*field = moved(m, f, f.*field, face);
    for (double& value : m.*field) value = -value;
  }
  m.tags = moved(m, f, f.tags, cell);
  for (SfWall& wall : m.walls) wall.velocity_y = -wall.velocity_y;
  m.flags.gas.gravity_y = -f.flags.gas.gravity_y;
  m.flags.prescribed =
      (f.flags.prescribed & 3) | (f.flags.prescribed & 4) << 1 | (f.flags.prescribed & 8) >> 1;
  return m;
}

/// Walls of every kind: two bodies that touch, a third with a heat flow; each of the `choice` bits
/// switches something.
Fields fields_of(int choice) {
  Fields f = small_fields::random_fields(kX, kY);
  const double law = choice & 1 ? 1 : 0;
  small_fields::put_wall(f, 2, 4, 3, 5, {0.1, -0.2, 1.2, 0.06, 0.11, 0, law});
  small_fields::put_wall(f, 4, 5, 3, 4, {0.3, 0.2, 0.8, 0.02, 0, 0, 0});
  small_fields::put_wall(f, 7, 8, 5, 7, {0, 0, 1, -1, -1, 0.05, 0});
  small_fields::put_wall(f, 5, 6, 3, 4, {-0.1, 0.3, 1, 0.07, -1, 0.02, law});
  small_fields::put_wall(f, -4, kX + 4, -4, 0, {0.2, 0, 1.3, 0.05, 0.1, 0, law});
  f.flags.has_slip_laws = choice & 1;
  f.flags.has_heat_flow = f.flags.has_friction_heat = 1;
  f.flags.density_at_wall = choice >> 1 & 1;
  f.flags.walls_vary = choice >> 2 & 1;
  f.flags.outflow_diagonal = choice >> 3 & 1;
  f.flags.explicit_convection = choice >> 4 & 1;
  f.flags.relaxes = choice >> 2 & 1, f.flags.relaxation = 0.4;
  f.flags.prescribed = choice & 4 ? SF_PRESCRIBED_WEST | SF_PRESCRIBED_NORTH : 0;
  f.flags.convection_scheme = choice / 32;
  return f;
}

/// Whether both agree but for rounding, both components of a vector.
bool same(double a, double b) { return std::abs(a - b) <= 1e-12 * (1 + std::abs(a)); }
bool same(SfPseudoVelocity a, SfPseudoVelocity b, double sign) {
  return same(a.star, sign * b.star) && same(a.d, b.d);
}
bool same(const SfTotals& a, const SfTotals& b, double sign_x, double sign_y) {
  return same(a.mass, b.mass) && same(a.momentum_x, sign_x * b.momentum_x) &&
         same(a.momentum_y, sign_y * b.momentum_y) && same(a.thermal, b.thermal) &&
         same(a.kinetic, b.kinetic);
}
SfTotals exchanged(SfTotals t) {
  std::swap(t.momentum_x, t.momentum_y);
  return t;
}
SfTotals reversed(const SfTotals& t) {
  return {-t.mass, -t.momentum_x, -t.momentum_y, -t.thermal, -t.kinetic};
}
bool same(const SfWallLoads& a, const SfWallLoads& b) {
  return same(a.pressure, b.pressure) && same(a.normal, b.normal) &&
         same(a.conduction, b.conduction) && same(a.friction_heat, b.friction_heat) &&
         same(a.work, b.work) && same(a.friction, b.friction);
}

double pressure(const SfContext* c, int i, int j) {
  return sf_new_gas(c, sf_node(i, j), 0.9 * sf_T(c, sf_node(i, j)),
                    {sf_flow(c, SF_X, sf_node(i, j), sf_pseudo(c, SF_X, sf_node(i, j))),
                     sf_flow(c, SF_X, sf_node(i + 1, j), sf_pseudo(c, SF_X, sf_node(i + 1, j))),
                     sf_flow(c, SF_Y, sf_node(i, j), sf_pseudo(c, SF_Y, sf_node(i, j))),
                     sf_flow(c, SF_Y, sf_node(i, j + 1), sf_pseudo(c, SF_Y, sf_node(i, j + 1)))})
      .p;
}

/// Calls f(i, j) for the nodes of u, or of v, in the domain.
template <class F>
void for_nodes(int nx, int ny, F f) {
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) f(i, j);
}

/// The loads of the faces of gas cell (i,j) of a and of the cell (k,l) of b that correspond to
/// them.
template <class LoadsOfB>
bool loads_agree(const Context& a, int i, int j, LoadsOfB of_b) {
  bool good = true;
  for (const int step : {-1, 1}) {
    if (a.f.solid(i + step, j))
      good &= same(sf_wall_loads(&a.c, SF_X, sf_node(i, j), step), of_b(true, step));
    if (a.f.solid(i, j + step))
      good &= same(sf_wall_loads(&a.c, SF_Y, sf_node(i, j), step), of_b(false, step));
  }
  return good;
}
}  // namespace

TEST_CASE("promise 13: exchanging x and y exchanges the equations of every node") {
  for (int choice = 0; choice < 128; ++choice) {
    CAPTURE(choice);
    const Context a(fields_of(choice)), b(transposed(a.f));
    for_nodes(kX + 1, kY, [&](int i, int j) {
      CAPTURE(i);
      CAPTURE(j);
      CHECK(same(sf_pseudo(&a.c, SF_X, sf_node(i, j)), sf_pseudo(&b.c, SF_Y, sf_node(j, i)), 1));
      CHECK(
          same(sf_convection(&a.c, SF_X, sf_node(i, j)), sf_convection(&b.c, SF_Y, sf_node(j, i))));
      CHECK(same(sf_flow_totals(&a.c, SF_X, sf_node(i, j)),
                 exchanged(sf_flow_totals(&b.c, SF_Y, sf_node(j, i))), 1, 1));
      CHECK(same(sf_make_shear2(&a.c, sf_node(i, j)), sf_make_shear2(&b.c, sf_node(j, i))));
    });
    for_nodes(kX, kY, [&](int i, int j) {
      if (a.f.solid(i, j)) return;
      CAPTURE(i);
      CAPTURE(j);
      CHECK(same(sf_temperature(&a.c, sf_node(i, j)), sf_temperature(&b.c, sf_node(j, i))));
      CHECK(same(sf_heat_convected_out(&a.c, sf_node(i, j)),
                 sf_heat_convected_out(&b.c, sf_node(j, i))));
      CHECK(same(pressure(&a.c, i, j), pressure(&b.c, j, i)));
      CHECK(same(sf_cell_totals(&a.c, sf_node(i, j)),
                 exchanged(sf_cell_totals(&b.c, sf_node(j, i))), 1, 1));
      CHECK(same(sf_step_limits(&a.c, sf_node(i, j)).signal,
                 sf_step_limits(&b.c, sf_node(j, i)).signal));
      CHECK(same(sf_step_limits(&a.c, sf_node(i, j)).convection,
                 sf_step_limits(&b.c, sf_node(j, i)).convection));
      CHECK(same(sf_centre_value(&a.c, SF_OF_U, sf_node(i, j)),
                 sf_centre_value(&b.c, SF_OF_V, sf_node(j, i))));
      CHECK(loads_agree(a, i, j, [&](bool across_x, int step) {
        return sf_wall_loads(&b.c, across_x ? SF_Y : SF_X, sf_node(j, i), step);
      }));
    });
  }
}

TEST_CASE("promise 13: a mirror changes the sign of v and nothing else") {
  for (int choice = 0; choice < 128; ++choice) {
    CAPTURE(choice);
    const Context a(fields_of(choice)), b(mirrored(a.f));
    for_nodes(kX + 1, kY, [&](int i, int j) {
      CAPTURE(i);
      CAPTURE(j);
      const int m = kY - 1 - j;
      CHECK(same(sf_pseudo(&a.c, SF_X, sf_node(i, j)), sf_pseudo(&b.c, SF_X, sf_node(i, m)), 1));
      CHECK(
          same(sf_convection(&a.c, SF_X, sf_node(i, j)), sf_convection(&b.c, SF_X, sf_node(i, m))));
      CHECK(same(sf_flow_totals(&a.c, SF_X, sf_node(i, j)),
                 sf_flow_totals(&b.c, SF_X, sf_node(i, m)), 1, -1));
      CHECK(same(sf_make_shear2(&a.c, sf_node(i, j)), sf_make_shear2(&b.c, sf_node(i, m + 1))));
    });
    for_nodes(kX, kY, [&](int i, int j) {
      CAPTURE(i);
      CAPTURE(j);
      const int m = kY - 1 - j;
      CHECK(
          same(sf_pseudo(&a.c, SF_Y, sf_node(i, j)), sf_pseudo(&b.c, SF_Y, sf_node(i, m + 1)), -1));
      CHECK(same(sf_convection(&a.c, SF_Y, sf_node(i, j)),
                 -sf_convection(&b.c, SF_Y, sf_node(i, m + 1))));
      SfTotals flow = reversed(sf_flow_totals(&b.c, SF_Y, sf_node(i, m + 1)));
      CHECK(same(sf_flow_totals(&a.c, SF_Y, sf_node(i, j)), flow, 1, -1));
      if (a.f.solid(i, j)) return;
      CHECK(same(sf_temperature(&a.c, sf_node(i, j)), sf_temperature(&b.c, sf_node(i, m))));
      CHECK(same(sf_heat_convected_out(&a.c, sf_node(i, j)),
                 sf_heat_convected_out(&b.c, sf_node(i, m))));
      CHECK(same(pressure(&a.c, i, j), pressure(&b.c, i, m)));
    });
    for_nodes(kX, kY, [&](int i, int j) {
      if (!a.f.solid(i, j))
        CHECK(loads_agree(a, i, j, [&](bool across_x, int step) {
          SfWallLoads loads = across_x ? sf_wall_loads(&b.c, SF_X, sf_node(i, kY - 1 - j), step)
                                       : sf_wall_loads(&b.c, SF_Y, sf_node(i, kY - 1 - j), -step);
          if (across_x) loads.friction = -loads.friction;
          return loads;
        }));
    });
  }
}

}  // namespace test_equations_symmetric
