// A device in single precision.
#include <doctest/doctest.h>

#include "device_checks.hpp"

namespace slipflow::linear_solvers::test_device_in_single {

TEST_SUITE_BEGIN("opencl");

TEST_CASE("device, single precision: every algorithm has the bits of the serial reference" *
          doctest::test_suite("opencl full")) {
  check_device_bits(algorithms(setup::Precision::in_single), sizes());
}

TEST_CASE("device, single precision: a line of NaN leaves the others alone") {
  check_device_nan(algorithms(setup::Precision::in_single));
}

TEST_SUITE_END();

}  // namespace slipflow::linear_solvers::test_device_in_single
