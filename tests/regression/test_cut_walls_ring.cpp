// Hot gas between cylinders of which the inner one turns fast, against the equations in r.
#include "backends/serial/host_cut_walls.hpp"
#include "cut_wall_flows.hpp"
#include "output/energy_balance.hpp"

namespace slipflow::simple_ts::test_cut_walls_ring {

using namespace cut_wall_flows;

namespace {
constexpr double kInner = 0.5, kOuter = 1, kSpeed = 0.6;

/// Steady flow of a hard-sphere gas of mean density 1 around the axis, with slip and jump (43) to
/// (46) at both walls and the friction heat (83) at an insulated inner one. Found by shooting from
/// the inner wall.
class Ring {
 public:
  Ring(const GasFactors& gas, bool is_insulated) : gas_(gas), is_insulated_(is_insulated) {
    std::array<double, 3> start = {-1, 1.03, 1};  // tau, T and p at the inner wall
    for (int k = 0; k < 12; ++k) improve(start);
    miss(start);
  }
  double u(double r) const { return at(r).u; }
  double T(double r) const { return at(r).T; }
  /// Conduction out of the gas through the outer wall, of the whole circle.
  double heat_into_outer() const { return -2 * std::numbers::pi * kOuter * points_.back().q; }

 private:
  /// tau: sqrt(T) r d(u/r)/dr; q: CT1 sqrt(T) dT/dr; mass: that within r, over 2 pi.
  struct Point {
    double u, tau, T, q, p, mass;
  };
  static Point sum(const Point& a, const Point& b, double part) {
    return {a.u + part * b.u, a.tau + part * b.tau, a.T + part * b.T,
            a.q + part * b.q, a.p + part * b.p,     a.mass + part * b.mass};
  }
  Point slope(double r, const Point& y) const {
    const double root = std::sqrt(y.T), rate = y.tau / root, rho = y.p / y.T;
    return {rate + y.u / r,
            -2 * y.tau / r,
            y.q / (gas_.CT1 * root),
            -y.q / r - gas_.CT2 * root * rate * rate,
            rho * y.u * y.u / (r * gas_.A),
            rho * r};
  }
  /// What the solution from these values misses at the outer wall: slip, jump, mass.
  std::array<double, 3> miss(const std::array<double, 3>& start) {
    const auto& [tau, T, p] = start;
    const double root = std::sqrt(T), rho = p / T, slip = kSlip / rho * tau / root;
    const double q =
        is_insulated_ ? -gas_.CT2 * tau * slip : (T - 1) * rho * gas_.CT1 * root / kJump;
    Point y{kSpeed + slip, tau, T, q, p, 0};
    points_ = {y};
    for (int k = 0; k < kSteps; ++k) {
      const double r = kInner + k * kStep;
      const Point a = slope(r, y), b = slope(r + kStep / 2, sum(y, a, kStep / 2));
      const Point c = slope(r + kStep / 2, sum(y, b, kStep / 2)),
                  d = slope(r + kStep, sum(y, c, kStep));
      y = sum(sum(sum(sum(y, a, kStep / 6), b, kStep / 3), c, kStep / 3), d, kStep / 6);
      points_.push_back(y);
    }
    const double outer = std::sqrt(y.T), rho_outer = y.p / y.T;
    return {y.u + kSlip / rho_outer * y.tau / outer,
            y.T - 1 + kJump / rho_outer * y.q / (gas_.CT1 * outer),
            y.mass - (kOuter * kOuter - kInner * kInner) / 2};
  }
  /// A step of Newton's method.
  void improve(std::array<double, 3>& start) {
    const auto f = miss(start);
    std::array<std::array<double, 3>, 3> J;  // by unknown
    for (std::size_t k = 0; k < 3; ++k) {
      auto moved = start;
      moved[k] += 1e-7;
      const auto g = miss(moved);
      for (std::size_t i = 0; i < 3; ++i) J[k][i] = (g[i] - f[i]) / 1e-7;
    }
    const auto determinant = [](const auto& a, const auto& b, const auto& c) {
      return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
             a[2] * (b[0] * c[1] - b[1] * c[0]);
    };
    const double all = determinant(J[0], J[1], J[2]);
    start[0] -= determinant(f, J[1], J[2]) / all;
    start[1] -= determinant(J[0], f, J[2]) / all;
    start[2] -= determinant(J[0], J[1], f) / all;
  }
  const Point& at(double r) const {
    const double place = std::clamp((r - kInner) / kStep, 0.0, static_cast<double>(kSteps));
    return points_[static_cast<std::size_t>(std::lround(place))];
  }

