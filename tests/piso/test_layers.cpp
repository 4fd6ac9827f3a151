// Thin layers of cells between symmetries and slip walls, which have no part in the flow.
#include <doctest/doctest.h>

#include <cmath>

#include "flow_meshes.hpp"
#include "slipflow/piso/flow_solver.hpp"

namespace test_layers {

namespace mesh = slipflow::mesh;
using namespace slipflow::piso;
using namespace test_flow;

namespace {
// Directions of a layer that is not along the axes; the third is normal to it.
const SfVector kAlong = {2. / 3, -2. / 3, 1. / 3}, kUp = {1. / 3, 2. / 3, 2. / 3},
               kAcross = {-2. / 3, -1. / 3, 2. / 3};

/// One layer of cells of a cavity of 1 x 0.8.
mesh::PolyMesh inclined_layer(double depth) {
  auto mesh = box({12, 10, 1}, {1, 0.8, depth});
  for (auto& point : mesh.points) {
    const SfVector x =
        sf_plus_times(sf_plus_times(sf_times(point[0], kAlong), point[1], kUp), point[2], kAcross);
    point = {x.x, x.y, x.z};
  }
  return mesh;
}

struct Found {
  int iterations = 0;
  std::vector<SfVector> velocities;
};

/// Iterations until both residuals are small.
Found steady(const FlowMesh& mesh, const FlowCase& flow, double tolerance = 1e-8) {
  FlowSolver solver(mesh, flow);
  for (int k = 1; k <= 1000; ++k) {
    const auto report = solver.iterate();
    if (report.residual_u < tolerance && report.residual_p < tolerance)
      return {k, solver.velocities()};
  }
  return {1001, solver.velocities()};
}

/// A cavity whose north wall moves along `lid`; other patches than the four walls are `layer`.
FlowCase cavity(const FlowMesh& mesh, const SfVector& lid, PatchKind layer) {
  FlowCase flow;
  flow.viscosity = 0.02;
  flow.tolerance = 1e-8;
  for (const auto& name : mesh.patches) {
    auto& patch = flow.patches.emplace_back();
    patch.is_wall = true;
    if (name == "north") patch.velocity = [lid](const SfVector&, double) { return lid; };
    if (name != "bottom" && name != "top") continue;
    patch.kind = layer;
    patch.slip_length = 1e9;
  }
  return flow;
}

double largest_difference(const std::vector<SfVector>& plane, const std::vector<SfVector>& layer) {
  double largest = 0;
  for (std::size_t i = 0; i < plane.size(); ++i) {
    const SfVector in_layer = sf_plus_times(sf_times(plane[i].x, kAlong), plane[i].y, kUp);
    const SfVector e = sf_plus_times(layer[i], -1, in_layer);
    largest = std::max(largest, std::sqrt(sf_dot(e, e)));
  }
  return largest;
}
}  // namespace

TEST_CASE("a layer between symmetries or slip walls has the plane flow, however thin it is") {
  const auto plane_mesh = flow_mesh(box({12, 10}, {1, 0.8}));
  const Found plane = steady(plane_mesh, cavity(plane_mesh, {1, 0, 0}, PatchKind::symmetry));
  CHECK(plane.iterations < 200);
  for (const PatchKind kind : {PatchKind::symmetry, PatchKind::slip})
    for (const double depth : {1.0, 1e-3}) {
      CAPTURE(depth);
      const auto mesh = flow_mesh(inclined_layer(depth));
      const Found layer = steady(mesh, cavity(mesh, kAlong, kind));
      CHECK(layer.iterations < 1.2 * plane.iterations);
      CHECK(largest_difference(plane.velocities, layer.velocities) < 1e-5);
    }
}

TEST_CASE("steps of PISO in a thin layer are those of the plane flow") {
  const auto plane_mesh = flow_mesh(box({12, 10}, {1, 0.8}));
  const auto mesh = flow_mesh(inclined_layer(1e-3));
  FlowCase plane_flow = cavity(plane_mesh, {1, 0, 0}, PatchKind::symmetry);
  FlowCase flow = cavity(mesh, kAlong, PatchKind::symmetry);
  flow.algorithm = plane_flow.algorithm = Algorithm::piso;
  FlowSolver plane(plane_mesh, plane_flow), layer(mesh, flow);
  for (int k = 0; k < 20; ++k) {
    plane.step(0.05);
    layer.step(0.05);
  }
  CHECK(largest_difference(plane.velocities(), layer.velocities()) < 1e-5);
}

TEST_CASE("a wedge between symmetries that are not parallel: flow through porous cylinders") {
  // u_r = a/r, u_r u' = nu (u'' + u'/r) + g along the axis, which leads along x.
  const double nu = 0.3, a = 0.2, g = 1, power = a / nu, c = -g / (4 * nu - 2 * a);
  const double b = 3 * c / (1 - std::pow(2, power));  // 0 at r = 1 and 2
  const auto exact = [&](const SfVector& x) {
    const double square = x.y * x.y + x.z * x.z, r = std::sqrt(square);
    return SfVector{c * (square - 1) + b * (std::pow(r, power) - 1), a * x.y / square,
                    a * x.z / square};
  };
  std::vector<double> errors;
  std::vector<int> iterations;
  const auto add = [&](int n, double angle) {
    auto mesh = box({2, n, 1}, {0.3, 1, 1}, "x");
    for (auto& point : mesh.points) {
      const double r = 1 + point[1], turn = 0.7 + angle * (point[2] - 0.5);
      point = {point[0], r * std::cos(turn), r * std::sin(turn)};
    }
    const auto made = flow_mesh(mesh);
    FlowCase flow;
    flow.viscosity = nu;
    flow.gravity = {g, 0, 0};
    flow.tolerance = 1e-8;
    for (const auto& name : made.patches) {
      auto& patch = flow.patches.emplace_back();
      if (name == "bottom" || name == "top") patch.kind = PatchKind::symmetry;
      patch.velocity = [&](const SfVector& x, double) {
        const double square = x.y * x.y + x.z * x.z;
        return SfVector{0, a * x.y / square, a * x.z / square};
      };
    }
    const Found found = steady(made, flow);
    iterations.push_back(found.iterations);
    errors.push_back(rms_error(made, found.velocities, exact));
  };
  add(10, 0.01);
  add(20, 0.01);
  add(20, 1e-4);
  CHECK(errors[1] < 0.0012);
  CHECK(errors[0] / errors[1] > 3.5);
  CHECK(errors[2] < 0.0012);
  CHECK(iterations[1] < 300);
  CHECK(std::abs(iterations[2] - iterations[1]) < 0.2 * iterations[1]);
}

}  // namespace test_layers
