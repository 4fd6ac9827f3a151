// Steady incompressible flow by SIMPLE and SIMPLEC.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "flow_meshes.hpp"
#include "slipflow/piso/flow_solver.hpp"

namespace test_steady {

using namespace slipflow::piso;
using namespace test_flow;

namespace {
/// A cavity of edge 1 whose north wall moves along x with the velocity 1.
FlowCase cavity(const FlowMesh& mesh, double reynolds, Algorithm algorithm) {
  FlowCase flow;
  flow.viscosity = 1 / reynolds;
  flow.algorithm = algorithm;
  if (algorithm == Algorithm::simple) {
    flow.relax_velocity = 0.7;
    flow.relax_pressure = 0.3;
  }
  for (const auto& name : mesh.patches) {
    flow.patches.emplace_back();
    if (name == "north")
      flow.patches.back().velocity = [](const SfVector&, double) { return SfVector{1, 0, 0}; };
  }
  return flow;
}

/// Iterations until both residuals are below the tolerance.
int iterate_until(FlowSolver& solver, double tolerance, int most, int* pressure = nullptr) {
  for (int k = 1; k <= most; ++k) {
    const auto report = solver.iterate();
    if (pressure) *pressure += report.pressure_iterations;
    CHECK(report.continuity < 0.02);
    if (report.residual_u < tolerance && report.residual_p < tolerance) return k;
  }
  return most + 1;
}
}  // namespace

TEST_CASE("a cubic cavity: iterations of both algorithms, the same flow, symmetric") {
  const auto mesh = flow_mesh(box({12, 12, 12}, {1, 1, 1}));
  std::vector<std::vector<SfVector>> flows;
  std::vector<int> counts;
  for (const auto algorithm : {Algorithm::simple, Algorithm::simplec}) {
    auto flow = cavity(mesh, 10, algorithm);
    flow.tolerance = 1e-8;
    FlowSolver solver(mesh, flow);
    counts.push_back(iterate_until(solver, 1e-8, 400));
    flows.push_back(solver.velocities());
  }
  CHECK(std::abs(counts[0] - 103) <= 5);
  CHECK(std::abs(counts[1] - 124) <= 8);
  double largest = 0, asymmetry = 0;
  for (std::size_t i = 0; i < flows[0].size(); ++i) {
    largest = std::max(largest, std::abs(flows[0][i].x - flows[1][i].x));
    const std::size_t mirrored = i % 144 + 144 * (11 - i / 144);
    asymmetry = std::max(asymmetry, std::abs(flows[1][i].x - flows[1][mirrored].x));
  }
  CHECK(largest < 1e-6);
  CHECK(asymmetry < 1e-10);
}

TEST_CASE("a square cavity at Re 100 has the extrema of a second-order scheme") {
  const auto mesh = flow_mesh(box({32, 32}, {1, 1}));
  CHECK(mesh.components == 2);
  FlowSolver solver(mesh, cavity(mesh, 100, Algorithm::simplec));
  CHECK(iterate_until(solver, 1e-6, 400) < 200);
  double u_min = 0, v_max = 0, v_min = 0;
  for (std::size_t k = 0; k < 32; ++k) {
    const auto U = solver.velocities();
    u_min = std::min(u_min, 0.5 * (U[15 + 32 * k].x + U[16 + 32 * k].x));
    const double v = 0.5 * (U[k + 32 * 15].y + U[k + 32 * 16].y);
    v_max = std::max(v_max, v);
    v_min = std::min(v_min, v);
  }
  // Botella and Peyret have -.21404, .17957, -.25380; errors of 32 x 32 cells are up to 3 %.
  CHECK(std::abs(u_min + 0.21404) < 0.007);
  CHECK(std::abs(v_max - 0.17957) < 0.006);
  CHECK(std::abs(v_min + 0.25380) < 0.008);
}

TEST_CASE("a flow between slipping walls that gravity drives has its closed form") {
  const auto mesh = flow_mesh(box({3, 20}, {1, 1}, "x"));
  FlowCase flow;
  flow.viscosity = 0.5;
  flow.gravity = {2, 0, 0};
  flow.patches.resize(2);
  for (auto& patch : flow.patches) {
    patch.kind = PatchKind::slip;
    patch.slip_length = 0.1;
  }
  flow.tolerance = 1e-8;
  FlowSolver solver(mesh, flow);
  CHECK(iterate_until(solver, 1e-8, 2000) < 2000);
  // u = g/(2 nu) (y (1 - y) + B).
  const double error = rms_error(mesh, solver.velocities(), [](const SfVector& x) {
    return SfVector{2 * (x.y * (1 - x.y) + 0.1), 0, 0};
  });
  CHECK(error < 0.0013);  // u'' h^2/8
}

TEST_CASE("a channel between pressures") {
  const auto mesh = flow_mesh(box({12, 12}, {3, 1}));
  FlowCase flow;
  flow.viscosity = 0.1;
  flow.tolerance = 1e-8;
  for (const auto& name : mesh.patches) {
    auto& patch = flow.patches.emplace_back();
    if (name == "west" || name == "east") patch.kind = PatchKind::pressure;
    patch.pressure = [](const SfVector& x, double) { return 0.8 * (3 - x.x); };
  }
  FlowSolver solver(mesh, flow);
  CHECK(iterate_until(solver, 1e-8, 2000) < 2000);
  const double error = rms_error(mesh, solver.velocities(), [](const SfVector& x) {
    return SfVector{4 * x.y * (1 - x.y), 0, 0};
  });
  CHECK(error < 0.0071);  // u'' h^2/8
}

TEST_CASE("a sheared mesh has the same flow: second order") {
  const auto error = [](int n) {
    const auto mesh = flow_mesh(sheared(box({n, n}, {1, 1}, "x"), std::tan(std::numbers::pi / 6)));
    CHECK(mesh.oblique);
    FlowCase flow;
    flow.viscosity = 0.5;
    flow.gravity = {4, 0, 0};
    flow.tolerance = 1e-8;
    flow.patches.resize(2);
    FlowSolver solver(mesh, flow);
    CHECK(iterate_until(solver, 1e-8, 2000) < 2000);
    return rms_error(mesh, solver.velocities(), [](const SfVector& x) {
      return SfVector{4 * x.y * (1 - x.y), 0, 0};
    });
  };
  const double coarse = error(8), fine = error(16);
  CHECK(fine < 0.005);
  CHECK(std::log2(coarse / fine) > 1.9);
}

}  // namespace test_steady
