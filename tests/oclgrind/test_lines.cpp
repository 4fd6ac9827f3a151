// The solvers of tridiagonal systems on Oclgrind's device, with systems that end within work-items
// and groups, and a row that nothing wrote behind each array's end.
#include <doctest/doctest.h>

#include <string>

#include "device_checks.hpp"

namespace slipflow::linear_solvers {

namespace {
/// Bits of every algorithm for one size.
void check_lines(const Size& size) { check_device_bits(setup::Precision::in_double, {size}); }
}  // namespace

TEST_CASE("every algorithm for lines in a few layouts, in place and not") {
  check_lines({3, 33, Layout::contiguous, false});
  check_lines({3, 21, Layout::spread, true});
  check_lines({1, 1, Layout::interleaved, false});
}

TEST_CASE("pivots that nothing can be divided by, and rows that are not dominant") {
  opencl::Workspace workspace{opencl::Queue(test_device())};
  const Systems s = constant_systems(Lines::interleaved(3, 20), 2, 0, 2);
  for (const auto algorithm :
       {LineAlgorithm::pta, LineAlgorithm::cr, LineAlgorithm::pcr, LineAlgorithm::partition}) {
    const LineChoice choice{.algorithm = algorithm, .parity = true, .check = true, .items = 4};
    const auto device = solve_on_device(workspace, s, choice);
    const auto serial = solve_serially(s, device.choice);
    CHECK(device.status.pivot == Pivot::zero);
    CHECK(device.status.row == serial.status.row);
    CHECK(device.status.weak_rows == 60);
  }
}

}  // namespace slipflow::linear_solvers
