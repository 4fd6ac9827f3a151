// A device in double precision.
#include <doctest/doctest.h>

#include "device_checks.hpp"

namespace slipflow::linear_solvers::test_device_in_double {

namespace {
constexpr auto kDouble = setup::Precision::in_double;
}  // namespace

TEST_SUITE_BEGIN("opencl");

TEST_CASE("device, double precision: each kind of algorithm has the bits of the serial reference") {
  check_device_bits(few_algorithms(kDouble), few_sizes());
}

TEST_CASE("device, double precision: every algorithm has the bits of the serial reference" *
          doctest::test_suite("opencl full")) {
  check_device_bits(algorithms(kDouble), sizes());
}

TEST_CASE("device, double precision: a line of NaN leaves the others alone") {
  check_device_nan(few_algorithms(kDouble));
}

TEST_CASE("device, double precision: with every algorithm a line of NaN leaves the others alone" *
          doctest::test_suite("opencl full")) {
  check_device_nan(algorithms(kDouble));
}

TEST_CASE("device, double precision: the digits of fast mode") { check_fast_mode(kDouble); }

TEST_SUITE_END();

}  // namespace slipflow::linear_solvers::test_device_in_double
