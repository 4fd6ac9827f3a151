// Symmetric systems on polyhedra: a device against the serial reference, bit by bit.
#include <doctest/doctest.h>

#include "device_checks.hpp"
#include "face_checks.hpp"
#include "face_systems.hpp"

namespace test_face_devices {

using namespace slipflow;
using namespace slipflow::linear_solvers;
using namespace test_face_systems;

TEST_SUITE_BEGIN("opencl");

TEST_CASE("a device solves systems on polyhedra with the bits of the serial reference") {
  opencl::Workspace workspace{test_queue()};
  Choice7 multigrid, jacobi, alone, four;
  jacobi.preconditioner = Preconditioner7::jacobi;
  alone.solver = Solver7::multigrid;
  four.degree = 4;
  for (auto* choice : {&multigrid, &jacobi, &alone, &four}) choice->parity = true;
  check_face_device(workspace, laplacian(box(7, 5, 3), "east"), multigrid);
  check_face_device(workspace, laplacian(box(21, 19, 17)), multigrid);
  check_face_device(workspace, laplacian(tube_of_tetrahedra(1), "outlet"), multigrid);
  check_face_device(workspace, laplacian(tube_of_tetrahedra(1), "outlet"), jacobi);
  check_face_device(workspace, periodic_square(24), four);
  check_face_device(workspace, laplacian(box(9, 8, 7), "top"), alone);
  check_face_device(workspace, laplacian(box(1, 1, 1), "top"), multigrid);
  // Two levels that are not small.
  multigrid.twice_below = 1000;
  check_face_device(workspace, laplacian(tube_of_tetrahedra(1), "outlet"), multigrid);
}

TEST_SUITE_END();

}  // namespace test_face_devices
