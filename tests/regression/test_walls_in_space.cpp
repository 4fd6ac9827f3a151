// Flow between and around bodies that cut a mesh of three axes, against closed forms; bounds of
// docs/methods/cut-cells-in-space.md.
#include "box_surface.hpp"
#include "walls_in_space.hpp"

namespace slipflow::simple_ts::test_walls_in_space {

using namespace walls_in_space;

namespace {
/// A plate of this half thickness across the normal, far wider than the domain.
mesh::Surface plate(const Position3& centre, const Position3& normal, double half) {
  const Position3 t =
      unit(cross(normal, std::abs(normal[0]) < 0.5 ? Position3{1, 0, 0} : Position3{0, 0, 1}));
  const std::array<Position3, 3> edges = {30 * t, 30 * cross(normal, t), half * normal};
  return mesh::box_surface(centre, edges);
}

/// A gap of width 1 between parallel planes with a normal of small integers, again after 1.5: the
/// lower plane rests, the upper one moves along itself with U. Across a boundary of the box that is
/// `per_period` cells for a part of the normal of 1 the distance along the normal is that period.
class ObliqueChannel {
 public:
  ObliqueChannel(const std::array<int, 3>& normal, int per_period, double shift = 0)
      : integers_(normal),
        length_(std::sqrt(dot(real_normal(), real_normal()))),
        normal_((1 / length_) * real_normal()),
        per_period_(per_period) {
    first_ = 0.2 + shift * kPeriod * length_ / per_period_;
    const Position3 some = {0.3, 1, -0.2};
    along_ = unit(some + -dot(some, normal_) * normal_);
  }
  Box3 box() const {
    Box3 box{};
    for (int axis = 0; axis < 3; ++axis) {
      box.cells[axis] = per_period_ / integers_[axis];
      box.hi[axis] = kPeriod * length_ / integers_[axis];
    }
    return box;
  }
  std::vector<BodyInSpace> bodies(double U, double slip = kSlip) const {
    WallValues upper = slipping(slip);
    upper.velocity = U * along_;
    const auto at = [&](double place) { return plate(place * normal_, normal_, 0.125); };
    return {{at(first_ - 0.125), slipping(slip)}, {at(first_ + 1.125), upper}};
  }
  double from_lower(const Position3& x) const {
    const double d = dot(normal_, x) - first_;
    return d - kPeriod * std::floor((d + 0.5 * (kPeriod - 1)) / kPeriod);
  }
  Position3 along(double speed) const { return speed * along_; }

