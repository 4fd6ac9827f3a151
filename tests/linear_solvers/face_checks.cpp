#include "face_checks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "face_systems.hpp"
#include "slipflow/linear_solvers/device_face_solver.hpp"
#include "slipflow/linear_solvers/host_face_solver.hpp"

namespace test_face_systems {

using namespace slipflow;
using namespace slipflow::linear_solvers;

void check_face_device(opencl::Workspace& workspace, FaceSystem system, const Choice7& choice) {
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

}  // namespace test_face_systems
