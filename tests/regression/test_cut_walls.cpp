// Flow and heat between and around bodies that cut the mesh, against closed forms and finite
// elements; bounds 1.2 times the errors of docs/methods/cut-cells.md.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "cut_wall_flows.hpp"
#include "slipflow/simple_ts/forces.hpp"

namespace slipflow::simple_ts::test_cut_walls {

using namespace cut_wall_flows;

namespace {
/// A gap of width 1 between parallel planes, again after 1.5, at an angle of which tan = rise/run:
/// the lower plane rests, the upper one moves along itself with U.
class Channel {
 public:
  Channel(int rise, int run, double U) : U_(U) {
    const double angle = std::atan2(rise, run);
    cos_ = std::cos(angle), sin_ = std::sin(angle);
  }
  Box box(int nx, int rise, int run) const {
    return {0, kPeriod / sin_, 0, kPeriod / cos_, nx, nx * rise / run};
  }
  /// Their images across the boundaries are the planes of the other gaps.
  std::string bodies() const {
    std::string text;
    for (const bool upper : {false, true}) {
      const double lo = kFirst + (upper ? 1 : -0.25);
      text += "polygon =";
      for (const auto& [along, across] :
           {std::pair{-40.0, lo}, {40.0, lo}, {40.0, lo + 0.25}, {-40.0, lo + 0.25}})
        text += fmt::format(" {} {}", cos_ * along - sin_ * across, sin_ * along + cos_ * across);
      text += upper ? fmt::format(" velocity={},{}\n", U_ * cos_, U_ * sin_) : "\n";
    }
    return text;
  }
  double from_lower(double x, double y) const {
    const double d = -sin_ * x + cos_ * y - kFirst;
    return d - kPeriod * std::floor((d + 0.5 * (kPeriod - 1)) / kPeriod);
  }
  std::array<double, 2> along(double speed) const { return {speed * cos_, speed * sin_}; }