 private:
  static constexpr double kPeriod = 1.5;
  Position3 real_normal() const {
    return {double(integers_[0]), double(integers_[1]), double(integers_[2])};
  }
  std::array<int, 3> integers_;
  double length_;
  Position3 normal_, along_{};
  int per_period_;
  double first_ = 0;
};
}  // namespace

TEST_CASE("cut walls in space: Couette flow between oblique planes is exact") {
  constexpr double U = 1e-5;
  for (const auto& [normal, cells] :
       {std::pair{std::array{1, 2, 3}, 30}, {std::array{1, 1, 1}, 12}, {std::array{2, 1, 2}, 20}}) {
    CAPTURE(normal[0]);
    const ObliqueChannel channel(normal, cells, 0.3);
    const Case c = case_with(channel.box(), channel.bodies(U));
    const auto exact = [&](const Position3& x) {
      return channel.along(U * (channel.from_lower(x) + kSlip) / (1 + 2 * kSlip));
    };
    const auto backend = make_serial_operations(c);
    backend->upload(moving(c, exact));
    for (int n = 0; n < 20; ++n) advance_time_step(*backend, 0.05, {U * 1e-9, 1000});
    CHECK(error_of(c, backend->download(), exact, U).largest < 5e-6);
  }
}

namespace {
/// Creeping flow along x through a cubic array of spheres of that volume fraction, in cells of
/// period 1: force over that of Stokes at the superficial velocity.
double drag_of_array(int n, double fraction, const WallValues& wall) {
  constexpr double g = 1e-4;
  const double radius = std::cbrt(3 * fraction / (4 * std::numbers::pi));
  const Position3 lo = {0.274 / n * 20 - 0.5, 0.742 / n * 20 - 0.5, 0.42 / n * 20 - 0.5};
  const Case c = case_with({lo, lo + Position3{1, 1, 1}, {n, n, n}},
                           {{mesh::Sphere{{0, 0, 0}, radius}, wall}}, {g, 0, 0});
  const State s = steady(c, initial_state(c), 2.0 / n, g);
  return 1 / (6 * std::numbers::pi * kB * radius * superficial_flow(c, s, 0, g));
}
}  // namespace

TEST_CASE("cut walls in space: drag of cubic arrays of spheres" * doctest::test_suite("full")) {
  CHECK(drag_of_array(16, 0.125, slipping(0)) == doctest::Approx(4.292).epsilon(0.027));
  const double radius = std::cbrt(3 * 0.125 / (4 * std::numbers::pi));
  CHECK(drag_of_array(16, 0.125, slipping(0.2 * radius)) == doctest::Approx(2.9).epsilon(0.024));
}

TEST_CASE("cut walls in space: a sphere that turns in a sphere") {
  constexpr double inner = 0.5, outer = 1, U = 1e-4;
  const Position3 w = unit({1, 2, 3});
  WallValues turning = slipping();
  turning.turning_in_space = (U / inner) * w;
  const Position3 lo = {-1.087, -1.063, -1.079};
  const Case c = case_with({lo, lo + Position3{2.2, 2.2, 2.2}, {22, 22, 22}},
                           {{mesh::Sphere{{0, 0, 0}, inner}, turning},
                            {mesh::Sphere{{0, 0, 0}, outer}, slipping(), true}});
  // u = (a + b/r^3) w x r
  const double c_1 = 1 / std::pow(inner, 3) + 3 * kSlip / std::pow(inner, 4);
  const double c_2 = 1 / std::pow(outer, 3) - 3 * kSlip / std::pow(outer, 4);
  const double b = U / inner / (c_1 - c_2), a = -b * c_2;
  const auto exact = [&](const Position3& x) {
    const double r = std::sqrt(dot(x, x));
    return (a + b / (r * r * r)) * cross(w, x);
  };
  const State s = steady(c, moving(c, exact), 0.1, U);
  CHECK(error_of(c, s, exact, U).l2() < 1.2 * 1.68e-3);
  const double of_exact = 8 * std::numbers::pi * b * kB;
  CHECK(torque(c, s, 1, w) / of_exact == doctest::Approx(-1).epsilon(0.01));
  CHECK(torque(c, s, 2, w) / of_exact == doctest::Approx(1).epsilon(0.01));
}

TEST_CASE("cut walls in space: conduction between spheres with temperature jump") {
  constexpr double inner = 0.4, outer = 1, hotter = 1e-3;
  WallValues hot = slipping();
  hot.temperature = 1 + hotter;
  const Position3 lo = {-1.087, -1.063, -1.079};
  const Case c = case_with(
      {lo, lo + Position3{2.2, 2.2, 2.2}, {22, 22, 22}},
      {{mesh::Sphere{{0, 0, 0}, inner}, hot}, {mesh::Sphere{{0, 0, 0}, outer}, slipping(), true}});
  // T = a + b/r of a gas whose conductivity changes by little
  const double at_inner = 1 / inner + kJump / (inner * inner);
  const double at_outer = 1 / outer - kJump / (outer * outer);
  const double b = hotter / (at_inner - at_outer), a = 1 - b * at_outer;
  State start = initial_state(c);
  const auto layout = c.mesh.layout();
  const auto for_gas = [&](auto visit) {
    mesh::for_cells(mesh::cells_of(layout), [&](int i, int j, int k) {
      if (c.mesh.solid(i, j, k)) return;
      const mesh::CutCell3* of = c.cut_in_space->find(i, j, k);
      const Position3 x =
          of ? of->at : Position3{c.mesh.x.centre(i), c.mesh.y.centre(j), c.mesh.z.centre(k)};
      visit(layout.at(i, j, k), a + b / std::sqrt(dot(x, x)));
    });
  };
  for_gas([&](std::size_t at, double T) { start.T[at] = T, start.rho[at] = 1 / T; });
  const State s = steady(c, start, 0.1, hotter);
  Error error;
  for_gas([&](std::size_t at, double T) { error.add((s.T[at] - T) / hotter); });
  CHECK(error.l2() < 1.2 * 2.9e-3);
}

TEST_CASE("cut walls in space: a square array of cylinders has the flow of two axes" *
          doctest::test_suite("full")) {
  constexpr double g = 1e-4;
  const Case plane = cut_wall_flows::case_with({-0.9863, 1.0137, -0.9629, 1.0371, 20, 20},
                                               "circle = 0 0 0.5\n", g, 0);
  const Case c = case_with({{-0.9863, -0.9629, 0}, {1.0137, 1.0371, 0.4}, {20, 20, 4}},
                           {{mesh::Cylinder{{0, 0, -1}, {0, 0, 2}, 0.5}, slipping()}}, {g, 0, 0});
  const State in_plane = steady(plane, initial_state(plane), 0.1, g);
  double flow = 0;
  cut_wall_flows::for_nodes(plane, [&](int axis, std::size_t at, double, double, double open) {
    if (axis == 0) flow += open * 0.1 * in_plane.u[at] / 4;
  });
  const State s = steady(c, initial_state(c), 0.1, g);
  CHECK(superficial_flow(c, s, 0, g) == doctest::Approx(flow / g).epsilon(1e-3));
}

TEST_CASE("cut walls in space: gas at rest under gravity stays at rest") {
  const Case c = case_with({{-0.9863, -0.9629, -0.98}, {1.0137, 1.0371, 1.02}, {9, 9, 9}},
                           {{mesh::Sphere{{0, 0, 0}, 0.8}, slipping(), true}}, {0.03, -0.02, -0.1});
  const auto backend = make_serial_operations(c);
  backend->upload(initial_state(c));
  for (int n = 0; n < 60; ++n) advance_time_step(*backend, 0.3, {1e-10, 1000});
  const State s = backend->download();
  CHECK(error_of(
            c, s, [](const Position3&) { return Position3{}; }, 1)
            .largest < 1e-8);
}

}  // namespace slipflow::simple_ts::test_walls_in_space
