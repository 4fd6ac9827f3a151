// A device: lines longer than a work-group can hold, of up to a million rows; and as many as a
// device likes best.
#include <doctest/doctest.h>

#include "device_checks.hpp"

namespace slipflow::linear_solvers::test_device_long_lines {

namespace {
const LineChoice partition{.algorithm = LineAlgorithm::partition, .parity = true};

void check_long_lines(const Lines& lines) {
  CAPTURE(lines.rows);
  CAPTURE(lines.lines);
  opencl::Workspace workspace{test_queue()};
  const Systems s = dominant_systems(lines, setup::Precision::in_double);
  const auto device = solve_on_device(workspace, s, partition);
  CHECK(different_bits(device.x, solve_serially(s, device.choice).x) == 0);
  const auto thomas = solve_serially(s, {.algorithm = LineAlgorithm::thomas});
  CHECK(difference(device.x, thomas.x) <= tolerance(setup::Precision::in_double));
  CHECK(residual(s, device.x) <= tolerance(setup::Precision::in_double));
}
}  // namespace

TEST_SUITE_BEGIN("opencl");

TEST_CASE("device: lines of up to a million rows" * doctest::test_suite("opencl full")) {
  check_long_lines(Lines::contiguous(1, 1'000'000));
  check_long_lines(Lines::interleaved(3, 50'000));
}

TEST_CASE("device: lines that fit into one work-group, by the parameters chosen for them" *
          doctest::test_suite("opencl full")) {
  check_long_lines(Lines::contiguous(3, 4094));
  check_long_lines(Lines::interleaved(9, 1000));
}

TEST_SUITE_END();

}  // namespace slipflow::linear_solvers::test_device_long_lines
