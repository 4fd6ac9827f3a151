#include "serial_checks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "systems.hpp"

namespace slipflow::linear_solvers {

void check_serial_solutions(setup::Precision precision) {
  for (const Size& size : sizes()) {
    CAPTURE(size);
    const Systems s = dominant_systems(lines_in(size.layout, size.lines, size.rows), precision);
    const Solution thomas = solve_serially(
        s, {.algorithm = LineAlgorithm::thomas, .precision = precision}, size.in_place);
    CHECK(residual(s, thomas.x) <= tolerance(precision));
    for (const Algorithm& algorithm : algorithms(precision)) {
      if (size.rows > algorithm.most_rows) continue;
      CAPTURE(algorithm);
      const Solution solution = solve_serially(s, algorithm.choice, size.in_place);
      CHECK(difference(solution.x, thomas.x) <= tolerance(precision));
      CHECK(solution.status.pivot == Pivot::normal);
      if (algorithm.choice.algorithm == LineAlgorithm::pta)
        CHECK(different_bits(solution.x, thomas.x) == 0);
    }
  }
}

void check_serial_residuals(setup::Precision precision) {
  for (const Algorithm& algorithm : algorithms(precision)) {
    CAPTURE(algorithm);
    const Systems s = constant_systems(Lines::contiguous(2, 1000), -1, 2, -1);
    CHECK(residual(s, solve_serially(s, algorithm.choice).x) <= tolerance(precision));
  }
}

void check_serial_nan(setup::Precision precision) {
  check_nan(algorithms(precision), [&](const Systems& s, const LineChoice& choice) {
    return solve_serially(s, choice).x;
  });
}

}  // namespace slipflow::linear_solvers
