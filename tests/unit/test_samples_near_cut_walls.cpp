// Probes and profiles next to bodies that cut cells.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string>

#include "failure.hpp"
#include "slipflow/simple_ts/samples.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_samples_near_cut_walls {

namespace {
std::string text_with(const std::string& circle) {
  return "[gas]\nknudsen = 0.05\nmach = 0.5\n[mesh]\nx = 0 2\ny = 0 1.5\ncells = 20 15\n"
         "walls = cut\n[body]\ncircle = " +
         circle + "\n[boundary]\nwest = periodic\neast = periodic\nsouth = wall\nnorth = wall\n" +
         one_step;
}

/// T, u and v linear where gas has nodes, and far off elsewhere: in a run the velocity on faces
/// that bodies cover is 0.
template <class Linear>
State state_with(const Case& c, Linear linear) {
  State s = initial_state(c);
  const auto layout = c.mesh.layout();
  for (int j = 0; j <= layout.ny; ++j)
    for (int i = 0; i <= layout.nx; ++i) {
      const auto at = layout.at(i, j);
      const int n = c.cut->place[at];
      const auto* cell = n < 0 ? nullptr : &c.cut->cells[n];
      const bool inside = i < layout.nx && j < layout.ny;
      const double x = inside ? c.mesh.x.centre(i) : 0, y = inside ? c.mesh.y.centre(j) : 0;
      s.T[at] = !cell ? linear(x, y) : cell->volume > 0 ? linear(cell->x, cell->y) : 99;
      const double x_face = c.mesh.x.faces[i], y_face = c.mesh.y.faces[j];
      s.u[at] = !cell ? linear(x_face, y) : cell->open_x > 0 ? linear(x_face, cell->y_x) : 99;
      s.v[at] = !cell ? linear(x, y_face) : cell->open_y > 0 ? linear(cell->x_y, y_face) : 99;
    }
  return s;
}

/// Samples around the circle of radius 0.4, which has a centre (x0, 0.71), and how many of the
/// points lie within a cell of its wall.
template <class Linear>
int check_around(double x0, Linear linear) {
  const Case c = case_from(text_with(fmt::format("{} 0.71 0.4", x0)));
  const State s = state_with(c, linear);
  int near = 0;
  for (int k = 0; k < 400; ++k) {
    const double along = -0.55 + 1.1 * (k % 20) / 19.0, y = 0.16 + 1.1 * (k / 20) / 19.0;
    const double x = x0 + along < 0 ? x0 + along + 2 : x0 + along;
    const double from_wall = std::hypot(along, y - 0.71) - 0.4;
    const SamplePoint point = sample_point(c, {x, y, 0});
    if (from_wall > 0) CHECK(point.in_gas);
    if (from_wall < -0.01) CHECK(!point.in_gas);
    if (!point.in_gas) continue;
    const auto values = sample(c, {point}, s).at(0);
    CHECK(values.T == doctest::Approx(linear(x, y)).epsilon(1e-9));
    CHECK(values.u == doctest::Approx(linear(x, y)).epsilon(1e-9));
    CHECK(values.v == doctest::Approx(linear(x, y)).epsilon(1e-9));
    near += from_wall < 0.1;
  }
  return near;
}
}  // namespace

TEST_CASE("next to cut walls what is linear between the nodes of the gas is sampled exactly") {
  CHECK(check_around(1.03, [](double x, double y) { return 1 + 0.3 * x - 0.2 * y; }) > 20);
  // Across a periodic boundary nodes are images.
  CHECK(check_around(
            0.07, [](double x, double y) { return 1 + 0.3 * (x > 1 ? x - 2 : x) - 0.2 * y; }) > 20);
}

TEST_CASE("gas on the other side of a thin body does not count") {
  const Case c = case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\ncells = 10 10\nwalls = cut\n"
      "[body]\npolygon = 0 0.45 1 0.55 1 0.57 0 0.47\n"
      "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall\n" +
      one_step);
  State s = initial_state(c);
  const auto layout = c.mesh.layout();
  for (int j = 0; j < 10; ++j)
    for (int i = 0; i < 10; ++i) {
      const int n = c.cut->place[layout.at(i, j)];
      const double x = n < 0 ? c.mesh.x.centre(i) : c.cut->cells[n].x;
      const double y = n < 0 ? c.mesh.y.centre(j) : c.cut->cells[n].y;
      s.T[layout.at(i, j)] = y > 0.46 + 0.1 * x ? 2 : 1;
    }
  const auto T_at = [&](double x, double y) {
    return sample(c, {sample_point(c, {x, y, 0})}, s).at(0).T;
  };
  CHECK(T_at(0.52, 0.49) == doctest::Approx(1).epsilon(1e-12));
  CHECK(T_at(0.52, 0.54) == doctest::Approx(2).epsilon(1e-12));
  CHECK(std::isnan(T_at(0.52, 0.512)));
}

TEST_CASE("a probe in the part of a cell that a body covers is refused") {
  const auto refused = [](const std::string& probe) {
    return test_support::reason_of_refusal(
        [&] { case_from(text_with("1.03 0.71 0.4"), {"output.probe=" + probe}); });
  };
  CHECK(refused("0.78 0.46") == "lies in circle 1, where there is no gas");
}

}  // namespace slipflow::simple_ts::test_samples_near_cut_walls
