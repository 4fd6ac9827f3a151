// A device in double precision.
#include <doctest/doctest.h>

#include "device_checks.hpp"

namespace slipflow::linear_solvers::test_device_in_double {

TEST_SUITE_BEGIN("opencl");

TEST_CASE("device, double precision: every algorithm has the bits of the serial reference") {
  check_device_bits(setup::Precision::in_double);
}

TEST_CASE("device, double precision: a line of NaN leaves the others alone") {
  check_device_nan(setup::Precision::in_double);
}

TEST_CASE("device, double precision: the digits of fast mode") {
  check_fast_mode(setup::Precision::in_double);
}

TEST_SUITE_END();

}  // namespace slipflow::linear_solvers::test_device_in_double
