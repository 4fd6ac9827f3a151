// Incompressible flow on a device against the serial reference, bit by bit.
#include <doctest/doctest.h>

#include <cmath>

#include "flow_meshes.hpp"
#include "slipflow/opencl/workspace.hpp"
#include "slipflow/piso/flow_solver.hpp"
#include "test_device.hpp"

namespace test_devices {

namespace opencl = slipflow::opencl;
using namespace slipflow::piso;
using namespace test_flow;

TEST_SUITE_BEGIN("opencl");

namespace {
opencl::Workspace workspace_of_tests() { return opencl::Workspace{slipflow::test_queue()}; }

bool same(const std::vector<SfVector>& a, const std::vector<SfVector>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].x != b[i].x || a[i].y != b[i].y || a[i].z != b[i].z) return false;
  return a.size() == b.size();
}

/// A few iterations or steps have the same numbers on the host and on the device.
void check_device(opencl::Workspace& workspace, const FlowMesh& mesh, const FlowCase& flow) {
  FlowSolver host(mesh, flow), device(workspace, mesh, flow);
  for (const double dt : {0.05, 0.05, 0.03, 0.07}) {
    const bool steady = flow.algorithm != Algorithm::piso;
    const FlowReport a = steady ? host.iterate() : host.step(dt);
    const FlowReport b = steady ? device.iterate() : device.step(dt);
    CHECK(a.residual_u == b.residual_u);
    CHECK(a.residual_p == b.residual_p);
    CHECK(a.velocity_iterations == b.velocity_iterations);
    CHECK(a.pressure_iterations == b.pressure_iterations);
    CHECK(a.pressure_iterations > 0);
    CHECK(a.continuity == b.continuity);
    CHECK(a.courant == b.courant);
  }
  CHECK(same(host.velocities(), device.velocities()));
  CHECK(host.pressures() == device.pressures());
  CHECK(host.state().fluxes.faces == device.state().fluxes.faces);
  CHECK(host.state().fluxes.sides == device.state().fluxes.sides);
  CHECK(host.largest_change() == device.largest_change());
  const SideLoads on_host = host.side_loads(), on_device = device.side_loads();
  CHECK(same(on_host.frictions, on_device.frictions));
  CHECK(on_host.pressures == on_device.pressures);
  CHECK(on_host.fluxes == on_device.fluxes);
}
}  // namespace

TEST_CASE("a device has the bits of the serial reference, whatever the algorithm and the sides") {
  opencl::Workspace workspace = workspace_of_tests();
  const auto mesh = flow_mesh(sheared(box({9, 8, 7}, {1, 0.8, 0.7}), 0.3));
  for (const auto algorithm : {Algorithm::simple, Algorithm::simplec, Algorithm::piso})
    for (const int scheme : {SF_FACE_LINEAR, SF_FACE_UPWIND, SF_FACE_LINEAR_UPWIND}) {
      FlowCase flow = flow_with_all_sides(mesh);
      flow.algorithm = algorithm;
      flow.convection = scheme;
      flow.outer_correctors = algorithm == Algorithm::piso && scheme == SF_FACE_UPWIND ? 2 : 1;
      if (algorithm == Algorithm::simple) {
        flow.relax_velocity = 0.7;
        flow.relax_pressure = 0.3;
      }
      check_device(workspace, mesh, flow);
    }
}

TEST_CASE("a device has the bits of the serial reference on skewed meshes") {
  opencl::Workspace workspace = workspace_of_tests();
  const auto mesh = flow_mesh(tetrahedra({4, 3, 3}, {1, 0.8, 0.7}, 0.2));
  for (const auto algorithm : {Algorithm::simplec, Algorithm::piso})
    for (const int scheme : {SF_FACE_LINEAR, SF_FACE_LINEAR_UPWIND}) {
      FlowCase flow = flow_with_all_sides(mesh);
      flow.algorithm = algorithm;
      flow.convection = scheme;
      flow.outer_correctors = scheme == SF_FACE_LINEAR ? 1 : 2;
      check_device(workspace, mesh, flow);
    }
  FlowCase lid;
  lid.viscosity = 0.01;
  lid.patches.resize(4);
  lid.patches[3].velocity = [](const SfVector&, double) { return SfVector{1, 0, 0}; };
  check_device(workspace, triangles(9, 8, 0.2), lid);
}

