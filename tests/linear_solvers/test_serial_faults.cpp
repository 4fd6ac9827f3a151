// Pivots that nothing can be divided by, arrays that do not fit: what the serial reference answers.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "bad_pivots.hpp"

namespace slipflow::linear_solvers::test_serial_faults {

TEST_CASE("serial: the first bad pivot of a kind is named, whatever the algorithm") {
  const double smallest = std::numeric_limits<double>::denorm_min();
  for (const Algorithm& algorithm : algorithms(setup::Precision::in_double)) {
    CAPTURE(algorithm);
    const auto status_of = [&](const std::vector<Entry>& entries) {
      return solve_serially(diagonal_systems(entries), algorithm.choice).status;
    };
    CHECK(sentence(status_of({})).empty());
    CHECK(sentence(status_of({{17, 3, 0}, {18, 2, 0}, {4, 3, NAN}})) == expected(17, 3, "0"));
    CHECK(sentence(status_of({{3, 39, smallest}, {2, 5, NAN}})) == expected(3, 39, "subnormal"));
    CHECK(status_of({{3, 39, NAN}}).pivot == Pivot::not_finite);
    CHECK(status_of({{3, 39, INFINITY}, {7, 0, NAN}}).line == 3);
  }
}

TEST_CASE("serial: lines beyond an array") {
  Systems s = constant_systems(Lines::contiguous(3, 10), -1, 2, -1);
  s.c.resize(29);
  CHECK_THROWS_WITH_AS(solve_serially(s, {}), "the lines reach beyond an array", std::logic_error);
}

}  // namespace slipflow::linear_solvers::test_serial_faults
