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
      CHECK(solution.status.weak_rows == 0);
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
  for (const Algorithm& algorithm : algorithms(precision)) {
    CAPTURE(algorithm);
    const Systems sound = dominant_systems(Lines::interleaved(11, 70), precision);
    Systems s = sound;
    for (long i = 0; i < s.lines.rows; ++i)
      s.d[s.at(4, i)] = std::numeric_limits<double>::quiet_NaN();
    const auto x = solve_serially(s, algorithm.choice).x;
    auto expected = solve_serially(sound, algorithm.choice).x;
    CHECK(different_bits(x, expected) == 70);
    for (long i = 0; i < s.lines.rows; ++i) expected[s.at(4, i)] = x[s.at(4, i)];
    CHECK(different_bits(x, expected) == 0);
  }
}

}  // namespace slipflow::linear_solvers