TEST_CASE(
    "a device has the same bits in a closed cavity, in two directions, and where ends are joined") {
  opencl::Workspace workspace = workspace_of_tests();
  FlowCase lid;
  lid.algorithm = Algorithm::piso;
  lid.viscosity = 0.01;
  lid.patches.resize(4);
  lid.patches[3].velocity = [](const SfVector&, double) { return SfVector{1, 0, 0}; };
  check_device(workspace, flow_mesh(box({40, 40}, {1, 1})), lid);
  FlowCase channel;
  channel.viscosity = 0.1;
  channel.gravity = {1, 0, 0};
  channel.bdf2 = false;
  channel.outer_correctors = 2;
  channel.algorithm = Algorithm::piso;
  channel.patches.resize(2);
  channel.patches[0].velocity = [](const SfVector&, double t) { return SfVector{t, 0.2, 0}; };
  channel.patches[1].velocity = channel.patches[0].velocity;
  check_device(workspace, flow_mesh(sheared(box({70, 20}, {3, 1}, "x"), 0.5)), channel);
}

TEST_CASE("a device has the same bits on curved walls, of two and three components") {
  opencl::Workspace workspace = workspace_of_tests();
  for (const bool plane : {true, false}) {
    auto made = plane ? box({20, 6}, {1, 1}, "x") : box({16, 5, 3}, {1, 1, 1}, "x");
    for (auto& point : made.points) {
      const double cone = plane ? 0 : 0.2;
      const double r = 1 + point[1] + cone * point[2], turn = 6.283185307179586 * point[0];
      point = {r * std::sin(turn), r * std::cos(turn), point[2] + cone * point[1]};
    }
    const auto mesh = flow_mesh(made);
    FlowCase flow;
    flow.viscosity = 0.3;
    flow.patches.resize(mesh.patches.size());
    for (auto& patch : flow.patches) patch.is_wall = true;
    flow.patches[0].kind = PatchKind::slip;
    flow.patches[0].slip_length = 0.2;
    flow.patches[0].velocity = [](const SfVector& x, double) {
      return sf_times(1 + x.x, SfVector{x.y, -x.x, 0.1});
    };
    flow.patches[1].kind = PatchKind::symmetry;
    check_device(workspace, mesh, flow);
    flow.patches[1].kind = PatchKind::velocity;
    flow.patches[1].velocity = [](const SfVector& x, double) { return SfVector{x.y, -x.x, 0}; };
    flow.algorithm = Algorithm::piso;
    check_device(workspace, mesh, flow);
  }
}

TEST_CASE("a device has the same bits where a rotation joins ends, and a cell with itself") {
  opencl::Workspace workspace = workspace_of_tests();
  for (const Ring& ring : {Ring{9, {3, 4, 2}, true}, Ring{7, {4, 9, 3}}, Ring{5, {1, 9, 0}}}) {
    const auto mesh = flow_mesh(ring.mesh(1));
    FlowCase flow = flow_with_all_sides(mesh);
    flow.gravity = {};
    for (const int scheme : {SF_FACE_LINEAR, SF_FACE_LINEAR_UPWIND}) {
      flow.convection = scheme;
      check_device(workspace, mesh, flow);
    }
    flow.algorithm = Algorithm::piso;
    check_device(workspace, mesh, flow);
  }
}

TEST_CASE("a device has the same bits where all ends are joined, so that there are no sides") {
  opencl::Workspace workspace = workspace_of_tests();
  FlowCase flow;
  flow.algorithm = Algorithm::piso;
  flow.viscosity = 0.1;
  flow.gravity = {1, 0.5, 0};
  const auto mesh = flow_mesh(box({12, 10}, {1, 1}, "xy"));
  FlowSolver host(mesh, flow), device(workspace, mesh, flow);
  for (int k = 0; k < 3; ++k) CHECK(host.step(0.05).residual_u == device.step(0.05).residual_u);
  CHECK(same(host.velocities(), device.velocities()));
  CHECK(device.side_loads().pressures.empty());
}

TEST_SUITE_END();

}  // namespace test_devices
