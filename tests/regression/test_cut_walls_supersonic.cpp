// Supersonic flow around cut bodies.
#include "cut_wall_flows.hpp"

namespace slipflow::simple_ts::test_cut_walls_supersonic {

using namespace cut_wall_flows;

namespace {
/// Drag coefficient of a body of size 1 at Ma 2.43 and Kn .05 after `time`, m cells to its size,
/// from a start that is smooth around it.
double drag(int m, const Box& box, const std::string& body, double time,
            const std::string& south = "symmetry") {
  const Case c = case_from(fmt::format(
      "[gas]\nknudsen = 0.05\nmach = 2.43\ncoefficients = published\n[scheme]\nconvection = tvd\n"
      "[mesh]\nx = {} {}\ny = {} {}\ncells = {} {}\nwalls = cut\n[body]\n{}\n"
      "[boundary]\nwest = stream\neast = outflow\nsouth = symmetry\nnorth = symmetry\n"
      "[time]\nstep = 1\nmax_steps = 1\n",
      box.x0, box.x1, box.y0, box.y1, box.nx, box.ny, body));
  const double U = 2.43 * std::sqrt(c.gas.sound2());
  State start = initial_state(c);
  for_nodes(c, [&](int axis, std::size_t at, double x, double y, double) {
    const double d = std::hypot(x, y) - 0.5;
    if (axis == 0 && x > box.x0) start.u[at] = U * (1 - std::exp(-d * d / 0.36));
  });
  const auto backend = make_serial_operations(c);
  backend->upload(start);
  const double dt = 0.12 / m;
  double factor = 0;
  const int steps = static_cast<int>(std::lround(time / dt));
  for (int n = 0; n < steps; ++n) {
    InnerControl control{.tolerance = 1e-7};
    control.max = 400;
    control.factor = factor;
    const InnerResult result = advance_time_step(*backend, dt, control);
    REQUIRE(result.converged);
    factor = result.factor;
  }
  const WallLoads loads = rounded(c, backend->diagnostics().wall_loads());
  return wall_forces(c, loads.back()).force[0] / (0.5 * U * U);
}

/// Drag coefficient of a cylinder, from its upper half.
double drag_of_cylinder(int m) {
  return 2 * drag(m, {-2, 2.5, 0, 3, 9 * m / 2, 3 * m}, "circle = 0 0 0.5", 3);
}

/// Drag coefficient of a unit square, turned by 30 degrees, whose centre is at (x, y).
double drag_of_square(double x, double y) {
  std::string body = "polygon =";
  const double s = 0.5, k = 0.5 * std::numbers::sqrt3;  // sine and cosine
  for (const auto& [a, b] : {std::pair{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}})
    body += fmt::format(" {} {}", x + k * a - s * b, y + s * a + k * b);
  return drag(10, {-1.6, 1.6, -1.8, 1.8, 32, 36}, body, 2);
}
}  // namespace

TEST_CASE("cut walls: drag of a cylinder in a supersonic stream" * doctest::test_suite("full")) {
  const double coarse = drag_of_cylinder(10), fine = drag_of_cylinder(28);
  CHECK(coarse == doctest::Approx(1.61509).epsilon(0.005));  // of an independent program
  CHECK(std::abs(coarse / fine - 1) < 0.01);
}

TEST_CASE("cut walls: drag of a turned square at four positions of the mesh" *
          doctest::test_suite("full")) {
  double least = 10, most = 0;
  for (const auto& [x, y] : {std::array{0.0, 0.0}, {0.03, 0.06}, {0.05, 0.01}, {0.07, 0.08}}) {
    const double of_position = drag_of_square(x, y);
    least = std::min(least, of_position), most = std::max(most, of_position);
  }
  CHECK(most / least - 1 < 0.02);
}

}  // namespace slipflow::simple_ts::test_cut_walls_supersonic
