// Slip and stress on curved walls against closed forms; Stokes flow.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include "flow_meshes.hpp"
#include "slipflow/piso/flow_solver.hpp"

namespace test_curved_walls {

using namespace slipflow::piso;
using namespace test_flow;

namespace {
constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kSteady = 1e-8;  // residuals

/// A ring around the z axis between two radii, whose cells grow with the radius. Patches: south is
/// the inner and north the outer circle.
FlowMesh ring(int around, int across, double inner, double outer) {
  auto mesh = box({around, across}, {1, 1}, "x");
  for (auto& point : mesh.points) {
    const double r = inner * std::pow(outer / inner, point[1]), turn = kTurn * point[0];
    point = {r * std::sin(turn), r * std::cos(turn), point[2]};
  }
  return flow_mesh(mesh);
}

SfVector turning(double omega, const SfVector& x) { return {-omega * x.y, omega * x.x, 0}; }

FlowPatch wall(double slip_length, const VectorAt& velocity) {
  FlowPatch patch;
  patch.kind = slip_length > 0 ? PatchKind::slip : PatchKind::velocity;
  patch.slip_length = slip_length;
  patch.is_wall = true;
  patch.velocity = velocity;
  return patch;
}

FlowPatch turning_wall(double slip_length, double omega) {
  return wall(slip_length, [omega](const SfVector& x, double) { return turning(omega, x); });
}

/// A flow with these patches, solved until it is steady.
struct SteadyFlow {
  SteadyFlow(FlowMesh on, double viscosity, std::vector<FlowPatch> patches)
      : mesh(std::move(on)), flow(flow_of(viscosity, std::move(patches))), solver(mesh, flow) {
    for (int k = 0; k < 2000; ++k) {
      const auto report = solver.iterate();
      if (report.residual_u < kSteady && report.residual_p < kSteady) return;
    }
    FAIL("did not become steady");
  }

  static FlowCase flow_of(double viscosity, std::vector<FlowPatch> patches) {
    FlowCase flow;
    flow.viscosity = viscosity;
    flow.patches = std::move(patches);
    flow.tolerance = kSteady;
    return flow;
  }