 private:
  static constexpr double kPeriod = 1.5, kFirst = 0.2;
  double U_, cos_, sin_;
};
}  // namespace

TEST_CASE("cut walls: Couette flow between oblique planes is exact at any angle") {
  constexpr double U = 1e-5;
  for (const auto& [rise, run, nx] : {std::array{1, 1, 18}, {4, 15, 30}, {4, 7, 21}}) {
    CAPTURE(rise);
    const Channel channel(rise, run, U);
    const Case c = case_with(channel.box(nx, rise, run), channel.bodies());
    const auto exact = [&](double x, double y) {
      return channel.along(U * (channel.from_lower(x, y) + kSlip) / (1 + 2 * kSlip));
    };
    const auto backend = make_serial_operations(c);
    backend->upload(moving(c, exact));
    for (int n = 0; n < 20; ++n) advance_time_step(*backend, 0.05, {U * 1e-9, 1000});
    CHECK(error_of(c, backend->download(), exact, U).largest < 1e-5);
  }
}

TEST_CASE("cut walls: Poiseuille flow between oblique planes") {
  constexpr double g = 1e-3;
  const Channel channel(4, 15, 0);
  const auto g_along = channel.along(g);
  const Case c = case_with(channel.box(30, 4, 15), channel.bodies(), g_along[0], g_along[1]);
  const auto exact = [&](double x, double y) {
    const double d = channel.from_lower(x, y);
    return channel.along(g / (2 * kB) * (d * (1 - d) + kSlip));
  };
  const double largest = g / (2 * kB) * (0.25 + kSlip);
  const auto backend = make_serial_operations(c);
  const State s = steady(*backend, moving(c, exact), 0.05, largest);
  CHECK(error_of(c, s, exact, largest).l2() < 1.2 * 1.6e-2);
}

namespace {
/// Cylinders of radii .5, which turns, and 1 with gas between them; the slip length of the outer
/// one times `factor`, by its accommodation.
double error_between_cylinders(int n, double factor) {
  constexpr double U = 1e-4, R1 = 0.5, R2 = 1;
  const double l1 = kSlip, l2 = factor * kSlip, omega = U / R1;
  const Box box{0.013 - 1.1, 0.013 + 1.1, 0.037 - 1.1, 0.037 + 1.1, n, n};
  const Case c = case_with(box, fmt::format("circle = 0 0 0.5 turning={}\n"
                                            "circle = 0 0 1 gas=inside accommodation={},1\n",
                                            omega, 2 / (factor + 1)));
  // u = A r + B/r with (43) at both walls, whose curvature counts.
  const double a = R1, b = 1 / R1 + 2 * l1 / (R1 * R1), e = R2, f = 1 / R2 - 2 * l2 / (R2 * R2);
  const double A = omega * R1 * f / (a * f - b * e), B = -omega * R1 * e / (a * f - b * e);
  const auto exact = [&](double x, double y) {
    const double r = std::hypot(x, y), u = A * r + B / r;
    return std::array{-u * y / r, u * x / r};
  };
  const auto backend = make_serial_operations(c);
  const State s = steady(*backend, moving(c, exact), 0.05, U);
  return error_of(c, s, exact, U).l2();
}
}  // namespace

TEST_CASE("cut walls: gas between cylinders, of which one turns") {
  CHECK(error_between_cylinders(22, 1) < 1.2 * 2.8e-3);
  CHECK(error_between_cylinders(22, 19) < 1.2 * 1.8e-3);  // turns faster at the outer wall
}

TEST_CASE("cut walls: the error between cylinders is of second order" *
          doctest::test_suite("full")) {
  const double coarse = error_between_cylinders(22, 1), fine = error_between_cylinders(44, 1);
  CHECK(fine < 1.2 * 6.6e-4);
  CHECK(std::log2(coarse / fine) > 1.8);
}

namespace {
/// Conduction between cylinders of radii .4, T 1.5, and 1, T 1, with jump: the l2 error of T, and
/// that of the heat flow.
std::array<double, 2> errors_of_conduction(int n) {
  constexpr double R1 = 0.4, R2 = 1, T1 = 1.5, T2 = 1;
  const Box box{0.013 - 1.1, 0.013 + 1.1, 0.037 - 1.1, 0.037 + 1.1, n, n};
  const Case c = case_with(box, "circle = 0 0 0.4 temperature=1.5\ncircle = 0 0 1 gas=inside\n");
  State start = initial_state(c);
  for (double& T : start.T) T = 1.2;
  for (double& rho : start.rho) rho = 1 / 1.2;
  const auto backend = make_serial_operations(c);
  const State s = steady(*backend, start, 0.05, 1);
  const GasFactors gas = c.gas.factors();
  double p = 0, area = 0;
  const auto for_gas = [&](auto visit) {
    for (const mesh::CutCell& cell : c.cut->cells)
      if (cell.volume > 0 && cell.i >= 0 && cell.i < n && cell.j >= 0 && cell.j < n)
        visit(c.mesh.layout().at(cell.i, cell.j), cell);
  };
  for_gas([&](std::size_t at, const mesh::CutCell& cell) {
    p += cell.volume * s.rho[at] * s.T[at], area += cell.volume;
  });
  p /= area;
  // The conductivity goes like sqrt(T), so T^(3/2) is linear in ln r; (44) with the density p/T_w.
  double tw1 = T1, tw2 = T2, Q = 0;
  for (int k = 0; k < 1000; ++k) {
    Q = 2 * std::numbers::pi * gas.CT1 * 2 / 3 * (std::pow(tw1, 1.5) - std::pow(tw2, 1.5)) /
        std::log(R2 / R1);
    const auto slope = [&](double R, double T) {
      return Q / (2 * std::numbers::pi * R * gas.CT1 * std::sqrt(T));
    };
    tw1 += 0.1 * (T1 - kJump * tw1 / p * slope(R1, tw1) - tw1);
    tw2 += 0.1 * (T2 + kJump * tw2 / p * slope(R2, tw2) - tw2);
  }
  Error error;
  for_gas([&](std::size_t at, const mesh::CutCell& cell) {
    const double share = std::log(std::hypot(cell.x, cell.y) / R1) / std::log(R2 / R1);
    error.add(
        s.T[at] -
        std::pow(std::pow(tw1, 1.5) + (std::pow(tw2, 1.5) - std::pow(tw1, 1.5)) * share, 2.0 / 3));
  });
  const WallLoads loads = rounded(c, backend->diagnostics().wall_loads());
  double into_outer = 0;
  for (const SideLoads& side : loads[1]) into_outer += side.conduction;
  return {error.l2(), into_outer / Q - 1};
}
}  // namespace

TEST_CASE("cut walls: conduction between cylinders with temperature jump") {
  const auto [l2, heat] = errors_of_conduction(22);
  CHECK(l2 < 1.2 * 4.9e-4);
  CHECK(std::abs(heat) < 1.2 * 2.5e-3);
}

TEST_CASE("cut walls: the error of conduction is of second order" * doctest::test_suite("full")) {
  const auto [l2, heat] = errors_of_conduction(44);
  CHECK(l2 < 1.2 * 1.2e-4);
  CHECK(std::abs(heat) < 1.2 * 7e-4);
}

TEST_CASE("cut walls: creeping flow past cylinders, against finite elements") {
  const Creeping slip = creeping_flow(20, "circle = 0 0 0.5\n", 0.0137, 0.0371);
  CHECK(std::abs(slip.flow / 4.07473 - 1) < 1.2 * 1.49e-2);
  CHECK(std::abs(slip.balance) < 1e-4);
}

TEST_CASE("cut walls: creeping flow past cylinders without slip" * doctest::test_suite("full")) {
  const Creeping no_slip = creeping_flow(20, "circle = 0 0 0.5 slip=off\n", 0.0137, 0.0371);
  CHECK(std::abs(no_slip.flow / 2.87441 - 1) < 1.2 * 1.83e-2);
}

TEST_CASE("cut walls: the position of the mesh changes little" * doctest::test_suite("full")) {
  double least = 10, most = 0;
  for (const auto& [x, y] :
       {std::array{0.0137, 0.0371}, {0.05, 0.05}, {0.021, 0.083}, {0.0, 0.0}, {0.07, 0.03}}) {
    const double flow = creeping_flow(20, "circle = 0 0 0.5\n", x, y).flow;
    least = std::min(least, flow), most = std::max(most, flow);
  }
  CHECK(most / least - 1 < 0.006);
  const double fine = creeping_flow(40, "circle = 0 0 0.5\n", 0.0137, 0.0371).flow;
  CHECK(std::abs(fine / 4.07473 - 1) < 1.2 * 3.8e-3);
}

namespace {
/// A square of side 1, turned, as a line of a case.
std::string turned_square(double degrees, double x, double y, const std::string& options = "") {
  std::string text = "polygon =";
  const double angle = degrees * std::numbers::pi / 180, s = std::sin(angle), k = std::cos(angle);
  for (const auto& [a, b] : {std::pair{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}})
    text += fmt::format(" {} {}", x + k * a - s * b, y + s * a + k * b);
  return text + " " + options + "\n";
}
}  // namespace

TEST_CASE("cut walls: creeping flow past a turned square, against finite elements") {
  const Creeping turned = creeping_flow(20, turned_square(45, 0.0137, 0.0371), 0, 0);
  CHECK(std::abs(turned.flow / 1.3514 - 1) < 0.035);
  CHECK(std::abs(turned.balance) < 1e-4);
}

TEST_CASE("cut walls: creeping flow past a turned square without slip" *
          doctest::test_suite("full")) {
  const Creeping turned = creeping_flow(20, turned_square(45, 0.0137, 0.0371, "slip=off"), 0, 0);
  CHECK(std::abs(turned.flow / 1.1826 - 1) < 0.035);
}

TEST_CASE("cut walls: isothermal gas at rest under gravity stays at rest") {
  const Box box{0.013 - 1.1, 0.013 + 1.1, 0.037 - 1.1, 0.037 + 1.1, 22, 22};
  const Case c = case_with(box, "circle = 0 0 0.4\ncircle = 0 0 1 gas=inside\n", 0, -0.05);
  const auto backend = make_serial_operations(c);
  const State s = steady(*backend, initial_state(c), 0.2, 1, 1e-8);
  Error velocity;
  for_nodes(c, [&](int axis, std::size_t at, double, double, double) {
    velocity.add(s.velocity(axis)[at]);
  });
  CHECK(velocity.largest < 1e-6);
}

TEST_CASE("cut walls: gas around a turning circle is the same wherever the mesh begins") {
  constexpr int n = 20;
  const auto turned = [](double x0) {
    const Case c = case_with({x0, x0 + 2, -1, 1, n, n}, "circle = 0 0 0.5 turning=0.1\n");
    const auto backend = make_serial_operations(c);
    backend->upload(initial_state(c));
    for (int step = 0; step < 5; ++step) advance_time_step(*backend, 0.05, {1e-12, 1000});
    return backend->download();
  };
  const State whole = turned(-1), across_boundary = turned(0);
  const mesh::Layout layout{n, n, 0};
  Error difference;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      difference.add(whole.v[layout.at(i, j)] - across_boundary.v[layout.at((i + n / 2) % n, j)]);
  CHECK(difference.largest < 1e-9);
  CHECK(*std::ranges::max_element(whole.v) > 0.01);
}

TEST_CASE("cut walls: an insulated wall that gas slips along takes no heat") {
  const Box box{0.013 - 1.1, 0.013 + 1.1, 0.037 - 1.1, 0.037 + 1.1, 22, 22};
  const Case c =
      case_with(box, "circle = 0 0 0.5 turning=1 jump=adiabatic\ncircle = 0 0 1 gas=inside\n");
  const auto backend = make_serial_operations(c);
  backend->upload(initial_state(c));
  for (int step = 0; step < 10; ++step) advance_time_step(*backend, 0.05, {1e-10, 1000});
  const WallLoads loads = rounded(c, backend->diagnostics().wall_loads());
  const WallForces inner = wall_forces(c, loads[0]);
  CHECK(inner.friction_heat > 1e-3);
  CHECK(std::abs(inner.heat()) < 1e-12);
  CHECK(wall_forces(c, loads[1]).heat() > 0);
}

}  // namespace slipflow::simple_ts::test_cut_walls
