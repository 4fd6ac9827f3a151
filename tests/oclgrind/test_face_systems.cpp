// Every kernel of systems on polyhedra on Oclgrind's device.
#include <doctest/doctest.h>

#include "face_checks.hpp"
#include "face_systems.hpp"
#include "slipflow/opencl/device.hpp"

namespace test_face_systems {

using namespace slipflow;
using namespace test_face_systems;

TEST_CASE("multigrid for systems on polyhedra") {
  opencl::Workspace workspace{opencl::Queue(opencl::choose_device("auto"))};
  linear_solvers::Choice7 choice;
  choice.parity = true;
  choice.relative_tolerance = 0.1;  // a few iterations have every kernel
  choice.degree = 2;
  check_face_device(workspace, laplacian(box(6, 5, 4)), choice);
  // A level that is not small, and rows of tetrahedra that are longer than others.
  choice.twice_below = 100;
  check_face_device(workspace, laplacian(box(9, 8, 7), "east"), choice);
  choice.preconditioner = linear_solvers::Preconditioner7::jacobi;
  check_face_device(workspace, laplacian(box(3, 3, 2), "east"), choice);
}

}  // namespace test_face_systems
