// The equations at one node of random fields on a stretched mesh, against docs/methods/simple-ts.md
// written out again in its own words: conservative a_P, limiters as psi(r), means as they are
// printed.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "moments.h"
#include "simple_ts/centre_value.h"
#include "simple_ts/pressure.h"
#include "simple_ts/step_limits.h"
#include "simple_ts/totals.h"
#include "small_fields.hpp"

namespace test_equations_stretched {

namespace {
using small_fields::close_to;
using small_fields::Context;
using small_fields::Fields;

double positive(double x) { return std::max(x, 0.0); }
/// psi(r) of (15)-(17).
double psi(int scheme, double r) {
  if (scheme == 1) return (r + std::abs(r)) / (1 + std::abs(r));
  if (scheme == 2) return std::max(0.0, std::min(1.0, r));
  if (scheme == 3) return std::max({0.0, std::min(2 * r, 1.0), std::min(r, 2.0)});
  return 0;
}

/// The correction (13), (14) between q[1] and q[2] of widths h.
double correction(int scheme, double F, const double (&q)[4], const double (&h)[4]) {
  const double b = q[2] - q[1];
  if (F > 0)
    return psi(scheme, (q[1] - q[0]) / b * (h[1] + h[2]) / (h[0] + h[1])) * b * h[1] /
           (h[1] + h[2]);
  return -psi(scheme, (q[3] - q[2]) / b * (h[1] + h[2]) / (h[2] + h[3])) * b * h[2] / (h[1] + h[2]);
}

/// The fields of a node's surroundings by their names in the equations, all of them gas.
struct Words {
  const Context& c;
  const Fields& f = c.f;
  int scheme = c.c.convection_scheme;

  double u(int i, int j) const { return f.u[f.at(i, j)]; }
  double v(int i, int j) const { return f.v[f.at(i, j)]; }
  double T(int i, int j) const { return f.T[f.at(i, j)]; }
  double p(int i, int j) const { return f.rho[f.at(i, j)] * T(i, j); }
  double gamma(int i, int j) const { return std::sqrt(T(i, j)); }
  double hx(int i) const { return f.x.of(i); }
  double hy(int j) const { return f.y.of(j); }
  double dx(int i) const { return f.x.distance(i); }
  double dy(int j) const { return f.y.distance(j); }

  /// The value convected through the west or south face, by scheme s: (11), (13), (14).
  double on_west_face(int s, const std::vector<double>& q, double F, int i, int j) const {
    const auto at = [&](int k) { return q[f.at(k, j)]; };
    return (F > 0 ? at(i - 1) : at(i)) + correction(s, F, {at(i - 2), at(i - 1), at(i), at(i + 1)},
                                                    {hx(i - 2), hx(i - 1), hx(i), hx(i + 1)});
  }
  double on_south_face(int s, const std::vector<double>& q, double F, int i, int j) const {
    const auto at = [&](int k) { return q[f.at(i, k)]; };
    return (F > 0 ? at(j - 1) : at(j)) + correction(s, F, {at(j - 2), at(j - 1), at(j), at(j + 1)},
                                                    {hy(j - 2), hy(j - 1), hy(j), hy(j + 1)});
  }
  /// u at the centre of cell i: the distances of its nodes are widths, both weights 1/2.
  double u_at_centre(int s, double F, int i, int j) const {
    const double b = u(i + 1, j) - u(i, j);
    if (F > 0) return u(i, j) + psi(s, (u(i, j) - u(i - 1, j)) / b * hx(i) / hx(i - 1)) * b / 2;
    return u(i + 1, j) - psi(s, (u(i + 2, j) - u(i + 1, j)) / b * hx(i) / hx(i + 1)) * b / 2;
  }
  double Fx(int i, int j) const {
    return hy(j) * on_west_face(scheme, f.rho, u(i, j), i, j) * u(i, j);
  }
  double Fy(int i, int j) const {
    return hx(i) * on_south_face(scheme, f.rho, v(i, j), i, j) * v(i, j);
  }
  double F_centre(int i, int j) const { return (Fx(i, j) + Fx(i + 1, j)) / 2; }

