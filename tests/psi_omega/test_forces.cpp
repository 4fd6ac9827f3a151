// The force on bodies: a balance of momentum in a box of nodes.
#include <cmath>
#include <numbers>

#include "flows.hpp"
#include "solver/forces.hpp"

namespace test_forces {

using namespace psi_tests;
using psi_omega::Force;

namespace {
constexpr double kReynolds = 10;

// psi = sin x sin y exp(-2 t/Re), an exact solution with omega = 2 psi.
std::vector<double> vortices(const Flow& flow, double time) {
  const auto layout = flow.c.mesh.layout();
  std::vector<double> psi(layout.size());
  for (int j = 0; j <= layout.ny; ++j)
    for (int i = 0; i <= layout.nx; ++i)
      psi[layout.at(i, j)] = std::sin(flow.c.mesh.x.faces[i]) * std::sin(flow.c.mesh.y.faces[j]) *
                             std::exp(-2 * time / kReynolds);
  return psi;
}

// The force on a box in which there is no body: 0 for exact derivatives.
double force_on_nothing(int n) {
  const Flow flow(fmt::format(
      "[fluid]\nreynolds = {}\n[mesh]\nx = 0 {}\ny = 0 {}\ncells = {} {}\n"
      "x_stretch = geometric {}\n"
      "[boundary]\nwest = symmetry\neast = symmetry\nsouth = symmetry\nnorth = symmetry\n"
      "[scheme]\ntime = adi\n[time]\nstep = 1\nmax_steps = 1\n",
      kReynolds, std::numbers::pi, std::numbers::pi, n, n, std::pow(1.5, 1.0 / n)));
  const double dt = 1e-4;  // the derivative in time is of first order
  const auto psi = vortices(flow, 0.5 * dt), before = vortices(flow, -0.5 * dt);
  auto omega = vortices(flow, 0);
  for (double& value : omega) value *= 2;
  const Force force = psi_omega::force_inside(flow.c, flow.nodes, {n / 8, n / 4, n / 2, 3 * n / 4},
                                              {psi, omega, &before, dt});
  return std::hypot(force.x, force.y);
}

Force steady_force(const Flow& flow, const Simulation& simulation, const mesh::CellBox& box) {
  const auto psi = values(simulation, "psi"), omega = values(simulation, "omega");
  return psi_omega::force_inside(flow.c, flow.nodes, box, {psi, omega});
}
}  // namespace

TEST_CASE("the force on a box without a body vanishes with the second order") {
  const double coarse = force_on_nothing(32), fine = force_on_nothing(64);
  CHECK(coarse > 1e-6);
  CHECK(std::log2(coarse / fine) > 1.8);
  CHECK(fine < 2e-3);
}

TEST_CASE("the drag of a square does not depend on the box, and has no lift") {
  const Flow flow(square(8, 20, 20), {"time.step=0.1"});
  const auto simulation = flow.start();
  run_to_steady(*simulation, 1e-4, 3000);
  const auto& own = flow.nodes.islands[0].nodes;
  const auto box = psi_omega::box_around(flow.c, flow.nodes, flow.nodes.islands[0]);
  REQUIRE(box);
  CHECK(box->i0 == own.i0 - 4);
  CHECK(box->j1 == own.j1 + 4);
  const Force near = steady_force(flow, *simulation, *box);
  // Nearly the whole channel.
  const Force far = steady_force(flow, *simulation, {2, 1, 20 * 8 - 2, 8 * 8 - 1});
  CHECK(near.x > 0.5);
  CHECK(near.x == doctest::Approx(far.x).epsilon(0.02));
  CHECK(std::abs(near.y) < 1e-8);
  const auto summary = simulation->body_summaries();
  REQUIRE(summary.size() == 1);
  CHECK(summary[0].body == "rectangle 1");
  CHECK(summary[0].numbers[0].second == doctest::Approx(2 * near.x));
  CHECK(simulation->measures()[0][0] == near.x);
}

TEST_CASE("an unsteady flow pushes a body that it meets") {
  // Behind an accelerated start the drag of the added mass and the pressure exceeds the steady one.
  const Flow flow(square(6, 14, 40), {"scheme.time=adi", "time.step=0.02"});
  const auto simulation = flow.start();
  CHECK(std::isfinite(simulation->measures()[0][0]));
  for (int step = 1; step <= 10; ++step) simulation->advance(0.02, 0.02 * step, 1);
  const Force near = {simulation->measures()[0][0], simulation->measures()[0][1]};
  const auto psi = values(*simulation, "psi"), omega = values(*simulation, "omega"),
             before = values(*simulation, "psi", methods::Level::old);
  const Force wide =
      psi_omega::force_inside(flow.c, flow.nodes, {6, 4, 60, 44}, {psi, omega, &before, 0.02});
  CHECK(near.x > 1);
  CHECK(near.x == doctest::Approx(wide.x).epsilon(0.05));
  const Force without_rate =
      psi_omega::force_inside(flow.c, flow.nodes, {6, 4, 60, 44}, {psi, omega});
  CHECK(std::abs(without_rate.x - near.x) > 0.1 * near.x);
}

TEST_CASE("a body with another one a cell away has no force of its own") {
  auto text = square(4, 20, 20);
  text.insert(text.find("[boundary]"), "rectangle = 7.25 3.5 8 4.5\n");
  const Flow flow(text);
  REQUIRE(flow.nodes.islands.size() == 2);
  CHECK(!psi_omega::box_around(flow.c, flow.nodes, flow.nodes.islands[0]));
  const auto simulation = flow.start();
  CHECK(std::isnan(simulation->measures()[0][0]));
}

}  // namespace test_forces
