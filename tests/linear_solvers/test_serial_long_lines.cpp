// The serial reference: lines longer than a work-group can hold, of up to a million rows.
#include <doctest/doctest.h>

#include "systems.hpp"

namespace slipflow::linear_solvers::test_serial_long_lines {

namespace {
const LineChoice partition{.algorithm = LineAlgorithm::partition, .parity = true};
}  // namespace

TEST_CASE("serial: a million rows, by pieces and pieces of the rows between them") {
  const Systems s = dominant_systems(Lines::contiguous(1, 1'000'000), setup::Precision::in_double);
  const auto thomas = solve_serially(s, {.algorithm = LineAlgorithm::thomas});
  LineChoice choice = partition;
  for (const int items : {0, 16}) {
    choice.items = items;
    CHECK(difference(solve_serially(s, choice).x, thomas.x) <= 1e-13);
  }
}

TEST_CASE("serial: a matrix that is just dominant, and one that is nearly singular") {
  const Systems dominant = constant_systems(Lines::contiguous(2, 20000), -1, 2.02, -1);
  const auto thomas = solve_serially(dominant, {.algorithm = LineAlgorithm::thomas});
  CHECK(difference(solve_serially(dominant, partition).x, thomas.x) <= 1e-13);
  const Systems singular = constant_systems(Lines::contiguous(1, 200'000), -1, 2, -1);
  CHECK(residual(singular, solve_serially(singular, partition).x) <= 1e-13);
}

}  // namespace slipflow::linear_solvers::test_serial_long_lines