  const FlowMesh mesh;
  const FlowCase flow;
  FlowSolver solver;
};

/// The moment about the z axis on a patch.
double torque_on(const SteadyFlow& steady, int patch) {
  const auto& mesh = steady.mesh;
  const auto loads = steady.solver.side_loads();
  double sum = 0;
  for (std::size_t s = 0; s < loads.frictions.size(); ++s) {
    const SfVector &x = mesh.sides.centre[s], &f = loads.frictions[s];
    if (mesh.sides.patch[s] == patch) sum += x.x * f.y - x.y * f.x;
  }
  return sum;
}

/// Pressure and friction on a patch along x.
double drag_on(const SteadyFlow& steady, int patch) {
  const auto& mesh = steady.mesh;
  const auto loads = steady.solver.side_loads();
  const SfVectorArray of{mesh.sides.count(), mesh.components};
  double sum = 0;
  for (int s = 0; s < of.count; ++s) {
    const auto k = static_cast<std::size_t>(s);
    if (mesh.sides.patch[k] != patch) continue;
    sum += loads.frictions[k].x + loads.pressures[k] * sf_vector_at(mesh.sides.S.data(), of, s).x;
  }
  return sum;
}

double error_of(const SteadyFlow& steady, const std::function<SfVector(const SfVector&)>& exact) {
  return rms_error(steady.mesh, steady.solver.velocities(), exact);
}
}  // namespace

TEST_CASE("rotating cylinders with slip, of which the outer one is hollow") {
  // u = A r + B/r with u - U_w = +-l r d(u/r)/dr, radii 1 and 2, the inner one turns with 1.
  struct Row {
    double slip, torque, A, B;
  };
  for (const Row& row : {Row{0.05, 1.15942029, -0.2753623, 1.15942029},
                         Row{0.1, 1.02564103, -0.2307692, 1.02564103}}) {
    CAPTURE(row.slip);
    std::vector<double> errors;
    for (const int n : {8, 16}) {
      const SteadyFlow steady(ring(3 * n, n, 1, 2), 0.7,
                              {turning_wall(row.slip, 1), turning_wall(row.slip, 0)});
      errors.push_back(error_of(steady, [&](const SfVector& x) {
        const double square = x.x * x.x + x.y * x.y;
        return turning(row.A + row.B / square, x);
      }));
      const double torque = 2 * kTurn * 0.7 * row.torque;
      CHECK(std::abs(torque_on(steady, 0) / -torque - 1) < 3.0 / (n * n));
      CHECK(std::abs(torque_on(steady, 1) / torque - 1) < 3.0 / (n * n));
    }
    CHECK(errors[1] < 0.0045);
    CHECK(errors[0] / errors[1] > 3.5);
  }
}

TEST_CASE("a flow that turns like a rigid body has no stress at its walls, with slip or without") {
  for (const double slip : {0.0, 0.2}) {
    CAPTURE(slip);
    const SteadyFlow steady(ring(36, 8, 1, 1.7), 1, {turning_wall(slip, 1), turning_wall(slip, 1)});
    CHECK(error_of(steady, [](const SfVector& x) { return turning(1, x); }) < 0.005);
    // Without curvature: 2 pi r^2 nu.
    CHECK(std::abs(torque_on(steady, 0)) < 0.03 * kTurn);
    CHECK(std::abs(torque_on(steady, 1)) < 0.03 * kTurn * 1.7 * 1.7);
  }
}

TEST_CASE("the drag of a cylinder with slip in an annulus whose outer circle moves the fluid") {
  // The closed form for radii of 1 and 4; free slip is `symmetry`. Without curvature 14.12, 19.85.
  struct Row {
    double slip, drag;
  };
  for (const Row& row : {Row{1, 16.48898}, Row{0.2, 20.43599}, Row{0, 14.11658}}) {
    CAPTURE(row.slip);
    std::vector<double> errors;
    for (const int n : {12, 24}) {
      auto inner = wall(row.slip, [](const SfVector&, double) { return SfVector{}; });
      if (row.slip == 0) inner.kind = PatchKind::symmetry;
      FlowPatch outer;
      outer.velocity = [](const SfVector&, double) { return SfVector{1e-3, 0, 0}; };
      const double drag = drag_on({ring(2 * n, n, 1, 4), 1, {inner, outer}}, 0) / 1e-3;
      errors.push_back(drag / row.drag - 1);
    }
    CHECK(std::abs(errors[1]) < 0.004);
    CHECK(errors[0] / errors[1] > 3);
  }
}

TEST_CASE("a sphere with slip that turns in a fixed one: u = (A r + B/r^2) sin(theta)") {
  // Slip u - U_w = +-l r d(u/r)/dr = -+3 l B/r^2 sin(theta), radii 1 and 2, l = 0.2.
  const double l = 0.2, nu = 3;
  // A + B (1 + 3 l) = 1, 2 A + B/4 (1 - 3 l/2) = 0.
  const double B = 1 / (1 + 3 * l - (1 - 1.5 * l) / 8), A = -B * (1 - 1.5 * l) / 8;
  const auto exact = [&](const SfVector& x) {
    const double r = std::sqrt(sf_dot(x, x));
    return turning(A + B / (r * r * r), x);
  };
  std::vector<double> errors, torques;
  for (const int n : {3, 6}) {
    auto made = box({6 * n, n, 2 * n}, {1, 1, 1}, "x");
    for (auto& point : made.points) {
      const double r = 1 + point[1], turn = kTurn * point[0], up = 1.6 * (point[2] - 0.5);
      point = {r * std::cos(up) * std::sin(turn), r * std::cos(up) * std::cos(turn),
               r * std::sin(up)};
    }
    // The cones above and below have the exact velocity.
    const auto on_cone = [&](const SfVector& x, double) { return sf_times(1e-3, exact(x)); };
    const SteadyFlow steady(
        flow_mesh(made), nu,
        {turning_wall(l, 1e-3), turning_wall(l, 0), wall(0, on_cone), wall(0, on_cone)});
    errors.push_back(error_of(steady, [&](const SfVector& x) { return sf_times(1e-3, exact(x)); }));
    // 6 pi nu B times the integral of sin(theta)^3 between the cones.
    const double s = std::sin(0.8), part = 2 * (s - s * s * s / 3);
    torques.push_back(torque_on(steady, 0) / (-1e-3 * 3 * kTurn * nu * B * part) - 1);
  }
  CHECK(errors[1] < 9e-6);
  CHECK(errors[0] / errors[1] > 3);
  CHECK(std::abs(torques[1]) < 0.03);
}

}  // namespace test_curved_walls
