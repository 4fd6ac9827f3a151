// Symmetric systems on polyhedra: a device against the serial reference, bit by bit.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "device_checks.hpp"
#include "face_systems.hpp"
#include "slipflow/linear_solvers/device_face_solver.hpp"
#include "slipflow/linear_solvers/host_face_solver.hpp"

using namespace slipflow;
using namespace slipflow::linear_solvers;
using namespace test_face_systems;

namespace {
/// Two solutions, the second one with other coefficients that are written to the device.
void check_device(opencl::Workspace& workspace, FaceLaplacian system, const Choice7& choice) {
  CAPTURE(system.graph.cells);
  HostFaceSolver host(system.graph, system.matrix, choice);
  DeviceFaceSolver device(workspace, system.graph, system.matrix, choice);
  for (int solution = 0; solution < 2; ++solution) {
    host.f() = disturbed(system.graph.cells);
    host.x().assign(host.f().size(), 0.0);
    workspace.write(device.f(), host.f());
    workspace.write(device.x(), host.x());
    const auto expected = host.solve(), found = device.solve();
    CHECK(found.iterations == expected.iterations);
    CHECK(found.first == expected.first);
    CHECK(found.last == expected.last);
    CHECK(found.converged);
    CHECK(workspace.read(device.x()) == host.x());
    for (std::size_t f = 0; f < system.matrix.a.size(); ++f)
      system.matrix.a[f] *= 1 + 0.5 * std::sin(static_cast<double>(f));
    host.matrix() = system.matrix;
    host.set_coefficients();
    auto a = workspace.read(device.a());
    std::copy(system.matrix.a.begin(), system.matrix.a.end(), a.begin());
    workspace.write(device.a(), a);
    device.set_coefficients();
  }
}
}  // namespace

TEST_SUITE_BEGIN("opencl");

TEST_CASE("a device solves systems on polyhedra with the bits of the serial reference") {
  opencl::Workspace workspace{opencl::Queue(test_device())};
  Choice7 multigrid, jacobi, alone, four;
  jacobi.preconditioner = Preconditioner7::jacobi;
  alone.solver = Solver7::multigrid;
  four.degree = 4;
  for (auto* choice : {&multigrid, &jacobi, &alone, &four}) choice->parity = true;
  check_device(workspace, laplacian(box(7, 5, 3), "east"), multigrid);
  check_device(workspace, laplacian(box(21, 19, 17)), multigrid);
  check_device(workspace, laplacian(tube_of_tetrahedra(1), "outlet"), multigrid);
  check_device(workspace, laplacian(tube_of_tetrahedra(1), "outlet"), jacobi);
  check_device(workspace, periodic_square(24), four);
  check_device(workspace, laplacian(box(9, 8, 7), "top"), alone);
  check_device(workspace, laplacian(box(1, 1, 1), "top"), multigrid);
}

TEST_SUITE_END();
