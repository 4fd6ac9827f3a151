// The serial reference in single precision.
#include <doctest/doctest.h>

#include "serial_checks.hpp"

namespace slipflow::linear_solvers::test_serial_in_single {

TEST_CASE("serial, single precision: all algorithms agree with Thomas' in dominant systems") {
  check_serial_solutions(setup::Precision::in_single);
}

TEST_CASE("serial, single precision: rows -1, 2, -1 leave small residuals") {
  check_serial_residuals(setup::Precision::in_single);
}

TEST_CASE("serial, single precision: a line of NaN leaves the others alone") {
  check_serial_nan(setup::Precision::in_single);
}

}  // namespace slipflow::linear_solvers::test_serial_in_single
