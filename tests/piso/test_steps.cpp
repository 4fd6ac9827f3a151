// Unsteady incompressible flow by PISO.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "failure.hpp"
#include "flow_meshes.hpp"
#include "slipflow/piso/flow_solver.hpp"
#include "slipflow/piso/solution_limits.hpp"

namespace test_steps {

using namespace slipflow::piso;
using namespace test_flow;
using test_support::failure;

namespace {
constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kViscosity = 0.02;

/// Taylor and Green's vortices in a stream (1, 0.5), of period 1.
SfVector vortices(const SfVector& x, double t) {
  const double decay = std::exp(-2 * kTurn * kTurn * kViscosity * t);
  const double a = kTurn * (x.x - t), b = kTurn * (x.y - 0.5 * t);
  return {1 + decay * std::sin(a) * std::cos(b), 0.5 - decay * std::cos(a) * std::sin(b), 0};
}

/// The error at t = 0.2 on n x n cells of a periodic square.
double error_of_vortices(int n, int steps, bool bdf2) {
  const auto mesh = flow_mesh(box({n, n}, {1, 1}, "xy"));
  FlowCase flow;
  flow.algorithm = Algorithm::piso;
  flow.viscosity = kViscosity;
  flow.bdf2 = bdf2;
  FlowSolver solver(mesh, flow);
  std::vector<SfVector> U;
  for (const auto& centre : mesh.centres) U.push_back(vortices(centre, 0));
  solver.start(U);
  for (int k = 0; k < steps; ++k) CHECK(solver.step(0.2 / steps).continuity < 1e-6);
  return rms_error(mesh, solver.velocities(), [](const SfVector& x) { return vortices(x, 0.2); });
}
}  // namespace

TEST_CASE("Taylor-Green vortices: second order in space") {
  const double coarse = error_of_vortices(16, 40, true), fine = error_of_vortices(32, 80, true);
  CHECK(std::log2(coarse / fine) > 1.9);
  CHECK(fine < 0.02);
}

TEST_CASE("a start-up flow between plates: second order in time with bdf2, first with Euler") {
  // Uniform gravity g(t) = cos(t) along x: u has no error in space in the middle of a wide channel.
  const auto error = [](int steps, bool bdf2) {
    const auto mesh = flow_mesh(box({3, 24}, {1, 1}, "x"));
    FlowCase flow;
    flow.algorithm = Algorithm::piso;
    flow.viscosity = 0.1;
    flow.bdf2 = bdf2;
    flow.gravity = {1, 0, 0};
    flow.patches.resize(2);
    FlowSolver solver(mesh, flow);
    for (int k = 0; k < steps; ++k) solver.step(1.0 / steps);
    return solver.velocities()[3 * 12].x;
  };
  for (const bool bdf2 : {false, true}) {
    const double a = error(10, bdf2), b = error(20, bdf2), c = error(40, bdf2);
    const double order = std::log2(std::abs(a - b) / std::abs(b - c));
    CHECK(order > (bdf2 ? 1.7 : 0.9));
  }
}

TEST_CASE("a closed box under gravity stays at rest, on a sheared mesh too") {
  for (const double shear : {0.0, 0.5}) {
    const auto mesh = flow_mesh(sheared(box({6, 5, 4}, {1, 1, 1}), shear));
    FlowCase flow;
    flow.algorithm = Algorithm::piso;
    flow.gravity = {0.3, -9.81, 1};
    flow.patches.resize(6);
    FlowSolver solver(mesh, flow);
    for (int k = 0; k < 3; ++k) solver.step(0.1);
    for (const auto& U : solver.velocities()) CHECK(std::sqrt(sf_dot(U, U)) < 1e-12);
    // The pressures on all sides bear the weight of the fluid in the box.
    const auto loads = solver.side_loads();
    SfVector force{};
    const SfVectorArray of{mesh.sides.count(), mesh.components};
    for (int s = 0; s < of.count; ++s)
      force = sf_plus_times(force, loads.pressures[static_cast<std::size_t>(s)],
                            sf_vector_at(mesh.sides.S.data(), of, s));
    CHECK(force.x == doctest::Approx(flow.gravity.x));
    CHECK(force.y == doctest::Approx(flow.gravity.y));
    CHECK(force.z == doctest::Approx(flow.gravity.z));
  }
}

TEST_CASE("PISO becomes the steady flow of SIMPLEC, whatever the relaxation") {
  const auto mesh = flow_mesh(box({12, 12}, {1, 1}));
  std::vector<std::vector<SfVector>> flows;
  for (const double relaxation : {0.0, 0.7, 0.95}) {
    FlowCase flow;
    flow.viscosity = 0.05;
    flow.algorithm = relaxation > 0 ? Algorithm::simplec : Algorithm::piso;
    flow.relax_velocity = relaxation;
    flow.tolerance = 1e-9;
    flow.patches.resize(4);
    flow.patches[3].velocity = [](const SfVector&, double) { return SfVector{1, 0, 0}; };
    FlowSolver solver(mesh, flow);
    for (int k = 0; k < 400; ++k) relaxation > 0 ? solver.iterate() : solver.step(0.05);
    flows.push_back(solver.velocities());
  }
  double largest = 0, between = 0;
  for (std::size_t i = 0; i < flows[0].size(); ++i) {
    const SfVector a = sf_plus_times(flows[0][i], -1, flows[1][i]);
    const SfVector b = sf_plus_times(flows[2][i], -1, flows[1][i]);
    largest = std::max(largest, std::sqrt(sf_dot(a, a)));
    between = std::max(between, std::sqrt(sf_dot(b, b)));
  }
  CHECK(largest < 1e-3);
  CHECK(between < 1e-6);
}

TEST_CASE("outer correctors lead to one solution of a large step, explicit parts included") {
  // A Courant number of about 5, on faces that are oblique.
  const auto mesh = flow_mesh(sheared(box({16, 16}, {1, 1}), 0.4));
  const auto after_steps = [&](int outer) {
    FlowCase flow;
    flow.algorithm = Algorithm::piso;
    flow.viscosity = 0.01;
    flow.outer_correctors = outer;
    flow.patches.resize(4);
    flow.patches[3].velocity = [](const SfVector&, double) { return SfVector{1, 0, 0}; };
    FlowSolver solver(mesh, flow);
    double courant = 0;
    for (int k = 0; k < 3; ++k) courant = solver.step(0.4).courant;
    CHECK(courant > 3);
    return solver.velocities();
  };
  const auto converged = after_steps(24);
  const auto distance = [&](int outer) {
    const auto U = after_steps(outer);
    double sum = 0;
    for (std::size_t i = 0; i < U.size(); ++i) {
      const SfVector difference = sf_plus_times(U[i], -1, converged[i]);
      sum += sf_dot(difference, difference);
    }
    return std::sqrt(sum / static_cast<double>(U.size()));
  };
  const double one = distance(1), four = distance(4), twelve = distance(12);
  CAPTURE(one);
  CAPTURE(four);
  CHECK(four < 0.2 * one);
  CHECK(twelve < 0.1 * four);
}

TEST_CASE(
    "a linear system that takes too many iterations is a warning, the third in a row an end") {
  SolutionLimit limit("pressure", 10);
  slipflow::linear_solvers::Result7 missed, met;
  missed.iterations = met.iterations = 10;
  missed.first = 2;
  missed.last = 0.5;
  met.converged = true;
  std::vector<std::string> warnings;
  const std::string sentence =
      "the linear system of the pressure did not converge in 10 iterations, the limit: its "
      "residual is 0.25 of the initial one";
  for (const auto& result : {missed, missed, met, missed, missed})
    CHECK(limit.judge(result, warnings) == 10);
  CHECK(warnings == std::vector{sentence});
  SolutionLimit resumed("pressure", 10);
  resumed.resume(limit.misses());
  for (auto* one : {&limit, &resumed}) {
    const auto [status, end] = failure([&] { one->judge(missed, warnings); });
    CHECK(status == slipflow::ExitStatus::diverged);
    CHECK(end == sentence + ", for the third time in a row");
  }
}

TEST_CASE("flows that do not balance are refused") {
  const auto mesh = flow_mesh(box({4, 4}, {1, 1}));
  FlowCase flow;
  flow.algorithm = Algorithm::piso;
  flow.patches.resize(4);
  flow.patches[0].velocity = [](const SfVector&, double) { return SfVector{1.2, 0, 0}; };
  flow.patches[1].velocity = [](const SfVector&, double) { return SfVector{1, 0, 0}; };
  const auto [status, sentence] = failure([&] { FlowSolver(mesh, flow); });
  CHECK(status == slipflow::ExitStatus::bad_input);
  CHECK(sentence ==
        "the boundaries let in 1.2 and out 1, and none of them gives a pressure: make one of them "
        "outflow or pressure, or flow.balance = on scales what flows out");
  flow.balance = true;
  FlowSolver balanced(mesh, flow);
  CHECK(balanced.step(0.1).continuity < 1e-6);
  CHECK(balanced.state().fluxes.sides[4] == doctest::Approx(1.2 / 4));
  const auto [other_status, other] = failure([&] {
    FlowCase few;
    FlowSolver(mesh, few);
  });
  CHECK(other_status == slipflow::ExitStatus::bad_input);
  CHECK(other == "the mesh has 4 patches and the case 0");
}

}  // namespace test_steps