  /// (18) at the south-west corner of cell (i,j).
  double Gy(int i, int j) const {
    const auto on_face = [&](int k) {
      return (gamma(k, j - 1) * hy(j) + gamma(k, j) * hy(j - 1)) / (hy(j - 1) + hy(j));
    };
    return (on_face(i - 1) + on_face(i)) / 2;
  }
  /// (24) of u(i,j), and of T in cell (i,j), with values by scheme s.
  double convected_u(int s, int i, int j) const {
    const double w = F_centre(i - 1, j), e = F_centre(i, j);
    double sum = e * u_at_centre(s, e, i, j) - w * u_at_centre(s, w, i - 1, j);
    for (const int k : {i - 1, i}) {
      sum += 0.5 * Fy(k, j + 1) * on_south_face(s, f.u, Fy(k, j + 1), i, j + 1);
      sum -= 0.5 * Fy(k, j) * on_south_face(s, f.u, Fy(k, j), i, j);
    }
    return sum;
  }
  double convected_T(int s, int i, int j) const {
    const auto x = [&](int k) { return Fx(k, j) * on_west_face(s, f.T, Fx(k, j), k, j); };
    const auto y = [&](int k) { return Fy(i, k) * on_south_face(s, f.T, Fy(i, k), i, k); };
    return x(i + 1) - x(i) + y(j + 1) - y(j);
  }
  /// (10) times CT1 and the length, between two cells of widths h1, h2.
  double conductance(double g1, double h1, double g2, double h2, double length) const {
    const double harmonic = (h1 + h2) * g1 * g2 / (h1 * g2 + h2 * g1);
    return c.c.gas.CT1 * length * harmonic / ((h1 + h2) / 2);
  }
  /// (28) at the south-west corner, and of cell (i,j).
  double shear(int i, int j) const {
    return (u(i, j) - u(i, j - 1)) / dy(j) + (v(i, j) - v(i - 1, j)) / dx(i);
  }
  double dissipation(int i, int j) const {
    const double dudx = (u(i + 1, j) - u(i, j)) / hx(i), dvdy = (v(i, j + 1) - v(i, j)) / hy(j);
    double corners = 0;
    for (const int k : {i, i + 1})
      for (const int l : {j, j + 1}) corners += shear(k, l) * shear(k, l) / 4;
    return 2 * (dudx * dudx + dvdy * dvdy) + corners - 2.0 / 3 * (dudx + dvdy) * (dudx + dvdy);
  }
};

/// (20)-(22) of u(i,j) with the net outflow in the diagonal.
SfPseudoVelocity pseudo_u(const Words& w, int i, int j) {
  const SfGas& gas = w.c.c.gas;
  const double dt = w.c.c.dt, in = w.c.c.explicit_convection ? 0 : 1;
  const double F_w = in * w.F_centre(i - 1, j), F_e = in * w.F_centre(i, j);
  const auto half = [&](int k, int l) { return in * w.Fy(k, l) / 2; };
  const double D_w = gas.B * w.gamma(i - 1, j) * w.hy(j) / w.hx(i - 1);
  const double D_e = gas.B * w.gamma(i, j) * w.hy(j) / w.hx(i);
  const double D_s = gas.B * w.Gy(i, j) * w.dx(i) / w.dy(j);
  const double D_n = gas.B * w.Gy(i, j + 1) * w.dx(i) / w.dy(j + 1);
  const double a_W = positive(F_w) + D_w, a_E = positive(-F_e) + D_e;
  const double a_S = positive(half(i - 1, j)) + positive(half(i, j)) + D_s;
  const double a_N = positive(-half(i - 1, j + 1)) + positive(-half(i, j + 1)) + D_n;
  const auto mass = [&](const std::vector<double>& rho) {
    return w.hy(j) * (rho[w.f.at(i - 1, j)] * w.hx(i - 1) + rho[w.f.at(i, j)] * w.hx(i)) / 2;
  };
  const double m = mass(w.f.rho), m_old = mass(w.f.rho_old);
  const double out = F_e - F_w + half(i - 1, j + 1) + half(i, j + 1) - half(i - 1, j) - half(i, j);
  const double a_P = a_W + a_E + a_S + a_N + out + (D_w + D_e) / 3 + m / dt;
  const double cross = w.Gy(i, j + 1) * (w.v(i, j + 1) - w.v(i - 1, j + 1)) -
                       w.Gy(i, j) * (w.v(i, j) - w.v(i - 1, j));
  const double bulk = w.gamma(i, j) * (w.v(i, j + 1) - w.v(i, j)) -
                      w.gamma(i - 1, j) * (w.v(i - 1, j + 1) - w.v(i - 1, j));
  const double b = m_old * w.f.u_old[w.f.at(i, j)] / dt + gas.gravity_x * m +
                   (D_w * w.u(i - 1, j) + D_e * w.u(i + 1, j)) / 3 +
                   gas.B * (cross - 2.0 / 3 * bulk);
  const double carried =
      in == 0 ? w.f.C_u[w.f.at(i, j)] : w.convected_u(w.scheme, i, j) - w.convected_u(0, i, j);
  const double right = a_W * w.u(i - 1, j) + a_E * w.u(i + 1, j) + a_S * w.u(i, j - 1) +
                       a_N * w.u(i, j + 1) + b - carried;
  return {right / a_P, gas.A * w.hy(j) / a_P};
}

/// (29) of cell (i,j) with the net outflow in the diagonal.
double temperature(const Words& w, int i, int j) {
  const SfContext& c = w.c.c;
  const double in = c.explicit_convection ? 0 : 1, V = w.hx(i) * w.hy(j);
  const auto D_x = [&](int k) {
    return w.conductance(w.gamma(k - 1, j), w.hx(k - 1), w.gamma(k, j), w.hx(k), w.hy(j));
  };
  const auto D_y = [&](int k) {
    return w.conductance(w.gamma(i, k - 1), w.hy(k - 1), w.gamma(i, k), w.hy(k), w.hx(i));
  };
  const double F[] = {in * w.Fx(i, j), -in * w.Fx(i + 1, j), in * w.Fy(i, j), -in * w.Fy(i, j + 1)};
  const double D[] = {D_x(i), D_x(i + 1), D_y(j), D_y(j + 1)};
  const double T[] = {w.T(i - 1, j), w.T(i + 1, j), w.T(i, j - 1), w.T(i, j + 1)};
  double diagonal = w.f.rho[w.f.at(i, j)] * V / c.dt, right = 0;
  for (int k = 0; k < 4; ++k) {
    diagonal += positive(F[k]) + D[k] - F[k];  // inflow, less the net inflow
    right += (positive(F[k]) + D[k]) * T[k];
  }
  const double divergence =
      (w.u(i + 1, j) - w.u(i, j)) / w.hx(i) + (w.v(i, j + 1) - w.v(i, j)) / w.hy(j);
  const double old = w.f.rho_old[w.f.at(i, j)] * w.f.T_old[w.f.at(i, j)];
  right += V * (c.gas.CT3 * w.p(i, j) * divergence +
                c.gas.CT2 * w.gamma(i, j) * w.dissipation(i, j) + old / c.dt);
  right -= in == 0 ? w.f.C_T[w.f.at(i, j)] : w.convected_T(w.scheme, i, j) - w.convected_T(0, i, j);
  return right / diagonal;
}

Fields gas_fields(int scheme, bool explicit_convection) {
  Fields f = small_fields::random_fields(9, 8);
  f.flags.convection_scheme = scheme;
  f.flags.explicit_convection = explicit_convection;
  return f;
}

/// Calls check(words, context, i, j) at inner nodes for every scheme, implicit and explicit.
template <class Check>
void at_inner_nodes(Check check) {
  for (int choice = 0; choice < 8; ++choice) {
    CAPTURE(choice);
    const Context c(gas_fields(choice / 2, choice % 2));
    const Words words{c};
    for (int j = 2; j < 6; ++j)
      for (int i = 2; i < 7; ++i) {
        CAPTURE(i);
        CAPTURE(j);
        check(words, &c.c, i, j);
      }
  }
}
}  // namespace

TEST_CASE("momentum on a stretched mesh is (20)-(22), with (13)-(17), (23) under a TVD scheme") {
  at_inner_nodes([](const Words& w, const SfContext* c, int i, int j) {
    const SfPseudoVelocity expected = pseudo_u(w, i, j), q = sf_pseudo(c, SF_X, sf_node(i, j));
    CHECK(q.star == close_to(expected.star));
    CHECK(q.d == close_to(expected.d));
    CHECK(sf_convection(c, SF_X, sf_node(i, j)) ==
          close_to(c->explicit_convection
                       ? w.convected_u(w.scheme, i, j)
                       : w.convected_u(w.scheme, i, j) - w.convected_u(0, i, j)));
  });
}

TEST_CASE("temperature on a stretched mesh is (29), with (27), (28) and the sums (23), (24)") {
  at_inner_nodes([](const Words& w, const SfContext* c, int i, int j) {
    CHECK(sf_temperature(c, sf_node(i, j)) == close_to(temperature(w, i, j)));
    CHECK(sf_heat_convected_out(c, sf_node(i, j)) ==
          close_to(c->explicit_convection
                       ? w.convected_T(w.scheme, i, j)
                       : w.convected_T(w.scheme, i, j) - w.convected_T(0, i, j)));
    CHECK(sf_make_shear2(c, sf_node(i, j)) == close_to(w.shear(i, j) * w.shear(i, j)));
  });
}

TEST_CASE("pressure on a stretched mesh is (26), with (39) and (40) in the outflow diagonal") {
  at_inner_nodes([](const Words& w, const SfContext* c, int i, int j) {
    SfContext changed = *c;
    const double dt = c->dt, V = w.hx(i) * w.hy(j), T = 0.9, rho = w.f.rho[w.f.at(i, j)];
    const SfPseudoVelocity q[] = {{0.1, 0.02}, {-0.3, 0.05}, {0.2, 0.03}, {0.4, 0.07}};
    const double face[] = {w.Fx(i, j) / w.u(i, j), w.Fx(i + 1, j) / w.u(i + 1, j),
                           w.Fy(i, j) / w.v(i, j), w.Fy(i, j + 1) / w.v(i, j + 1)};
    const double p[] = {w.p(i - 1, j), w.p(i + 1, j), w.p(i, j - 1), w.p(i, j + 1)};
    double diagonal = V / T, right = V * w.f.rho_old[w.f.at(i, j)], al = 0;
    for (int k = 0; k < 4; ++k) {
      diagonal += dt * face[k] * q[k].d;
      right += dt * face[k] * (q[k].d * p[k] + (k % 2 ? -1 : 1) * q[k].star);
      al += face[k] * q[k].d;
    }
    const auto pressure = [&] {
      return sf_new_gas(
                 &changed, sf_node(i, j), T,
                 {sf_flow(c, SF_X, sf_node(i, j), q[0]), sf_flow(c, SF_X, sf_node(i + 1, j), q[1]),
                  sf_flow(c, SF_Y, sf_node(i, j), q[2]), sf_flow(c, SF_Y, sf_node(i, j + 1), q[3])})
          .p;
    };
    CHECK(pressure() == close_to(right / diagonal));
    changed.outflow_diagonal = 1;
    const double O = dt * (w.hy(j) * (positive(w.u(i + 1, j)) + positive(-w.u(i, j))) +
                           w.hx(i) * (positive(w.v(i, j + 1)) + positive(-w.v(i, j))));
    const double H = c->explicit_convection ? 0 : 2.0 / 3 * dt * al;
    CHECK(pressure() == close_to((right + O * rho + H * w.p(i, j)) / (diagonal + O / T + H)));
  });
}

TEST_CASE("nothing is corrected beyond the first layer of ghosts, and at no wall") {
  Fields f = gas_fields(1, true);
  small_fields::put_wall(f, 5, 6, 4, 5, {0, 0, 1, 0.05, 0.05, 0, 0});
  const Context c(f);
  // The first face inside a boundary is corrected, the face on the boundary is not.
  CHECK_FALSE(sf_four_cells(&c.c, SF_X, sf_node(0, 2)));
  CHECK(sf_tvd_rho(&c.c, SF_X, 1.0, sf_node(0, 2)) == 0);
  CHECK(sf_four_cells(&c.c, SF_Y, sf_node(2, 7)));
  CHECK_FALSE(sf_four_cells(&c.c, SF_Y, sf_node(2, 8)));
  CHECK_FALSE(sf_four_cells(&c.c, SF_Y, sf_node(2, 0)));
  CHECK(sf_four_cells(&c.c, SF_X, sf_node(1, 2)));
  CHECK_FALSE(sf_four_cells(&c.c, SF_X, sf_node(9, 2)));
  CHECK(sf_four_cells(&c.c, SF_X, sf_node(8, 2)));
  CHECK_FALSE(sf_four_cells(&c.c, SF_X, sf_node(4, 4)));
  CHECK_FALSE(sf_four_cells(&c.c, SF_X, sf_node(7, 4)));
  CHECK(sf_four_cells(&c.c, SF_X, sf_node(3, 4)));
  CHECK(sf_tvd_q_along(&c.c, SF_X, 1.0, sf_node(4, 4)) == 0);
  CHECK(sf_tvd_q_along(&c.c, SF_X, 1.0, sf_node(3, 4)) == 0);
  CHECK(sf_tvd_q_across(&c.c, SF_X, SF_Y, 1.0, sf_node(5, 6)) == 0);
}

TEST_CASE("totals of a cell and through a face are (62), each with the cell upstream") {
  const Context c(gas_fields(0, false));
  const Words w{c};
  const auto centre_u = [&](int i, int j) { return (w.u(i, j) + w.u(i + 1, j)) / 2; };
  const auto centre_v = [&](int i, int j) { return (w.v(i, j) + w.v(i, j + 1)) / 2; };
  const auto check = [&](const SfTotals& t, double F, int i, int j, double px, double py) {
    const double u = centre_u(i, j), v = centre_v(i, j);
    CHECK(t.mass == close_to(F));
    CHECK(t.momentum_x == close_to(F * u + px));
    CHECK(t.momentum_y == close_to(F * v + py));
    CHECK(t.thermal == close_to(F * w.T(i, j)));
    CHECK(t.kinetic == close_to(F * (u * u + v * v) / 2));
  };
  for (int j = 1; j < 7; ++j)
    for (int i = 1; i < 8; ++i) {
      check(sf_cell_totals(&c.c, sf_node(i, j)), w.hx(i) * w.hy(j) * w.f.rho[w.f.at(i, j)], i, j, 0,
            0);
      check(sf_flow_totals(&c.c, SF_X, sf_node(i, j)), w.Fx(i, j), w.u(i, j) > 0 ? i - 1 : i, j,
            w.hy(j) * (w.p(i - 1, j) + w.p(i, j)) / 4, 0);
      check(sf_flow_totals(&c.c, SF_Y, sf_node(i, j)), w.Fy(i, j), i, w.v(i, j) > 0 ? j - 1 : j, 0,
            w.hx(i) * (w.p(i, j - 1) + w.p(i, j)) / 4);
    }
  Fields with_wall = c.f;
  small_fields::put_wall(with_wall, 3, 4, 3, 4, {0, 0, 1, 0.05, 0.05, 0, 0});
  const Context walled(with_wall);
  CHECK(sf_cell_totals(&walled.c, sf_node(3, 3)).mass == 0);
}

TEST_CASE("where nothing flows a face has the mean of both sides, (11), and no correction") {
  CHECK(sf_convected(0.0, 2.0, 4.0) == 3);
  CHECK(sf_convected(0.1, 2.0, 4.0) == 2);
  CHECK(sf_convected(-0.1, 2.0, 4.0) == 4);
  CHECK(sf_tvd_correction(1, 0.0, {1, 2, 4, 5, 1, 1, 0.5, 0.5}) == 0);
}

TEST_CASE("step limits (33), (34) take the faster face of each pair, and the sound") {
  const Context c(gas_fields(0, false));
  const Words w{c};
  for (int i = 0; i < 8; ++i) {
    const double u = std::max(std::abs(w.u(i, 3)), std::abs(w.u(i + 1, 3)));
    const double v = std::max(std::abs(w.v(i, 3)), std::abs(w.v(i, 4)));
    const double sound = std::sqrt(5.0 / 6 * w.T(i, 3));
    const SfStepLimits limits = sf_step_limits(&c.c, sf_node(i, 3));
    CHECK(limits.convection == close_to(u / w.hx(i) + v / w.hy(3)));
    CHECK(limits.signal == close_to((u + sound) / w.hx(i) + (v + sound) / w.hy(3)));
  }
}

TEST_CASE("averages: fields at centres, and mean and squares of three values of different weight") {
  const Context c(gas_fields(0, false));
  const Words w{c};
  CHECK(sf_centre_value(&c.c, SF_OF_P, sf_node(2, 3)) == w.p(2, 3));
  CHECK(sf_centre_value(&c.c, SF_OF_T, sf_node(2, 3)) == w.T(2, 3));
  CHECK(sf_centre_value(&c.c, SF_OF_RHO, sf_node(2, 3)) == w.f.rho[w.f.at(2, 3)]);
  CHECK(sf_centre_value(&c.c, SF_OF_U, sf_node(2, 3)) == close_to((w.u(2, 3) + w.u(3, 3)) / 2));
  CHECK(sf_centre_value(&c.c, SF_OF_V, sf_node(2, 3)) == close_to((w.v(2, 3) + w.v(2, 4)) / 2));
  SfMoments m = {0, 0};
  m = sf_add_to_moments(m, 4, 1, 1);
  m = sf_add_to_moments(m, 1, 2, 2.0 / 3);
  m = sf_add_to_moments(m, 3, 5, 5.0 / 8);
  CHECK(m.mean == close_to((4 + 2 * 1 + 5 * 3) / 8.0));  // 21/8
  CHECK(m.squares == close_to(16 + 2 + 45 - 8 * (21.0 / 8) * (21.0 / 8)));
}

TEST_CASE("the largest change keeps a NaN, whichever side it is on") {
  CHECK(std::isnan(sf_max_keeping_nan(NAN, 1.0)));
  CHECK(std::isnan(sf_max_keeping_nan(1.0, NAN)));
  CHECK(sf_max_keeping_nan(1.0, 2.0) == 2.0);
  CHECK(sf_max_keeping_nan(2.0, 1.0) == 2.0);
}

}  // namespace test_equations_stretched
