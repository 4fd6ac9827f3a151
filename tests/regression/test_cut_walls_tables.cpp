// Creeping flow with cut walls against tables of drag and finite elements, in full.
#include "cut_wall_flows.hpp"

namespace slipflow::simple_ts::test_cut_walls_tables {

using namespace cut_wall_flows;

namespace {
/// Drag of a square array of cylinders of radius `a` in units of its spacing, F/(mu U) of the
/// superficial velocity U, from the flow at n cells to the spacing. `options`: of the cylinder.
double drag_of_array(int n, double a, const std::string& options, double slip_length) {
  const std::string slip = fmt::format("gas.slip_coefficient={}", 2 * slip_length / kKnudsen);
  const double flow =
      creeping_flow(n, fmt::format("circle = 0 0 {} {}\n", 2 * a, options), 0.0137, 0.0371, {slip})
          .flow;
  return 8 / (kB * flow);
}

struct Column {
  double slip;  // over the radius
  double drag;
};
}  // namespace

TEST_CASE("cut walls: the drag of square arrays of cylinders, as computed by others" *
          doctest::test_suite("full")) {
  // Solid fractions .1 and .2, about 10 cells to the diameter.
  CHECK(std::abs(drag_of_array(28, 0.178412, "slip=off", 0) / 24.83168 - 1) < 0.02);
  CHECK(std::abs(drag_of_array(28, 0.178412, "", 0.05 * 0.178412) / 23.12295 - 1) < 0.02);
  CHECK(std::abs(drag_of_array(28, 0.178412, "", 0.2 * 0.178412) / 20.16623 - 1) < 0.02);
  CHECK(std::abs(drag_of_array(28, 0.178412, "slip=free", 0) / 13.75584 - 1) < 0.03);
  CHECK(std::abs(drag_of_array(20, 0.252313, "slip=off", 0) / 51.52695 - 1) < 0.02);
  CHECK(std::abs(drag_of_array(20, 0.252313, "", 0.01 * 0.252313) / 50.17530 - 1) < 0.02);
  CHECK(std::abs(drag_of_array(20, 0.252313, "slip=free", 0) / 22.10356 - 1) < 0.03);
  const double coarse = drag_of_array(20, 0.252313, "", 0.1 * 0.252313) / 42.00893 - 1;
  const double fine = drag_of_array(40, 0.252313, "", 0.1 * 0.252313) / 42.00893 - 1;
  CHECK(std::abs(coarse) < 0.02);
  CHECK(std::log2(coarse / fine) > 1.8);
}

namespace {
/// A polygon with these corners, turned by an angle in degrees and moved, as a line of a case.
std::string turned_polygon(const std::vector<std::array<double, 2>>& corners, double degrees,
                           double x, double y) {
  const double angle = degrees * std::numbers::pi / 180, s = std::sin(angle), k = std::cos(angle);
  std::string text = "polygon =";
  for (const auto& [a, b] : corners)
    text += fmt::format(" {} {}", x + k * a - s * b, y + s * a + k * b);
  return text + "\n";
}

using Corners = std::vector<std::array<double, 2>>;
const Corners square = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
const Corners plate = {{-0.5, -0.1}, {0.5, -0.1}, {0.5, 0.1}, {-0.5, 0.1}};
const Corners triangle = {
    {0, 0.6}, {-0.3 * std::numbers::sqrt3, -0.3}, {0.3 * std::numbers::sqrt3, -0.3}};

/// Root mean square of the relative errors of the flow past a polygon, over six positions of the
/// mesh of n cells.
double error_of_flow(const Corners& corners, double degrees, double flow, int n) {
  Error error;
  for (const auto& [x, y] : {std::array{0.0137, 0.0371},
                             {0.05, 0.02},
                             {0.003, 0.061},
                             {0.031, 0.047},
                             {0.07, 0.083},
                             {0.0, 0.0}})
    error.add(creeping_flow(n, turned_polygon(corners, degrees, x, y), 0, 0).flow / flow - 1);
  return error.l2();
}
}  // namespace

TEST_CASE("cut walls: polygons at six positions of the mesh, against finite elements" *
          doctest::test_suite("full")) {
  CHECK(error_of_flow(square, 0, 2.4765, 20) < 0.035);
  CHECK(error_of_flow(square, 15, 2.2745, 20) < 0.035);
  CHECK(error_of_flow(square, 30, 1.7478, 20) < 0.035);
  CHECK(error_of_flow(square, 45, 1.3514, 20) < 0.035);
  CHECK(error_of_flow(triangle, 20, 3.865, 20) < 0.055);
  CHECK(error_of_flow(plate, 30, 9.31, 20) < 0.045);
}

}  // namespace slipflow::simple_ts::test_cut_walls_tables
