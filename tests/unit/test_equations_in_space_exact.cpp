// The equations of three axes against closed forms, on fields without symmetry, and the balance of
// momentum with the loads on walls; docs/methods/simple-ts.md section 5, 7, 11.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "equations_in_space.hpp"

namespace test_equations_in_space_exact {

using namespace in_space;
using box_fields::Box;
using box_fields::for_places;
using box_fields::Place;

namespace {
using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

doctest::Approx close_to(double x) { return doctest::Approx(x).epsilon(1e-11).scale(0.1); }

double face_at(const Box& f, int axis, int k) {
  const auto& h = f.axes[axis].h;
  return std::accumulate(h.begin(), h.begin() + k + box_fields::kPad, 0.0);
}
Vector centre(const Box& f, Place p) {
  Vector x{};
  for (int axis = 0; axis < 3; ++axis)
    x[axis] = face_at(f, axis, p[axis]) + f.axes[axis].of(p[axis]) / 2;
  return x;
}

/// Gives each velocity q(axis, x) at its nodes, at both levels.
template <class Velocity>
void set_velocities(Box& f, Velocity q) {
  for_places(box_fields::first_ghost(), behind_ghosts(f), [&](Place p) {
    for (int axis = 0; axis < 3; ++axis) {
      Vector x = centre(f, p);
      x[axis] = face_at(f, axis, p[axis]);
      f.q[axis][f.at(p)] = f.q_old[axis][f.at(p)] = q(axis, x);
    }
  });
}
void set_gas(Box& f, double T, double rho) {
  for (auto* field : {&f.T, &f.T_old}) std::fill(field->begin(), field->end(), T);
  for (auto* field : {&f.rho, &f.rho_old}) std::fill(field->begin(), field->end(), rho);
}
/// Equal widths along each axis, other ones along each.
void make_uniform(Box& f) {
  for (int axis = 0; axis < 3; ++axis)
    for (double& width : f.axes[axis].h) width = 0.2 + 0.07 * axis;
}

template <class Act>
void for_inner_cells(const Box& f, Act act) {
  for_places({1, 1, 1}, {f.n[0] - 1, f.n[1] - 1, f.n[2] - 1}, act);
}

const Matrix kSlopes = {{{0.3, -0.7, 0.45}, {0.21, -0.16, 0.9}, {-0.55, 0.33, 0.62}}};
/// Symmetric in the last two indices: second derivatives of each velocity.
const std::array<Matrix, 3> kCurvatures = {
    {{{{0.8, 0.3, -0.4}, {0.3, -0.5, 0.7}, {-0.4, 0.7, 0.25}}},
     {{{-0.35, 0.6, 0.15}, {0.6, 0.9, -0.8}, {0.15, -0.8, 0.45}}},
     {{{0.55, -0.25, 0.5}, {-0.25, 0.4, 0.65}, {0.5, 0.65, -0.7}}}}};

double quadratic(const Vector& slope, const Matrix& curvature, const Vector& x) {
  double value = 0;
  for (int a = 0; a < 3; ++a) {
    value += slope[a] * x[a];
    for (int b = 0; b < 3; ++b) value += 0.5 * curvature[a][b] * x[a] * x[b];
  }
  return value;
}
}  // namespace

TEST_CASE("dissipation, vorticity and Q of a linear velocity are exact on stretched axes") {
  Box f = box_fields::random_box({6, 5, 4});
  const Matrix& G = kSlopes;
  set_velocities(f, [&](int a, const Vector& x) { return quadratic(G[a], {}, x); });
  set_gas(f, 1.44, 0.8);
  const BoxContext k(f);
  const double div = G[0][0] + G[1][1] + G[2][2];
  double phi = -2.0 / 3 * div * div, square = 0;
  for (int a = 0; a < 3; ++a) {
    phi += 2 * G[a][a] * G[a][a] + std::pow(G[a][(a + 1) % 3] + G[(a + 1) % 3][a], 2);
    for (int b = 0; b < 3; ++b) square += G[a][b] * G[b][a];
  }
  const double source = -2.0 / 3 * (0.8 * 1.44) * div + 0.04 * 1.2 * phi;
  for_inner_cells(f, [&](Place p) {
    const SfNode P = BoxContext::node(p);
    CHECK(sf_temperature_source(&k.c, P) == close_to(source));
    CHECK(sf_divergence(&k.c, P) == close_to(div));
    CHECK(sf_vorticity(&k.c, SF_X, P) == close_to(G[2][1] - G[1][2]));
    CHECK(sf_vorticity(&k.c, SF_Y, P) == close_to(G[0][2] - G[2][0]));
    CHECK(sf_vorticity(&k.c, SF_Z, P) == close_to(G[1][0] - G[0][1]));
    CHECK(sf_q_criterion(&k.c, P) == close_to(-square / 2));
  });
}

TEST_CASE("viscous stresses of a quadratic velocity are B Gamma (its Laplacian + grad div/3)") {
  Box f = box_fields::random_box({5, 4, 6});
  make_uniform(f);
  set_velocities(f,
                 [](int a, const Vector& x) { return quadratic(kSlopes[a], kCurvatures[a], x); });
  set_gas(f, 1.44, 0.8);
  for (auto& sums : f.C_q) std::fill(sums.begin(), sums.end(), 0.0);
  f.switches.explicit_convection = 1;
  const BoxContext k(f);
  for_inner_cells(f, [&](Place p) {
    const SfNode P = BoxContext::node(p);
    for (int a = 0; a < 3; ++a) {
      double laplacian = 0, grad_div = 0;
      for (int b = 0; b < 3; ++b) {
        laplacian += kCurvatures[a][b][b];
        grad_div += kCurvatures[b][b][a];
      }
      const double force = 0.03 * 1.2 * (laplacian + grad_div / 3) + f.gravity[a] * 0.8;
      const SfPseudoVelocity q = sf_pseudo(&k.c, a, P);
      const double area = f.axes[(a + 1) % 3].of(0) * f.axes[(a + 2) % 3].of(0);
      const double a_P = 0.5 * area / q.d;  // A area/d
      CHECK(a_P * (q.star - f.q[a][f.at(p)]) / (area * f.axes[a].of(0)) == close_to(force));
    }
  });
}

TEST_CASE("conduction of a quadratic temperature is its Laplacian, of a harmonic one 0") {
  for (const double d2z : {-0.3, 0.5}) {  // 0.8 - 0.5 - 0.3 = 0
    Box f = box_fields::random_box({5, 4, 6});
    make_uniform(f);
    set_velocities(f, [](int, const Vector&) { return 0.0; });
    set_gas(f, 1, 1.3);
    Matrix curvature = kCurvatures[0];
    curvature[2][2] = d2z;
    for_places(box_fields::first_ghost(), behind_ghosts(f), [&](Place p) {
      f.T[f.at(p)] = f.T_old[f.at(p)] = 2 + quadratic(kSlopes[0], curvature, centre(f, p));
    });
    f.switches.viscosity_sixteenths = 0;
    const BoxContext k(f);
    double diagonal = 1.3 / 0.05;  // per volume
    for (int a = 0; a < 3; ++a) diagonal += 2 * 0.07 / std::pow(f.axes[a].of(0), 2);
    for_inner_cells(f, [&](Place p) {
      const double change = sf_temperature(&k.c, BoxContext::node(p)) - f.T[f.at(p)];
      CHECK(change * diagonal == close_to(0.07 * (0.8 - 0.5 + d2z)));
    });
  }
}

TEST_CASE("the implicit cross derivative of (37) is twice that of a plane, (70) has three axes") {
  Box f = box_fields::random_box({3, 2, 4});
  f.switches.outflow_diagonal = 1;
  const BoxContext k(f);
  CHECK(sf_cross_diffusion(&k.c, 3.0) == 1.5);
  // 10 - (2 + 12 x 1/2 x 1.5 x 4)/4
  CHECK(sf_undamped(&k.c, 5.0, 2.0, 1.5, 4.0 / k.c.dt) == 0);
  CHECK(sf_undamped(&k.c, 10.0, 2.0, 1.5, 4.0 / k.c.dt) == close_to(0.5));
}

TEST_CASE("w takes part in steps of second order") {
  const BoxContext k(box_fields::random_box({3, 2, 4}));
  const SfNode P = BoxContext::node({1, 1, 2});
  const int at = sf_at(&k.c.mesh, P);
  const double stage = k.c.w[at], before = k.c.w_old[at];
  // The equations need the density of two cells: all of the level is combined.
  std::array<box_fields::Field, 5> combined, start, restored;
  for (auto* fields : {&combined, &start, &restored})
    for (auto& field : *fields) field.assign(k.f.size(), 0.3);
  const auto level = [](auto& l) {
    SfNewLevel to;
    to.u = l[0].data(), to.v = l[1].data(), to.w = l[2].data();
    to.T = l[3].data(), to.rho = l[4].data();
    return to;
  };
  for (const SfNode Q : {sf_to(P, SF_X, -1), sf_to(P, SF_Y, -1), sf_to(P, SF_Z, -1), P})
    sf_begin_second_stage(&k.c, Q, level(combined), level(start), {0.5, 3, -2, 1});
  const double end = before + 3 * (stage - before) - 2 * (before - 0.3);
  CHECK(start[2][at] == close_to(end));
  SfLevel of;
  of.u = combined[0].data(), of.v = combined[1].data(), of.w = combined[2].data();
  of.T = combined[3].data(), of.rho = combined[4].data();
  sf_restore_first_stage(&k.c, P, of, level(restored), 0.5);
  CHECK(restored[2][at] == close_to(stage));

  // Nothing but w changes over the step.
  SfContext still = k.c;
  still.u_old = still.u, still.v_old = still.v, still.T_old = still.T, still.rho_old = still.rho;
  for (auto& field : combined) field.assign(k.f.size(), 0.3);
  combined[0] = k.f.q[0], combined[1] = k.f.q[1], combined[3] = k.f.T, combined[4] = k.f.rho;
  const SfStepShape shape =
      sf_begin_second_stage(&still, P, level(combined), level(start), {0.5, 3, -2, 1});
  CHECK(shape.change == std::abs(end - before));
  CHECK(shape.curvature ==
        close_to(std::abs(end - before - SF_STAGES_PER_STEP * (stage - before))));
}

namespace {
/// Walls on all six sides; a body of one cell, an L with a concave edge, a body in a corner.
Box closed_box() {
  const Place n = {8, 7, 6}, end = {12, 11, 10};
  Box f = box_fields::random_box(n);
  put_wall(f, {-4, -4, -4}, {end[0], 0, end[2]}, {{0.2, 0, -0.1}, 1.3, 0.05, 0.1, 0, 0});
  put_wall(f, {-4, n[1], -4}, end, {{-0.1, 0, 0.3}, 0.9, 0, 0, 0, 0});
  put_wall(f, {-4, 0, -4}, {0, n[1], end[2]}, {{0, 0.3, 0.2}, 1.1, 0.04, 0.08, 0, 0});
  put_wall(f, {n[0], 0, -4}, {end[0], n[1], end[2]}, {{0, 0, 0}, 1, -1, -1, 0, 0});
  put_wall(f, {0, 0, -4}, {n[0], n[1], 0}, {{0.1, -0.2, 0}, 0.8, 0.03, 0.05, 0, 0});
  put_wall(f, {0, 0, n[2]}, {n[0], n[1], end[2]}, {{0, 0.1, 0}, 1.2, 0.02, -1, 0.03, 0});
  const box_fields::Wall slips = {{0, 0, 0}, 1.2, 0.06, 0.11, 0, 0};
  put_wall(f, {2, 4, 3}, {3, 5, 4}, slips);
  put_wall(f, {4, 1, 1}, {7, 2, 3}, slips);
  put_wall(f, {4, 2, 1}, {5, 4, 2}, slips);
  put_wall(f, {6, 5, 4}, {8, 7, 6}, {{0, 0, 0}, 1, -1, -1, 0.02, 0});
  f.switches.has_heat_flow = 1;
  return f;
}

/// Loads on all faces between gas and walls but for the pressure.
Vector loads_on_walls(const BoxContext& k) {
  Vector force{};
  const double B = k.c.gas.B;
  for_places({0, 0, 0}, k.f.n, [&](Place p) {
    if (k.f.solid(p)) return;
    for (int a = 0; a < 3; ++a)
      for (const int side : {-1, 1}) {
        if (!k.f.solid(box_fields::moved(p, a, side))) continue;
        const SfWallLoads loads = sf_wall_loads(&k.c, a, BoxContext::node(p), side);
        force[a] += side * B * loads.normal + loads.corner;
        force[(a + 1) % 3] += B * loads.friction;
        force[(a + 2) % 3] += B * loads.friction_after;
      }
  });
  return force;
}

/// The momentum that the published equations (20)-(22) of all nodes pass to walls.
Vector lost_by_gas(const BoxContext& k) {
  const SfContext& c = k.c;
  Vector lost{};
  const auto volume = [&](Place p) {
    return k.f.axes[0].of(p[0]) * k.f.axes[1].of(p[1]) * k.f.axes[2].of(p[2]);
  };
  for_places({0, 0, 0}, k.f.n, [&](Place p) {
    const SfNode P = BoxContext::node(p);
    for (int a = 0; a < 3; ++a) {
      if (!sf_fluid(&c, a, P)) continue;
      const Place before = box_fields::moved(p, a, -1);
      const auto mass = [&](const box_fields::Field& rho) {
        return (rho[k.f.at(p)] * volume(p) + rho[k.f.at(before)] * volume(before)) / 2;
      };
      const SfPseudoVelocity q = sf_pseudo(&c, a, P);
      const double area = volume(p) / k.f.axes[a].of(p[a]);
      const double now = k.f.q[a][k.f.at(p)], old = k.f.q_old[a][k.f.at(p)];
      lost[a] += c.gas.A * area / q.d * (now - q.star) -
                 (mass(k.f.rho) * now - mass(k.f.rho_old) * old) * c.rdt +
                 k.f.gravity[a] * mass(k.f.rho);
    }
  });
  return lost;
}

void check_balance(const Box& f) {
  const BoxContext k(f);
  const Vector walls = loads_on_walls(k), gas = lost_by_gas(k);
  for (int a = 0; a < 3; ++a) {
    CHECK(walls[a] == doctest::Approx(gas[a]).epsilon(1e-10));
    CHECK(std::abs(gas[a]) > 1e-3);
  }
}
}  // namespace

TEST_CASE("in space the loads on all walls are the momentum that the equations lose to them") {
  for (const int convection : {SF_UPWIND, SF_UPWIND + 1})
    for (const int choice : {0, 1, 2, 3}) {
      CAPTURE(convection);
      CAPTURE(choice);
      Box f = closed_box();
      f.switches.convection_scheme = convection;
      f.switches.no_slip_at_corners = choice & 1;
      f.switches.density_at_wall = choice >> 1;
      // As in a plane: exact with a constant viscosity, or equal widths.
      f.switches.viscosity_sixteenths = 0;
      check_balance(f);
      make_uniform(f);
      f.switches.viscosity_sixteenths = 12;
      check_balance(f);
    }
}

TEST_CASE("in space a run of faces has the loads of each of its faces") {
  const BoxContext k(closed_box());
  for (const int side : {SF_FACES_EAST, SF_FACES_SOUTH, SF_FACES_BOTTOM}) {
    // Faces of walls that look to this side are next to the gas on that side.
    const SfWallRun run = side == SF_FACES_EAST    ? SfWallRun{0, 1, 3, side, 2}
                          : side == SF_FACES_SOUTH ? SfWallRun{1, 6, 3, side, 2}
                                                   : SfWallRun{1, 2, 3, side, 5};
    const int axis = side / 2, into = side == SF_FACES_EAST ? -1 : 1;
    double friction = 0, after = 0, corner = 0;
    for (int n = 0; n < 3; ++n) {
      const Place p = {run.i + (axis != 0) * n, run.j + (axis == 0) * n, run.k};
      const SfWallLoads loads = sf_wall_loads(&k.c, axis, BoxContext::node(p), into);
      friction += loads.friction, after += loads.friction_after, corner += loads.corner;
    }
    const SfExactLoads sum = sf_loads_of_run(&k.c, run, {1.0, 8.0});
    const auto value = [](SfExactSum s) {
      return std::ldexp(s.high, -20) + std::ldexp(s.middle, -60) + std::ldexp(s.low, -100);
    };
    CHECK(value(sum.friction) == close_to(friction));
    CHECK(value(sum.friction_after) == close_to(after));
    CHECK(value(sum.corner) == close_to(corner));
    CHECK(std::abs(after) > 1e-4);
  }
}

}  // namespace test_equations_in_space_exact
