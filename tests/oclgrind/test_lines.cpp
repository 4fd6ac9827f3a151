// The solvers of tridiagonal systems on Oclgrind's device, with lines that end within work-items
// and groups. Each solver has a context of its own: Oclgrind 21.10 takes values for unset that are
// in memory which another buffer had before.
#include <doctest/doctest.h>

#include <string>

#include "device_checks.hpp"

namespace slipflow::linear_solvers::test_lines {

namespace {
opencl::Queue new_context() { return opencl::Queue(test_device()); }
}  // namespace

TEST_CASE("every algorithm for lines in a few layouts, in place and not") {
  for (const Size& size : {Size{3, 33, Layout::contiguous, false},
                           {3, 21, Layout::spread, true},
                           {1, 1, Layout::interleaved, false}})
    for (const Algorithm& algorithm : algorithms(setup::Precision::in_double)) {
      opencl::Workspace workspace{new_context()}, another{new_context()};
      check_arrays_of_rows(workspace, algorithm, size);
      check_shared_matrix(another, algorithm, size);
    }
}

TEST_CASE("pivots that nothing can be divided by") {
  const Systems s = constant_systems(Lines::interleaved(3, 20), 2, 0, 2);
  for (const auto algorithm :
       {LineAlgorithm::pta, LineAlgorithm::cr, LineAlgorithm::pcr, LineAlgorithm::partition}) {
    opencl::Workspace workspace{new_context()};
    const LineChoice choice{.algorithm = algorithm, .parity = true, .items = 4};
    const auto device = solve_on_device(workspace, s, choice);
    const auto serial = solve_serially(s, device.choice);
    CHECK(device.status.pivot == Pivot::zero);
    CHECK(device.status.row == serial.status.row);
  }
}

}  // namespace slipflow::linear_solvers::test_lines
