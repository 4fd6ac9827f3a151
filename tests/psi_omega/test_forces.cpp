// The force on bodies: a balance of momentum in a box of nodes.
#include <cmath>
#include <numbers>

#include "flows.hpp"

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
                                              {before, psi, omega, omega, omega, dt});
  return std::hypot(force.x, force.y);
}

Force steady_force(const Flow& flow, const Simulation& simulation, const mesh::CellBox& box) {
  const auto psi = values(simulation, "psi"), omega = values(simulation, "omega");
  return psi_omega::force_inside(flow.c, flow.nodes, box, psi_omega::steady_fields(psi, omega));
}
}  // namespace

TEST_CASE("the force on a box without a body vanishes with the second order") {
  const double coarse = force_on_nothing(32), fine = force_on_nothing(64);
  CHECK(coarse > 1e-6);
  CHECK(std::log2(coarse / fine) > 1.8);
  CHECK(fine < 2e-3);
}

TEST_CASE("in steady flow the force does not depend on the box") {
  // A body off the middle; at y = 6.5 the flow is fast, so the lift is not small.
  const Flow flow(square(6, 16, 20), {"body.rectangle=6 5 7 6.5"});
  const auto simulation = flow.start();
  run_to_steady(*simulation, 1e-9, 5000);
  const auto& own = flow.nodes.islands[0].nodes;
  const auto box = psi_omega::box_around(flow.c, flow.nodes, flow.nodes.islands[0]);
  REQUIRE(box);
  CHECK(box->i0 == own.i0 - 1);
  CHECK(box->j1 == own.j1 + 1);
  const Force near = steady_force(flow, *simulation, *box);
  CHECK(near.x > 0.5);
  CHECK(std::abs(near.y) > 0.1);
  // Nearly the whole channel, and one with the body in a corner.
  for (const mesh::CellBox& other : {mesh::CellBox{2, 2, 16 * 6 - 2, 8 * 6 - 2},
                                     mesh::CellBox{own.i0 - 2, 3, own.i1 + 20, own.j1 + 3}}) {
    const Force far = steady_force(flow, *simulation, other);
    CHECK(far.x == doctest::Approx(near.x).epsilon(1e-7));
    CHECK(far.y == doctest::Approx(near.y).epsilon(1e-7));
  }
  // On the body itself it is of the first order.
  CHECK(steady_force(flow, *simulation, own).x == doctest::Approx(near.x).epsilon(0.05));
  const auto summary = simulation->body_summaries();
  REQUIRE(summary.size() == 1);
  CHECK(summary[0].body == "rectangle 1");
  CHECK(simulation->tables()[0][0] == near.x);
}

TEST_CASE("drag and lift have one length: the extent along y, or a given one") {
  const auto coefficients = [](const std::string& option) {
    const Flow flow(square(4, 16, 20), {"body.rectangle=6 5 8 6.5" + option});
    const auto simulation = flow.start();
    simulation->advance(0.1, 0.1, 1);
    const auto force = simulation->forces()[0];
    const auto numbers = simulation->body_summaries()[0].numbers;
    REQUIRE(numbers.size() == 3);
    CHECK(numbers[2].first == "reference_length");
    const double length = numbers[2].second;
    CHECK(numbers[0].second == doctest::Approx(2 * force.x / length));
    CHECK(numbers[1].second == doctest::Approx(2 * force.y / length));
    return length;
  };
  CHECK(coefficients("") == 1.5);
  CHECK(coefficients(" reference_length=2") == 2);
}

TEST_CASE("a square in the middle of a steady flow has no lift") {
  const Flow flow(square(4, 16, 20));
  const auto simulation = flow.start();
  run_to_steady(*simulation, 1e-6, 3000);
  CHECK(std::abs(simulation->tables()[0][1]) < 1e-8);
}

TEST_CASE("in unsteady flow the drag does not depend on the box up to two sides away") {
  constexpr int kSide = 8;
  const Flow flow(square(kSide, 16, 100), {"scheme.time=adi", "time.step=1"});
  Stepping flowing(flow);
  flowing.run(0.3 / kSide, 100);
  const auto& own = flow.nodes.islands[0].nodes;
  const Force near = flowing.force(widened(own, 1));
  CHECK(near.x > 0.5);
  CHECK(flowing.simulation.tables()[0][0] == near.x);
  for (const int away : {2, 3, kSide / 2, kSide, 3 * kSide / 2, 2 * kSide}) {
    CAPTURE(away);
    CHECK(flowing.force(widened(own, away)).x == doctest::Approx(near.x).epsilon(0.01));
  }
}

TEST_CASE("the force has the inertia of the fluid in the box") {
  // Behind an accelerated start the drag of the added mass and the pressure exceeds the steady one.
  const Flow flow(square(6, 14, 40), {"scheme.time=adi", "time.step=0.02"});
  Stepping flowing(flow);
  CHECK(std::isfinite(flowing.simulation.tables()[0][0]));
  flowing.run(0.02, 10);
  const mesh::CellBox wide = {6, 4, 60, 44};
  const Force near = flowing.force(widened(flow.nodes.islands[0].nodes, 1));
  CHECK(near.x > 1);
  CHECK(near.x == doctest::Approx(flowing.force(wide).x).epsilon(0.01));
  CHECK(std::abs(steady_force(flow, flowing.simulation, wide).x - near.x) > 0.1 * near.x);
}

TEST_CASE("a resumed computation has the force of the uninterrupted one before its next step") {
  const Flow flow(square(4, 12, 40), {"scheme.time=adi", "time.step=0.05", "scheme.corner=faces",
                                      "body.rectangle=6 3 7 4.5"});
  const auto simulation = flow.start(), resumed = flow.on_host();
  for (int step = 1; step <= 4; ++step) simulation->advance(0.05, 0.05 * step, 1);
  resumed->upload(simulation->download(methods::Level::current));
  resumed->upload_old(simulation->download(methods::Level::old), 0.05);
  CHECK(resumed->tables() == simulation->tables());
}

TEST_CASE("the box of a body is the body itself where another one is two cells away") {
  auto text = square(4, 20, 20);
  text.insert(text.find("[boundary]"), "rectangle = 7.5 3.5 8 4.5\n");
  const Flow flow(text);
  REQUIRE(flow.nodes.islands.size() == 2);
  const auto& own = flow.nodes.islands[0].nodes;
  const auto box = psi_omega::box_around(flow.c, flow.nodes, flow.nodes.islands[0]);
  REQUIRE(box);
  CHECK(box->i1 == own.i1);
  const auto simulation = flow.start();
  CHECK(std::isfinite(simulation->tables()[0][0]));
}

TEST_CASE("a body with another one between its arms has no force of its own") {
  auto text = square(4, 20, 20);
  text.insert(text.find("[boundary]"), "rectangle = 6 4.5 6.25 6\nrectangle = 6.75 5 8 5.5\n");
  const Flow flow(text);
  REQUIRE(flow.nodes.islands.size() == 2);
  CHECK(!psi_omega::box_around(flow.c, flow.nodes, flow.nodes.islands[0]));
  const auto simulation = flow.start();
  CHECK(std::isnan(simulation->tables()[0][0]));
}

}  // namespace test_forces
