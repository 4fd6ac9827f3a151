// The serial reference in double precision.
#include <doctest/doctest.h>

#include "serial_checks.hpp"

namespace slipflow::linear_solvers::test_serial_in_double {

TEST_CASE("serial, double precision: all algorithms agree with Thomas' in dominant systems") {
  check_serial_solutions(setup::Precision::in_double);
}

TEST_CASE("serial, double precision: rows -1, 2, -1 leave small residuals") {
  check_serial_residuals(setup::Precision::in_double);
}

TEST_CASE("serial, double precision: a line of NaN leaves the others alone") {
  check_serial_nan(setup::Precision::in_double);
}

}  // namespace slipflow::linear_solvers::test_serial_in_double