  static constexpr int kSteps = 4000;
  static constexpr double kStep = (kOuter - kInner) / kSteps;
  GasFactors gas_;
  bool is_insulated_;
  std::vector<Point> points_;
};

Case ring_case(int n, bool is_insulated) {
  const Box box{0.013 - 1.1, 0.013 + 1.1, 0.037 - 1.1, 0.037 + 1.1, n, n};
  return case_with(box,
                   fmt::format("circle = 0 0 0.5 turning={} {}\ncircle = 0 0 1 gas=inside\n",
                               kSpeed / kInner, is_insulated ? "jump=adiabatic" : ""),
                   0, 0, {"scheme.convection=tvd"});
}

struct Errors {
  double u, T, heat, energy;
};
Errors errors_of_ring(int n, bool is_insulated) {
  const Case c = ring_case(n, is_insulated);
  const Ring ring(c.gas.factors(), is_insulated);
  const auto velocity = [&](double x, double y) {
    const double r = std::hypot(x, y), u = ring.u(r);
    return std::array{-u * y / r, u * x / r};
  };
  const auto backend = make_serial_operations(c);
  const State s = steady(*backend, moving(c, velocity), 0.05, kSpeed);
  Error of_T;
  for (const mesh::CutCell& cell : c.cut->cells)
    if (cell.volume > 0 && mesh::cells_of(c.mesh.layout()).has(cell.i, cell.j, 0))
      of_T.add(s.T[c.mesh.layout().at(cell.i, cell.j)] - ring.T(std::hypot(cell.x, cell.y)));
  const WallLoads loads = rounded(c, backend->diagnostics().wall_loads());
  const double heat = loads[1][0].conduction + loads[1][1].conduction + loads[1][2].conduction +
                      loads[1][3].conduction;
  const auto balance =
      energy_balance_of(c, loads, rounded(c, backend->diagnostics().totals()).contents);
  REQUIRE(balance);
  return {error_of(c, s, velocity, kSpeed).l2(), of_T.l2(), heat / ring.heat_into_outer() - 1,
          balance->error()};
}
}  // namespace

TEST_CASE("cut walls: hot gas between cylinders, against the equations in r" *
          doctest::test_suite("full")) {
  const Errors coarse = errors_of_ring(22, false), fine = errors_of_ring(44, false);
  CHECK(coarse.u < 1.2 * 6.1e-3);
  CHECK(coarse.T < 1.2 * 6.3e-4);
  CHECK(fine.u < 1.2 * 2.6e-3);
  CHECK(fine.T < 1.2 * 1.7e-4);
  CHECK(std::abs(coarse.heat) < 1.2 * 1.2e-2);
  CHECK(std::abs(fine.heat) < 1.2 * 4.4e-3);
  // Heat and work, which the equations do not balance in each cell, do so with order 1.
  const Errors middle = errors_of_ring(31, false);
  CHECK(coarse.energy < 1.2 * 5.5e-2);
  CHECK(middle.energy < 1.2 * 3.4e-2);
  CHECK(std::log2(coarse.energy / fine.energy) > 1);
}

TEST_CASE("cut walls: an insulated cylinder that turns fast, against the equations in r" *
          doctest::test_suite("full")) {
  const Errors coarse = errors_of_ring(22, true), fine = errors_of_ring(44, true);
  CHECK(coarse.u < 1.2 * 4.3e-3);
  CHECK(coarse.T < 1.2 * 1.5e-3);
  CHECK(std::log2(coarse.T / fine.T) > 1.8);
  CHECK(std::abs(fine.heat) < 1e-4);
}

TEST_CASE("cut walls: in steady flow the walls take the heat that the temperature equation makes") {
  const Case c = ring_case(12, false);  // all of its cells are near walls
  const auto backend = make_serial_operations(c);
  const State s = steady(*backend, initial_state(c), 0.05, kSpeed, 1e-8);
  const HostContext host(c);
  SfContext view = host.view(s, s, 1);
  HostCutWalls walls(host);
  walls.give_state_to(view);
  double made = 0;
  for (const mesh::CutCell& cell : c.cut->cells) {
    if (cell.volume == 0 || !mesh::cells_of(c.mesh.layout()).has(cell.i, cell.j, 0)) continue;
    REQUIRE(cell.near);
    const SfNode P = sf_node(cell.i, cell.j);
    made += view.gas.CT3 * sf_p(&view, P) * sf_cut_outflow(&view, P).net +
            view.gas.CT2 * sf_transport(&view, sf_T(&view, P)) * sf_cut_dissipation(&view, P) *
                cell.volume;
  }
  const WallLoads loads = rounded(c, backend->diagnostics().wall_loads());
  double taken = 0;
  for (const auto& wall : loads) taken += wall_forces(c, wall).conduction;
  CHECK(taken > 0.01);
  CHECK(made * view.gas.A / (c.gas.gamma - 1) == doctest::Approx(taken).epsilon(1e-8));
}

}  // namespace slipflow::simple_ts::test_cut_walls_ring
