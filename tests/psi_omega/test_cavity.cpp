// The flow in a cavity whose lid moves: values of the discrete equations, which an independent
// program has found, and of an accurate solution.
#include <algorithm>
#include <cmath>

#include "flows.hpp"

namespace test_cavity {

using namespace psi_tests;

namespace {
double least(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

// The least u on the vertical line through the middle.
double least_u(const Flow& flow, Simulation& simulation) {
  std::vector<methods::Point> line;
  for (const double y : flow.c.mesh.y.faces) line.push_back({0.5, y});
  double u = 0;
  for (const auto& sample : simulation.sample(line)) u = std::min(u, sample[2]);
  return u;
}

double steady_psi_min(int n, double reynolds, const Overrides& overrides = {}) {
  const Flow flow(cavity(n, reynolds), overrides);
  const auto simulation = flow.start();
  run_to_steady(*simulation, 1e-6, 20000);
  return least(values(*simulation, "psi"));
}
}  // namespace

TEST_CASE("the cavity at Re = 1000 on 64 x 64 cells has the extrema of the discrete equations") {
  const Flow flow(cavity(64, 1000));
  const auto simulation = flow.start();
  CHECK(run_to_steady(*simulation, 1e-6, 20000) < 5000);
  CHECK(std::abs(least(values(*simulation, "psi")) - -0.105220) < 2e-5);
  CHECK(std::abs(least_u(flow, *simulation) - -0.33777) < 2e-5);
}

TEST_CASE("the cavity converges with the second order to the accurate solution at Re = 100") {
  // From meshes of 16, 32 and 64: an observed order, and Richardson's extrapolation to -0.10352.
  const double coarse = steady_psi_min(16, 100), middle = steady_psi_min(32, 100),
               fine = steady_psi_min(64, 100);
  const double order = std::log2((middle - coarse) / (fine - middle));
  CHECK(order > 1.9);
  CHECK(order < 2.6);
  CHECK(std::abs(fine + (fine - middle) / 3 - -0.10352) < 1e-4);
}

TEST_CASE("lines and steps in pseudo time lead to the same steady flow") {
  const double steady = steady_psi_min(24, 100);
  for (const char* axis : {"x", "y"}) {
    const Flow flow(cavity(24, 100), {"scheme.time=rows", fmt::format("lines.axis={}", axis),
                                      "lines.algorithm=pta"});
    const auto simulation = flow.start();
    CHECK(run_to_steady(*simulation, 1e-8, 20000) < 20000);
    CHECK(std::abs(least(values(*simulation, "psi")) - steady) < 1e-6);
  }
}

TEST_CASE("all convection schemes agree on a fine mesh, and differ") {
  const double advective = steady_psi_min(48, 100);
  for (const char* scheme : {"skew", "conservative"}) {
    const double psi = steady_psi_min(48, 100, {fmt::format("scheme.convection={}", scheme)});
    CHECK(psi != advective);
    CHECK(std::abs(psi - advective) < 1e-3);
  }
}

TEST_CASE("Jensen's formula for the vorticity at walls agrees with Thom's on a fine mesh") {
  const double thom = steady_psi_min(48, 100);
  const double jensen = steady_psi_min(48, 100, {"scheme.wall_vorticity=jensen"});
  CHECK(jensen != thom);
  CHECK(std::abs(jensen - thom) < 2e-3);
}

TEST_CASE("a mirrored cavity has the mirrored flow") {
  const Flow east(cavity(17, 200)), west(cavity(17, 200), {"boundary.north=wall velocity=-1"});
  const auto a = east.start(), b = west.start();
  for (int step = 0; step < 20; ++step) {
    const double dt = a->time_step();
    a->advance(dt, 0, 1);
    b->advance(dt, 0, 1);
  }
  const auto psi = values(*a, "psi"), mirrored = values(*b, "psi");
  const auto layout = east.c.mesh.layout();
  double largest = 0;
  for (int j = 0; j <= 17; ++j)
    for (int i = 0; i <= 17; ++i)
      largest = std::max(largest, std::abs(psi[layout.at(i, j)] + mirrored[layout.at(17 - i, j)]));
  CHECK(largest < 1e-10);
  CHECK(least(psi) < -1e-3);
}

}  // namespace test_cavity
