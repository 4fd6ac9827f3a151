// Every kernel of incompressible flow on polyhedra.
#include <doctest/doctest.h>

#include "flow_meshes.hpp"
#include "slipflow/opencl/workspace.hpp"
#include "slipflow/piso/flow_solver.hpp"

namespace test_piso {

using namespace slipflow;
using namespace slipflow::piso;

TEST_CASE("incompressible flow on a sheared box with every kind of side, and on a box") {
  opencl::Workspace workspace{opencl::Queue(opencl::choose_device("auto"))};
  const auto mesh =
      test_flow::flow_mesh(test_flow::sheared(test_flow::box({5, 4, 4}, {1, 1, 1}), 0.3));
  auto flow = test_flow::flow_with_all_sides(mesh);
  flow.convection = SF_FACE_LINEAR_UPWIND;
  flow.algorithm = Algorithm::piso;
  FlowSolver steps(workspace, mesh, flow);
  steps.step(0.05);
  CHECK(steps.step(0.05).pressure_iterations > 0);
  CHECK(steps.side_loads().frictions.size() == static_cast<std::size_t>(mesh.sides.count()));
  // An orthogonal mesh, without a given pressure, relaxed.
  const auto box = test_flow::flow_mesh(test_flow::box({5, 4, 4}, {1, 1, 1}));
  auto lid = piso::FlowCase{};
  lid.algorithm = Algorithm::simple;
  lid.relax_pressure = 0.3;
  lid.patches.resize(box.patches.size());
  lid.patches.back().velocity = [](const SfVector&, double) { return SfVector{1, 0, 0}; };
  FlowSolver iterations(workspace, box, lid);
  CHECK(iterations.iterate().velocity_iterations > 0);
}

}  // namespace test_piso
