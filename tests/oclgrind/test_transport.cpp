// Every kernel of method transport on Oclgrind's device: steps on meshes that end within
// work-groups.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "slipflow/linear_solvers/device_solver7.hpp"
#include "slipflow/linear_solvers/host_solver7.hpp"
#include "transport_steps.hpp"

namespace test_transport {

using namespace transport_tests;

TEST_CASE("steps of transport") {
  check_same_bits(kBox, {"mesh.cells=7 5 4", "equation.velocity=rotation 5 0.5 0.5"}, 1);
  check_same_bits(kPlane, {"mesh.cells=9 7"}, 1);
}

// Oclgrind does not round divisions of floats correctly, as parity would need.
TEST_CASE("multigrid in single precision") {
  using namespace slipflow;
  using namespace slipflow::linear_solvers;
  Choice7 choice;
  choice.single_multigrid = true;
  choice.relative_tolerance = 1e-10;
  const Matrix7 free = free_matrix({7, 5, 4}, {1, 2, 3}, true);
  for (const Matrix7& matrix : {free, slipflow::linear_solvers::stored(free)}) {
    opencl::Workspace workspace{opencl::Queue(opencl::choose_device("auto"))};
    HostSolver7 host(matrix, choice);
    DeviceSolver7 device(workspace, matrix, choice);
    host.f()[static_cast<std::size_t>(matrix.box.at(3, 2, 1))] = 1;
    workspace.write(device.f(), host.f());
    CHECK(host.solve().converged);
    CHECK(device.solve().converged);
    const auto x = workspace.read(device.x());
    for (std::size_t p = 0; p < x.size(); ++p) CHECK(std::abs(x[p] - host.x()[p]) < 1e-9);
    CHECK(*std::ranges::max_element(x) > 0.01);
  }
}

}  // namespace test_transport
